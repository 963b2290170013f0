//! `taxgrade audit`: expected returns checked against their own forms.

use std::path::{Path, PathBuf};

use serde::Serialize;
use taxgrade::ExpectedReturn;
use taxgrade::audit::{Finding, audit};

use crate::args::{AuditArguments, ListFormat};
use crate::definitions::Profiles;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::output;
use taxgrade::counted::counted;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Audited {
    path: String,
    ok: bool,
    findings: Vec<Finding>,
    #[serde(flatten)]
    failure: Option<Unreadable>,
}

/// Why a return could not be audited, and what to do about it.
#[derive(Serialize)]
struct Unreadable {
    error: String,
    help: String,
}

impl From<Failure> for Unreadable {
    fn from(failure: Failure) -> Self {
        Self {
            error: failure.to_string(),
            help: failure.help().to_owned(),
        }
    }
}

impl From<taxgrade::Error> for Unreadable {
    fn from(error: taxgrade::Error) -> Self {
        Self {
            error: error.to_string(),
            help: error.help().to_owned(),
        }
    }
}

pub(super) fn run(arguments: &AuditArguments) -> Result<Outcome, Failure> {
    let profiles = match &arguments.profile {
        Some(name) => Profiles::named(std::slice::from_ref(name))?,
        None => Profiles::default(),
    };
    let mut audited = Vec::new();
    for path in &arguments.paths {
        let mut returns = Vec::new();
        expected_returns(path, &mut returns);
        if returns.is_empty() {
            let none = Failure::input(
                "there is no expected return here",
                "pass an expected return, or a folder with an output.xml in it or below it",
            );
            audited.push(unreadable(path, none.into()));
        }
        audited.extend(returns.iter().map(|path| look_at(path, &profiles)));
    }
    match arguments.format {
        ListFormat::Json => {
            output::print(&serde_json::to_string_pretty(&audited).unwrap_or_default())?;
        }
        ListFormat::Table => output::print(&words(&audited))?,
    }
    Ok(if audited.iter().any(|one| one.failure.is_some()) {
        Outcome::CouldNotRead
    } else if audited.iter().any(|one| !one.findings.is_empty()) {
        Outcome::SomethingFailed
    } else {
        Outcome::Done
    })
}

/// A file as it is, or every `output.xml` below a folder.
fn expected_returns(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for (name, entry) in files::entries(path).unwrap_or_default() {
            if entry.is_dir() || name == "output.xml" {
                expected_returns(&entry, found);
            }
        }
    } else if path.exists() {
        found.push(path.to_path_buf());
    }
}

fn look_at(path: &Path, profiles: &Profiles) -> Audited {
    let case = path
        .parent()
        .and_then(Path::file_name)
        .and_then(|name| name.to_str());
    let find = || -> Result<Vec<Finding>, Unreadable> {
        let xml = files::read_text(path)?;
        let expected = ExpectedReturn::parse(&xml)?;
        let profile = profiles.for_return(&expected)?;
        Ok(audit(&expected, profile, case)?)
    };
    match find() {
        Ok(findings) => Audited {
            path: path.display().to_string(),
            ok: findings.is_empty(),
            findings,
            failure: None,
        },
        Err(failure) => unreadable(path, failure),
    }
}

fn unreadable(path: &Path, failure: Unreadable) -> Audited {
    Audited {
        path: path.display().to_string(),
        ok: false,
        findings: Vec::new(),
        failure: Some(failure),
    }
}

fn words(audited: &[Audited]) -> String {
    let mut out = String::new();
    for one in audited {
        if let Some(Unreadable { error, help }) = &one.failure {
            out.push_str(&format!("{}: {error}\n  {help}\n", one.path));
        }
        for finding in &one.findings {
            let place = finding
                .position
                .map_or(String::new(), |at| format!(":{}", at.line));
            out.push_str(&format!("{}{place}: {}\n", one.path, finding.message));
        }
    }
    let findings: usize = audited.iter().map(|one| one.findings.len()).sum();
    let unread = audited.iter().filter(|one| one.failure.is_some()).count();
    out.push_str(&format!(
        "{} checked, {}",
        counted(audited.len() - unread, "return"),
        counted(findings, "finding")
    ));
    if unread > 0 {
        out.push_str(&format!(", {unread} could not be read"));
    }
    out.push('\n');
    out
}
