//! `taxgrade bench` without `--quick-eval`: calls models, saves and grades their answers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use taxgrade::counted::counted;
use taxgrade::generation::GenerationFailure;
use taxgrade::provider::{Ask, Models, Provider, Retry, Stop, Usage};

use super::outcome::Totals;
use super::{Board, Graded, Work, chosen, grade_one, grade_text, summary};
use crate::args::BenchArguments;
use crate::ask::batch::{self, Case, Done, Job, Options, Undone};
use crate::ask::notes::Notes;
use crate::ask::plan::{self, Configuration};
use crate::ask::settings::{self, Access};
use crate::ask::{documents, saved};
use crate::definitions::Profiles;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::keys;
use crate::layout::DataSet;
use crate::output::{self, table};

/// Calls at a time to each provider, unless told otherwise: what an account of the lowest paid tier
/// bears.
const JOBS: u32 = 4;

pub(super) fn run(
    arguments: &BenchArguments,
    set: &DataSet,
    profiles: &Profiles,
) -> Result<Outcome, Failure> {
    let calls = &arguments.calls;
    let mut models = Models::builtin();
    if let Some(path) = &calls.models_file {
        models
            .extend(&files::read_text(path)?)
            .map_err(|error| Failure::about(&path.display().to_string(), &error))?;
    }
    let plan = plan::plan(arguments, &models)?;
    let access = access(arguments, &plan.configurations)?;
    let template = calls
        .prompt_file
        .as_deref()
        .map(files::read_text)
        .transpose()?;
    for note in &plan.notes {
        output::note(note);
    }
    let folders = set.case_folders()?;
    let mut batch = Batch::new(arguments);
    let mut cases = Vec::new();
    for folder in chosen(arguments, set, &folders)? {
        let case = keys::of_case(folder, profiles).and_then(|key| {
            let case = Case {
                name: folder.name.clone(),
                key: Arc::new(key),
                inputs: documents::of_case(&folder.path)?,
            };
            // A prompt that cannot be made is better known before the first call than after.
            case.prompt(template.as_deref(), false)
                .map_err(|error| Failure::about(&folder.name, &error))?;
            Ok(case)
        });
        match case {
            Ok(case) => cases.push(Arc::new(case)),
            Err(failure) => {
                output::error(&failure);
                batch.totals.broken_cases += 1;
            }
        }
    }
    let (jobs, there) = jobs(arguments, set, &plan.configurations, &cases);
    if calls.dry_run {
        print_plan(&jobs, &there, &access, template.as_deref())?;
        return Ok(batch.totals.outcome());
    }
    check_keys(&jobs, &access)?;
    if !arguments.save_outputs && !jobs.is_empty() {
        output::note("answers are not saved: pass --save-outputs to keep them");
    }
    let options = Options {
        access: &access,
        template: template.as_deref(),
        save: arguments.save_outputs,
        jobs: arguments.jobs.unwrap_or(JOBS) as usize,
        timeout: Duration::from_secs(calls.timeout),
        retry: Retry {
            attempts: calls.retries.saturating_add(1),
            ..Retry::default()
        },
    };
    for work in &there {
        let graded = grade_one(arguments, work);
        batch.take_in(work, graded, "")?;
    }
    if arguments.save_outputs {
        let folders: BTreeSet<&Path> = jobs
            .iter()
            .filter_map(|job| job.run.path.parent())
            .collect();
        folders.into_iter().for_each(files::sweep);
    }
    batch.bar = progress(jobs.len());
    batch::make(&jobs, &options, |done| batch.answered(done))?;
    batch.bar.finish_and_clear();
    batch.finish(&folders, profiles)
}

/// Keys and addresses of the providers that are called.
fn access(
    arguments: &BenchArguments,
    configurations: &[Configuration],
) -> Result<BTreeMap<Provider, Access>, Failure> {
    let providers: BTreeSet<Provider> = configurations
        .iter()
        .map(|configuration| configuration.model.provider)
        .collect();
    let several = providers.len() > 1;
    let mut access = settings::read(providers)?;
    if let Some(url) = &arguments.calls.base_url {
        if several {
            return Err(Failure::usage(
                "--base-url is for one provider, and several would be called",
                "pass --provider or --model as well",
            ));
        }
        for one in access.values_mut() {
            one.base_url = Some(url.clone());
        }
    }
    Ok(access)
}

