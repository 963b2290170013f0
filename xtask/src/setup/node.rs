//! Node and the packages of tests/package-lock.json, which also bring wasm-opt: the package holds
//! the program itself, so one exact version serves every machine and nothing else is downloaded.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::{State, numbers, version_word};
use crate::repo::Repo;
use crate::run::{Cmd, ask};
use crate::wasm::WASM_OPT;

const OLDEST: u32 = 20;

pub(super) fn ensure_node(_: &Repo) -> Result<State> {
    let Some(answer) = ask("node", &["--version"]) else {
        bail!("Node is missing\nwhat to do: install Node {OLDEST} or newer, with npm");
    };
    let version = version_word(&answer).unwrap_or_default();
    if numbers(version).first().is_none_or(|major| *major < OLDEST) {
        bail!("Node {version} is too old\nwhat to do: install Node {OLDEST} or newer");
    }
    Ok(State::Found(version.to_owned()))
}

pub(super) fn ensure_packages(repo: &Repo) -> Result<State> {
    install(repo, "tests")
}

/// The evaluation stacks and bundlers that the npm package is tested with: a thousand packages, so
/// they are apart from the tools of the builds.
pub(super) fn ensure_npm_packages(repo: &Repo) -> Result<State> {
    install(repo, "tests/npm")
}

/// Deno and Bun. Their tests are skipped where they cannot be had.
pub(super) fn ensure_runtimes(repo: &Repo) -> Result<State> {
    install(repo, "tests/runtimes").or_else(|error| Ok(State::Skipped(format!("{error:#}"))))
}

/// What the page takes from npm.
pub(super) fn ensure_web_packages(repo: &Repo) -> Result<State> {
    install(repo, WEB)
}

const WEB: &str = "web";

fn install(repo: &Repo, folder: &str) -> Result<State> {
    let lock = repo.text(&format!("{folder}/package-lock.json"))?;
    let count = format!("{} packages", lock.matches("\"node_modules/").count());
    // npm has no quick way to say "nothing to do": the copy of the lock file that the last
    // installation came from does.
    let stamp = repo.path(&format!("{folder}/node_modules/.installed-lock.json"));
    if fs::read_to_string(&stamp).is_ok_and(|old| old == lock) {
        return Ok(State::Found(count));
    }
    let mut npm = Cmd::new("npm")
        .args(["ci", "--no-audit", "--no-fund"])
        .dir(repo.path(folder))
        .advice(format!(
            "check that npm reaches its registry, then `npm ci` in {folder}/"
        ));
    // The PDF viewer's optional packages draw in Node; the page draws in the browser.
    if folder == WEB {
        npm = npm.arg("--omit=optional");
    }
    // One of the packages compiles against Node's headers, which often lie beside Node: then
    // nothing has to be downloaded for it.
    if let Some(prefix) = node_prefix() {
        npm = npm.env("npm_config_nodedir", prefix);
    }
    npm.read()?;
    fs::write(&stamp, lock).with_context(|| format!("writing `{}`", stamp.display()))?;
    Ok(State::Installed(count))
}

/// The folder above Node's `bin` and `include`, when the headers are there.
fn node_prefix() -> Option<PathBuf> {
    let program = PathBuf::from(ask("node", &["-p", "process.execPath"])?);
    let prefix = program.parent()?.parent()?;
    let headers = prefix.join("include/node/node.h").is_file();
    headers.then(|| prefix.to_owned())
}

pub(super) fn ensure_wasm_opt(repo: &Repo) -> Result<State> {
    let answer = Cmd::new("node")
        .arg(repo.node_tool(WASM_OPT))
        .arg("--version")
        .advice("cargo xtask setup --only node-packages,wasm-opt")
        .read()?;
    let version = version_word(&answer).unwrap_or_default();
    Ok(State::Found(format!("{version} (npm binaryen)")))
}
