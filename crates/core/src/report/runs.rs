//! Results of many runs as Markdown, JSON and CSV.

use std::collections::BTreeMap;

use serde::Serialize;

use super::insight_words::{LINE_COLUMNS, kinds_words, line_cells};
use super::summary::markdown_table;
use super::{
    Configuration, LeaderboardJson, against_words, csv_row, leaderboard_markdown, markdown_text,
};
use crate::counted::counted;
use crate::money::Cents;
use crate::provider::Usage;
use crate::results::{Results, RunResult};

/// Tokens and cost of the runs of a configuration of which they are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    /// Runs with known tokens.
    pub(crate) runs: u64,
    /// Their tokens.
    pub(crate) usage: Usage,
    /// Runs with known cost.
    pub(crate) priced: u64,
    /// Their cost in millionths of a dollar.
    pub(crate) cost_micros: u64,
}

/// What every configuration spent, as far as that is known.
pub(crate) fn spent(runs: &[RunResult]) -> BTreeMap<&Configuration, Spent> {
    let mut all: BTreeMap<&Configuration, Spent> = BTreeMap::new();
    for run in runs {
        if run.usage.is_none() && run.cost_micros.is_none() {
            continue;
        }
        let spent = all.entry(&run.configuration).or_default();
        if let Some(usage) = run.usage {
            spent.runs += 1;
            spent.usage = spent.usage.plus(usage);
        }
        if let Some(cost) = run.cost_micros {
            spent.priced += 1;
            spent.cost_micros = spent.cost_micros.saturating_add(cost);
        }
    }
    all
}

/// Columns of what was spent.
pub(crate) const SPENT_COLUMNS: [&str; 7] = [
    "Configuration",
    "Runs with known tokens",
    "Tokens sent",
    "Tokens answered",
    "of these thought",
    "Runs with known cost",
    "Cost",
];

/// Rows of what was spent.
pub(crate) fn spent_rows(runs: &[RunResult]) -> Vec<Vec<String>> {
    spent(runs)
        .into_iter()
        .map(|(name, spent)| {
            vec![
                format!("{}/{}", name.provider, name.title()),
                spent.runs.to_string(),
                spent.usage.input_tokens.to_string(),
                spent.usage.output_tokens.to_string(),
                spent.usage.thinking_tokens.to_string(),
                spent.priced.to_string(),
                if spent.priced == 0 {
                    "\u{2013}".to_owned()
                } else {
                    dollars(spent.cost_micros)
                },
            ]
        })
        .collect()
}

/// Millionths of a dollar as dollars and cents, rounded half up.
fn dollars(micros: u64) -> String {
    let cents = micros.saturating_add(5_000) / 10_000;
    format!("${}.{:02}", cents / 100, cents % 100)
}

/// The report for people who read Markdown: leaderboards, paired differences, lines that fail,
/// mistakes and what was spent, for every data set.
#[must_use]
pub fn report_markdown(sets: &[Results]) -> String {
    let mut out = "# Graded tax returns\n".to_owned();
    for results in sets {
        out.push_str(&format!(
            "\n## {}\n\n{} of {} graded.\n\n{}{}",
            markdown_text(&results.name),
            counted(results.counts.run_count(), "run"),
            counted(results.counts.case_count(), "case"),
            leaderboard_markdown(&results.counts, true),
            against_words(&results.counts),
        ));
        let insight = &results.insight;
        let lines: Vec<Vec<String>> = insight
            .failing_lines()
            .into_iter()
            .map(|(profile, line, count)| line_cells(profile, line, &count))
            .collect();
        section(&mut out, "Lines that fail", &LINE_COLUMNS, 2, &lines);
        let mistakes: Vec<Vec<String>> = insight
            .mistakes()
            .filter(|(_, mistakes)| mistakes.strict_failures > 0)
            .map(|(name, mistakes)| {
                vec![
                    format!("{}/{}", name.provider, name.title()),
                    mistakes.runs.to_string(),
                    mistakes.strict_failures.to_string(),
                    mistakes.table_only.to_string(),
                    kinds_words(mistakes),
                ]
            })
            .collect();
        let header = [
            "Configuration",
            "Runs",
            "Not strictly correct",
            "By the Tax Table alone",
            "Root causes",
        ];
        section(&mut out, "Why lines are wrong", &header, 5, &mistakes);
        section(
            &mut out,
            "Tokens and cost",
            &SPENT_COLUMNS,
            1,
            &spent_rows(&results.runs),
        );
        let hopeless: Vec<String> = insight
            .never_right()
            .map(|(case, _)| markdown_text(case))
            .collect();
        if !hopeless.is_empty() {
            out.push_str(&format!(
                "\nCases nobody got strictly right: {}\n",
                hopeless.join(", ")
            ));
        }
    }
    out
}

/// A titled table; nothing when it has no row.
fn section(out: &mut String, title: &str, header: &[&str], numbers: usize, rows: &[Vec<String>]) {
    if !rows.is_empty() {
        let table = markdown_table(header, numbers, rows.iter().map(Vec::as_slice));
        out.push_str(&format!("\n### {title}\n\n{table}"));
    }
}

