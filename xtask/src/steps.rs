//! What `test` and `ready` do, as data. A new check is a new entry in `STEPS`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::counts::Counts;
use crate::repo::{Repo, WASM};
use crate::run::{Cmd, ask};
use crate::{page, pure, setup, size, wasm};

pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Names of tools from `setup`.
    needs: &'static [&'static str],
    suite: Suite,
    run: fn(&Repo) -> Result<Outcome>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suite {
    Test,
    /// Too slow for every change, due before a release.
    Ready,
}

pub(crate) enum Outcome {
    Done(Counts),
    /// Says why, and what to type to have it run.
    Skipped(String),
}

/// What needs the page or the package comes after the step that builds it.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "the sources are formatted",
        needs: &[],
        suite: Suite::Test,
        run: fmt,
    },
    Step {
        name: "clippy",
        about: "no lint, natively and for the browser",
        needs: &["wasm-target"],
        suite: Suite::Test,
        run: clippy,
    },
    Step {
        name: "rust",
        about: "Rust tests and the examples in the docs",
        needs: &[],
        suite: Suite::Test,
        run: rust,
    },
    Step {
        name: "pure",
        about: "the core uses nothing of its host",
        needs: &["wasm-target", "wasm-bindgen"],
        suite: Suite::Test,
        run: |repo| one(pure::check(repo)),
    },
    Step {
        name: "pkg",
        about: "the npm package's artefacts build",
        needs: &[
            "wasm-target",
            "wasm-bindgen",
            "node",
            "node-packages",
            "wasm-opt",
        ],
        suite: Suite::Test,
        run: |repo| one(wasm::package(repo)),
    },
    Step {
        name: "npm",
        about: "the packed npm package in Node, bundlers, a browser and evaluation stacks",
        needs: &[
            "node",
            "node-packages",
            "npm-packages",
            "runtimes",
            "chromium",
        ],
        suite: Suite::Test,
        run: npm,
    },
    Step {
        name: "web",
        about: "the page builds",
        needs: &[
            "wasm-target",
            "wasm-bindgen",
            "trunk",
            "node",
            "node-packages",
            "web-packages",
            "wasm-opt",
        ],
        suite: Suite::Test,
        run: |repo| one(page::build(repo)),
    },
    Step {
        name: "browser",
        about: "the built page in Chromium",
        needs: &["node", "node-packages", "chromium"],
        suite: Suite::Test,
        run: browser,
    },
    Step {
        name: "size",
        about: "what ships stays inside its size budget",
        needs: &[],
        suite: Suite::Test,
        run: |repo| one(size::check(repo, false)),
    },
    Step {
        name: "spark",
        about: "the example of a cluster job, on this machine",
        needs: &["pyspark"],
        suite: Suite::Test,
        run: spark,
    },
    Step {
        name: "fuzz",
        about: "hostile input for each target",
        needs: &["cargo-fuzz"],
        suite: Suite::Test,
        run: fuzz,
    },
    Step {
        name: "release",
        about: "the native release build",
        needs: &[],
        suite: Suite::Ready,
        run: |repo| {
            one(repo
                .cargo()
                .args(["build", "--release"])
                .advice("the messages above say what does not compile")
                .run())
        },
    },
];

/// Runs the steps that `only` names, or all of a suite (`Ready` includes `Test`); every one is run
/// even if an earlier one failed.
pub(crate) fn run(repo: &Repo, suite: Suite, only: &[String]) -> Result<()> {
    if let Some(unknown) = only
        .iter()
        .find(|name| !STEPS.iter().any(|step| step.name == name.as_str()))
    {
        let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        bail!("`{unknown}` is not a step; there are: {}", known.join(", "));
    }
    let picked: Vec<&Step> = STEPS
        .iter()
        .filter(|step| {
            if only.is_empty() {
                step.suite == Suite::Test || step.suite == suite
            } else {
                only.iter().any(|name| name == step.name)
            }
        })
        .collect();
    let tools: Vec<&str> = picked.iter().flat_map(|step| step.needs).copied().collect();
    if !tools.is_empty() {
        heading("tools");
        setup::ensure(repo, &tools)?;
    }

    let mut rows = Vec::new();
    let mut total = Counts::default();
    for step in picked {
        heading(&format!("{}: {}", step.name, step.about));
        let start = Instant::now();
        let outcome = (step.run)(repo);
        let (counts, remark) = match outcome {
            Ok(Outcome::Done(counts)) => (counts, String::new()),
            Ok(Outcome::Skipped(why)) => {
                println!("skipped: {why}");
                let skipped = Counts {
                    skipped: 1,
                    ..Counts::default()
                };
                (skipped, why)
            }
            Err(error) => {
                println!("{error:#}");
                let failed = Counts {
                    failed: 1,
                    ..Counts::default()
                };
                (failed, String::new())
            }
        };
        let took = start.elapsed();
        println!("-- {} took {:.1} s", step.name, took.as_secs_f64());
        total += counts;
        rows.push(Row {
            name: step.name,
            counts,
            took,
            remark,
        });
    }
    summary(&rows);
    let Counts {
        passed,
        failed,
        skipped,
    } = total;
    let skipped = match skipped {
        0 => String::new(),
        n => format!(", {n} skipped"),
    };
    println!("\n{passed} passed, {failed} failed{skipped}");
    if failed > 0 {
        let names: Vec<_> = rows
            .iter()
            .filter(|row| row.counts.failed > 0)
            .map(|row| row.name)
            .collect();
        bail!(
            "failed: {names}\nwhat to do: cargo xtask test --only {names}",
            names = names.join(",")
        );
    }
    Ok(())
}

