//! Reports and comparisons in every form.

use taxgrade::compare::{
    ComparisonTable, compare, comparison_csv, comparison_json, comparison_markdown,
};
use taxgrade::report::{
    LeaderboardJson, MOST_DETAILED, leaderboard_columns, leaderboard_markdown, leaderboard_rows,
    report_csv, report_html, report_json, report_junit, report_markdown,
};
use taxgrade::results::{Results, RunResult};
use wasm_bindgen::prelude::*;

use crate::csv;
use crate::folder::Folder;
use crate::load::{Grading, load};
use crate::side::Side;

/// What was written, and what could not go into it.
#[derive(Debug)]
#[wasm_bindgen(getter_with_clone)]
pub struct Written {
    /// The text; empty for a table.
    pub text: String,
    /// A table for the page, in postcard's form.
    pub table: Vec<u8>,
    /// Runs that could not be graded.
    pub ungraded: usize,
}

impl Written {
    /// A text into which everything went.
    pub(crate) const fn text(text: String) -> Self {
        Self {
            text,
            table: Vec::new(),
            ungraded: 0,
        }
    }
}

pub(crate) fn unknown(form: &str) -> String {
    format!("`{form}` is no form to write in")
}

pub(crate) fn report(
    folder: &Folder<'_>,
    grading: &Grading,
    form: &str,
) -> Result<Written, String> {
    let most_stated = if form == "html" { MOST_DETAILED } else { 0 };
    let mut ungraded = 0;
    let mut all: Vec<Results> = Vec::new();
    for (name, cases) in &folder.0 {
        let (results, failed) = load(name, cases, grading, &|_| true, most_stated);
        ungraded += failed;
        if results.counts.configurations().next().is_some() {
            all.push(results);
        }
    }
    let text = match form {
        "html" => report_html(&all),
        "markdown" => report_markdown(&all),
        "json" => report_json(&all),
        "csv" => report_csv(&all),
        "junit" => report_junit(&all),
        _ => return Err(unknown(form)),
    };
    Ok(Written {
        ungraded,
        ..Written::text(text)
    })
}

/// The leaderboard over all data sets, as `taxgrade bench` writes it.
pub(crate) fn leaderboard(
    folder: Folder<'_>,
    grading: &Grading,
    form: &str,
) -> Result<Written, String> {
    let (results, ungraded) = load("", &folder.into_one(), grading, &|_| true, 0);
    let counts = &results.counts;
    let text = match form {
        "markdown" => leaderboard_markdown(counts, true),
        "csv" => {
            let rows = leaderboard_rows(counts, true).into_iter();
            let rows: Vec<String> = rows.map(csv::row).collect();
            csv::row(leaderboard_columns()) + &rows.concat()
        }
        "json" => {
            let board = LeaderboardJson::new(counts, Some(&results.insight));
            let mut json = serde_json::to_string_pretty(&board).map_err(|one| one.to_string())?;
            json.push('\n');
            json
        }
        _ => return Err(unknown(form)),
    };
    Ok(Written {
        ungraded,
        ..Written::text(text)
    })
}

pub(crate) fn comparison(
    (a, first): (&Side, &Folder<'_>),
    (b, second): (&Side, &Folder<'_>),
    grading: &Grading,
    form: &str,
) -> Result<Written, String> {
    let mut shared = Results::default();
    let mut ungraded = 0;
    let mut runs = |side: &Side, folder: &Folder<'_>| {
        let mut runs: Vec<RunResult> = Vec::new();
        for (name, cases) in &folder.0 {
            let (results, failed) = load(name, cases, grading, &|one| side.wants(one), 0);
            ungraded += failed;
            shared.profiles.extend(results.profiles);
            runs.extend(results.runs);
        }
        runs.retain(|run| side.has(run));
        runs
    };
    let (before, after) = (runs(a, first), runs(b, second));
    let (before, after): (Vec<&RunResult>, Vec<&RunResult>) =
        (before.iter().collect(), after.iter().collect());
    let comparison = compare(
        &shared,
        (&a.to_string(), &before),
        (&b.to_string(), &after),
        a.pairing(b),
    );
    if comparison.returns.is_empty() {
        return Err(match (a, b) {
            (Side::Model(_), Side::Model(_)) => format!(
                "no case has runs of both {a} and {b} at the same thinking level and with the same tools; name a level on both sides to compare across levels"
            ),
            _ => format!(
                "no case has runs of the same model, at the same thinking level and with the same tools, in both {a} and {b}"
            ),
        });
    }
    let mut table = Vec::new();
    let mut text = String::new();
    match form {
        "table" => {
            table = postcard::to_allocvec(&ComparisonTable::new(&comparison))
                .map_err(|error| error.to_string())?;
        }
        "markdown" => text = comparison_markdown(&comparison),
        "json" => text = comparison_json(&comparison),
        "csv" => text = comparison_csv(&comparison),
        _ => return Err(unknown(form)),
    }
    Ok(Written {
        text,
        table,
        ungraded,
    })
}
