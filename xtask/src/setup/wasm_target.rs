//! A Rust that builds for the browser: rustup's target, or Debian's own Rust where rustup is
//! absent or cannot download.

use anyhow::{Context, Result};

use super::{State, apt, version_word};
use crate::repo::{DEBIAN_PACKAGES, Repo, WASM, WasmRust, std_source};
use crate::run::{Cmd, ask};

pub(super) fn ensure(_: &Repo) -> Result<State> {
    if let Some(rust) = WasmRust::installed() {
        if rust == WasmRust::Own && std_source("rustc").is_none() {
            let added = Cmd::new("rustup")
                .args(["component", "add", "rust-src"])
                .read();
            return Ok(match added {
                Ok(_) => State::Installed(format!("{}, std's source", describe(rust))),
                // Everything works without it; only the npm module gets larger.
                Err(_) => State::Found(format!("{}, without std's source", describe(rust))),
            });
        }
        return Ok(State::Found(describe(rust)));
    }
    let added = Cmd::new("rustup").args(["target", "add", WASM]).read();
    if added.is_ok() && std_source("rustc").is_none() {
        // Only for size, so that it may fail.
        let _ = Cmd::new("rustup")
            .args(["component", "add", "rust-src"])
            .read();
    }
    if let Err(error) = added {
        println!("               rustup could not add the target, trying Debian's Rust: {error:#}");
        apt::install(&DEBIAN_PACKAGES)?;
    }
    let rust = WasmRust::installed().with_context(|| {
        format!("neither way gave a Rust that builds for {WASM}\nwhat to do: install rustup, then `rustup target add {WASM}`")
    })?;
    Ok(State::Installed(describe(rust)))
}

fn describe(rust: WasmRust) -> String {
    let (rustc, whose) = match rust {
        WasmRust::Own => ("rustc", "default toolchain"),
        WasmRust::Debian => ("/usr/bin/rustc", "Debian's Rust, std from source"),
    };
    let answer = ask(rustc, &["--version"]).unwrap_or_default();
    let version = version_word(&answer).unwrap_or("unknown");
    format!("{WASM} ({whose}, {version})")
}
