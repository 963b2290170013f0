//! A comparison as a table that is ready to be shown: every cell is text.

use serde::{Deserialize, Serialize};

use super::output::{changed_lines, figures, left_out, share, side, verdict};
use super::{Change, ChangeCounts, Comparison, LineChange, ReturnChange};
use crate::money::Style;
use crate::report::Configuration;

/// A comparison, in the words of [`super::comparison_words`] but with places for a reader to go to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparisonTable {
    /// Name of the first side.
    pub first: String,
    /// Name of the second.
    pub second: String,
    /// What it is, the first's figure, the second's, and the difference with its interval.
    pub figures: Vec<[String; 4]>,
    /// What became of the returns.
    pub return_counts: ChangeCounts,
    /// What became of their lines.
    pub line_counts: ChangeCounts,
    /// The verdict with the tests behind it.
    pub verdict: String,
    /// What is not compared, and how many answers are not whole.
    pub notes: Vec<String>,
    /// The returns of both sides, regressions first.
    pub returns: Vec<TableReturn>,
}

/// A run of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRun {
    /// Provider folder, such as `openai`.
    pub provider: String,
    /// Model name.
    pub model: String,
    /// Thinking level.
    pub thinking: String,
    /// Tools; empty for none.
    pub tools: String,
    /// Number of the run.
    pub run: u32,
}

/// A return of both sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableReturn {
    /// Name of the case.
    pub case: String,
    /// What both sides have in common besides the case; empty for nothing.
    pub group: String,
    /// What became of the return (strict).
    pub change: Change,
    /// Strictly correct runs of the first and of the second, as `1/3`.
    pub right: [String; 2],
    /// What became of the lines.
    pub counts: ChangeCounts,
    /// The runs of the first and of the second.
    pub runs: [Vec<TableRun>; 2],
    /// The lines that changed, broken ones first.
    pub lines: Vec<TableLine>,
}

/// A line that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableLine {
    /// The printed line number.
    pub line: String,
    /// The form's words for it.
    pub label: String,
    /// What became of it.
    pub change: Change,
    /// The expected amount.
    pub expected: String,
    /// What the first and the second state: a wrong amount, or that all runs are right.
    pub stated: [String; 2],
    /// Runs of the first and of the second in which it is equal, as `1/3`.
    pub right: [String; 2],
    /// Indices of the runs that state it, in [`TableReturn::runs`].
    pub at: [usize; 2],
    /// Why the second is wrong, or else the first.
    pub why: String,
}

impl ComparisonTable {
    /// Puts a comparison into words.
    #[must_use]
    pub fn new(comparison: &Comparison) -> Self {
        Self {
            first: comparison.first.clone(),
            second: comparison.second.clone(),
            figures: figures(comparison).into(),
            return_counts: comparison.return_counts,
            line_counts: comparison.line_counts,
            verdict: verdict(comparison),
            notes: left_out(comparison).lines().map(str::to_owned).collect(),
            returns: comparison.returns.iter().map(TableReturn::new).collect(),
        }
    }
}

impl TableReturn {
    fn new(one: &ReturnChange) -> Self {
        let run = |(configuration, run): &(Configuration, u32)| {
            let Configuration {
                provider,
                model,
                thinking,
                tools,
            } = configuration.clone();
            TableRun {
                provider,
                model,
                thinking,
                tools,
                run: *run,
            }
        };
        Self {
            case: one.case.clone(),
            group: one.group.clone(),
            change: one.change,
            right: [share(one.first), share(one.second)],
            counts: ChangeCounts::of(one.lines.iter().map(|line| line.change)),
            runs: [
                one.first_runs.iter().map(run).collect(),
                one.second_runs.iter().map(run).collect(),
            ],
            lines: changed_lines(one).into_iter().map(TableLine::new).collect(),
        }
    }
}

impl TableLine {
    fn new(line: &LineChange) -> Self {
        let expected = line.expected.map(|amount| amount.format(Style::Grouped));
        Self {
            line: line.line.clone(),
            label: line.label.clone(),
            change: line.change,
            expected: expected.unwrap_or_default(),
            stated: [
                side(line.first, line.first_wrong),
                side(line.second, line.second_wrong),
            ],
            right: [share(line.first), share(line.second)],
            at: [line.first_at, line.second_at],
            why: line.sentence.clone(),
        }
    }
}
