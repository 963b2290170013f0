//! Every expected return of the corpus must pass the audit without a finding. The corpus is not
//! part of the repository: it is read from `TAXGRADE_CORPUS`, or from `shared/corpus` beside the
//! checkout, and the test says so when it is not there.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::print_stderr,
    clippy::expect_used,
    reason = "tests read files, report and fail loudly; the crate does not"
)]

use std::path::{Path, PathBuf};

use taxgrade::{ExpectedReturn, Profile, audit};

fn corpus() -> Option<PathBuf> {
    let given = std::env::var_os("TAXGRADE_CORPUS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    given.into_iter().chain([beside]).find(|path| path.is_dir())
}

/// The folders below `root` that hold an `output.xml`.
fn cases(root: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    for path in entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
    {
        if path.join("output.xml").is_file() {
            found.push(path);
        } else {
            cases(&path, found);
        }
    }
}

fn assert_no_findings(root: &Path) -> usize {
    let mut found = Vec::new();
    cases(root, &mut found);
    found.sort();
    for case in &found {
        let name = case.file_name().and_then(|name| name.to_str());
        let xml = std::fs::read_to_string(case.join("output.xml")).expect("readable");
        let expected = ExpectedReturn::parse(&xml).expect("a return");
        let profile = Profile::for_return(&expected).expect("a profile");
        let findings = audit(&expected, profile, name).expect("an audit");
        assert!(findings.is_empty(), "{}: {findings:#?}", case.display());
    }
    found.len()
}

#[test]
fn no_false_alarm_on_real_returns() {
    match corpus() {
        Some(root) => assert!(
            assert_no_findings(&root) > 0,
            "no return in {}",
            root.display()
        ),
        None => eprintln!("skipped: no corpus (set TAXGRADE_CORPUS)"),
    }
}

#[test]
fn no_false_alarm_on_our_own_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data");
    if assert_no_findings(&root) == 0 {
        eprintln!("skipped: no cases in {}", root.display());
    }
}
