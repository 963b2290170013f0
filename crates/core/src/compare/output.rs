//! Comparisons as text for people and programs.

use std::fmt::Write;

use serde::Serialize;

use super::{Change, ChangeCounts, Comparison, LineChange, ReturnChange, Share};
use crate::money::{Cents, Style};
use crate::report::{csv_row, difference, p_value, percent, signed_estimate};
use crate::statistics::{Estimate, PairedDifference};

/// Returns that only one side has, named in words; JSON has all.
const MOST_NAMED: usize = 12;

pub(super) fn share(share: Share) -> String {
    format!("{}/{}", share.right, share.runs)
}

fn counts(counts: ChangeCounts) -> String {
    format!(
        "{} broken, {} fixed, {} unchanged",
        counts.broken, counts.fixed, counts.unchanged
    )
}

fn title(one: &ReturnChange) -> String {
    super::name(&one.case, &one.group)
}

/// What a side states for a line, in words.
pub(super) fn side(share: Share, wrong: Option<Cents>) -> String {
    if share.right == share.runs {
        return "right".to_owned();
    }
    wrong.map_or_else(
        || "no readable amount".to_owned(),
        |amount| amount.format(Style::Grouped),
    )
}

fn line_words(line: &LineChange) -> String {
    let expected = line
        .expected
        .map(|expected| format!(", expected {}", expected.format(Style::Grouped)))
        .unwrap_or_default();
    let why = if line.sentence.is_empty() {
        String::new()
    } else {
        format!(". {}", crate::report::one_line(&line.sentence))
    };
    format!(
        "line {} {}: {} \u{2192} {}{expected}: {} \u{2192} {}{why}",
        line.line,
        line.change.as_str(),
        share(line.first),
        share(line.second),
        side(line.first, line.first_wrong),
        side(line.second, line.second_wrong),
    )
}

/// The verdict with the tests behind it.
pub(super) fn verdict(comparison: &Comparison) -> String {
    let PairedDifference {
        sign_test,
        permutation,
        ..
    } = &comparison.strict;
    format!(
        "the second is {} (strictly correct returns; sign test: {} cases up, {} down, p {}; \
         permutation test: p {}{})",
        comparison.strict.verdict(),
        sign_test.up,
        sign_test.down,
        p_value(sign_test.p_value),
        p_value(permutation.p_value),
        if permutation.exact { "" } else { ", drawn" },
    )
}

pub(super) fn figures(comparison: &Comparison) -> [[String; 4]; 2] {
    [
        [
            "Correct returns (strict)".to_owned(),
            percent(comparison.first_figures.strict),
            percent(comparison.second_figures.strict),
            difference(&comparison.strict),
        ],
        [
            "Correct (by line)".to_owned(),
            percent(comparison.first_figures.by_line),
            percent(comparison.second_figures.by_line),
            signed_estimate(&comparison.by_line),
        ],
    ]
}

pub(super) fn left_out(comparison: &Comparison) -> String {
    let mut out = String::new();
    for (side, only) in [
        ("first", &comparison.only_first),
        ("second", &comparison.only_second),
    ] {
        if !only.is_empty() {
            out.push_str(&format!(
                "Only in the {side}, not compared: {}{}\n",
                only.iter()
                    .take(MOST_NAMED)
                    .map(String::as_str)
                    .collect::<Vec<_>>()
                    .join(", "),
                match only.len().saturating_sub(MOST_NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                }
            ));
        }
    }
    let (first, second) = comparison.generation_failures;
    out.push_str(&format!(
        "Answers that are not whole, graded as they stand: {first} in the first, {second} in the \
         second\n"
    ));
    out
}

/// For people at a terminal: regressions first, unchanged returns counted only.
#[must_use]
pub fn comparison_words(comparison: &Comparison) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write_words(&mut out, comparison);
    out
}

fn write_words(out: &mut String, comparison: &Comparison) -> std::fmt::Result {
    writeln!(out, "First:  {}", comparison.first)?;
    writeln!(out, "Second: {}\n", comparison.second)?;
    for [what, first, second, difference] in figures(comparison) {
        writeln!(
            out,
            "{what:<26}{first:>8} \u{2192} {second:>7}  {difference}"
        )?;
    }
    writeln!(out, "Returns: {}", counts(comparison.return_counts))?;
    writeln!(out, "Lines:   {}", counts(comparison.line_counts))?;
    writeln!(out, "\nVerdict: {}", verdict(comparison))?;
    out.push_str(&left_out(comparison));
    for one in changed(comparison) {
        writeln!(
            out,
            "\n{}: {}, strictly correct in {} \u{2192} {} runs",
            title(one),
            what_became(one),
            share(one.first),
            share(one.second)
        )?;
        for line in changed_lines(one) {
            writeln!(out, "  {}", line_words(line))?;
        }
    }
    Ok(())
}

fn changed(comparison: &Comparison) -> impl Iterator<Item = &ReturnChange> {
    comparison.returns.iter().filter(|one| {
        one.change != Change::Unchanged || one.count(Change::Unchanged) < one.lines.len()
    })
}

pub(super) fn changed_lines(one: &ReturnChange) -> Vec<&LineChange> {
    let of = |change| one.lines.iter().filter(move |line| line.change == change);
    of(Change::Broken).chain(of(Change::Fixed)).collect()
}

fn what_became(one: &ReturnChange) -> String {
    format!(
        "{} (lines: {} broken, {} fixed)",
        one.change.as_str(),
        one.count(Change::Broken),
        one.count(Change::Fixed)
    )
}

