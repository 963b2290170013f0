//! Compares what a response states with what the expected return holds, line by line.
//!
//! A line is strictly correct when the amounts are equal, and leniently when they are at most
//! [`TOLERANCE`] apart ($5 in the benchmark: TaxCalcBench, section "Evaluation"). A return is
//! correct when all its scored lines are. A blank or missing line stands for 0, as on a tax form.

mod indexed;
mod key;
mod score;

pub use key::{AnswerKey, TOLERANCE};
pub use score::{Score, Tally};

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::money::{Cents, Unreadable};
use crate::response::{Format, MatchedBy};

/// How amounts are read from a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Reads what models mean; text that is not one amount is wrong, whatever was expected.
    #[default]
    Robust,
    /// Reads as the upstream evaluator does: only a plain number after the last pipe counts, and
    /// everything else is 0.
    Upstream,
}

impl Mode {
    /// The other mode.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Robust => Self::Upstream,
            Self::Upstream => Self::Robust,
        }
    }

    /// The word for the mode in JSON and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Robust => "robust",
            Self::Upstream => "upstream",
        }
    }
}

/// How close an amount is to the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Equal.
    Exact,
    /// Within the tolerance.
    Within,
    /// Neither.
    Wrong,
}

impl Verdict {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Within => "within",
            Self::Wrong => "wrong",
        }
    }
}

/// What stood in the response for a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineReading {
    /// An amount.
    Amount,
    /// A line without an amount.
    Blank,
    /// No such line.
    Missing,
    /// Text that is not one amount.
    Unreadable(Unreadable),
}

impl LineReading {
    /// The word for it in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Amount => "amount",
            Self::Blank => "blank",
            Self::Missing => "missing",
            Self::Unreadable(_) => "unreadable",
        }
    }
}

/// One line of a graded return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradedLine {
    /// Index of the line in the profile.
    pub index: usize,
    /// What the expected return holds, 0 where it has no value; `None` for a line without a path.
    pub expected: Option<Cents>,
    /// What the response states, 0 for a blank or missing line; `None` when it cannot be read.
    pub actual: Option<Cents>,
    /// How they compare; `None` where there is nothing expected.
    pub verdict: Option<Verdict>,
    /// How they would compare in the other [`Mode`].
    pub other_verdict: Option<Verdict>,
    /// The amount in the other mode.
    pub other_actual: Option<Cents>,
    /// What stood in the response.
    pub reading: LineReading,
    /// How the line was found.
    pub matched_by: Option<MatchedBy>,
    /// Where the amount stands in the response, in bytes.
    pub span: Option<Range<usize>>,
}

impl GradedLine {
    /// `actual - expected`.
    #[must_use]
    pub fn difference(&self) -> Option<Cents> {
        Some(self.actual?.minus(self.expected?))
    }
}

/// Something a reader of the score should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// A stable code, such as `conflicting-lines`.
    pub code: &'static str,
    /// What it is about, in words.
    pub message: String,
    /// The place in the response, in bytes.
    pub span: Option<Range<usize>>,
}

/// A response graded against one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradedReturn {
    /// The mode the response was read in.
    pub mode: Mode,
    /// In which form the response was written.
    pub format: Format,
    /// The score.
    pub score: Score,
    /// The score in the other mode.
    pub other_score: Score,
    /// All lines of the profile in the form's order.
    pub lines: Vec<GradedLine>,
    /// What a reader should know.
    pub warnings: Vec<Warning>,
}

#[cfg(test)]
mod tests;
