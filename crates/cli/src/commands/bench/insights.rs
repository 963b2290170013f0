//! What the graded runs have in common, under the leaderboard.

use std::collections::BTreeMap;

use serde::Serialize;
use taxgrade::insight::Insight;
use taxgrade::report::Configuration;

/// Failing lines listed for people; programs get all of them.
const MOST_LINES: usize = 8;

/// The insight in words; nothing when every run is right.
pub(super) fn words(insight: &Insight) -> String {
    let mut out = String::new();
    let lines = insight.failing_lines();
    if !lines.is_empty() {
        out.push_str("\nLines that fail most:\n");
        for (profile, line, count) in lines.iter().take(MOST_LINES) {
            out.push_str(&format!(
                "  {profile} line {line}: wrong in {} of {} runs, the root of it in {}\n",
                count.wrong, count.runs, count.root
            ));
        }
        out.push_str("\nMistakes behind wrong returns, by configuration:\n");
    }
    for (name, mistakes) in insight
        .mistakes()
        .filter(|(_, mistakes)| mistakes.strict_failures > 0)
    {
        let mut kinds: Vec<(u32, &str)> = mistakes
            .kinds
            .iter()
            .map(|(kind, count)| (*count, kind.as_str()))
            .collect();
        kinds.sort_by(|(a, a_name), (b, b_name)| b.cmp(a).then(a_name.cmp(b_name)));
        let kinds: Vec<String> = kinds
            .iter()
            .map(|(count, kind)| format!("{kind} {count}"))
            .collect();
        out.push_str(&format!(
            "  {}: {} of {} returns not strictly correct, {} by the Tax Table alone; roots: {}\n",
            title(name),
            mistakes.strict_failures,
            mistakes.runs,
            mistakes.table_only,
            kinds.join(", ")
        ));
    }
    let hopeless: Vec<&str> = insight.never_right().map(|(case, _)| case).collect();
    if !hopeless.is_empty() {
        out.push_str(&format!(
            "\nCases nobody got strictly right: {}\n",
            hopeless.join(", ")
        ));
    }
    out
}

fn title(name: &Configuration) -> String {
    let tools = if name.tools.is_empty() {
        String::new()
    } else {
        format!(" with {}", name.tools)
    };
    format!("{} {}{tools}", name.model, name.thinking)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JsonInsight<'a> {
    failing_lines: Vec<JsonLine<'a>>,
    mistakes: Vec<JsonMistakes<'a>>,
    never_right: Vec<&'a str>,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    profile: &'a str,
    line: &'a str,
    runs: u32,
    wrong: u32,
    root: u32,
}

#[derive(Serialize)]
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

pub(super) fn json(insight: &Insight) -> JsonInsight<'_> {
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
