//! Where a benchmark folder keeps its cases and saved runs.
//!
//! ```text
//! <root>/[tax_calc_bench/]<year>/test_data/<case>/output.xml
//! <root>/[tax_calc_bench/]<year>/results/<case>/<provider>/<model>/model_completed_return_<thinking>[_web_search]_<run>.md
//! ```

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use taxgrade::layout::RunName;
use taxgrade::report::Configuration;

use crate::args::TaxYear;
use crate::failure::Failure;
use crate::files;
use crate::output;

/// A data set: its cases and, beside them, its saved runs.
#[derive(Debug, Clone)]
pub(crate) struct DataSet {
    /// Folder of case folders.
    pub(crate) cases: PathBuf,
    /// Folder of saved runs; it need not exist.
    pub(crate) results: PathBuf,
    /// Folders that may hold the evaluator's own definitions, nearest first.
    pub(crate) sources: Vec<PathBuf>,
    /// The year, where the layout tells it.
    pub(crate) year: Option<TaxYear>,
}

/// A folder of one case.
#[derive(Debug, Clone)]
pub(crate) struct CaseFolder {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

impl CaseFolder {
    pub(crate) fn expected(&self) -> PathBuf {
        self.path.join("output.xml")
    }
}

/// A saved output of a model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SavedRun {
    pub(crate) provider: String,
    pub(crate) model: String,
    pub(crate) thinking: String,
    pub(crate) web_search: bool,
    pub(crate) run: u32,
    pub(crate) path: PathBuf,
}

impl SavedRun {
    /// The model with its settings.
    pub(crate) fn configuration(&self) -> Configuration {
        let tools = if self.web_search { "web-search" } else { "" };
        Configuration {
            provider: self.provider.clone(),
            model: self.model.clone(),
            thinking: self.thinking.clone(),
            tools: tools.to_owned(),
        }
    }

    /// Where the evaluation report of the run goes.
    pub(crate) fn report(&self) -> PathBuf {
        let name = RunName {
            thinking: self.thinking.clone(),
            web_search: self.web_search,
            run: self.run,
        };
        self.path.with_file_name(name.report())
    }
}

impl DataSet {
    /// Finds a year's data set in a checkout's root, its `tax_calc_bench/`, a folder holding
    /// `ty24/` or `ty25/`, such a year's folder, or a folder of cases.
    pub(crate) fn find(root: &Path, year: TaxYear) -> Result<Self, Failure> {
        Self::find_all(root)?
            .into_iter()
            .find(|set| set.year.is_none_or(|found| found == year))
            .ok_or_else(|| {
                Failure::input(
                    format!("no {} cases in {}", year.folder(), root.display()),
                    format!(
                        "expected {0}/test_data/<case>/output.xml below it; pass --data-dir, or the other --tax-year",
                        year.folder()
                    ),
                )
            })
    }

    /// Finds the data sets of all years in a folder.
    pub(crate) fn find_all(root: &Path) -> Result<Vec<Self>, Failure> {
        if !root.is_dir() {
            return Err(Failure::input(
                format!("{} is no folder", root.display()),
                "pass the folder that holds the cases",
            ));
        }
        let mut found = Vec::new();
        for year in [TaxYear::Ty24, TaxYear::Ty25] {
            let places = [
                root.join("tax_calc_bench").join(year.folder()),
                root.join(year.folder()),
            ];
            let own_name = year_of(root) == Some(year);
            let folder = places
                .into_iter()
                .find(|folder| folder.join("test_data").is_dir())
                .or_else(|| {
                    (own_name && root.join("test_data").is_dir()).then(|| root.to_path_buf())
                });
            if let Some(folder) = folder {
                found.push(Self::in_year_folder(&folder, Some(year)));
            }
        }
        if found.is_empty() && root.join("test_data").is_dir() {
            found.push(Self::in_year_folder(root, None));
        }
        if found.is_empty() && has_cases(root) {
            let parent = above(root);
            let inner = root.join("results");
            let mut sources = vec![root.to_path_buf(), parent.clone()];
            // A year's own folder of cases: the definitions of all years stand above the year.
            if own_name(root).is_some_and(|name| name == "test_data") {
                sources.push(above(&parent));
            }
            found.push(Self {
                cases: root.to_path_buf(),
                results: if inner.is_dir() {
                    inner
                } else {
                    parent.join("results")
                },
                sources,
                year: year_of(&parent).or_else(|| year_of(root)),
            });
        }
        if found.is_empty() {
            return Err(Failure::input(
                format!("no cases in {}", root.display()),
                "pass a checkout, a folder holding ty24/ or ty25/, or a folder of cases with an output.xml each",
            ));
        }
        Ok(found)
    }

    fn in_year_folder(folder: &Path, year: Option<TaxYear>) -> Self {
        Self {
            cases: folder.join("test_data"),
            results: folder.join("results"),
            sources: vec![folder.to_path_buf(), above(folder)],
            year,
        }
    }

