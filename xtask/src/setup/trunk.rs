//! Trunk, which builds the playground's page.

use anyhow::Result;

use super::{State, numbers, version_word, wasm_bindgen::install};
use crate::repo::Repo;
use crate::run::{Cmd, ask};

const VERSION: &str = "0.22.1";
/// What `VERSION` needs to be built, and the toolchain to fetch for it.
const NEEDS_RUST: &str = "1.96.1";
const TOOLCHAIN: &str = "1.97.0";
/// The newest that an older Rust builds; also the oldest that Trunk.toml accepts.
const OLDER: &str = "0.21.14";

pub(super) fn ensure(repo: &Repo) -> Result<State> {
    let answer = ask("trunk", &["--version"]).unwrap_or_default();
    if let Some(version) = version_word(&answer)
        && numbers(version) >= numbers(OLDER)
        && numbers(version) < numbers("0.23")
    {
        return Ok(State::Found(version.to_owned()));
    }
    let say = |version: &str, rust: &str| {
        println!("               building Trunk {version} with {rust}, some minutes");
    };
    let rustc = ask("rustc", &["--version"]).unwrap_or_default();
    let rustc = version_word(&rustc).unwrap_or_default();
    if numbers(rustc) >= numbers(NEEDS_RUST) {
        say(VERSION, "the default Rust");
        install(|| repo.cargo(), "trunk", VERSION)?;
        return Ok(State::Installed(VERSION.to_owned()));
    }
    if newer_toolchain() {
        say(VERSION, TOOLCHAIN);
        install(|| repo.cargo_of(TOOLCHAIN), "trunk", VERSION)?;
        return Ok(State::Installed(format!(
            "{VERSION} (built with Rust {TOOLCHAIN})"
        )));
    }
    say(OLDER, "the default Rust, too old for a newer Trunk");
    install(|| repo.cargo(), "trunk", OLDER)?;
    Ok(State::Installed(format!(
        "{OLDER} (Rust {rustc} is too old for {VERSION})"
    )))
}

fn newer_toolchain() -> bool {
    let there = ask("rustup", &["run", TOOLCHAIN, "rustc", "--version"]).is_some();
    there
        || Cmd::new("rustup")
            .args(["toolchain", "install", TOOLCHAIN, "--profile", "minimal"])
            .read()
            .is_ok()
}
