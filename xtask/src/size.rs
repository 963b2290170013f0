//! What a browser has to download, held against a budget: growth is otherwise noticed by users.

mod parts;

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};

use crate::page;
use crate::repo::Repo;
use crate::wasm;

struct Budget {
    name: &'static str,
    /// A file, or a folder of which every file counts.
    path: &'static str,
    /// Below the folder, what is fetched only when somebody asks for it.
    without: &'static [&'static str],
    gzip_kb: f64,
    made_by: &'static str,
}

const BUDGETS: &[Budget] = &[
    Budget {
        name: "npm module",
        path: "pkg/dist/taxgrade.wasm",
        without: &[],
        // All that the package loads, whichever of its functions is called; the command line's own
        // module is not part of it. The aim is 130 kB; this keeps it from growing until the last
        // ones are found. A third of it reads answers in all the shapes that they come in.
        gzip_kb: 136.5,
        made_by: "cargo xtask pkg",
    },
    Budget {
        name: "playground",
        path: page::DIST,
        without: &[page::VIEWER, page::SAMPLE, page::ASKING, page::REPORTS],
        gzip_kb: 450.0,
        made_by: "cargo xtask web",
    },
    Budget {
        name: "asking",
        path: "dist/ask",
        without: &[],
        gzip_kb: 220.0,
        made_by: "cargo xtask web",
    },
    Budget {
        name: "reports",
        path: "dist/report",
        without: &[],
        gzip_kb: 270.0,
        made_by: "cargo xtask web",
    },
    Budget {
        name: "sample",
        path: "dist/sample.zip",
        without: &[],
        gzip_kb: 250.0,
        made_by: "cargo xtask web",
    },
    // What a document without fonts of its own and without scanned pages needs.
    Budget {
        name: "PDF viewer",
        path: "dist/pdfjs",
        without: &["standard_fonts", "wasm"],
        gzip_kb: 560.0,
        made_by: "cargo xtask web",
    },
];

/// The parts of the npm module when its size was last looked at and found right.
const BASELINE: &str = "xtask/npm-module-parts.txt";

/// Set to take the module as it is for the next baseline.
const ACCEPT: &str = "TAXGRADE_ACCEPT_SIZE";

/// Prints what the npm module consists of and what grew since the baseline.
fn compare(repo: &Repo) -> Result<()> {
    let file = wasm::named_module(repo);
    let bytes = fs::read(&file)
        .with_context(|| format!("reading `{}`\nwhat to do: cargo xtask pkg", file.display()))?;
    let now = parts::of(&bytes)?;
    let baseline = repo.path(BASELINE);
    if env::var_os(ACCEPT).is_some() {
        let lines: Vec<String> = now
            .iter()
            .map(|(name, size)| format!("{size} {name}\n"))
            .collect();
        fs::write(&baseline, lines.concat())
            .with_context(|| format!("writing `{}`", baseline.display()))?;
    }
    let before: parts::Parts = fs::read_to_string(&baseline)
        .unwrap_or_default()
        .lines()
        .filter_map(|line| {
            let (size, name) = line.split_once(' ')?;
            Some((name.to_owned(), size.parse().ok()?))
        })
        .collect();
    let mut rows: Vec<(&str, usize, usize)> = now
        .keys()
        .chain(before.keys().filter(|name| !now.contains_key(*name)))
        .map(|name| {
            let of = |parts: &parts::Parts| parts.get(name).copied().unwrap_or_default();
            (name.as_str(), of(&before), of(&now))
        })
        .filter(|(_, before, now)| before.max(now) >= &1000)
        .collect();
    rows.sort_by_key(|(_, before, now)| {
        (
            std::cmp::Reverse(now.saturating_sub(*before)),
            std::cmp::Reverse(*now),
        )
    });
    println!(
        "\n{:<32} {:>9} {:>9} {:>9}   bytes of the npm module",
        "", "baseline", "now", "grown"
    );
    for (name, before, now) in rows {
        let grown = i64::try_from(now)? - i64::try_from(before)?;
        println!("{name:<32} {before:>9} {now:>9} {grown:>+9}");
    }
    println!("\na right size becomes the baseline with {ACCEPT}=1 cargo xtask test --only size");
    Ok(())
}

/// Prints each size and fails if one is over its budget; with `own`, only of what the page is.
pub(crate) fn check(repo: &Repo, own: bool) -> Result<()> {
    let mut over = Vec::new();
    println!("{:<12} {:>9} {:>9} {:>9}   kB", "", "raw", "gzip", "budget");
    for budget in BUDGETS
        .iter()
        .filter(|one| !own || one.path.starts_with(page::DIST))
    {
        let path = repo.path(budget.path);
        if !path.exists() {
            bail!(
                "`{}` is not built\nwhat to do: {}",
                budget.path,
                budget.made_by
            );
        }
        let files = if path.is_dir() {
            page::files(&path)?
                .into_iter()
                .filter(|file| {
                    !budget
                        .without
                        .iter()
                        .any(|part| file.starts_with(path.join(part)))
                })
                .collect()
        } else {
            vec![path.clone()]
        };
        let (raw, gzip) = measure(&files)?;
        println!(
            "{:<12} {raw:>9.1} {gzip:>9.1} {:>9.1}",
            budget.name, budget.gzip_kb
        );
        if gzip > budget.gzip_kb {
            over.push(format!(
                "{}: {gzip:.1} kB of {:.1}",
                budget.name, budget.gzip_kb
            ));
        }
    }
    if !own {
        compare(repo)?;
    }
    if !over.is_empty() {
        bail!(
            "over the size budget: {}\nwhat to do: find the growth, or raise the budget in xtask/src/size.rs and say why",
            over.join("; ")
        );
    }
    Ok(())
}

/// Raw and gzip size in kB, each file packed by itself as a server does.
fn measure(files: &[PathBuf]) -> Result<(f64, f64)> {
    let (mut raw, mut packed) = (0, 0);
    for file in files {
        let bytes = fs::read(file).with_context(|| format!("reading `{}`", file.display()))?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::new(9));
        encoder.write_all(&bytes)?;
        raw += bytes.len();
        packed += encoder.finish()?.len();
    }
    Ok((kb(raw), kb(packed)))
}

#[allow(
    clippy::cast_precision_loss,
    reason = "sizes of files stay far below 2^52"
)]
fn kb(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}
