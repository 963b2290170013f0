//! The benchmarks, with the Python way of grading measured in the same run.

use anyhow::{Context, Result, bail};

use crate::repo::Repo;
use crate::run::Cmd;
use crate::setup;
use crate::wasm;
use crate::{bench_batch, bench_stream};

const BASELINE: &str = "tests/baseline/baseline.py";
const SECONDS: &str = "5";

/// The least that the npm package may reach of native speed, in percent.
const LEAST_SHARE: f64 = 40.0;

pub(crate) fn run(repo: &Repo) -> Result<()> {
    repo.cargo()
        .args(["bench", "-p", "taxgrade", "--bench", "grade"])
        .advice("the messages above say what failed")
        .run()?;
    setup::ensure(repo, &["lxml"])?;
    let native = throughput(repo).read()?;
    let (native, native_answers) = (
        rate(&native, "perSecond")?,
        rate(&native, "answersPerSecond")?,
    );
    let python = Cmd::new("python3")
        .args([BASELINE, SECONDS])
        .dir(&repo.root)
        .advice("cargo xtask setup --only lxml")
        .read()?;
    let python = rate(&python, "perSecond")?;
    if !repo.path("pkg/dist/node.js").exists() {
        wasm::package(repo)?;
    }
    let node = Cmd::new("node")
        .args(["tests/npm/throughput.mjs", SECONDS])
        .dir(&repo.root)
        .advice("cargo xtask pkg")
        .read()?;
    let node = rate(&node, "answersPerSecond")?;
    println!("responses graded a second on one core, over the bundled runs:");
    println!("  taxgrade                      {native:>10.0}");
    println!("  Python, lxml and re           {python:>10.0}");
    println!("  ratio                         {:>10.0}", native / python);
    println!("whole answers a second on one core, without a diagnosis:");
    println!("  taxgrade, as JSON             {native_answers:>10.0}");
    println!("  npm package, as an object     {node:>10.0}");
    let share = 100.0 * node / native_answers;
    println!("  share of native speed         {share:>9.0}%  (bar {LEAST_SHARE:.0}%)");
    if share < LEAST_SHARE {
        bail!("the npm package is slower than {LEAST_SHARE}% of native; is the machine busy?");
    }
    bench_batch::run(repo)?;
    bench_stream::run(repo)
}

/// The measurement of the core on one thread; a file of requests may follow.
pub(crate) fn throughput(repo: &Repo) -> Cmd {
    repo.cargo()
        .args(["bench", "--quiet", "-p", "taxgrade-tests"])
        .args(["--bench", "throughput", "--", SECONDS])
}

/// The playground as it was just built: what it transfers, and how long grades take to appear.
pub(crate) fn web(repo: &Repo) -> Result<()> {
    crate::size::check(repo, true)?;
    Cmd::new("node")
        .arg("tests/browser/latency.mjs")
        .dir(&repo.root)
        .env("TAXGRADE_CHROMIUM", setup::CHROMIUM)
        .advice("find what slowed the page down; the bar stands in tests/browser/latency.mjs")
        .run()
}

/// A rate out of a line such as `{"perSecond": 447.3}`.
pub(crate) fn rate(printed: &str, name: &str) -> Result<f64> {
    let rate = printed
        .split(&format!("\"{name}\":"))
        .nth(1)
        .with_context(|| format!("no `{name}` was printed"))?;
    let number = rate
        .trim_start()
        .split([',', '}'])
        .next()
        .unwrap_or_default();
    number
        .trim()
        .parse()
        .with_context(|| format!("`{number}` is no rate"))
}
