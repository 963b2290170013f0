//! The part of an evaluation report that says why lines are wrong.

use std::fmt::Write;

use crate::diagnose::Diagnosis;
use crate::grade::Score;
use crate::profile::Profile;

/// Writes the section; nothing when no line is diagnosed.
pub(super) fn write_diagnosis(
    out: &mut String,
    profile: &Profile,
    diagnosis: &Diagnosis,
) -> std::fmt::Result {
    if diagnosis.lines.is_empty() && diagnosis.right_anyway.is_empty() {
        return Ok(());
    }
    let number = |line: usize| {
        profile
            .lines
            .get(line)
            .map_or("", |line| line.line.as_str())
    };
    let numbers = |lines: &[usize]| {
        let numbers: Vec<&str> = lines.iter().map(|line| number(*line)).collect();
        numbers.join(", ")
    };
    writeln!(out, "\n## Diagnosis\n\n{}.\n", capital(&diagnosis.summary))?;
    for line in &diagnosis.lines {
        writeln!(
            out,
            "- {} ({})",
            super::one_line(&line.sentence),
            line.kind.as_str()
        )?;
    }
    for line in &diagnosis.right_anyway {
        writeln!(out, "- {}", line.sentence)?;
    }
    if !diagnosis.mended.is_empty() {
        writeln!(
            out,
            "\n| If this were mended | Strict | Lenient | By line | By line, lenient | Lines that become right |"
        )?;
        writeln!(out, "|---|---|---|---:|---:|---|")?;
        for mended in &diagnosis.mended {
            let Score {
                exact,
                within,
                total,
            } = mended.score;
            let right = if mended.becomes_right.is_empty() {
                "none".to_owned()
            } else {
                numbers(&mended.becomes_right)
            };
            writeln!(
                out,
                "| line {} | {} | {} | {exact}/{total} | {within}/{total} | {right} |",
                number(mended.root),
                super::evaluation::yes(mended.score.strict_correct()),
                super::evaluation::yes(mended.score.lenient_correct()),
            )?;
        }
    }
    Ok(())
}

/// A summary begins with a digit or an ASCII letter.
fn capital(text: &str) -> String {
    let mut capital = text.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    capital
}
