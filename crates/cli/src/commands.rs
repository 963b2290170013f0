//! The commands.

mod audit;
mod bench;
mod cases;
mod compare;
pub(crate) mod grade;
mod jsonl;
mod merge;
mod profile;
mod prompt;
mod report;

use clap::CommandFactory;

use crate::args::{Arguments, Command};
use crate::failure::{Failure, Outcome};
use crate::output;

pub(crate) fn run(arguments: Arguments) -> Result<Outcome, Failure> {
    match arguments.command {
        Command::Grade(arguments) if arguments.jsonl => jsonl::run(&arguments),
        Command::Grade(arguments) => grade::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Prompt(arguments) => prompt::run(&arguments),
        Command::Cases(arguments) => cases::run(&arguments),
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Profile(command) => profile::run(&command),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "taxgrade", &mut script);
            output::print(&String::from_utf8_lossy(&script))?;
            Ok(Outcome::Done)
        }
        Command::Man { command } => {
            output::print(&manual_page(&command)?)?;
            Ok(Outcome::Done)
        }
    }
}

/// The page of the program, or of one of its commands, under the name that the pages refer to it by.
fn manual_page(words: &[String]) -> Result<String, Failure> {
    let mut program = Arguments::command();
    // Gives the commands their whole names.
    program.build();
    let mut command = &program;
    for word in words {
        command = command.find_subcommand(word).ok_or_else(|| {
            Failure::usage(
                format!("there is no command `{}`", words.join(" ")),
                "see `taxgrade help`",
            )
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
