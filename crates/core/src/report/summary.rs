//! The summary table over configurations, with upstream's columns.

use crate::metrics::{Figures, Runs};
use crate::report::percent;
use crate::sort::sort_by;

/// The columns, in upstream's words and order.
pub const COLUMNS: [&str; 8] = [
    "Model Name",
    "Thinking",
    "Tools",
    "Tests Run",
    "Correct Returns (strict)",
    "Correct Returns (lenient)",
    "Correct (by line)",
    "Correct (by line, lenient)",
];

/// A model with the settings it was run with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Configuration {
    /// Provider folder, such as `openai`.
    pub provider: String,
    /// Model name.
    pub model: String,
    /// Thinking level.
    pub thinking: String,
    /// Tools, such as `web-search`; empty for none.
    pub tools: String,
}

impl Configuration {
    /// The configuration in words, `sample-gpt high with web-search`.
    #[must_use]
    pub fn title(&self) -> String {
        let mut title = format!("{} {}", self.model, self.thinking);
        if !self.tools.is_empty() {
            title.push_str(" with ");
            title.push_str(&self.tools);
        }
        title
    }
}

/// One row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SummaryRow {
    /// Whether the row details the one above: a segment or a pass figure.
    pub detail: bool,
    /// One text per column.
    pub cells: [String; 8],
}

/// The rows for a set of configurations, best strict score first; `total` is the number of cases
/// in the data set. With `passes`, rows for pass@1 and pass^k follow where a case ran repeatedly.
#[must_use]
pub fn summary_rows<R: Runs>(
    configurations: &[(Configuration, R)],
    total: usize,
    passes: bool,
) -> Vec<SummaryRow> {
    let all = configurations.iter().map(|(name, runs)| (name, runs));
    best_first(all)
        .into_iter()
        .flat_map(|(figures, name, runs)| rows(&figures, name, runs, total, passes))
        .collect()
}

/// The configurations with their figures, best strict score first.
pub(crate) fn best_first<'a, R: Runs>(
    configurations: impl Iterator<Item = (&'a Configuration, &'a R)>,
) -> Vec<(Figures, &'a Configuration, &'a R)> {
    let mut order: Vec<(Figures, &Configuration, &R)> = configurations
        .map(|(name, runs)| (runs.figures(), name, runs))
        .collect();
    sort_by(&mut order, |(a, a_name, _), (b, b_name, _)| {
        let key = |figures: &Figures| {
            [
                figures.strict,
                figures.lenient,
                figures.by_line,
                figures.lenient_by_line,
            ]
        };
        key(b)
            .iter()
            .zip(key(a))
            .map(|(b, a)| b.total_cmp(&a))
            .find(|order| order.is_ne())
            .unwrap_or(std::cmp::Ordering::Equal)
            .then_with(|| a_name.cmp(b_name))
    });
    order
}

/// The row of a configuration, with the rows that detail it.
pub(crate) fn rows(
    figures: &Figures,
    name: &Configuration,
    runs: &impl Runs,
    total: usize,
    passes: bool,
) -> Vec<SummaryRow> {
    let segments = runs.segments();
    let tests_run = match segments.as_slice() {
        [only] => format!("{}\u{d7}{}/{total}", only.cases, only.runs),
        _ => format!("{}/{total}", runs.case_count()),
    };
    let tools = if name.tools.is_empty() {
        "-"
    } else {
        &name.tools
    };
    let [strict, lenient, by_line, lenient_by_line] = shares(figures);
    let mut rows = vec![SummaryRow {
        detail: false,
        cells: [
            name.model.clone(),
            name.thinking.clone(),
            tools.to_owned(),
            tests_run,
            strict,
            lenient,
            by_line,
            lenient_by_line,
        ],
    }];
    for segment in &segments {
        let count = format!("{}\u{d7}{}/{total}", segment.cases, segment.runs);
        if segments.len() > 1 {
            rows.push(detail("", &count, shares(&segment.figures)));
        }
        if passes && segment.runs > 1 {
            let pair = |(strict, lenient): (f64, f64)| {
                [
                    percent(strict),
                    percent(lenient),
                    String::new(),
                    String::new(),
                ]
            };
            rows.push(detail("pass@1", &count, pair(segment.passes.at_one)));
            for (k, chance) in segment.passes.hat.iter().enumerate() {
                rows.push(detail(&format!("pass^{}", k + 1), &count, pair(*chance)));
            }
        }
    }
    rows
}

