//! The leaderboard as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Against, Configuration, against_best};
use crate::counts::{ConfigurationCounts, Counts, Figure, Standing};
use crate::insight::Insight;
use crate::metrics::{Runs, Segment};
use crate::statistics::{Estimate, PairedDifference};
use crate::wire::Share;

impl<'a> LeaderboardJson<'a> {
    /// The figures of counts, and what the runs have in common where that is known.
    #[must_use]
    pub fn new(counts: &'a Counts, insight: Option<&'a Insight>) -> Self {
        let total = counts.case_count();
        Self {
            rows: counts
                .configurations()
                .map(|(name, runs)| row(name, runs, total))
                .collect(),
            against_best: against_best(counts).iter().map(against).collect(),
            insight: insight.map(insight_json),
        }
    }
}

/// The leaderboard for programs, configurations by name.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardJson<'a> {
    rows: Vec<JsonRow<'a>>,
    against_best: Vec<JsonAgainst<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    insight: Option<JsonInsight<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonRow<'a> {
    provider: &'a str,
    model: &'a str,
    thinking: &'a str,
    tools: &'a str,
    tests: usize,
    runs: u64,
    total_tests: usize,
    strict: Share,
    lenient: Share,
    by_line: Share,
    lenient_by_line: Share,
    segments: Vec<JsonSegment>,
    /// Each figure with its 95 % intervals.
    uncertainty: JsonEstimates,
    generation_failures: JsonFailures,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonSegment {
    tests: usize,
    runs: usize,
    strict: Share,
    lenient: Share,
    pass_hat_k: Vec<[Share; 2]>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonEstimates {
    strict: Estimate,
    lenient: Estimate,
    by_line: Estimate,
    lenient_by_line: Estimate,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonFailures {
    total: u64,
    /// By kind.
    kinds: BTreeMap<&'static str, u64>,
    /// Graded runs without notes on the call.
    unrecorded: u64,
    /// The figures over whole answers alone, where some are not whole.
    complete_only: Option<JsonEstimates>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonAgainst<'a> {
    provider: &'a str,
    model: &'a str,
    thinking: &'a str,
    tools: &'a str,
    strict: PairedDifference,
    verdict: String,
}

fn against<'a>(one: &Against<'a>) -> JsonAgainst<'a> {
    JsonAgainst {
        provider: &one.name.provider,
        model: &one.name.model,
        thinking: &one.name.thinking,
        tools: &one.name.tools,
        strict: one.strict,
        verdict: one.strict.verdict(),
    }
}

const fn estimates([strict, lenient, by_line, lenient_by_line]: [Estimate; 4]) -> JsonEstimates {
    JsonEstimates {
        strict,
        lenient,
        by_line,
        lenient_by_line,
    }
}

fn row<'a>(name: &'a Configuration, runs: &ConfigurationCounts, total: usize) -> JsonRow<'a> {
    let standing = runs.standing();
    let share = |figure| Share(standing.of(figure).mean);
    JsonRow {
        provider: &name.provider,
        model: &name.model,
        thinking: &name.thinking,
        tools: &name.tools,
        tests: standing.cases,
        runs: standing.runs,
        total_tests: total,
        strict: share(Figure::Strict),
        lenient: share(Figure::Lenient),
        by_line: share(Figure::ByLine),
        lenient_by_line: share(Figure::LenientByLine),
        segments: runs.segments().iter().map(segment).collect(),
        uncertainty: estimates(standing.estimates),
        generation_failures: failures(&standing),
    }
}

fn failures(standing: &Standing) -> JsonFailures {
    JsonFailures {
        total: standing.failed(),
        kinds: standing
            .failures
            .iter()
            .map(|(kind, count)| (kind.as_str(), *count))
            .collect(),
        unrecorded: standing.unrecorded,
        complete_only: standing.complete_only.map(estimates),
    }
}

fn segment(segment: &Segment) -> JsonSegment {
    JsonSegment {
        tests: segment.cases,
        runs: segment.runs,
        strict: Share(segment.figures.strict),
        lenient: Share(segment.figures.lenient),
        pass_hat_k: segment
            .passes
            .hat
            .iter()
            .map(|(strict, lenient)| [Share(*strict), Share(*lenient)])
            .collect(),
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonInsight<'a> {
    failing_lines: Vec<JsonLine<'a>>,
    mistakes: Vec<JsonMistakes<'a>>,
    never_right: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct JsonLine<'a> {
    profile: &'a str,
    line: &'a str,
    runs: u32,
    wrong: u32,
    root: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonMistakes<'a> {
    provider: &'a str,
    model: &'a str,
    thinking: &'a str,
    tools: &'a str,
    runs: u32,
    strict_failures: u32,
    table_only: u32,
    roots: BTreeMap<&'a str, u32>,
}

fn insight_json(insight: &Insight) -> JsonInsight<'_> {
    JsonInsight {
        failing_lines: insight
            .failing_lines()
            .into_iter()
            .map(|(profile, line, count)| JsonLine {
                profile,
                line,
                runs: count.runs,
                wrong: count.wrong,
                root: count.root,
            })
            .collect(),
        mistakes: insight
            .mistakes()
            .map(|(name, one)| JsonMistakes {
                provider: &name.provider,
                model: &name.model,
                thinking: &name.thinking,
                tools: &name.tools,
                runs: one.runs,
                strict_failures: one.strict_failures,
                table_only: one.table_only,
                roots: one
                    .kinds
                    .iter()
                    .map(|(kind, count)| (kind.as_str(), *count))
                    .collect(),
            })
            .collect(),
        never_right: insight.never_right().map(|(case, _)| case).collect(),
    }
}
