//! Which profiles a data set is scored by: the checkout's own definitions when it holds any, or
//! what the user names.

mod read;

use std::path::{Path, PathBuf};

use taxgrade::counted::counted;
use taxgrade::error::ErrorCode;
use taxgrade::expected::Jurisdiction;
use taxgrade::profile::python;
use taxgrade::{ExpectedReturn, Profile};

use crate::args::TaxYear;
use crate::failure::Failure;
use crate::files;
use crate::layout::DataSet;
pub(crate) use read::read;

/// The files in which upstream defines its scored lines, most specific first.
const TY25_SOURCES: [&str; 2] = ["ty25_scoring.py", "tax_return_evaluator.py"];
const TY24_SOURCES: [&str; 1] = ["tax_return_evaluator.py"];

/// The profiles to choose from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Profiles {
    /// Profiles that go before the built-in ones.
    given: Vec<Profile>,
    /// What a reader of the scores should know about them.
    pub(crate) note: String,
}

impl Profiles {
    /// The profile for a return.
    pub(crate) fn for_return(
        &self,
        expected: &ExpectedReturn,
    ) -> Result<&Profile, taxgrade::Error> {
        Profile::among(&self.given, expected)
    }

    /// Profiles that the user named: `builtin`, a built-in name, or a file.
    pub(crate) fn named(names: &[String]) -> Result<Self, Failure> {
        let mut given = Vec::new();
        for name in names.iter().filter(|name| *name != "builtin") {
            given.extend(read(name)?);
        }
        let note = if given.is_empty() {
            "built-in profiles".to_owned()
        } else {
            let ids: Vec<String> = given
                .iter()
                .map(|profile| format!("{} ({})", profile.id, profile.source))
                .collect();
            format!(
                "profiles given: {}; built-in profiles for other returns",
                ids.join(", ")
            )
        };
        Ok(Self { given, note })
    }

    /// Refuses profiles of other years alone: all returns of the year would be scored by the
    /// built-in ones.
    pub(crate) fn must_have(&self, year: TaxYear) -> Result<(), Failure> {
        let other = |profile: &Profile| profile.tax_year != year.year();
        match self.given.as_slice() {
            [first, ..] if self.given.iter().all(other) => Err(Failure::usage(
                format!(
                    "the profile `{}` is for {}, the returns of {} are for {}",
                    first.id,
                    first.tax_year,
                    year.folder(),
                    year.year()
                ),
                "pass a profile for that year, or none to have it chosen",
            )),
            _ => Ok(()),
        }
    }

    /// The profiles of a data set: from the checkout's own definitions, else the built-in ones.
    pub(crate) fn of_data_set(set: &DataSet, year: TaxYear) -> Result<Self, Failure> {
        let names: &[&str] = match year {
            TaxYear::Ty24 => &TY24_SOURCES,
            TaxYear::Ty25 => &TY25_SOURCES,
        };
        let mut given: Vec<Profile> = Vec::new();
        let mut read_from: Vec<String> = Vec::new();
        let mut empty: Option<Failure> = None;
        for path in names.iter().filter_map(|name| source(set, name)) {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            match import(&path, &name, year) {
                Ok(profiles) => {
                    let known: Vec<Jurisdiction> =
                        given.iter().map(|profile| profile.jurisdiction).collect();
                    let new = profiles
                        .into_iter()
                        .filter(|one| !known.contains(&one.jurisdiction));
                    let before = given.len();
                    given.extend(new);
                    if given.len() > before {
                        read_from.push(path.display().to_string());
                    }
                }
                // A file may leave the definitions to the other one.
                Err(ImportFailure::NoDefinitions(failure)) => empty = Some(failure),
                Err(ImportFailure::Broken(failure)) => return Err(failure),
            }
        }
        if let (true, Some(failure)) = (given.is_empty(), empty) {
            return Err(failure);
        }
        let note = if given.is_empty() {
            "built-in profiles".to_owned()
        } else {
            let counts: Vec<String> = given
                .iter()
                .map(|profile| {
                    format!(
                        "{} {}",
                        profile.id,
                        counted(profile.scored().count(), "line")
                    )
                })
                .collect();
            let rest: Vec<&str> = Profile::builtins()
                .iter()
                .filter(|one| one.tax_year == year.year())
                .filter(|one| given.iter().all(|own| own.jurisdiction != one.jurisdiction))
                .map(|one| one.id.as_str())
                .collect();
            let rest = if rest.is_empty() {
                String::new()
            } else {
                format!("; built-in profiles for the rest: {}", rest.join(", "))
            };
            format!(
                "scored lines read from {}: {}{rest}",
                read_from.join(", "),
                counts.join(", ")
            )
        };
        Ok(Self { given, note })
    }
}

fn source(set: &DataSet, name: &str) -> Option<PathBuf> {
    set.sources
        .iter()
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

enum ImportFailure {
    NoDefinitions(Failure),
    Broken(Failure),
}

fn import(path: &Path, name: &str, year: TaxYear) -> Result<Vec<Profile>, ImportFailure> {
    let text = files::read_text(path).map_err(ImportFailure::Broken)?;
    let fail = |error: taxgrade::Error| {
        Failure::input(
            format!("{}: {error}", path.display()),
            format!(
                "{}; `--profile builtin` scores by the built-in lines",
                error.help()
            ),
        )
    };
    let found = python::definitions(&text).map_err(|error| {
        let none = error.code() == ErrorCode::NoDefinitions;
        let failure = fail(error);
        if none {
            ImportFailure::NoDefinitions(failure)
        } else {
            ImportFailure::Broken(failure)
        }
    })?;
    python::profiles(&found, year.year(), name).map_err(|error| ImportFailure::Broken(fail(error)))
}

/// Reads profiles from Python source.
pub(crate) fn import_file(path: &Path, year: TaxYear) -> Result<Vec<Profile>, Failure> {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    import(path, &name, year).map_err(|failure| match failure {
        ImportFailure::NoDefinitions(failure) | ImportFailure::Broken(failure) => failure,
    })
}
