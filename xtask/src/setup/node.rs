//! Node and the packages of tests/package-lock.json, which also bring wasm-opt: the package holds
//! the program itself, so one exact version serves every machine and nothing else is downloaded.

use std::fs;

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

/// The tools of the tests and builds, and what the page takes from npm.
const FOLDERS: [&str; 2] = ["tests", "web"];

pub(super) fn ensure_packages(repo: &Repo) -> Result<State> {
    let mut count = 0;
    let mut installed = false;
    for folder in FOLDERS {
        let lock = repo.text(&format!("{folder}/package-lock.json"))?;
        count += lock.matches("\"node_modules/").count();
        // npm has no quick way to say "nothing to do": the copy of the lock file that the last
        // installation came from does.
        let stamp = repo.path(folder).join("node_modules/.installed-lock.json");
        if fs::read_to_string(&stamp).is_ok_and(|old| old == lock) {
            continue;
        }
        Cmd::new("npm")
            // The viewer's optional packages draw in Node; the page draws in the browser.
            .args(["ci", "--no-audit", "--no-fund", "--omit=optional"])
            .dir(repo.path(folder))
            .advice(format!("check that npm reaches its registry, then `npm ci` in {folder}/"))
            .read()?;
        fs::write(&stamp, lock).with_context(|| format!("writing `{}`", stamp.display()))?;
        installed = true;
    }
    let count = format!("{count} packages");
    Ok(if installed {
        State::Installed(count)
    } else {
        State::Found(count)
    })
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