/// The runs as CSV, one row each.
#[must_use]
pub fn report_csv(sets: &[Results]) -> String {
    let mut out = csv_row([
        "data_set",
        "case",
        "provider",
        "model",
        "thinking",
        "tools",
        "run",
        "strict",
        "lenient",
        "exact_lines",
        "lines_within",
        "scored_lines",
        "generation_failure",
        "wrong_lines",
        "input_tokens",
        "output_tokens",
        "cost_micros",
    ]);
    for results in sets {
        for run in &results.runs {
            let number =
                |number: Option<u64>| number.map(|one| one.to_string()).unwrap_or_default();
            let wrong: Vec<&str> = run.wrong.iter().map(|line| line.line.as_str()).collect();
            let name = &run.configuration;
            out.push_str(&csv_row([
                results.name.as_str(),
                &run.case,
                &name.provider,
                &name.model,
                &name.thinking,
                &name.tools,
                &run.run.to_string(),
                &run.score.strict_correct().to_string(),
                &run.score.lenient_correct().to_string(),
                &run.score.exact.to_string(),
                &run.score.within.to_string(),
                &run.score.total.to_string(),
                run.failure
                    .map_or("", crate::generation::GenerationFailure::as_str),
                &wrong.join(" "),
                &number(run.usage.map(|usage| usage.input_tokens)),
                &number(run.usage.map(|usage| usage.output_tokens)),
                &number(run.cost_micros),
            ]));
        }
    }
    out
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonReport<'a> {
    data_sets: Vec<JsonSet<'a>>,
}

#[derive(Serialize)]
struct JsonSet<'a> {
    name: &'a str,
    cases: usize,
    #[serde(flatten)]
    leaderboard: LeaderboardJson<'a>,
    runs: Vec<JsonRun<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonRun<'a> {
    case: &'a str,
    provider: &'a str,
    model: &'a str,
    thinking: &'a str,
    tools: &'a str,
    run: u32,
    profile: &'a str,
    strict: bool,
    lenient: bool,
    exact: u32,
    within: u32,
    total: u32,
    generation_failure: Option<&'static str>,
    usage: Option<Usage>,
    cost_micros: Option<u64>,
    started_unix_ms: Option<u64>,
    wrong: Vec<JsonWrong<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonWrong<'a> {
    line: &'a str,
    expected: Cents,
    actual: Option<Cents>,
    reading: &'static str,
    within: bool,
    kind: Option<&'static str>,
    why: &'a str,
}

/// Everything as JSON: for every data set the leaderboard with its intervals, what the runs have
/// in common, and every run with its wrong lines.
#[must_use]
pub fn report_json(sets: &[Results]) -> String {
    let report = JsonReport {
        data_sets: sets
            .iter()
            .map(|results| JsonSet {
                name: &results.name,
                cases: results.counts.case_count(),
                leaderboard: LeaderboardJson::new(&results.counts, Some(&results.insight)),
                runs: results.runs.iter().map(json_run).collect(),
            })
            .collect(),
    };
    let mut text = serde_json::to_string(&report).unwrap_or_default();
    text.push('\n');
    text
}

fn json_run(run: &RunResult) -> JsonRun<'_> {
    JsonRun {
        case: &run.case,
        provider: &run.configuration.provider,
        model: &run.configuration.model,
        thinking: &run.configuration.thinking,
        tools: &run.configuration.tools,
        run: run.run,
        profile: &run.profile,
        strict: run.score.strict_correct(),
        lenient: run.score.lenient_correct(),
        exact: run.score.exact,
        within: run.score.within,
        total: run.score.total,
        generation_failure: run
            .failure
            .map(crate::generation::GenerationFailure::as_str),
        usage: run.usage,
        cost_micros: run.cost_micros,
        started_unix_ms: run.started_unix_ms,
        wrong: run
            .wrong
            .iter()
            .map(|line| JsonWrong {
                line: &line.line,
                expected: line.expected,
                actual: line.actual,
                reading: line.reading,
                within: line.within,
                kind: line.kind.map(crate::diagnose::Kind::as_str),
                why: &line.sentence,
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::sample;

    #[test]
    fn markdown_has_every_part() {
        let markdown = report_markdown(&[sample()]);
        for part in [
            "## ty24",
            "25 runs of 4 cases graded.",
            "| good | high | - | 3\u{d7}2/4 | 100.00% |",
            "2 (1 refused, 1 call-failed)",
            "not distinguishable on these 3 cases",
            "### Lines that fail",
            "| us-ty24 | 16 | 25 | 13 | 52.00% |",
            "### Why lines are wrong",
            "tax-table 6",
            "### Tokens and cost",
            "| p/good high | 6 | 6000 | 3000 | 0 | 6 | $0.15 |",
        ] {
            assert!(markdown.contains(part), "no {part} in\n{markdown}");
        }
    }

    #[test]
    fn json_and_csv_have_every_run() {
        let sets = [sample()];
        let json: serde_json::Value = serde_json::from_str(&report_json(&sets)).unwrap();
        let set = &json["dataSets"][0];
        assert_eq!(set["runs"].as_array().unwrap().len(), 25);
        assert_eq!(set["rows"].as_array().unwrap().len(), 4);
        let wrong = &set["runs"][6]["wrong"][0];
        assert_eq!(
            (&wrong["line"], &wrong["kind"]),
            (&"16".into(), &"tax-table".into())
        );
        let csv = report_csv(&sets);
        assert_eq!(csv.lines().count(), 26);
        assert!(
            csv.contains(
                "ty24,case-a,p,good,low,,1,false,true,16,19,19,,16 24 37,1000,500,25000\n"
            ),
            "{csv}"
        );
        assert!(csv.contains(",refused,"));
    }
}
