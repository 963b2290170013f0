//! Runs the server until it is ended: `fake-provider [PORT [ANSWER-FILE]]`. Prints its base URL.

use std::process::ExitCode;
use std::time::Duration;

use fake_provider::{Options, Server};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut options = Options::default();
    if let Some(port) = arguments.next() {
        let Ok(port) = port.parse() else {
            eprintln!("usage: fake-provider [PORT [ANSWER-FILE]]");
            return ExitCode::from(2);
        };
        options.port = port;
    }
    if let Some(file) = arguments.next() {
        match std::fs::read_to_string(&file) {
            Ok(answer) => options.answer = answer,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    match Server::start(options) {
        Ok(server) => {
            println!("{}", server.url());
            loop {
                std::thread::sleep(Duration::from_secs(3600));
            }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
