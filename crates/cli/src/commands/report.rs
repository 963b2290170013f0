//! `taxgrade report`: what saved runs say, for people and programs.

mod charts;

use std::fs;

use taxgrade::counted::counted;
use taxgrade::counts::Counts;
use taxgrade::report::{
    MOST_DETAILED, insight_words, report_csv, report_html, report_json, report_junit,
    report_markdown,
};
use taxgrade::report::{against_words, certainty_note, leaderboard_columns, leaderboard_rows};
use taxgrade::results::Results;

use crate::args::{ReportArguments, ReportFormat};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::layout::SavedRun;
use crate::output::{self, table};
use crate::results::{self, Options, Ungraded};

pub(super) fn run(arguments: &ReportArguments) -> Result<Outcome, Failure> {
    for path in [&arguments.aggregate, &arguments.html]
        .into_iter()
        .flatten()
    {
        files::must_be_writable(path)?;
    }
    let sets = results::data_sets(&arguments.data_dir, arguments.tax_year)?;
    let level = arguments
        .thinking_level
        .and_then(crate::args::ThinkingLevel::as_str);
    let wanted = |run: &SavedRun| {
        let is = |wanted: &Option<String>, name: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == name)
        };
        is(&arguments.provider, &run.provider)
            && is(&arguments.model, &run.model)
            && level.is_none_or(|level| level == run.thinking)
    };
    let html = arguments.format == ReportFormat::Html || arguments.html.is_some();
    let options = Options {
        mode: arguments.scoring.mode.into(),
        profiles: &arguments.scoring.profile,
        wanted: &wanted,
        most_stated: if html { MOST_DETAILED } else { 0 },
    };
    let mut all: Vec<Results> = Vec::new();
    let mut ungraded = Ungraded::default();
    for set in &sets {
        let (results, failed) = results::load(set, &options)?;
        ungraded.runs += failed.runs;
        ungraded.cases += failed.cases;
        if results.counts.configurations().next().is_some() {
            all.push(results);
        }
    }
    if all.is_empty() && ungraded.runs == 0 {
        let folders: Vec<_> = sets.into_iter().map(|set| set.results).collect();
        return Err(results::nothing(&folders));
    }
    if let Some(folder) = &arguments.charts {
        charts::write(folder, &all)?;
    }
    if let Some(path) = &arguments.aggregate {
        let mut counts = Counts::default();
        for results in &all {
            counts.merge(&results.counts);
        }
        files::write_whole(path, &counts.to_json())?;
    }
    if let Some(path) = &arguments.html {
        files::write_whole(path, &report_html(&all))?;
    }
    let text = match arguments.format {
        ReportFormat::Terminal => terminal(&all),
        ReportFormat::Markdown => report_markdown(&all),
        ReportFormat::Json => report_json(&all),
        ReportFormat::Csv => report_csv(&all),
        ReportFormat::Junit => report_junit(&all),
        ReportFormat::Html => report_html(&all),
    };
    match &arguments.output {
        Some(path) => {
            if let Some(folder) = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty())
            {
                fs::create_dir_all(folder).map_err(|error| files::cannot_make(folder, &error))?;
            }
            files::write_whole(path, &text)?;
        }
        None => output::print(&text)?,
    }
    if let Some(sentence) = ungraded.sentence() {
        output::note(&sentence);
    }
    Ok(ungraded.outcome())
}

/// Leaderboards, and what the runs have in common.
fn terminal(all: &[Results]) -> String {
    let mut out = String::new();
    for results in all {
        let counts = &results.counts;
        let board = table::leaderboard(&leaderboard_columns(), &leaderboard_rows(counts, true));
        out.push_str(&format!(
            "{}: {} of {} graded\n{board}{}\n{}{}\n",
            results.name,
            counted(counts.run_count(), "run"),
            counted(counts.case_count(), "case"),
            certainty_note(counts),
            against_words(counts),
            insight_words(&results.insight),
        ));
    }
    out
}
