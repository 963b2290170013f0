//! `taxgrade bench`: asks models for the returns of a data set, or takes saved outputs, and grades
//! them.

mod live;
mod outcome;
mod search_notes;
pub(super) mod summary;

use std::collections::BTreeMap;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use taxgrade::Mode;
use taxgrade::counts::Counts;
use taxgrade::diagnose::Diagnosis;
use taxgrade::grade::GradedReturn;
use taxgrade::insight::Insight;
use taxgrade::report::{Evaluation, diagnosed_markdown};

use crate::args::BenchArguments;
use crate::ask::notes::{self, Notes};
use crate::definitions::Profiles;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::keys::{self, Prepared};
use crate::layout::{CaseFolder, DataSet, SavedRun};
use crate::output;
use crate::results;
use outcome::Totals;

/// Runs graded side by side before their results are taken in: bounds memory whatever the number
/// of runs.
const BATCH: usize = 256;

pub(super) fn run(arguments: &BenchArguments) -> Result<Outcome, Failure> {
    if let Some(path) = &arguments.aggregate {
        files::must_be_writable(path)?;
    }
    let set = DataSet::find(&arguments.data_dir, arguments.tax_year)?;
    let profiles = if arguments.scoring.profile.is_empty() {
        Profiles::of_data_set(&set, arguments.tax_year)?
    } else {
        let profiles = Profiles::named(&arguments.scoring.profile)?;
        if let Some(year) = set.year {
            profiles.must_have(year)?;
        }
        profiles
    };
    if !arguments.quick_eval {
        return live::run(arguments, &set, &profiles);
    }
    let mut builder = rayon::ThreadPoolBuilder::new();
    if let Some(jobs) = arguments.jobs {
        builder = builder.num_threads(jobs as usize);
    }
    let pool = builder
        .build()
        .map_err(|error| Failure::input(error.to_string(), ""))?;
    pool.install(|| grade_all(arguments, &set, &profiles))
}

/// The cases that the arguments choose.
fn chosen<'a>(
    arguments: &BenchArguments,
    set: &DataSet,
    cases: &'a [CaseFolder],
) -> Result<Vec<&'a CaseFolder>, Failure> {
    let chosen: Vec<&CaseFolder> = cases
        .iter()
        .filter(|case| {
            arguments
                .test_name
                .as_ref()
                .is_none_or(|name| *name == case.name)
        })
        .collect();
    match &arguments.test_name {
        Some(name) if chosen.is_empty() => Err(Failure::input(
            format!("no case `{name}` in {}", set.cases.display()),
            "see `taxgrade cases`",
        )),
        _ => Ok(chosen),
    }
}

fn grade_all(
    arguments: &BenchArguments,
    set: &DataSet,
    profiles: &Profiles,
) -> Result<Outcome, Failure> {
    let cases = set.case_folders()?;
    let chosen = chosen(arguments, set, &cases)?;
    if arguments.test_name.is_none() {
        set.tell_results_without_case(&cases);
    }
    let progress = progress(chosen.len());
    let mut totals = Totals::default();
    let mut board = Board::default();
    let mut pending: Vec<Work> = Vec::new();
    for case in chosen {
        let (runs, failed_calls) = set.runs_and_failed_calls(&case.name);
        let runs = wanted_runs(arguments, runs);
        progress.inc(1);
        for call in wanted_runs(arguments, failed_calls) {
            board
                .counts
                .add_failed_call(&call.configuration(), &case.name);
        }
        if runs.is_empty() {
            continue;
        }
        match keys::of_case(case, profiles) {
            Ok(key) => {
                let key = Arc::new(key);
                pending.extend(runs.into_iter().map(|run| Work {
                    case: case.name.clone(),
                    key: Arc::clone(&key),
                    run,
                }));
            }
            Err(failure) => {
                progress.suspend(|| output::error(&failure));
                totals.broken_cases += 1;
                totals.ungraded_runs += runs.len();
            }
        }
        while pending.len() >= BATCH {
            let rest = pending.split_off(BATCH);
            take_in(arguments, &pending, &mut totals, &mut board, &progress)?;
            pending = rest;
        }
    }
    take_in(arguments, &pending, &mut totals, &mut board, &progress)?;
    progress.finish_and_clear();
    if totals.graded == 0 && totals.ungraded_runs == 0 {
        return Err(results::nothing(std::slice::from_ref(&set.results)));
    }
    summary::print(arguments, &cases, &mut board, &totals, profiles)?;
    Ok(totals.outcome())
}

/// What is kept of the graded runs.
#[derive(Default)]
struct Board {
    counts: Counts,
    insight: Insight,
}