struct Row {
    name: &'static str,
    counts: Counts,
    took: Duration,
    remark: String,
}

fn heading(text: &str) {
    println!("\n== {text}");
}

fn summary(rows: &[Row]) {
    heading("summary");
    println!(
        "{:<9} {:>7} {:>7} {:>7} {:>9}",
        "step", "passed", "failed", "skipped", "time"
    );
    for row in rows {
        let Counts {
            passed,
            failed,
            skipped,
        } = row.counts;
        let line = format!(
            "{:<9} {passed:>7} {failed:>7} {skipped:>7} {:>7.1} s  {}",
            row.name,
            row.took.as_secs_f64(),
            row.remark
        );
        println!("{}", line.trim_end());
    }
}

/// A step without tests of its own counts as one.
fn one(result: Result<()>) -> Result<Outcome> {
    result.map(|()| Outcome::Done(Counts::ONE))
}

fn fmt(repo: &Repo) -> Result<Outcome> {
    one(repo
        .cargo()
        .args(["fmt", "--all", "--check"])
        .advice("cargo fmt --all")
        .run())
}

fn clippy(repo: &Repo) -> Result<Outcome> {
    const ADVICE: &str = "fix what the messages above name";
    repo.cargo()
        .args(["clippy", "--quiet", "--workspace", "--all-targets"])
        .args(["--", "-D", "warnings"])
        .advice(ADVICE)
        .run()?;
    one(repo
        .wasm_cargo()?
        .args(["clippy", "--quiet", "--target", WASM])
        .args([
            "-p",
            "taxgrade",
            "-p",
            "taxgrade-wasm",
            "-p",
            "taxgrade-wasm-cli",
            "-p",
            "taxgrade-web",
            "-p",
            "taxgrade-ask",
            "-p",
            "taxgrade-report",
        ])
        .args(["--", "-D", "warnings"])
        .advice(ADVICE)
        .run())
}

fn rust(repo: &Repo) -> Result<Outcome> {
    let tests = repo
        .cargo()
        .args(["test", "--workspace", "--no-fail-fast"])
        .advice("the failures are listed above; `cargo test NAME` runs one");
    let mut counts = Counts::default();
    let ended = tests.watch(|line| counts.read_cargo_line(line))?;
    tested(counts, ended)
}