fn detail(what: &str, count: &str, shares: [String; 4]) -> SummaryRow {
    let [strict, lenient, by_line, lenient_by_line] = shares;
    SummaryRow {
        detail: true,
        cells: [
            String::new(),
            what.to_owned(),
            String::new(),
            count.to_owned(),
            strict,
            lenient,
            by_line,
            lenient_by_line,
        ],
    }
}

fn shares(figures: &Figures) -> [String; 4] {
    [
        figures.strict,
        figures.lenient,
        figures.by_line,
        figures.lenient_by_line,
    ]
    .map(percent)
}

/// The table as Markdown.
#[must_use]
pub fn summary_markdown(rows: &[SummaryRow]) -> String {
    let rows = rows.iter().map(|row| row.cells.as_slice());
    markdown_table(&COLUMNS, 4, rows)
}

/// A Markdown table whose columns from `numbers` on stand to the right.
pub(crate) fn markdown_table<'a>(
    header: &[&str],
    numbers: usize,
    rows: impl Iterator<Item = &'a [String]>,
) -> String {
    let mut out = format!("| {} |\n|", header.join(" | "));
    for at in 0..header.len() {
        out.push_str(if at < numbers { "---|" } else { "---:|" });
    }
    out.push('\n');
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " "))
            .collect();
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::Score;
    use crate::metrics::Aggregate;

    fn configuration(model: &str) -> Configuration {
        Configuration {
            provider: "p".to_owned(),
            model: model.to_owned(),
            thinking: "high".to_owned(),
            tools: String::new(),
        }
    }

    fn texts(rows: &[SummaryRow]) -> Vec<String> {
        rows.iter().map(|row| row.cells.join(" ")).collect()
    }

    #[test]
    fn one_segment_is_one_row() {
        let mut runs = Aggregate::default();
        for case in ["a", "b"] {
            for exact in [19, 10] {
                runs.add(
                    case,
                    Score {
                        exact,
                        within: 19,
                        total: 19,
                    },
                );
            }
        }
        let rows = summary_rows(&[(configuration("m"), runs)], 51, false);
        assert_eq!(
            texts(&rows),
            ["m high - 2\u{d7}2/51 50.00% 100.00% 76.32% 100.00%"]
        );
    }

    #[test]
    fn mixed_run_counts_get_a_line_each_and_passes_when_asked() {
        let mut runs = Aggregate::default();
        runs.add(
            "a",
            Score {
                exact: 19,
                within: 19,
                total: 19,
            },
        );
        for exact in [19, 0] {
            runs.add(
                "b",
                Score {
                    exact,
                    within: exact,
                    total: 19,
                },
            );
        }
        let all = [(configuration("m"), runs)];
        assert_eq!(summary_rows(&all, 51, false).len(), 3);
        assert_eq!(
            texts(&summary_rows(&all, 51, true)),
            [
                "m high - 2/51 75.00% 75.00% 75.00% 75.00%",
                "   1\u{d7}1/51 100.00% 100.00% 100.00% 100.00%",
                "   1\u{d7}2/51 50.00% 50.00% 50.00% 50.00%",
                " pass@1  1\u{d7}2/51 50.00% 50.00%  ",
                " pass^1  1\u{d7}2/51 50.00% 50.00%  ",
                " pass^2  1\u{d7}2/51 0.00% 0.00%  ",
            ]
        );
    }

    #[test]
    fn best_first_then_by_name() {
        let with = |model: &str, exact| {
            let mut runs = Aggregate::default();
            runs.add(
                "a",
                Score {
                    exact,
                    within: exact,
                    total: 19,
                },
            );
            (configuration(model), runs)
        };
        let rows = summary_rows(&[with("low", 1), with("b", 19), with("a", 19)], 1, false);
        let names: Vec<&str> = rows.iter().map(|row| row.cells[0].as_str()).collect();
        assert_eq!(names, ["a", "b", "low"]);
        assert!(summary_markdown(&rows).contains("| a | high | - | 1\u{d7}1/1 | 100.00% |"));
    }
}