impl Board {
    /// Takes a graded run in.
    fn add(&mut self, work: &Work, graded: &Graded) {
        let configuration = work.run.configuration();
        self.insight.add(
            &configuration,
            &work.case,
            work.key.key.profile(),
            &graded.graded,
            &graded.diagnosis,
        );
        self.counts.add(
            &configuration,
            &work.case,
            graded.graded.score,
            graded.notes.failure,
            graded.notes.known,
        );
    }
}

struct Work {
    case: String,
    key: Arc<Prepared>,
    run: SavedRun,
}

/// The runs that the filters let through, at most `--num-runs` of each configuration.
fn wanted_runs(arguments: &BenchArguments, runs: Vec<SavedRun>) -> Vec<SavedRun> {
    let level = arguments
        .thinking_level
        .and_then(crate::args::ThinkingLevel::as_str);
    let is = |wanted: &Option<String>, name: &str| wanted.as_ref().is_none_or(|one| one == name);
    let mut taken: BTreeMap<(String, String, String, bool), u32> = BTreeMap::new();
    runs.into_iter()
        .filter(|run| is(&arguments.provider, &run.provider) && is(&arguments.model, &run.model))
        .filter(|run| level.is_none_or(|level| level == run.thinking))
        .filter(|run| arguments.tool_use.is_none() || run.web_search)
        .filter(|run| {
            let configuration = (
                run.provider.clone(),
                run.model.clone(),
                run.thinking.clone(),
                run.web_search,
            );
            let count = taken.entry(configuration).or_default();
            *count += 1;
            arguments.num_runs.is_none_or(|most| *count <= most)
        })
        .collect()
}

fn take_in(
    arguments: &BenchArguments,
    batch: &[Work],
    totals: &mut Totals,
    board: &mut Board,
    progress: &ProgressBar,
) -> Result<(), Failure> {
    let graded: Vec<Result<Graded, Failure>> = batch
        .par_iter()
        .map(|work| grade_one(arguments, work))
        .collect();
    for (work, graded) in batch.iter().zip(graded) {
        match graded {
            Ok(graded) => {
                totals.graded += 1;
                board.add(work, &graded);
                if let Some(report) = graded.printed {
                    let title = format!("{} {}", work.case, work.run.path.display());
                    let text = format!("== {title}\n{report}");
                    progress.suspend(|| output::print_beside(&text, arguments.format))?;
                }
            }
            Err(failure) => {
                totals.ungraded_runs += 1;
                progress.suspend(|| output::error(&failure));
            }
        }
    }
    Ok(())
}

struct Graded {
    graded: GradedReturn,
    diagnosis: Diagnosis,
    notes: Notes,
    printed: Option<String>,
}

fn grade_one(arguments: &BenchArguments, work: &Work) -> Result<Graded, Failure> {
    let response = files::read_text(&work.run.path)?;
    let report_path = work.run.report();
    let write = arguments.save_outputs && !(arguments.skip_already_run && report_path.is_file());
    let searches = (work.run.web_search && (write || arguments.print_results))
        .then(|| search_notes::of_report(&report_path).or_else(|| search_notes::of_run(&work.run)))
        .flatten();
    let notes = notes::of_answer(&work.run, &response);
    let searches = searches.as_deref();
    grade_text(arguments, work, &response, notes, searches, write)
}

/// Grades an answer and writes its report, if asked to.
fn grade_text(
    arguments: &BenchArguments,
    work: &Work,
    response: &str,
    notes: Notes,
    searches: Option<&str>,
    write: bool,
) -> Result<Graded, Failure> {
    let mode = Mode::from(arguments.scoring.mode);
    let Prepared { key, examiner } = &*work.key;
    let graded = key
        .grade(response, mode)
        .map_err(|error| Failure::about(&work.run.path.display().to_string(), &error))?;
    let diagnosis = examiner.diagnose(key, &graded, response);
    let mut printed = None;
    if write || arguments.print_results {
        let evaluation = Evaluation {
            key,
            graded: &graded,
            web_search: searches,
        };
        let report = diagnosed_markdown(&evaluation, &diagnosis);
        if write {
            files::write_whole(&work.run.report(), &report)?;
        }
        printed = arguments.print_results.then_some(report);
    }
    Ok(Graded {
        graded,
        diagnosis,
        notes,
        printed,
    })
}

/// A bar on a terminal, nothing elsewhere.
fn progress(cases: usize) -> ProgressBar {
    let bar = ProgressBar::new(cases as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} cases") {
        bar.set_style(style);
    }
    bar
}
