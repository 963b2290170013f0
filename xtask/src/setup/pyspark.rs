//! PySpark, in a Python environment of its own below the target folder. Optional: only the example of
//! a cluster job needs it.

use std::path::PathBuf;

use anyhow::Result;

use super::State;
use crate::repo::Repo;
use crate::run::{Cmd, ask};
use crate::wasm;

const REQUIREMENTS: &str = "examples/spark/requirements.txt";
const ASK: [&str; 2] = ["-c", "import pyspark; print(pyspark.__version__)"];

/// The Python that has PySpark, whether it is there or not.
pub(crate) fn python(repo: &Repo) -> PathBuf {
    repo.scratch("pyspark").join("bin/python")
}

pub(super) fn ensure(repo: &Repo) -> Result<State> {
    if ask("java", &["--version"]).is_none() {
        return Ok(State::Skipped(
            "only the Spark example needs it, and there is no Java; apt-get install default-jre-headless"
                .to_owned(),
        ));
    }
    let wanted = repo.text(REQUIREMENTS)?;
    let python = python(repo);
    let installed = || {
        let version = ask(&python, &ASK)?;
        wanted
            .lines()
            .any(|line| line == format!("pyspark=={version}"))
            .then_some(version)
    };
    if let Some(version) = installed() {
        return Ok(State::Found(version));
    }
    wasm::clear(&repo.scratch("pyspark"))?;
    let made = Cmd::new("python3")
        .args(["-m", "venv"])
        .arg(repo.scratch("pyspark"))
        .advice("apt-get install python3-venv")
        .read()
        .and_then(|_| {
            Cmd::new(&python)
                .args(["-m", "pip", "install", "--quiet"])
                .args(["--disable-pip-version-check", "--requirement"])
                .arg(repo.path(REQUIREMENTS))
                .advice("see whether pip reaches its index")
                .read()
        });
    Ok(match (made, installed()) {
        (Ok(_), Some(version)) => State::Installed(version),
        (Err(error), _) => State::Skipped(format!("only the Spark example needs it; {error:#}")),
        (Ok(_), None) => State::Skipped("pip installed another version than asked for".to_owned()),
    })
}