    /// What the data set is called: its year, or the folder of its cases.
    pub(crate) fn name(&self) -> String {
        match self.year {
            Some(year) => year.folder().to_owned(),
            None => own_name(&self.cases).map_or_else(
                || "cases".to_owned(),
                |name| name.to_string_lossy().into_owned(),
            ),
        }
    }

    /// The case folders by name.
    pub(crate) fn case_folders(&self) -> Result<Vec<CaseFolder>, Failure> {
        let entries =
            files::entries(&self.cases).map_err(|error| files::cannot_read(&self.cases, &error))?;
        Ok(entries
            .into_iter()
            .filter(|(name, path)| !name.starts_with('.') && name != "results" && path.is_dir())
            .map(|(name, path)| CaseFolder { name, path })
            .collect())
    }

    /// Names in the results folder that have saved runs and are none of the cases.
    pub(crate) fn results_without_case(&self, cases: &[CaseFolder]) -> Vec<String> {
        let is_case = |name: &String| cases.iter().any(|case| case.name == *name);
        files::entries(&self.results)
            .unwrap_or_default()
            .into_iter()
            .map(|(name, _)| name)
            .filter(|name| !name.starts_with('.') && !is_case(name))
            .filter(|name| !self.saved_runs(name).is_empty())
            .collect()
    }

    /// Says on standard error which saved runs are left out because their case is not there.
    pub(crate) fn tell_results_without_case(&self, cases: &[CaseFolder]) {
        let names = self.results_without_case(cases);
        if let [first, others @ ..] = names.as_slice() {
            let more = match others.len() {
                0 => String::new(),
                count => format!(" and {count} more"),
            };
            output::note(&format!(
                "saved outputs of cases that are not in {} are left out: {first}{more}",
                self.cases.display()
            ));
        }
    }

    /// The saved runs of a case, by configuration and run number.
    pub(crate) fn saved_runs(&self, case: &str) -> Vec<SavedRun> {
        self.runs_and_failed_calls(case).0
    }

    /// The folder of a case's saved runs.
    fn results_of(&self, case: &str) -> PathBuf {
        let plain = self.results.join(case);
        // A name that is not UTF-8 is looked for as it is read.
        let as_read = || {
            let mut entries = folders(&self.results).into_iter();
            entries.find(|(name, _)| name == case).map(|(_, path)| path)
        };
        let replaced = case.contains(char::REPLACEMENT_CHARACTER);
        replaced.then(as_read).flatten().unwrap_or(plain)
    }

    /// The saved runs of a case, and the calls of which there are notes but no answer.
    pub(crate) fn runs_and_failed_calls(&self, case: &str) -> (Vec<SavedRun>, Vec<SavedRun>) {
        let mut runs = Vec::new();
        let mut noted = Vec::new();
        for (provider, path) in folders(&self.results_of(case)) {
            for (model, path) in folders(&path) {
                let saved = |name: RunName, path: PathBuf| SavedRun {
                    provider: provider.clone(),
                    model: model.clone(),
                    thinking: name.thinking,
                    web_search: name.web_search,
                    run: name.run,
                    path,
                };
                for (name, file) in folders(&path) {
                    if let Some(name) = RunName::parse(&name) {
                        runs.push(saved(name, file));
                    } else if let Some(name) = RunName::parse_notes(&name) {
                        let answer = path.join(name.file());
                        noted.push(saved(name, answer));
                    }
                }
            }
        }
        runs.sort();
        noted.sort();
        noted.retain(|run| runs.binary_search(run).is_err());
        (runs, noted)
    }
}

/// The entries of a folder of saved runs; what is no folder has none. One that cannot be read is
/// told, since its runs are left out.
fn folders(path: &Path) -> Vec<(String, PathBuf)> {
    files::entries(path).unwrap_or_else(|error| {
        if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) {
            output::note(&format!(
                "cannot read {}, its saved outputs are left out: {error}",
                path.display()
            ));
        }
        Vec::new()
    })
}

fn has_cases(folder: &Path) -> bool {
    files::entries(folder)
        .unwrap_or_default()
        .iter()
        .any(|(_, path)| path.join("output.xml").is_file())
}

/// The name of a folder; also of one that the path does not name, such as `.` or `..`.
fn own_name(folder: &Path) -> Option<OsString> {
    let named = |path: &Path| path.file_name().map(ToOwned::to_owned);
    named(folder).or_else(|| named(&folder.canonicalize().ok()?))
}

/// The folder that holds a folder, in the words of its path where those tell it.
fn above(folder: &Path) -> PathBuf {
    let parent = |path: &Path| path.parent().map(Path::to_path_buf);
    let found = match folder.file_name() {
        Some(_) => parent(folder),
        None => folder.canonicalize().ok().as_deref().and_then(parent),
    };
    found.unwrap_or_default()
}

fn year_of(folder: &Path) -> Option<TaxYear> {
    let name = own_name(folder)?;
    [TaxYear::Ty24, TaxYear::Ty25]
        .into_iter()
        .find(|year| year.folder() == name)
}
