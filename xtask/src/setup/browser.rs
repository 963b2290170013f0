//! Chromium for the browser tests. Optional: without it they are skipped, with a line that says so.

use std::path::Path;

use anyhow::Result;

use super::{State, apt, version_word};
use crate::repo::Repo;
use crate::run::ask;

pub(crate) const CHROMIUM: &str = "/usr/bin/chromium";

pub(super) fn ensure(_: &Repo) -> Result<State> {
    if Path::new(CHROMIUM).exists() {
        return Ok(State::Found(version()));
    }
    Ok(match apt::install(&["chromium"]) {
        Ok(()) => State::Installed(version()),
        Err(error) => State::Skipped(format!("only browser tests need it; {error:#}")),
    })
}

fn version() -> String {
    let answer = ask(CHROMIUM, &["--version"]).unwrap_or_default();
    version_word(&answer)
        .unwrap_or("unknown version")
        .to_owned()
}
