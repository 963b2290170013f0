//! `taxgrade compare`: two folders, models or days side by side.

mod side;

use taxgrade::compare::{
    Comparison, Pairing, compare, comparison_csv, comparison_json, comparison_markdown,
    comparison_words,
};
use taxgrade::results::RunResult;

use crate::args::{CompareArguments, CompareFormat, Regression};
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::results::Ungraded;
use side::Side;

pub(super) fn run(arguments: &CompareArguments) -> Result<Outcome, Failure> {
    let (first, second) = (
        Side::read(&arguments.first)?,
        Side::read(&arguments.second)?,
    );
    let mut results = taxgrade::results::Results::default();
    let mut ungraded = Ungraded::default();
    let first_runs = side::load(&first, arguments, &mut results, &mut ungraded)?;
    let second_runs = side::load(&second, arguments, &mut results, &mut ungraded)?;
    let pairing = match (&first, &second) {
        (Side::Model(a), Side::Model(b)) => a.pairing(b),
        _ => Pairing::Configuration,
    };
    let (before, after): (Vec<&RunResult>, Vec<&RunResult>) =
        (first_runs.iter().collect(), second_runs.iter().collect());
    let comparison = compare(
        &results,
        (&first.title(), &before),
        (&second.title(), &after),
        pairing,
    );
    if comparison.returns.is_empty() {
        return Err(Failure::input(
            format!(
                "nothing to compare: no case has runs of both {} and {}",
                first.title(),
                second.title()
            ),
            "compare what ran on the same cases, at the same thinking level; name the level as in openai/gpt-5/high to compare across levels",
        ));
    }
    output::print(&match arguments.format {
        CompareFormat::Human => comparison_words(&comparison),
        CompareFormat::Markdown => comparison_markdown(&comparison),
        CompareFormat::Json => comparison_json(&comparison),
        CompareFormat::Csv => comparison_csv(&comparison),
    })?;
    if let Some(sentence) = ungraded.sentence() {
        output::note(&sentence);
    }
    if regressed(&comparison, arguments.fail_on_regression) {
        output::note("the second is worse than the first: --fail-on-regression");
        return Ok(Outcome::SomethingFailed);
    }
    Ok(ungraded.outcome())
}

fn regressed(comparison: &Comparison, which: Option<Regression>) -> bool {
    match which {
        None => false,
        Some(Regression::Line) => {
            comparison.line_counts.broken > 0 || comparison.return_counts.broken > 0
        }
        Some(Regression::Return) => comparison.return_counts.broken > 0,
        Some(Regression::Significant) => {
            comparison.strict.distinguishable() && comparison.strict.difference.mean < 0.0
        }
    }
}
