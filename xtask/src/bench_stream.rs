//! The filter over a long stream: whether it keeps up with the core on every core of the machine, in
//! constant memory.

use std::env;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;

use crate::bench::{rate, throughput};
use crate::repo::Repo;
use crate::run::Cmd;
use crate::wasm;

/// Set to another number of requests, such as 10000000.
const LINES: &str = "TAXGRADE_BENCH_LINES";
const USUAL_LINES: u64 = 1_000_000;
/// The part of the core's speed times the cores that must be reached.
const LEAST_SHARE: f64 = 0.8;
const MOST_KIB: u64 = 256 << 10;

pub(crate) fn run(repo: &Repo) -> Result<()> {
    let lines = match env::var(LINES) {
        Ok(text) => text
            .parse()
            .with_context(|| format!("{LINES} is no number of lines"))?,
        Err(_) => USUAL_LINES,
    };
    let folder = repo.scratch("stream");
    wasm::clear(&folder)?;
    let requests = requests(repo, &folder)?;
    let file = folder.join("requests.jsonl");
    fs::write(&file, &requests)?;
    let core = rate(&throughput(repo).arg(&file).read()?, "perSecond")?;
    let (seconds, peak) = stream(repo, &requests, lines)?;
    #[expect(clippy::cast_precision_loss, reason = "counts for rates")]
    let (answered, cores) = (
        lines as f64 / seconds,
        thread::available_parallelism()?.get() as f64,
    );
    let share = answered / (core * cores);
    println!("requests answered a second by the filter, over {lines} lines:");
    println!("  core, one thread              {core:>10.0}");
    println!("  grade --jsonl, {cores} cores        {answered:>10.0}");
    println!("  of the core's speed x cores   {:>9.0} %", share * 100.0);
    println!("  peak memory                   {peak:>10} KiB");
    fs::remove_dir_all(&folder)?;
    if share < LEAST_SHARE || peak > MOST_KIB {
        bail!(
            "the filter must reach {LEAST_SHARE} of the core's speed in at most {MOST_KIB} KiB; is the machine busy?"
        );
    }
    Ok(())
}

/// The bundled runs as requests.
fn requests(repo: &Repo, folder: &std::path::Path) -> Result<Vec<u8>> {
    let made = folder.join("made");
    Cmd::new("python3")
        .args(["-B", "make_requests.py", "--partitions", "1", "--data-dir"])
        .arg(repo.path("test_data"))
        .arg("--output")
        .arg(&made)
        .dir(repo.path("examples/spark"))
        .advice("install Python 3")
        .read()?;
    let mut text = Vec::new();
    GzDecoder::new(File::open(made.join("part-00000.jsonl.gz"))?).read_to_end(&mut text)?;
    Ok(text)
}

/// Seconds and peak memory in KiB for so many lines, written into the filter as fast as it reads.
fn stream(repo: &Repo, requests: &[u8], lines: u64) -> Result<(f64, u64)> {
    let memory = repo.scratch("stream").join("memory.txt");
    let start = Instant::now();
    let mut child = Command::new("/usr/bin/time")
        .args(["-f", "%M", "-o"])
        .arg(&memory)
        .arg(repo.release_binary("taxgrade"))
        .args(["grade", "--jsonl", "--no-diagnosis", "--data-dir"])
        .arg(repo.path("test_data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .context("starting /usr/bin/time\nwhat to do: apt-get install time")?;
    let mut input = child.stdin.take().context("the filter's input")?;
    let ends: Vec<usize> = requests
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .map(|(at, _)| at + 1)
        .collect();
    let whole = ends.len() as u64;
    for _ in 0..lines / whole {
        input.write_all(requests)?;
    }
    let rest = usize::try_from(lines % whole)?;
    if let Some(end) = rest.checked_sub(1).and_then(|last| ends.get(last)) {
        input.write_all(&requests[..*end])?;
    }
    drop(input);
    let status = child.wait()?;
    if !status.success() {
        bail!("the filter ended with {status}");
    }
    let seconds = start.elapsed().as_secs_f64();
    let peak = fs::read_to_string(&memory)?;
    Ok((seconds, peak.trim().parse().context("peak memory")?))
}
