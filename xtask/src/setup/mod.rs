//! Finding or installing what the other commands need. One file per tool; a tool that is there in
//! the right version is never built again.

mod apt;
mod browser;
mod cargo_fuzz;
mod lxml;
mod node;
mod pyspark;
mod trunk;
mod wasm_bindgen;
mod wasm_target;

use std::time::Instant;

use anyhow::{Context, Result, bail};

pub(crate) use browser::CHROMIUM;
pub(crate) use cargo_fuzz::NIGHTLY;
pub(crate) use pyspark::python as spark_python;

use crate::repo::Repo;

/// What became of one tool, with its version.
pub(crate) enum State {
    Found(String),
    Installed(String),
    /// Not needed to go on; says why, and what to type to have it.
    Skipped(String),
}

pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// The commands that need it.
    uses: &'static [&'static str],
    ensure: fn(&Repo) -> Result<State>,
}

/// In the order of installation: Node packages before what runs on them.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "wasm-target",
        uses: &["test", "web", "pkg"],
        ensure: wasm_target::ensure,
    },
    Tool {
        name: "node",
        uses: &["test", "web", "pkg"],
        ensure: node::ensure_node,
    },
    Tool {
        name: "node-packages",
        uses: &["test", "web", "pkg"],
        ensure: node::ensure_packages,
    },
    Tool {
        name: "npm-packages",
        uses: &["test"],
        ensure: node::ensure_npm_packages,
    },
    Tool {
        name: "runtimes",
        uses: &["test"],
        ensure: node::ensure_runtimes,
    },
    Tool {
        name: "web-packages",
        uses: &["test", "web"],
        ensure: node::ensure_web_packages,
    },
    Tool {
        name: "wasm-opt",
        uses: &["test", "web", "pkg"],
        ensure: node::ensure_wasm_opt,
    },
    Tool {
        name: "wasm-bindgen",
        uses: &["test", "web", "pkg"],
        ensure: wasm_bindgen::ensure,
    },
    Tool {
        name: "trunk",
        uses: &["test", "web"],
        ensure: trunk::ensure,
    },
    Tool {
        name: "chromium",
        uses: &["test"],
        ensure: browser::ensure,
    },
    Tool {
        name: "cargo-fuzz",
        uses: &["test"],
        ensure: cargo_fuzz::ensure,
    },
    Tool {
        name: "pyspark",
        uses: &["test"],
        ensure: pyspark::ensure,
    },
    Tool {
        name: "lxml",
        uses: &["bench"],
        ensure: lxml::ensure,
    },
];

/// The commands that `--for` knows.
pub(crate) const USES: [&str; 4] = ["test", "web", "pkg", "bench"];

/// The whole set, or the part that `only` (names) or `uses` (commands) picks.
pub(crate) fn run(repo: &Repo, only: &[String], uses: &[String]) -> Result<()> {
    let picked: Vec<&str> = if only.is_empty() {
        TOOLS
            .iter()
            .filter(|tool| uses.is_empty() || tool.uses.iter().any(|a| uses.iter().any(|b| a == b)))
            .map(|tool| tool.name)
            .collect()
    } else {
        only.iter().map(String::as_str).collect()
    };
    ensure(repo, &picked)
}

/// Makes sure that the named tools are there, and says one line about each.
pub(crate) fn ensure(repo: &Repo, names: &[&str]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
        let known: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
        bail!(
            "`{unknown}` is not a tool of this repository; there are: {}",
            known.join(", ")
        );
    }
    for tool in TOOLS.iter().filter(|tool| names.contains(&tool.name)) {
        let start = Instant::now();
        let state = (tool.ensure)(repo).with_context(|| format!("setting up {}", tool.name))?;
        let name = tool.name;
        match state {
            State::Found(version) => println!("{name:<14} {version}: found"),
            State::Installed(version) => println!(
                "{name:<14} {version}: installed in {:.0} s",
                start.elapsed().as_secs_f64()
            ),
            State::Skipped(why) => println!("{name:<14} skipped: {why}"),
        }
    }
    Ok(())
}

pub(crate) fn is_known(name: &str) -> bool {
    TOOLS.iter().any(|tool| tool.name == name)
}

/// `name 1.2.3 (more)` → `1.2.3`: how most tools answer `--version`.
fn version_word(answer: &str) -> Option<&str> {
    answer
        .split_whitespace()
        .map(|word| word.trim_start_matches('v'))
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// `1.97.0-nightly` → `[1, 97, 0]`, to be compared.
fn numbers(version: &str) -> Vec<u32> {
    version
        .split(['.', '-', '+'])
        .map_while(|part| part.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        assert!(numbers("1.100.0") > numbers("1.96.1"));
        assert!(numbers("1.97.0-nightly") >= numbers("1.96.1"));
        assert_eq!(
            version_word("rustc 1.95.0 (59807616e 2026-04-14)"),
            Some("1.95.0")
        );
        assert_eq!(version_word("v20.20.2"), Some("20.20.2"));
    }

    #[test]
    fn every_use_is_one_that_the_command_line_knows() {
        for tool in TOOLS {
            assert!(
                tool.uses.iter().all(|used| USES.contains(used)),
                "{}",
                tool.name
            );
        }
    }
}