/// Runs the `*.test.mjs` files of a folder, not those of its sub-folders.
fn node_tests(repo: &Repo, folder: &str) -> Result<Outcome> {
    let path = repo.path(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&path)
        .with_context(|| format!("reading `{}`", path.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    if files.is_empty() {
        return Ok(Outcome::Skipped(format!("no *.test.mjs in {folder}")));
    }
    let mut counts = Counts::default();
    let ended = Cmd::new("node")
        .args(["--test", "--test-reporter=spec"])
        .args(files)
        .dir(&repo.root)
        .env("TAXGRADE_CHROMIUM", setup::CHROMIUM)
        .env("TAXGRADE_BUILT", repo.debug_output())
        .advice("the failures are listed above; missing artefacts: `cargo xtask pkg`, `cargo xtask web`")
        .watch(|line| counts.read_node_line(line))?;
    tested(counts, ended)
}

fn npm(repo: &Repo) -> Result<Outcome> {
    // What the package's answers are compared with.
    repo.cargo()
        .args([
            "build",
            "--quiet",
            "-p",
            "taxgrade-cli",
            "-p",
            "taxgrade-tests",
        ])
        .args(["--bins", "--example", "core_answers"])
        .advice("the messages above say what does not compile")
        .run()?;
    node_tests(repo, "tests/npm")
}

fn browser(repo: &Repo) -> Result<Outcome> {
    if !std::path::Path::new(setup::CHROMIUM).exists() {
        return Ok(Outcome::Skipped(
            "no Chromium; cargo xtask setup --only chromium".to_owned(),
        ));
    }
    // Whom the page asks.
    repo.cargo()
        .args(["build", "--quiet", "-p", "fake-provider"])
        .advice("the messages above say what does not compile")
        .run()?;
    node_tests(repo, "tests/browser")
}

/// A runner that failed without a failed test did not get as far as testing.
fn tested(counts: Counts, ended: Result<()>) -> Result<Outcome> {
    match ended {
        Err(error) if counts.failed == 0 => Err(error),
        Err(_) | Ok(()) if counts == Counts::default() => bail!("no test ran"),
        Err(error) => {
            println!("{error:#}");
            Ok(Outcome::Done(counts))
        }
        Ok(()) => Ok(Outcome::Done(counts)),
    }
}

fn spark(repo: &Repo) -> Result<Outcome> {
    let python = setup::spark_python(repo);
    if !python.exists() {
        return Ok(Outcome::Skipped(
            "no PySpark; cargo xtask setup --only pyspark".to_owned(),
        ));
    }
    repo.cargo()
        .args(["build", "--quiet", "-p", "taxgrade-cli"])
        .advice("the messages above say what does not compile")
        .run()?;
    let mut counts = Counts::default();
    let ended = Cmd::new(python)
        .args(["-B", "test_grade_returns.py"])
        .arg(repo.debug_output().join("taxgrade"))
        .dir(repo.path("examples/spark"))
        .advice("the failures are listed above")
        .watch(|line| counts.read_unittest_line(line))?;
    tested(counts, ended)
}

fn fuzz(repo: &Repo) -> Result<Outcome> {
    let Some(dir) = ["fuzz", "crates/core/fuzz"]
        .into_iter()
        .find(|dir| repo.path(dir).join("Cargo.toml").exists())
    else {
        return Ok(Outcome::Skipped("there are no fuzz targets".to_owned()));
    };
    if ask("cargo-fuzz", &["--version"]).is_none()
        || ask("rustup", &["run", setup::NIGHTLY, "rustc", "--version"]).is_none()
    {
        return Ok(Outcome::Skipped(
            "cargo-fuzz or a nightly Rust is missing; cargo xtask setup --only cargo-fuzz"
                .to_owned(),
        ));
    }
    let cargo_fuzz = || {
        repo.cargo_of(setup::NIGHTLY)
            .arg("fuzz")
            // Another compiler: its own target folder, below the fuzz crate.
            .env_remove("CARGO_TARGET_DIR")
    };
    let targets = cargo_fuzz().args(["list", "--fuzz-dir", dir]).read()?;
    let mut counts = Counts::default();
    for target in targets.lines() {
        // The first folder takes what is found, so that committed seeds stay as they are.
        let finds = repo.scratch("fuzz").join(target);
        wasm::clear(&finds)?;
        let seeds = seeds_of(target).iter().map(|seeds| repo.path(seeds));
        cargo_fuzz()
            .args(["run", "--fuzz-dir", dir, target])
            .arg(finds)
            .args(seeds)
            // The same inputs every time, so that a commit passes or fails for good; what else there
            // is to find is for long campaigns.
            .args(["--", "-seed=1", "-runs=40000", "-max_total_time=40"])
            .advice(format!(
                "the input that broke it is in {dir}/artifacts/{target}; make it a test"
            ))
            .run()?;
        counts += Counts::ONE;
    }
    Ok(Outcome::Done(counts))
}

/// Folders whose files a fuzz target starts from: our own cases, of which there is no copy to keep.
fn seeds_of(target: &str) -> &'static [&'static str] {
    match target {
        "xml" => &["test_data/ty24/test_data", "test_data/ty25/test_data"],
        "response" => &["test_data/responses", "test_data/ty25/results"],
        "profile" => &["crates/core/profiles"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_needs_only_tools_that_setup_knows() {
        for step in STEPS {
            assert!(
                step.needs.iter().all(|tool| setup::is_known(tool)),
                "{}",
                step.name
            );
        }
    }

    #[test]
    fn a_runner_that_tested_nothing_is_a_failure() {
        assert!(tested(Counts::default(), Ok(())).is_err());
        assert!(tested(Counts::ONE, Err(anyhow::anyhow!("crashed"))).is_err());
        assert!(tested(Counts::ONE, Ok(())).is_ok());
    }
}
