//! Comma-separated values, RFC 4180.

use taxgrade::wire::Graded;
use taxgrade::{Cents, Verdict};

use crate::failure::Failure;

const LINE_COLUMNS: [&str; 12] = [
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

/// One row a line of the form.
pub(crate) fn graded(graded: &Graded, all_lines: bool) -> Result<String, Failure> {
    let amount =
        |amount: Option<Cents>| amount.map(|amount| amount.to_string()).unwrap_or_default();
    let rows = graded
        .lines
        .iter()
        .filter(|line| all_lines || line.scored)
        .map(|line| {
            let why = graded
                .diagnosis
                .as_ref()
                .and_then(|diagnosis| diagnosis.lines.iter().find(|one| one.line == line.line));
            vec![
                graded.case.clone().unwrap_or_default(),
                line.line.clone(),
                line.label.clone(),
                line.scored.to_string(),
                amount(line.expected),
                amount(line.actual),
                amount(line.difference),
                match line.verdict {
                    Some(Verdict::Exact) => "exact",
                    Some(Verdict::Within) => "within",
                    Some(Verdict::Wrong) => "wrong",
                    None => "",
                }
                .to_owned(),
                line.reading.to_owned(),
                line.matched_by
                    .map(|by| format!("{by:?}").to_lowercase())
                    .unwrap_or_default(),
                why.map(|one| one.kind.as_str().to_owned())
                    .unwrap_or_default(),
                why.map(|one| one.sentence.clone()).unwrap_or_default(),
            ]
        });
    write(&LINE_COLUMNS, rows)
}

/// Rows below a header.
pub(crate) fn rows(header: &[&str], rows: Vec<Vec<String>>) -> Result<String, Failure> {
    write(header, rows.into_iter())
}

fn write(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let broken = |error: csv::Error| Failure::input(format!("writing CSV failed: {error}"), "");
    writer.write_record(header).map_err(broken)?;
    for row in rows {
        writer.write_record(&row).map_err(broken)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| broken(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
