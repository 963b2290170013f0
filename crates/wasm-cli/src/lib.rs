//! `taxgrade grade` inside WebAssembly, for the npm package's command.
//!
//! Arguments, messages, tables and the grading of one response are the command line's own sources,
//! taken in by path, so the two cannot drift apart. What those sources get from the operating
//! system comes from [`host::Host`] here.

#[path = "../../cli/src/args.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "written for a library that has all commands"
)]
mod args;
mod commands;
#[path = "../../cli/src/definitions/read.rs"]
mod definitions;
#[path = "../../cli/src/failure.rs"]
#[allow(dead_code, reason = "a closed pipe is seen by the host, not here")]
mod failure;
mod files;
mod host;
mod jsonl;
mod keys;
mod output;

use clap::Parser;
use wasm_bindgen::prelude::wasm_bindgen;

use args::Arguments;
use failure::{Failure, Outcome};
use host::Host;

/// Says that lines of requests should follow, to be answered one by one.
const WANTS_LINES: i32 = -1;

/// Runs the command with the process's arguments, the program's name first. Gives the exit code,
/// or -1 when `answerLine` shall be called with each line of the input.
#[wasm_bindgen]
#[must_use]
pub fn run(arguments: Vec<String>, host: Host) -> i32 {
    host::set(host);
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let text = error.render().to_string();
            if error.use_stderr() {
                host::with(|host| host.write_error(&text));
                return 2;
            }
            host::with(|host| host.write(&text));
            return 0;
        }
    };
    match commands::run(arguments) {
        Ok(Some(outcome)) => outcome.code().into(),
        Ok(None) => WANTS_LINES,
        Err(failure) => {
            output::error(&failure);
            failure.code().into()
        }
    }
}

/// Where the lines come from: a path, or `-` for standard input.
#[wasm_bindgen(js_name = inputPath)]
#[must_use]
pub fn input_path() -> String {
    jsonl::input()
}

/// Answers one line of requests, given as bytes with its number from 1: `+` or `-` for graded or
/// not, and the answer.
#[wasm_bindgen(js_name = answerLine)]
#[must_use]
pub fn answer_line(line: &[u8], number: f64) -> String {
    jsonl::answer(line, number)
}

/// The answer to a line that is too long to be held in memory.
#[wasm_bindgen(js_name = answerLongLine)]
#[must_use]
pub fn answer_long_line(number: f64) -> String {
    jsonl::too_long(number)
}
