//! What graded runs have in common, in words.

use super::percent;
use crate::insight::{Insight, LineCount, Mistakes};
use crate::sort::sort_by;

/// Failing lines listed for people; programs get all of them.
const MOST_LINES: usize = 8;

/// The insight in words; nothing when every run is right.
#[must_use]
pub fn insight_words(insight: &Insight) -> String {
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
        out.push_str(&format!(
            "  {}: {} of {} returns not strictly correct, {} by the Tax Table alone; roots: {}\n",
            name.title(),
            mistakes.strict_failures,
            mistakes.runs,
            mistakes.table_only,
            kinds_words(mistakes)
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

/// The kinds of roots with their numbers, the most frequent first: `tax-table 3, root 1`.
pub(crate) fn kinds_words(mistakes: &Mistakes) -> String {
    let mut kinds: Vec<(u32, &str)> = mistakes
        .kinds
        .iter()
        .map(|(kind, count)| (*count, kind.as_str()))
        .collect();
    sort_by(&mut kinds, |(a, a_name), (b, b_name)| {
        b.cmp(a).then(a_name.cmp(b_name))
    });
    let kinds: Vec<String> = kinds
        .iter()
        .map(|(count, kind)| format!("{kind} {count}"))
        .collect();
    kinds.join(", ")
}

/// The columns of [`line_cells`].
pub(crate) const LINE_COLUMNS: [&str; 6] = [
    "Profile",
    "Line",
    "Runs",
    "Wrong",
    "Share",
    "The root of it",
];

/// A failing line as a row of a table.
pub(crate) fn line_cells(profile: &str, line: &str, count: &LineCount) -> Vec<String> {
    vec![
        profile.to_owned(),
        line.to_owned(),
        count.runs.to_string(),
        count.wrong.to_string(),
        percent(count.wrong_share()),
        count.root.to_string(),
    ]
}