/// As Markdown: the figures, and a table of every line that changed, regressions first.
#[must_use]
pub fn comparison_markdown(comparison: &Comparison) -> String {
    let cell = crate::report::markdown_text;
    let mut out = format!(
        "# {} \u{2192} {}\n\n| | First | Second | Difference (95% interval) |\n|---|---:|---:|---|\n",
        cell(&comparison.first),
        cell(&comparison.second)
    );
    for row in figures(comparison) {
        out.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    out.push_str(&format!(
        "\n- Returns: {}\n- Lines: {}\n- Verdict: {}\n",
        counts(comparison.return_counts),
        counts(comparison.line_counts),
        verdict(comparison)
    ));
    for line in left_out(comparison).lines() {
        out.push_str(&format!("- {}\n", cell(line)));
    }
    let mut rows = String::new();
    for one in changed(comparison) {
        for line in changed_lines(one) {
            rows.push_str(&format!(
                "| {} | {} | {} | {} | {} | {} \u{2192} {} | {} \u{2192} {} | {} |\n",
                cell(&title(one)),
                one.change.as_str(),
                line.line,
                line.change.as_str(),
                line.expected
                    .map(|amount| amount.format(Style::Grouped))
                    .unwrap_or_default(),
                share(line.first),
                share(line.second),
                side(line.first, line.first_wrong),
                side(line.second, line.second_wrong),
                cell(&line.sentence),
            ));
        }
    }
    if rows.is_empty() {
        out.push_str("\nNo line changed.\n");
    } else {
        out.push_str(
            "\n| Case | Return | Line | Change | Expected | Right in runs | Stated | Why |\n\
             |---|---|---|---|---:|---|---|---|\n",
        );
        out.push_str(&rows);
    }
    out
}

/// As CSV, one row for every line of every return on both sides.
#[must_use]
pub fn comparison_csv(comparison: &Comparison) -> String {
    let mut out = csv_row([
        "case",
        "group",
        "return_change",
        "line",
        "label",
        "line_change",
        "first_right",
        "first_runs",
        "second_right",
        "second_runs",
        "expected",
        "first_wrong",
        "second_wrong",
        "why",
    ]);
    let amount = |amount: Option<Cents>| amount.map(|one| one.to_string()).unwrap_or_default();
    for one in &comparison.returns {
        for line in &one.lines {
            out.push_str(&csv_row([
                one.case.as_str(),
                &one.group,
                one.change.as_str(),
                &line.line,
                &line.label,
                line.change.as_str(),
                &line.first.right.to_string(),
                &line.first.runs.to_string(),
                &line.second.right.to_string(),
                &line.second.runs.to_string(),
                &amount(line.expected),
                &amount(line.first_wrong),
                &amount(line.second_wrong),
                &line.sentence,
            ]));
        }
    }
    out
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Json<'a> {
    first: &'a str,
    second: &'a str,
    cases: usize,
    returns: JsonCounts,
    lines: JsonCounts,
    strict: JsonStrict,
    by_line: JsonByLine,
    generation_failures: [usize; 2],
    only_first: &'a [String],
    only_second: &'a [String],
    /// Regressions first.
    changes: Vec<JsonReturn<'a>>,
}

#[derive(Serialize)]
struct JsonCounts {
    broken: usize,
    fixed: usize,
    unchanged: usize,
}

#[derive(Serialize)]
struct JsonStrict {
    first: f64,
    second: f64,
    #[serde(flatten)]
    paired: PairedDifference,
    distinguishable: bool,
    verdict: String,
}

#[derive(Serialize)]
struct JsonByLine {
    first: f64,
    second: f64,
    difference: Estimate,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonReturn<'a> {
    case: &'a str,
    group: &'a str,
    change: &'static str,
    first: [u32; 2],
    second: [u32; 2],
    unchanged_lines: usize,
    /// The lines that changed, broken ones first.
    lines: Vec<JsonLine<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonLine<'a> {
    line: &'a str,
    change: &'static str,
    first: [u32; 2],
    second: [u32; 2],
    expected: Option<Cents>,
    first_wrong: Option<Cents>,
    second_wrong: Option<Cents>,
    why: &'a str,
}

/// As JSON. Shares of runs are `[right, runs]`.
#[must_use]
pub fn comparison_json(comparison: &Comparison) -> String {
    let counts = |counts: ChangeCounts| JsonCounts {
        broken: counts.broken,
        fixed: counts.fixed,
        unchanged: counts.unchanged,
    };
    let pair = |share: Share| [share.right, share.runs];
    let json = Json {
        first: &comparison.first,
        second: &comparison.second,
        cases: comparison.strict.difference.cases,
        returns: counts(comparison.return_counts),
        lines: counts(comparison.line_counts),
        strict: JsonStrict {
            first: comparison.first_figures.strict,
            second: comparison.second_figures.strict,
            paired: comparison.strict,
            distinguishable: comparison.strict.distinguishable(),
            verdict: comparison.strict.verdict(),
        },
        by_line: JsonByLine {
            first: comparison.first_figures.by_line,
            second: comparison.second_figures.by_line,
            difference: comparison.by_line,
        },
        generation_failures: comparison.generation_failures.into(),
        only_first: &comparison.only_first,
        only_second: &comparison.only_second,
        changes: comparison
            .returns
            .iter()
            .map(|one| JsonReturn {
                case: &one.case,
                group: &one.group,
                change: one.change.as_str(),
                first: pair(one.first),
                second: pair(one.second),
                unchanged_lines: one.count(Change::Unchanged),
                lines: changed_lines(one)
                    .into_iter()
                    .map(|line| JsonLine {
                        line: &line.line,
                        change: line.change.as_str(),
                        first: pair(line.first),
                        second: pair(line.second),
                        expected: line.expected,
                        first_wrong: line.first_wrong,
                        second_wrong: line.second_wrong,
                        why: &line.sentence,
                    })
                    .collect(),
            })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&json).unwrap_or_default();
    text.push('\n');
    text
}
