//! `taxgrade bench`: asks models for the returns of a data set, or takes saved outputs, and grades
//! them.

mod insights;
mod live;
mod outcome;
mod search_notes;

use std::collections::BTreeMap;
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use taxgrade::Mode;
use taxgrade::diagnose::Diagnosis;
use taxgrade::grade::GradedReturn;
use taxgrade::insight::Insight;
use taxgrade::metrics::Aggregate;
use taxgrade::report::{
    Configuration, Evaluation, diagnosed_markdown, summary_markdown, summary_rows,
};
use taxgrade::wire::Share;

use crate::args::{BenchArguments, Format};
use crate::definitions::Profiles;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::keys::{self, Prepared};
use crate::layout::{CaseFolder, DataSet, SavedRun};
use crate::output::{self, csv, table};
use outcome::Totals;

/// Runs graded side by side before their results are taken in: bounds memory whatever the number
/// of runs.
const BATCH: usize = 256;

pub(super) fn run(arguments: &BenchArguments) -> Result<Outcome, Failure> {
    let set = DataSet::find(&arguments.data_dir, arguments.tax_year)?;
    let profiles = if arguments.profile.is_empty() {
        Profiles::of_data_set(&set, arguments.tax_year)?
    } else {
        Profiles::named(&arguments.profile)?
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
    let progress = progress(chosen.len());
    let mut totals = Totals::default();
    let mut board = Board::default();
    let mut pending: Vec<Work> = Vec::new();
    for case in chosen {
        let runs = wanted_runs(arguments, set.saved_runs(&case.name));
        progress.inc(1);
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
        return Err(Failure::input(
            format!("no saved outputs to grade in {}", set.results.display()),
            "expected <case>/<provider>/<model>/model_completed_return_<thinking>_<run>.md; check the filters",
        ));
    }
    print_summary(arguments, &cases, &board, &totals, profiles)?;
    Ok(totals.outcome())
}

/// What is kept of the graded runs.
#[derive(Default)]
struct Board {
    scores: BTreeMap<Configuration, Aggregate>,
    insight: Insight,
}

impl Board {
    /// Takes a graded run in.
    fn add(&mut self, work: &Work, graded: &Graded) {
        let run = &work.run;
        let configuration = Configuration {
            provider: run.provider.clone(),
            model: run.model.clone(),
            thinking: run.thinking.clone(),
            tools: if run.web_search {
                "web-search".to_owned()
            } else {
                String::new()
            },
        };
        self.insight.add(
            &configuration,
            &work.case,
            work.key.key.profile(),
            &graded.graded,
            &graded.diagnosis,
        );
        self.scores
            .entry(configuration)
            .or_default()
            .add(&work.case, graded.graded.score);
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
                    progress.suspend(|| output::print(&format!("== {title}\n{report}")))?;
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
    printed: Option<String>,
}

fn grade_one(arguments: &BenchArguments, work: &Work) -> Result<Graded, Failure> {
    let response = files::read_text(&work.run.path)?;
    let report_path = work.run.report();
    let write = arguments.save_outputs && !(arguments.skip_already_run && report_path.is_file());
    let searches = (work.run.web_search && (write || arguments.print_results))
        .then(|| search_notes::of_report(&report_path).or_else(|| search_notes::of_run(&work.run)))
        .flatten();
    grade_text(arguments, work, &response, searches.as_deref(), write)
}

/// Grades an answer and writes its report, if asked to.
fn grade_text(
    arguments: &BenchArguments,
    work: &Work,
    response: &str,
    searches: Option<&str>,
    write: bool,
) -> Result<Graded, Failure> {
    let mode = Mode::from(arguments.mode);
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

#[derive(Serialize)]
struct JsonSummary<'a> {
    rows: Vec<JsonRow<'a>>,
    insight: insights::JsonInsight<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonRow<'a> {
    provider: &'a str,
    model: &'a str,
    thinking: &'a str,
    tools: &'a str,
    tests: usize,
    runs: usize,
    total_tests: usize,
    strict: Share,
    lenient: Share,
    by_line: Share,
    lenient_by_line: Share,
    segments: Vec<JsonSegment>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonSegment {
    tests: usize,
    runs: usize,
    strict: Share,
    lenient: Share,
    pass_hat_k: Vec<[Share; 2]>,
}

fn print_summary(
    arguments: &BenchArguments,
    cases: &[CaseFolder],
    board: &Board,
    totals: &Totals,
    profiles: &Profiles,
) -> Result<(), Failure> {
    let total = cases
        .iter()
        .filter(|case| case.expected().is_file())
        .count();
    let all: Vec<(Configuration, Aggregate)> = board
        .scores
        .iter()
        .map(|(name, runs)| (name.clone(), runs.clone()))
        .collect();
    let rows = || summary_rows(&all, total, arguments.print_pass_k);
    match arguments.format {
        Format::Table => {
            let insights = insights::words(&board.insight);
            output::print(&format!("{}{insights}", table::summary(&rows())))?;
        }
        Format::Markdown => output::print(&summary_markdown(&rows()))?,
        Format::Csv => output::print(&csv::summary(&rows())?)?,
        Format::Json => {
            let rows: Vec<JsonRow<'_>> = all
                .iter()
                .map(|(name, runs)| json_row(name, runs, total))
                .collect();
            let summary = JsonSummary {
                rows,
                insight: insights::json(&board.insight),
            };
            output::print(&serde_json::to_string_pretty(&summary).unwrap_or_default())?;
        }
    }
    output::note(&format!("{}\n{}", totals.sentence(), profiles.note));
    Ok(())
}

fn json_row<'a>(name: &'a Configuration, runs: &Aggregate, total: usize) -> JsonRow<'a> {
    let figures = runs.figures();
    let segments = runs
        .segments()
        .into_iter()
        .map(|segment| JsonSegment {
            tests: segment.cases,
            runs: segment.runs,
            strict: Share(segment.figures.strict),
            lenient: Share(segment.figures.lenient),
            pass_hat_k: segment
                .passes
                .hat
                .iter()
                .map(|(strict, lenient)| [Share(*strict), Share(*lenient)])
                .collect(),
        })
        .collect();
    JsonRow {
        provider: &name.provider,
        model: &name.model,
        thinking: &name.thinking,
        tools: &name.tools,
        tests: runs.case_count(),
        runs: runs.run_count(),
        total_tests: total,
        strict: Share(figures.strict),
        lenient: Share(figures.lenient),
        by_line: Share(figures.by_line),
        lenient_by_line: Share(figures.lenient_by_line),
        segments,
    }
}
