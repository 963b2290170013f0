//! The commands that work without the native program.

#[path = "../../cli/src/commands/grade.rs"]
pub(crate) mod grade;

use crate::args::{Arguments, Command};
use crate::{Failure, Outcome, jsonl};

/// Runs a command; `None` when it wants lines.
pub(crate) fn run(arguments: Arguments) -> Result<Option<Outcome>, Failure> {
    match arguments.command {
        Command::Grade(arguments) if arguments.jsonl => jsonl::start(&arguments).map(|()| None),
        Command::Grade(arguments) => grade::run(&arguments).map(Some),
        _ => Err(Failure::usage(
            "the npm package has only the `grade` command",
            "install the native `taxgrade` command for the others",
        )),
    }
}
