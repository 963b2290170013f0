//! The `taxgrade` command: files, progress and parallel runs around the pure core.
//!
//! Exit codes: 0 done (whatever the score), 1 something could not be graded or a demanded score
//! was not reached, 2 wrong usage.

pub mod args;
mod ask;
mod commands;
mod definitions;
mod failure;
mod files;
mod keys;
mod layout;
mod output;
mod pipe;
mod results;
mod unpack;

use std::process::ExitCode;

use clap::Parser;

pub use args::Arguments;

/// Runs the command with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version go to standard output and are no failure.
            let code = if error.use_stderr() { 2 } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    match commands::run(arguments) {
        Ok(outcome) => ExitCode::from(outcome.code()),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            output::error(&failure);
            ExitCode::from(failure.code())
        }
    }
}
