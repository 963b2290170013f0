//! cargo-fuzz. Optional: its sanitizer flags exist only in a nightly toolchain, and nobody has to
//! have one to work here.

use anyhow::Result;

use super::{State, version_word, wasm_bindgen::install};
use crate::repo::Repo;
use crate::run::ask;

pub(crate) const NIGHTLY: &str = "nightly";
const VERSION: &str = "0.13.2";

pub(super) fn ensure(repo: &Repo) -> Result<State> {
    if ask("rustup", &["run", NIGHTLY, "rustc", "--version"]).is_none() {
        return Ok(State::Skipped(format!(
            "no nightly toolchain; to fuzz: rustup toolchain install {NIGHTLY} --profile minimal"
        )));
    }
    let answer = ask("cargo-fuzz", &["--version"]).unwrap_or_default();
    if let Some(version) = version_word(&answer) {
        return Ok(State::Found(version.to_owned()));
    }
    Ok(match install(|| repo.cargo(), "cargo-fuzz", VERSION) {
        Ok(()) => State::Installed(VERSION.to_owned()),
        Err(error) => State::Skipped(format!("only the fuzz step needs it; {error:#}")),
    })
}
