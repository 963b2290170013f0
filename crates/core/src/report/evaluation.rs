//! The Markdown report of one graded run.
//!
//! It begins with the rows of upstream's report, one per scored line and four for the return, in
//! upstream's words, so that scripts that read those files go on working.

use std::fmt::Write;

use super::diagnosis::write_diagnosis;
use crate::diagnose::Diagnosis;
use crate::grade::{AnswerKey, GradedLine, GradedReturn, LineReading, Score, Verdict};
use crate::money::{Cents, Style};
use crate::report::{one_line, percent};
use crate::response::MatchedBy;

/// What a report is made of besides the grades.
#[derive(Debug, Clone, Copy)]
pub struct Evaluation<'a> {
    /// The key that was graded by.
    pub key: &'a AnswerKey,
    /// The grades.
    pub graded: &'a GradedReturn,
    /// A section on web searches of an earlier report, kept as it was.
    pub web_search: Option<&'a str>,
}

/// Writes the report, without a diagnosis.
#[must_use]
pub fn evaluation_markdown(evaluation: &Evaluation<'_>) -> String {
    write(evaluation, None)
}

/// Writes the report with a section on why lines are wrong, below the other parts.
#[must_use]
pub fn diagnosed_markdown(evaluation: &Evaluation<'_>, diagnosis: &Diagnosis) -> String {
    write(evaluation, Some(diagnosis))
}

fn write(evaluation: &Evaluation<'_>, diagnosis: Option<&Diagnosis>) -> String {
    let Evaluation {
        key,
        graded,
        web_search,
    } = *evaluation;
    let mut out = String::with_capacity(8 << 10);
    // Writing to a String cannot fail.
    let _ = write_upstream(&mut out, key, graded);
    let _ = write_details(&mut out, key, graded);
    if let Some(diagnosis) = diagnosis {
        let _ = write_diagnosis(&mut out, key.profile(), diagnosis);
    }
    if let Some(section) = web_search {
        out.push('\n');
        out.push_str(section.trim_end());
        out.push('\n');
    }
    out
}

fn scored<'a>(
    key: &'a AnswerKey,
    graded: &'a GradedReturn,
) -> impl Iterator<Item = (&'a crate::profile::Line, &'a GradedLine)> {
    key.profile()
        .lines
        .iter()
        .zip(&graded.lines)
        .filter(|(line, _)| line.scored)
}

fn write_upstream(out: &mut String, key: &AnswerKey, graded: &GradedReturn) -> std::fmt::Result {
    for (line, grade) in scored(key, graded) {
        let mark = match grade.verdict {
            Some(Verdict::Exact) => "\u{2713} correct",
            _ => "\u{2717} incorrect",
        };
        writeln!(
            out,
            "Line {}: {mark}, expected: {}, actual: {}",
            line.line,
            python_float(grade.expected.unwrap_or_default()),
            grade.actual.map_or_else(|| "nan".to_owned(), python_float),
        )?;
    }
    let score = graded.score;
    writeln!(
        out,
        "Strictly correct return: {}",
        python_bool(score.strict_correct())
    )?;
    writeln!(
        out,
        "Lenient correct return: {}",
        python_bool(score.lenient_correct())
    )?;
    writeln!(out, "Correct (by line): {}", percent(score.by_line()))?;
    writeln!(
        out,
        "Correct (by line, lenient): {}",
        percent(score.lenient_by_line())
    )
}

fn write_details(out: &mut String, key: &AnswerKey, graded: &GradedReturn) -> std::fmt::Result {
    let profile = key.profile();
    let score = graded.score;
    writeln!(out, "\n## Lines\n")?;
    writeln!(
        out,
        "{}: {}. Amounts read in {} mode.\n",
        profile.title,
        profile.source,
        graded.mode.as_str()
    )?;
    writeln!(
        out,
        "| Line | What | Expected | Actual | Difference | Verdict | How read |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|---|---|")?;
    for (line, grade) in scored(key, graded) {
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            line.line,
            cell(&line.label),
            amount(grade.expected),
            amount(grade.actual),
            difference(grade),
            verdict_words(grade, key),
            how_read(grade),
        )?;
    }
    writeln!(out, "\n## Score\n")?;
    writeln!(out, "| | Strict | Lenient | By line | By line, lenient |")?;
    writeln!(out, "|---|---|---|---:|---:|")?;
    let mut row = |name: &str, score: &Score| {
        writeln!(
            out,
            "| {name} | {} | {} | {} | {} |",
            yes(score.strict_correct()),
            yes(score.lenient_correct()),
            lines(score.exact, score),
            lines(score.within, score),
        )
    };
    row("This answer", &score)?;
    row("An empty answer", &key.empty_answer())?;
    row(
        &format!("This answer in {} mode", graded.mode.other().as_str()),
        &graded.other_score,
    )?;
    let differing: Vec<String> = scored(key, graded)
        .filter(|(_, grade)| grade.verdict != grade.other_verdict)
        .map(|(line, grade)| {
            format!(
                "- Line {}: {} in {} mode, {} in {} mode",
                line.line,
                amount(grade.actual),
                graded.mode.as_str(),
                amount(grade.other_actual),
                graded.mode.other().as_str(),
            )
        })
        .collect();
    if !differing.is_empty() {
        writeln!(
            out,
            "\nThe two reading modes judge these lines differently:\n\n{}",
            differing.join("\n")
        )?;
    }
    if !graded.warnings.is_empty() {
        writeln!(out, "\n## Notes\n")?;
        for warning in &graded.warnings {
            writeln!(out, "- {}: {}", warning.code, one_line(&warning.message))?;
        }
    }
    Ok(())
}

