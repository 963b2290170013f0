//! Reports and comparisons in every form.

use taxgrade::Mode;
use taxgrade::compare::{
    ModelSide, compare, comparison_csv, comparison_json, comparison_markdown, comparison_words,
};
use taxgrade::report::{
    MOST_DETAILED, report_csv, report_html, report_json, report_junit, report_markdown,
};
use taxgrade::results::{Results, RunResult};
use wasm_bindgen::prelude::*;

use crate::folder::Folder;
use crate::load::load;

/// A text, and what could not go into it.
#[derive(Debug)]
#[wasm_bindgen(getter_with_clone)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Runs that could not be graded.
    pub ungraded: usize,
}

fn unknown(form: &str) -> String {
    format!("`{form}` is no form to write in")
}

pub(crate) fn report(folder: &Folder, mode: Mode, form: &str) -> Result<Written, String> {
    let most_stated = if form == "html" { MOST_DETAILED } else { 0 };
    let mut ungraded = 0;
    let mut all: Vec<Results> = Vec::new();
    for (name, cases) in &folder.0 {
        let (results, failed) = load(name, cases, mode, |_| true, most_stated);
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
    Ok(Written { text, ungraded })
}

pub(crate) fn comparison(
    folder: &Folder,
    mode: Mode,
    form: &str,
    (first, second): (&str, &str),
) -> Result<Written, String> {
    let side = |text: &str| ModelSide::read(text).ok_or_else(|| format!("`{text}` is no model"));
    let (a, b) = (side(first)?, side(second)?);
    let mut shared = Results::default();
    let mut ungraded = 0;
    let mut runs = |side: &ModelSide| {
        let mut runs: Vec<RunResult> = Vec::new();
        for (name, cases) in &folder.0 {
            let wanted = |configuration: &_| side.takes(configuration);
            let (results, failed) = load(name, cases, mode, wanted, 0);
            ungraded += failed;
            shared.profiles.extend(results.profiles);
            runs.extend(results.runs);
        }
        runs
    };
    let (before, after) = (runs(&a), runs(&b));
    let (before, after): (Vec<&RunResult>, Vec<&RunResult>) =
        (before.iter().collect(), after.iter().collect());
    let comparison = compare(
        &shared,
        (&a.to_string(), &before),
        (&b.to_string(), &after),
        a.pairing(&b),
    );
    if comparison.returns.is_empty() {
        return Err(format!(
            "no case has runs of both {a} and {b} at the same thinking level and with the same tools"
        ));
    }
    let text = match form {
        "words" => comparison_words(&comparison),
        "markdown" => comparison_markdown(&comparison),
        "json" => comparison_json(&comparison),
        "csv" => comparison_csv(&comparison),
        _ => return Err(unknown(form)),
    };
    Ok(Written { text, ungraded })
}
