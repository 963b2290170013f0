//! The benchmarks, with the Python way of grading measured in the same run.

use anyhow::Result;

use crate::repo::Repo;
use crate::run::Cmd;
use crate::setup;

const BASELINE: &str = "tests/baseline/baseline.py";

pub(crate) fn run(repo: &Repo) -> Result<()> {
    repo.cargo()
        .args(["bench", "-p", "taxgrade"])
        .advice("the messages above say what failed")
        .run()?;
    if !repo.path(BASELINE).exists() {
        println!("skipped: there is no {BASELINE}");
        return Ok(());
    }
    setup::ensure(repo, &["lxml"])?;
    Cmd::new("python3")
        .arg(BASELINE)
        .dir(&repo.root)
        .advice("cargo xtask setup --only lxml")
        .run()
}
