//! The wasm-bindgen command, which refuses a module built with another version of the crate.

use anyhow::Result;

use super::{State, version_word};
use crate::repo::Repo;
use crate::run::{Cmd, ask};

pub(super) fn ensure(repo: &Repo) -> Result<State> {
    let wanted = repo.locked("wasm-bindgen")?;
    let answer = ask("wasm-bindgen", &["--version"]).unwrap_or_default();
    if version_word(&answer) == Some(wanted.as_str()) {
        return Ok(State::Found(wanted));
    }
    println!("               building wasm-bindgen-cli {wanted}, some minutes");
    install(|| repo.cargo(), "wasm-bindgen-cli", &wanted)?;
    Ok(State::Installed(wanted))
}

/// `cargo install`, first with the versions that the tool's author tested; a lock file can name
/// a version that is not to be had, so then without.
pub(super) fn install(cargo: impl Fn() -> Cmd, name: &str, version: &str) -> Result<()> {
    let attempt = |locked: &[&str]| {
        cargo()
            .args(["install", "--quiet", "--force", name, "--version", version])
            .args(locked)
            // Built once on every new machine and run for seconds: build time counts here.
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            // Another compiler may build it: keep it out of the project's target folder.
            .env_remove("CARGO_TARGET_DIR")
            .advice(format!("cargo install {name} --version {version}"))
    };
    attempt(&["--locked"])
        .read()
        .or_else(|_| attempt(&[]).read())?;
    Ok(())
}
