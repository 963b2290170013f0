//! Grading saved runs into [`Results`], for reports and comparisons.

use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use taxgrade::Mode;
use taxgrade::results::{GradedAnswer, Results, SavedAnswer, stated};

use crate::ask::notes;
use crate::definitions::Profiles;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::keys::{self, Prepared};
use crate::layout::{DataSet, SavedRun};
use crate::output;
use taxgrade::counted::{counted, having};

/// Runs graded side by side before they are taken in, which bounds the responses in memory.
const BATCH: usize = 512;

/// How to grade.
pub(crate) struct Options<'a> {
    pub(crate) mode: Mode,
    /// Profiles that the user named; those of the data set when there are none.
    pub(crate) profiles: &'a [String],
    /// Which runs.
    pub(crate) wanted: &'a dyn Fn(&SavedRun) -> bool,
    /// Runs of which the model's words are kept for every line.
    pub(crate) most_stated: usize,
}

/// What could not be graded.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ungraded {
    pub(crate) runs: usize,
    pub(crate) cases: usize,
}

impl Ungraded {
    pub(crate) const fn outcome(self) -> Outcome {
        if self.runs == 0 && self.cases == 0 {
            Outcome::Done
        } else {
            Outcome::SomethingFailed
        }
    }

    pub(crate) fn sentence(self) -> Option<String> {
        (self.runs > 0).then(|| {
            format!(
                "{} could not be graded ({} no usable key)",
                counted(self.runs, "run"),
                having(self.cases, "case")
            )
        })
    }
}

struct Work {
    case: String,
    key: Arc<Prepared>,
    run: SavedRun,
    stated: bool,
}

/// Grades the saved runs of a data set. What cannot be graded is said on standard error.
pub(crate) fn load(set: &DataSet, options: &Options<'_>) -> Result<(Results, Ungraded), Failure> {
    let profiles = match (options.profiles, set.year) {
        ([], Some(year)) => Profiles::of_data_set(set, year)?,
        (named, _) => Profiles::named(named)?,
    };
    let mut results = Results {
        name: set.name(),
        ..Results::default()
    };
    let mut ungraded = Ungraded::default();
    let mut work = Vec::new();
    let cases = set.case_folders()?;
    set.tell_results_without_case(&cases);
    for case in cases {
        if case.expected().is_file() {
            results.counts.add_case(&case.name);
        }
        let (mut runs, mut failed_calls) = set.runs_and_failed_calls(&case.name);
        runs.retain(|run| (options.wanted)(run));
        failed_calls.retain(|run| (options.wanted)(run));
        for call in failed_calls {
            results
                .counts
                .add_failed_call(&call.configuration(), &case.name);
        }
        if runs.is_empty() {
            continue;
        }
        match keys::of_case(&case, &profiles) {
            Ok(key) => {
                let key = Arc::new(key);
                work.extend(runs.into_iter().map(|run| Work {
                    case: case.name.clone(),
                    key: Arc::clone(&key),
                    run,
                    stated: false,
                }));
            }
            Err(failure) => {
                output::error(&failure);
                ungraded.cases += 1;
                ungraded.runs += runs.len();
            }
        }
    }
    let numbers: Vec<u32> = work.iter().map(|work| work.run.run).collect();
    for (work, stated) in work.iter_mut().zip(stated(&numbers, options.most_stated)) {
        work.stated = stated;
    }
    let mode = options.mode;
    for batch in work.chunks(BATCH) {
        let graded: Vec<Result<GradedAnswer, Failure>> =
            batch.par_iter().map(|work| grade(work, mode)).collect();
        for (work, graded) in batch.iter().zip(graded) {
            match graded {
                Ok(answer) => results.take(work.key.key.profile(), answer),
                Err(failure) => {
                    output::error(&failure);
                    ungraded.runs += 1;
                }
            }
        }
    }
    Ok((results, ungraded))
}

fn grade(work: &Work, mode: Mode) -> Result<GradedAnswer, Failure> {
    let text = files::read_text(&work.run.path)?;
    let Prepared { key, examiner } = &*work.key;
    let answer = SavedAnswer {
        configuration: work.run.configuration(),
        case: &work.case,
        run: work.run.run,
        text: &text,
        notes: notes::of_answer(&work.run, &text),
    };
    answer
        .grade(key, examiner, mode, work.stated)
        .map_err(|error| Failure::about(&work.run.path.display().to_string(), &error))
}

/// The data sets of a folder, of one year if one is asked for.
pub(crate) fn data_sets(
    folder: &std::path::Path,
    year: Option<crate::args::TaxYear>,
) -> Result<Vec<DataSet>, Failure> {
    match year {
        Some(year) => Ok(vec![DataSet::find(folder, year)?]),
        None => DataSet::find_all(folder),
    }
}

/// The failure when nothing was found to grade.
pub(crate) fn nothing(folders: &[PathBuf]) -> Failure {
    let folders: Vec<String> = folders
        .iter()
        .map(|folder| folder.display().to_string())
        .collect();
    Failure::input(
        format!("no saved outputs to grade in {}", folders.join(", ")),
        "expected <case>/<provider>/<model>/model_completed_return_<thinking>_<run>.md; check the filters",
    )
}
