//! Why the wrong lines of a graded return are wrong.
//!
//! A mistake goes down the form with every line that is computed from it. The form's own formulas
//! (from the profile), applied to the model's own amounts, tell a consequence from a cause: a wrong
//! line that follows from the model's other lines is *carried*, every other one is a *root*.
//!
//! The lines that are diagnosed:
//!
//! - every scored line that is not equal to the expected amount;
//! - every unscored line that the response states and that differs from the expected amount;
//! - every other line that one of these inherits from: an unscored line that was left out or
//!   blank, or one that the expected return has no element for.
//!
//! What the response does not state has to be assumed before formulas can be applied: an unscored
//! line it leaves out is taken as the form's formula gives it or, if it is entered, as expected,
//! unless the model's own sums show that it counted as 0; a blank or missing scored line is taken
//! as 0, unless the sums show that it was counted. The roots of a return are those behind its
//! scored lines.

mod chain;
mod elsewhere;
mod examiner;
mod lines;
mod mend;
mod own;
mod slip;
mod table;
mod words;

#[cfg(test)]
mod tests;

pub use examiner::Examiner;
pub(crate) use table::TableCheck;
pub use table::TableSlip;

use serde::Serialize;

use crate::grade::Score;
use crate::money::Cents;

/// What explains a wrong line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "DiagnosisKind")
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// The form's formula on the model's own lines gives the amount: a consequence.
    Carried,
    /// The form's formula on the model's own lines gives another amount.
    Arithmetic,
    /// An entered amount is wrong.
    Root,
    /// The tax is not that of the Tax Table, and it is known how it came about.
    TaxTable,
    /// The amount with the wrong sign.
    Sign,
    /// Two digits next to each other have changed places.
    TransposedDigits,
    /// A zero was left out.
    DroppedZero,
    /// A zero too many.
    AddedZero,
    /// The amount of the line above or below.
    NeighbourLine,
    /// Within $1: cents, or rounding.
    Rounding,
    /// The line has no amount.
    Blank,
    /// The response does not have the line.
    Missing,
    /// What stands there is not one amount.
    Unreadable,
    /// The amount stands under another form.
    OtherForm,
}

impl Kind {
    /// The word for it in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Carried => "carried",
            Self::Arithmetic => "arithmetic",
            Self::Root => "root",
            Self::TaxTable => "tax-table",
            Self::Sign => "sign",
            Self::TransposedDigits => "transposed-digits",
            Self::DroppedZero => "dropped-zero",
            Self::AddedZero => "added-zero",
            Self::NeighbourLine => "neighbour-line",
            Self::Rounding => "rounding",
            Self::Blank => "blank",
            Self::Missing => "missing",
            Self::Unreadable => "unreadable",
            Self::OtherForm => "other-form",
        }
    }

    /// Whether a line of this kind is a cause, and no mere consequence.
    #[must_use]
    pub const fn is_root(self) -> bool {
        !matches!(self, Self::Carried)
    }
}

/// Why one line is wrong. Lines are named by their index in the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineDiagnosis {
    /// The line.
    pub line: usize,
    /// What explains it.
    pub kind: Kind,
    /// How the tax came about, for [`Kind::TaxTable`].
    pub table_slip: Option<TableSlip>,
    /// The expected amount; computed from the form where e-file has no element for the line.
    pub expected: Cents,
    /// The model's amount; 0 for a blank or missing line, `None` when it cannot be read.
    pub actual: Option<Cents>,
    /// What the form's formula, or the tax table, gives on the model's own lines.
    pub by_own_lines: Option<Cents>,
    /// The wrong lines that this one is computed from.
    pub upstream: Vec<usize>,
    /// The roots behind this line, itself included when it is one.
    pub roots: Vec<usize>,
    /// The explanation, as a tax analyst would write it.
    pub sentence: String,
    /// A few words for a list: `line 16 used the rate formula`.
    pub phrase: String,
}

/// What the score would be if one root were mended and the lines that follow the form's formulas
/// were computed again from the model's own amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mended {
    /// The root.
    pub root: usize,
    /// The score then.
    pub score: Score,
    /// Scored lines that are wrong now and would be right.
    pub becomes_right: Vec<usize>,
}

/// A scored line that is right although it does not follow from the model's own lines: errors
/// cancel out, or it was not computed from the lines above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RightAnyway {
    /// The line.
    pub line: usize,
    /// What the form's formula gives on the model's own lines.
    pub by_own_lines: Cents,
    /// The same in words.
    pub sentence: String,
}

/// Why the lines of a return are wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// One sentence: `9 wrong lines, 1 root: line 16 used the rate formula`.
    pub summary: String,
    /// How many scored lines are wrong.
    pub wrong: usize,
    /// The first wrong line in form order: a scored one, or one behind a scored one.
    pub first: Option<usize>,
    /// The roots behind the wrong scored lines, in form order.
    pub roots: Vec<usize>,
    /// Every diagnosed line, in form order.
    pub lines: Vec<LineDiagnosis>,
    /// What mending each root would do.
    pub mended: Vec<Mended>,
    /// Lines that are right, but not by the model's own lines.
    pub right_anyway: Vec<RightAnyway>,
}

impl Diagnosis {
    /// The diagnosis of a line of the profile.
    #[must_use]
    pub fn of(&self, line: usize) -> Option<&LineDiagnosis> {
        let at = self.lines.binary_search_by_key(&line, |one| one.line);
        self.lines.get(at.ok()?)
    }
}
