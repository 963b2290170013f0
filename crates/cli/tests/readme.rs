//! The README's commands work as they stand.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a broken README must fail the test"
)]

mod support;

use std::fs;
use std::path::Path;

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of the README's shell blocks, without comments.
fn commands() -> Vec<String> {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let mut inside = false;
    let mut found = Vec::new();
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            found.push(line.to_owned());
        }
    }
    found
}

#[test]
fn every_command_of_the_readme_runs() {
    let mut ran = 0;
    for command in commands() {
        let arguments = command
            .strip_prefix("taxgrade ")
            .or(command.strip_prefix("cargo run --release --package taxgrade-cli -- "));
        let Some(arguments) = arguments else { continue };
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let run = support::run_in(&root(), &arguments);
        assert_eq!(run.code, 0, "{command}: {}", run.stderr);
        assert!(!run.stdout.is_empty(), "{command}");
        ran += 1;
    }
    assert!(ran >= 5, "{ran}");
}

#[test]
fn ci_runs_the_readmes_test_command() {
    let test = "cargo xtask setup && cargo xtask test";
    assert!(commands().iter().any(|command| command == test));
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(ci.lines().any(|line| line == test), "{ci}");
}
