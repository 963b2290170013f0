//! The lines of one graded return as rows of a table for spreadsheets.

use crate::grade::Verdict;
use crate::money::Cents;
use crate::response::MatchedBy;
use crate::wire::Graded;

/// The columns of [`evaluation_rows`].
pub const EVALUATION_COLUMNS: [&str; 12] = [
    "case",
    "line",
    "label",
    "scored",
    "expected",
    "actual",
    "difference",
    "verdict",
    "reading",
    "matched_by",
    "diagnosis",
    "why",
];

/// One row a line of the form, amounts in dollars; of the scored lines, or of all.
pub fn evaluation_rows(graded: &Graded, all_lines: bool) -> impl Iterator<Item = [String; 12]> {
    let amount = |amount: Option<Cents>| amount.map(|one| one.to_string()).unwrap_or_default();
    let lines = graded.lines.iter();
    lines
        .filter(move |line| all_lines || line.scored)
        .map(move |line| {
            let why = graded
                .diagnosis
                .as_ref()
                .and_then(|diagnosis| diagnosis.lines.iter().find(|one| one.line == line.line));
            [
                graded.case.clone().unwrap_or_default(),
                line.line.clone(),
                line.label.clone(),
                line.scored.to_string(),
                amount(line.expected),
                amount(line.actual),
                amount(line.difference),
                line.verdict.map_or("", Verdict::as_str).to_owned(),
                line.reading.to_owned(),
                line.matched_by.map_or("", MatchedBy::as_str).to_owned(),
                why.map_or("", |one| one.kind.as_str()).to_owned(),
                why.map(|one| one.sentence.clone()).unwrap_or_default(),
            ]
        })
}
