//! lxml, with which the Python way of grading is measured. Optional: only that comparison needs it.

use anyhow::Result;

use super::State;
use crate::repo::Repo;
use crate::run::{Cmd, ask};

const ASK: [&str; 2] = ["-c", "import lxml; print(lxml.__version__)"];

pub(super) fn ensure(_: &Repo) -> Result<State> {
    if let Some(version) = ask("python3", &ASK) {
        return Ok(State::Found(version));
    }
    let installed = Cmd::new("python3")
        .args(["-m", "pip", "install", "--quiet", "lxml"])
        .advice("install lxml for python3, for example: sudo apt-get install python3-lxml")
        .read();
    Ok(match (installed, ask("python3", &ASK)) {
        (Ok(_), Some(version)) => State::Installed(version),
        (Err(error), _) => State::Skipped(format!("only the Python baseline needs it; {error:#}")),
        (Ok(_), None) => {
            State::Skipped("pip installed lxml where python3 does not see it".to_owned())
        }
    })
}
