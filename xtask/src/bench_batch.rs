//! The whole command over many saved runs: how long a cold batch takes, and that its memory does
//! not grow with the number of runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::repo::Repo;
use crate::run::Cmd;

/// What a batch may take, and how much more memory ten times the runs may need.
const MOST_SECONDS: f64 = 1.0;
/// What a report over the same runs may take, HTML included, and its file's size.
const MOST_REPORT_SECONDS: f64 = 3.0;
const MOST_HTML_BYTES: u64 = 16 << 20;
const MOST_GROWTH: f64 = 1.5;
const RUNS: usize = 6000;

pub(crate) fn run(repo: &Repo) -> Result<()> {
    repo.cargo()
        .args(["build", "--release", "-p", "taxgrade-cli"])
        .run()?;
    let command = repo.release_binary("taxgrade");
    let (_, small) = batch(repo, &command, RUNS / 10)?;
    let (seconds, large) = batch(repo, &command, RUNS)?;
    println!("{RUNS} runs graded cold, reports written: {seconds:.2} s (at most {MOST_SECONDS} s)");
    println!(
        "peak memory: {} KiB for {} runs, {} KiB for {RUNS} runs",
        small,
        RUNS / 10,
        large
    );
    if seconds > MOST_SECONDS {
        bail!("the batch took longer than {MOST_SECONDS} s; is the machine busy?");
    }
    #[expect(clippy::cast_precision_loss, reason = "kibibytes for a ratio")]
    let growth = large as f64 / small.max(1) as f64;
    if growth > MOST_GROWTH {
        bail!("memory grew {growth:.1} times with ten times the runs");
    }
    report(repo, &command)
}

/// Reports on [`RUNS`] runs as Markdown, JSON counts and HTML in one go.
fn report(repo: &Repo, command: &Path) -> Result<()> {
    let folder = many_runs(repo, RUNS)?;
    let html = folder.join("report.html");
    let start = Instant::now();
    Cmd::new(command)
        .arg("report")
        .arg(&folder)
        .args(["--format", "markdown", "--html"])
        .arg(&html)
        .arg("--output")
        .arg(folder.join("report.md"))
        .read()?;
    let seconds = start.elapsed().as_secs_f64();
    let bytes = fs::metadata(&html)?.len();
    println!(
        "{RUNS} runs reported on, HTML included: {seconds:.2} s (at most {MOST_REPORT_SECONDS} s), \
         {} KiB of HTML",
        bytes / 1024
    );
    if seconds > MOST_REPORT_SECONDS {
        bail!("the report took longer than {MOST_REPORT_SECONDS} s; is the machine busy?");
    }
    if bytes > MOST_HTML_BYTES {
        bail!("the HTML report has more than {MOST_HTML_BYTES} bytes");
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// A fresh folder with the bundled cases and `runs` copies of their runs.
fn many_runs(repo: &Repo, runs: usize) -> Result<PathBuf> {
    let folder = repo.scratch("batch");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let year = folder.join("ty24");
    copy(
        &repo.path("test_data/ty24/test_data"),
        &year.join("test_data"),
    )?;
    spread(
        &repo.path("test_data/ty24/results"),
        &year.join("results"),
        runs,
    )?;
    Ok(folder)
}

/// Grades `runs` copies of the bundled runs in a fresh folder; seconds and peak memory in KiB.
fn batch(repo: &Repo, command: &Path, runs: usize) -> Result<(f64, u64)> {
    let folder = many_runs(repo, runs)?;
    let year = folder.join("ty24");
    let memory = folder.join("memory.txt");
    let start = Instant::now();
    // GNU time reports the peak memory of the one process.
    Cmd::new("/usr/bin/time")
        .args(["-f", "%M", "-o"])
        .arg(&memory)
        .arg(command)
        .args([
            "bench",
            "--quick-eval",
            "--save-outputs",
            "--tax-year",
            "ty24",
            "--data-dir",
        ])
        .arg(&folder)
        .advice("apt-get install time")
        .read()?;
    let seconds = start.elapsed().as_secs_f64();
    let peak = fs::read_to_string(&memory)?;
    let reports = count(&year.join("results"), "evaluation_result_")?;
    if reports != runs {
        bail!("{reports} reports were written for {runs} runs");
    }
    fs::remove_dir_all(&folder)?;
    Ok((seconds, peak.trim().parse().context("peak memory")?))
}

/// Copies saved runs under new run numbers until there are enough.
fn spread(from: &Path, to: &Path, runs: usize) -> Result<()> {
    let mut sources = Vec::new();
    collect(from, &mut sources)?;
    sources.sort();
    for number in 0..runs {
        let Some(source) = sources.get(number % sources.len().max(1)) else {
            bail!("there are no saved runs in {}", from.display());
        };
        let below = source.strip_prefix(from)?;
        let target = to.join(below);
        let name = format!("model_completed_return_high_{}.md", number + 1);
        let target = target.with_file_name(name);
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        fs::copy(source, target)?;
    }
    Ok(())
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

fn count(folder: &Path, prefix: &str) -> Result<usize> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    let is = |path: &&PathBuf| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with(prefix))
    };
    Ok(files.iter().filter(is).count())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut files = Vec::new();
    collect(from, &mut files)?;
    for file in files {
        let target = to.join(file.strip_prefix(from)?);
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        fs::copy(&file, target)?;
    }
    Ok(())
}
