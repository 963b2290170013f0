//! What the tests over case folders share: where the folders are, and reading them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use taxgrade::{AnswerKey, ExpectedReturn, Profile};

/// The repository's root.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ has a parent")
        .to_path_buf()
}

/// The folder of our own cases.
#[must_use]
pub fn test_data() -> PathBuf {
    root().join("test_data")
}

/// The folder of real expected returns, which is not part of the repository: beside it, or where
/// `TAXGRADE_CORPUS` says. `None` when it is not there.
#[must_use]
pub fn corpus() -> Option<PathBuf> {
    let named = std::env::var_os("TAXGRADE_CORPUS").map(PathBuf::from);
    let beside = root().parent().map(|parent| parent.join("shared/corpus"));
    named
        .or(beside)
        .map(|folder| folder.join("ty25"))
        .filter(|folder| folder.is_dir())
}

/// A text file.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The case folders below a folder, by name.
#[must_use]
pub fn cases(folder: &Path) -> BTreeMap<String, PathBuf> {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.expect("readable entry"))
        .filter(|entry| entry.path().join("output.xml").is_file())
        .map(|entry| {
            (
                entry.file_name().into_string().expect("UTF-8 name"),
                entry.path(),
            )
        })
        .collect()
}

/// A case's expected return and its key under the built-in profile.
///
/// # Panics
/// When the return cannot be read.
#[must_use]
pub fn key(case: &Path) -> (ExpectedReturn, AnswerKey) {
    let path = case.join("output.xml");
    let fail = |error: taxgrade::Error| -> ! { panic!("{}: {error}", path.display()) };
    let expected = ExpectedReturn::parse(&text(&path)).unwrap_or_else(|error| fail(error));
    let profile = Profile::for_return(&expected).unwrap_or_else(|error| fail(error));
    let key = AnswerKey::new(&expected, profile).unwrap_or_else(|error| fail(error));
    (expected, key)
}

/// A response in the asked-for form that states exactly the expected amounts, except for one line
/// that is changed by some dollars.
#[must_use]
pub fn render(key: &AnswerKey, changed: Option<(usize, i64)>) -> String {
    let profile = key.profile();
    let mut out = format!(
        "{}: {}\n==================\n",
        profile.form.names[0], profile.form.titles[0]
    );
    for (index, line) in profile.lines.iter().enumerate() {
        let mut amount = key.expected(index).unwrap_or_default();
        if let Some((_, dollars)) = changed.filter(|(at, _)| *at == index) {
            amount = amount.plus(taxgrade::Cents::from_dollars(dollars));
        }
        let field = if amount == taxgrade::Cents::ZERO {
            String::new()
        } else {
            amount.to_string()
        };
        out.push_str(&format!(
            "Line {}: {} | as entered | {field}\n",
            line.line, line.label
        ));
    }
    out
}