/// An amount as Python prints a float: `47900.0`, `-12.5`.
fn python_float(amount: Cents) -> String {
    match amount.whole_dollars() {
        Some(dollars) => format!("{dollars}.0"),
        None => amount.format(Style::Plain).trim_end_matches('0').to_owned(),
    }
}

const fn python_bool(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

pub(super) const fn yes(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

fn lines(part: u32, score: &Score) -> String {
    format!("{part}/{}", score.total)
}

fn amount(amount: Option<Cents>) -> String {
    amount.map_or_else(|| "?".to_owned(), |amount| amount.format(Style::Grouped))
}

fn difference(line: &GradedLine) -> String {
    match line.difference() {
        Some(Cents::ZERO) => "\u{2013}".to_owned(),
        Some(difference) if difference > Cents::ZERO => {
            format!("+{}", difference.format(Style::Grouped))
        }
        Some(difference) => difference.format(Style::Grouped),
        None => "?".to_owned(),
    }
}

fn verdict_words(line: &GradedLine, key: &AnswerKey) -> String {
    match (line.verdict, line.reading) {
        (Some(Verdict::Exact), _) => "\u{2713} exact".to_owned(),
        (Some(Verdict::Within), _) => {
            format!(
                "\u{2248} within ${}",
                key.tolerance().format(Style::Grouped)
            )
        }
        (_, LineReading::Missing) => "\u{2205} missing".to_owned(),
        (_, LineReading::Unreadable(_)) => "? unreadable".to_owned(),
        _ => "\u{2717} wrong".to_owned(),
    }
}

fn how_read(line: &GradedLine) -> String {
    let found = match line.matched_by {
        Some(MatchedBy::Label) => "by label",
        Some(MatchedBy::Number) => "by number",
        Some(MatchedBy::Alias) => "by another number",
        Some(MatchedBy::Path) => "by path",
        None => return "missing, counts as 0".to_owned(),
    };
    match line.reading {
        LineReading::Amount => format!("amount, {found}"),
        LineReading::Blank => format!("blank, counts as 0, {found}"),
        LineReading::Missing => "missing, counts as 0".to_owned(),
        LineReading::Unreadable(why) => format!("{}, {found}", why.reason()),
    }
}

fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Examiner, ExpectedReturn, Mode, Profile};

    fn report(response: &str, web_search: Option<&str>) -> String {
        let xml = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
            <WagesAmt>47900</WagesAmt><OwedAmt>1234</OwedAmt></IRS1040></ReturnData></Return>";
        let made = ExpectedReturn::parse(xml).and_then(|expected| {
            let key = AnswerKey::new(&expected, Profile::for_return(&expected)?)?;
            let graded = key.grade(response, Mode::Robust)?;
            let diagnosis = Examiner::new(&key, &expected)?.diagnose(&key, &graded, response);
            let evaluation = Evaluation {
                key: &key,
                graded: &graded,
                web_search,
            };
            let report = diagnosed_markdown(&evaluation, &diagnosis);
            let short = evaluation_markdown(&evaluation);
            assert!(report.len() > short.len() && !short.contains("## Diagnosis"));
            Ok(report)
        });
        made.unwrap_or_else(|error| unreachable!("{error}"))
    }

    #[test]
    fn upstreams_rows_come_first() {
        let report = report("Line 1a: | | 47,900.50\nLine 37: | | see | notes", None);
        let rows: Vec<&str> = report.lines().take(23).collect();
        assert_eq!(
            rows[0],
            "Line 1a: \u{2717} incorrect, expected: 47900.0, actual: 47900.5"
        );
        assert_eq!(
            rows[1],
            "Line 9: \u{2713} correct, expected: 0.0, actual: 0.0"
        );
        assert_eq!(
            rows[18],
            "Line 37: \u{2717} incorrect, expected: 1234.0, actual: nan"
        );
        assert_eq!(
            rows[19..],
            [
                "Strictly correct return: False",
                "Lenient correct return: False",
                "Correct (by line): 89.47%",
                "Correct (by line, lenient): 94.74%",
            ]
        );
    }

    #[test]
    fn says_what_upstream_does_not() {
        let report = report(
            "Line 1a: | | **$47,900**",
            Some("## Web Search Tool Use\n1. tax table"),
        );
        for part in [
            "| 1a | Total amount from Form(s) W-2, box 1 | 47,900 | 47,900 | \u{2013} | \u{2713} exact | amount, by number |",
            "| 1,234 | 0 | \u{2212}1,234 | \u{2205} missing | missing, counts as 0 |",
            "| An empty answer | no | no | 17/19 | 17/19 |",
            "- Line 1a: 47,900 in robust mode, 0 in upstream mode",
            "\n## Diagnosis\n\n1 wrong line, 1 root: line 37 is missing.\n\n- Line 37 is missing from \
             the response and counts as $0, expected $1,234. (missing)\n",
            "| line 37 | yes | yes | 19/19 | 19/19 | 37 |",
            "## Web Search Tool Use\n1. tax table\n",
        ] {
            assert!(report.contains(part), "no `{part}` in\n{report}");
        }
    }
}