/// The calls to make, and the runs that are there already. First runs of all cases come before
/// second ones, so that a batch that is stopped has something on each.
fn jobs(
    arguments: &BenchArguments,
    set: &DataSet,
    configurations: &[Configuration],
    cases: &[Arc<Case>],
) -> (Vec<Job>, Vec<Work>) {
    let mut jobs = Vec::new();
    let mut there = Vec::new();
    for number in 1..=arguments.num_runs.unwrap_or(1) {
        for configuration in configurations {
            for case in cases {
                let run = configuration.run(&set.results, &case.name, number);
                if arguments.skip_already_run && run.path.is_file() {
                    there.push(Work {
                        case: case.name.clone(),
                        key: Arc::clone(&case.key),
                        run,
                    });
                } else {
                    jobs.push(Job {
                        case: Arc::clone(case),
                        configuration: configuration.clone(),
                        run,
                    });
                }
            }
        }
    }
    (jobs, there)
}

/// A bar on a terminal, nothing elsewhere.
fn progress(calls: usize) -> ProgressBar {
    let bar = ProgressBar::new(calls as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} calls {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

fn check_keys(jobs: &[Job], access: &BTreeMap<Provider, Access>) -> Result<(), Failure> {
    let missing: BTreeSet<&str> = jobs
        .iter()
        .map(|job| job.configuration.model.provider)
        .filter(|provider| provider.needs_key())
        .filter(|provider| access.get(provider).is_none_or(|one| one.key.is_none()))
        .map(|provider| settings::variables(provider).0)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing.into_iter().collect();
    Err(Failure::usage(
        format!("no key: {} not set", names.join(", ")),
        "set it in the environment or in a file .env here; --provider chooses whom to call, --dry-run calls nobody",
    ))
}

/// Prints what would be called.
fn print_plan(
    jobs: &[Job],
    there: &[Work],
    access: &BTreeMap<Provider, Access>,
    template: Option<&str>,
) -> Result<(), Failure> {
    let mut rows: BTreeMap<(Provider, String, &str, bool), PlanRow> = BTreeMap::new();
    for job in jobs {
        let Configuration {
            model,
            level,
            web_search,
        } = &job.configuration;
        let name = (
            model.provider,
            model.name.clone(),
            level.as_str(),
            *web_search,
        );
        let row = rows.entry(name).or_default();
        let about = |error: taxgrade::Error| Failure::about(&job.case.name, &error);
        let prompt = job.case.prompt(template, *web_search).map_err(about)?;
        let loaded = documents::load(&job.case.inputs, model.documents)?;
        let ask = Ask {
            web_search: *web_search,
            ..Ask::new(model, *level, &prompt, &loaded.attachments)
        };
        let tokens = ask.estimated_tokens();
        row.calls += 1;
        row.bytes += job
            .case
            .inputs
            .iter()
            .filter_map(|(_, path)| path.metadata().ok())
            .map(|metadata| metadata.len())
            .sum::<u64>()
            + prompt.len() as u64;
        row.tokens += tokens;
        let usage = Usage {
            input_tokens: tokens,
            ..Usage::default()
        };
        row.cost = model
            .price
            .as_ref()
            .map(|price| row.cost.unwrap_or_default() + price.cost_micros(&usage));
    }
    let lines: Vec<Vec<String>> = rows
        .iter()
        .map(|((provider, model, level, web_search), row)| {
            vec![
                provider.to_string(),
                model.clone(),
                (*level).to_owned(),
                if *web_search { "web-search" } else { "-" }.to_owned(),
                row.calls.to_string(),
                format!("{} KB", row.bytes.div_ceil(1024)),
                row.tokens.to_string(),
                row.cost.map_or_else(String::new, price),
            ]
        })
        .collect();
    let header = [
        "Provider",
        "Model",
        "Thinking",
        "Tools",
        "Calls",
        "Input",
        "Tokens, about",
        "Input cost, about",
    ];
    output::print(&table::list(&header, &lines))?;
    for (provider, one) in access {
        let (key, _) = settings::variables(*provider);
        let has = match (&one.key, provider.needs_key()) {
            (Some(_), _) => "is set",
            (None, true) => "is NOT set",
            (None, false) => "is not set, and need not be",
        };
        let base = one
            .base_url
            .as_deref()
            .unwrap_or(provider.default_base_url());
        output::print(&format!("{provider}: {base}, {key} {has}"))?;
    }
    output::print(&format!(
        "{} would be made, {} already there; nothing was called",
        counted(jobs.len(), "call"),
        counted(there.len(), "answer")
    ))
}

#[derive(Default)]
struct PlanRow {
    calls: usize,
    bytes: u64,
    tokens: u64,
    cost: Option<u64>,
}

fn price(micros: u64) -> String {
    format!("${}.{:02}", micros / 1_000_000, micros % 1_000_000 / 10_000)
}

/// What comes in while the calls are made.
struct Batch<'a> {
    arguments: &'a BenchArguments,
    bar: ProgressBar,
    totals: Totals,
    board: Board,
    usage: Usage,
    cost: Option<u64>,
    calls: usize,
    failures: Vec<String>,
    /// Ends other than a complete answer, by their word.
    ends: BTreeMap<String, usize>,
}

impl<'a> Batch<'a> {
    fn new(arguments: &'a BenchArguments) -> Self {
        Self {
            arguments,
            bar: ProgressBar::hidden(),
            totals: Totals::default(),
            board: Board::default(),
            usage: Usage::default(),
            cost: None,
            calls: 0,
            failures: Vec::new(),
            ends: BTreeMap::new(),
        }
    }

    /// Grades an answer that came in.
    fn answered(&mut self, done: Done<'_>) -> Result<(), Failure> {
        self.calls += 1;
        let job = done.job;
        let title = title(job);
        for warning in &done.warnings {
            self.bar
                .suspend(|| output::note(&format!("{title}: {warning}")));
        }
        match done.outcome {
            Ok(answer) => {
                self.usage = self.usage.plus(answer.usage);
                if let Some(cost) = done.cost_micros {
                    self.cost = Some(self.cost.unwrap_or_default().saturating_add(cost));
                }
                if answer.stop != Stop::End {
                    *self.ends.entry(answer.stop.to_string()).or_default() += 1;
                } else if answer.text.trim().is_empty() {
                    *self.ends.entry("empty".to_owned()).or_default() += 1;
                }
                let searches = job
                    .run
                    .web_search
                    .then(|| saved::search_section(&answer.searches));
                let work = Work {
                    case: job.case.name.clone(),
                    key: Arc::clone(&job.case.key),
                    run: job.run.clone(),
                };
                let stop = answer.stop.to_string();
                let notes = Notes {
                    known: true,
                    failure: GenerationFailure::of_answer(&answer.text, Some(&stop)),
                    usage: Some(answer.usage),
                    cost_micros: done.cost_micros,
                    started_unix_ms: None,
                };
                let graded = grade_text(
                    self.arguments,
                    &work,
                    &answer.text,
                    notes,
                    searches.as_deref(),
                    self.arguments.save_outputs,
                );
                self.take_in(&work, graded, &answer.text)?;
            }
            Err(undone) => {
                self.totals.failed_calls += 1;
                self.board
                    .counts
                    .add_failed_call(&job.run.configuration(), &job.case.name);
                let why = match undone {
                    Undone::Call(error) => format!("{error}\n    {}", error.help()),
                    Undone::Here(failure) => format!("{failure}\n    {}", failure.help()),
                };
                self.failures.push(format!("  {title}: {why}"));
            }
        }
        self.bar.set_message(self.figures());
        self.bar.inc(1);
        Ok(())
    }

    fn take_in(
        &mut self,
        work: &Work,
        graded: Result<Graded, Failure>,
        answer: &str,
    ) -> Result<(), Failure> {
        match graded {
            Ok(graded) => {
                self.totals.graded += 1;
                self.board.add(work, &graded);
                if let Some(report) = graded.printed {
                    let title = format!("== {} {}", work.case, work.run.path.display());
                    let text = format!("{title}\n{answer}\n{report}");
                    self.bar
                        .suspend(|| output::print_beside(&text, self.arguments.format))?;
                }
            }
            Err(failure) => {
                self.totals.ungraded_runs += 1;
                self.bar.suspend(|| output::error(&failure));
            }
        }
        Ok(())
    }

    /// Tokens, cost and failures so far.
    fn figures(&self) -> String {
        let mut text = format!(
            "{} tokens sent, {} answered",
            self.usage.input_tokens, self.usage.output_tokens
        );
        if let Some(cost) = self.cost {
            text.push_str(&format!(", about {}", price(cost)));
        }
        if self.totals.failed_calls > 0 {
            text.push_str(&format!(", {} failed", self.totals.failed_calls));
        }
        text
    }

    fn finish(
        mut self,
        folders: &[crate::layout::CaseFolder],
        profiles: &Profiles,
    ) -> Result<Outcome, Failure> {
        if self.totals.graded > 0 || self.totals.failed_calls == 0 {
            summary::print(
                self.arguments,
                folders,
                &mut self.board,
                &self.totals,
                profiles,
            )?;
        } else {
            output::note(&self.totals.sentence());
        }
        if self.calls > 0 {
            output::note(&format!(
                "{}: {}",
                counted(self.calls, "call"),
                self.figures()
            ));
        }
        for (end, count) in &self.ends {
            output::note(&format!(
                "{} ended otherwise than complete: {end}",
                counted(count, "answer")
            ));
        }
        if !self.failures.is_empty() {
            output::note(&format!(
                "generation failures:\n{}",
                self.failures.join("\n")
            ));
        }
        Ok(self.totals.outcome())
    }
}

fn title(job: &Job) -> String {
    format!(
        "{} {}/{} {}{} run {}",
        job.case.name,
        job.run.provider,
        job.configuration.model.name,
        job.run.thinking,
        if job.run.web_search {
            " web-search"
        } else {
            ""
        },
        job.run.run
    )
}
