//! A diagnosis as it crosses borders: lines by their printed numbers, amounts in dollars.

use serde::Serialize;

use super::WireScore;
use crate::diagnose::{Diagnosis, Kind, TableSlip};
use crate::money::Cents;
use crate::profile::Profile;

/// Why the lines of a return are wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "Diagnosis")
)]
#[serde(rename_all = "camelCase")]
pub struct WireDiagnosis {
    /// One sentence for the return, without a full stop.
    pub summary: String,
    /// How many scored lines are wrong.
    pub wrong_lines: usize,
    /// The first wrong line in form order.
    pub first_wrong_line: Option<String>,
    /// The causes behind the wrong scored lines, in form order.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosisRoot[]"))]
    pub roots: Vec<WireRoot>,
    /// Every diagnosed line, in form order; roots are among them.
    #[cfg_attr(feature = "typescript", tsify(type = "LineDiagnosis[]"))]
    pub lines: Vec<WireLineDiagnosis>,
    /// Scored lines that are right, but not by the model's own lines.
    #[cfg_attr(feature = "typescript", tsify(type = "RightAnyway[]"))]
    pub right_anyway: Vec<WireRightAnyway>,
}

/// A cause of wrong lines.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "DiagnosisRoot")
)]
#[serde(rename_all = "camelCase")]
pub struct WireRoot {
    /// Line number.
    pub line: String,
    /// What it is.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosisKind"))]
    pub kind: Kind,
    /// How a wrong tax came about.
    pub table_slip: Option<TableSlip>,
    /// A few words: `line 16 used the rate formula`.
    pub phrase: String,
    /// What the return would score if only this were mended.
    #[cfg_attr(feature = "typescript", tsify(type = "Mended"))]
    pub if_mended: WireMended,
}

/// The score without one of the roots.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(rename = "Mended"))]
#[serde(rename_all = "camelCase")]
pub struct WireMended {
    /// The score.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", tsify(type = "Score"))]
    pub score: WireScore,
    /// Wrong scored lines that would become right.
    pub becomes_right: Vec<String>,
}

/// Why one line is wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "LineDiagnosis")
)]
#[serde(rename_all = "camelCase")]
pub struct WireLineDiagnosis {
    /// Line number.
    pub line: String,
    /// Whether the line counts.
    pub scored: bool,
    /// What explains it.
    #[cfg_attr(feature = "typescript", tsify(type = "DiagnosisKind"))]
    pub kind: Kind,
    /// How a wrong tax came about.
    pub table_slip: Option<TableSlip>,
    /// Expected dollars.
    #[cfg_attr(feature = "typescript", tsify(type = "number"))]
    pub expected: Cents,
    /// Stated dollars, 0 for a blank or missing line; null when unreadable.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub actual: Option<Cents>,
    /// What the form gives on the model's own lines; null for an entered line.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub by_own_lines: Option<Cents>,
    /// The wrong lines it is computed from.
    pub upstream: Vec<String>,
    /// The roots it goes back to, itself included when it is one.
    pub roots: Vec<String>,
    /// The explanation.
    pub sentence: String,
}

/// A line that is right for the wrong reason.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "RightAnyway")
)]
#[serde(rename_all = "camelCase")]
pub struct WireRightAnyway {
    /// Line number.
    pub line: String,
    /// What the form gives on the model's own lines.
    #[cfg_attr(feature = "typescript", tsify(type = "number"))]
    pub by_own_lines: Cents,
    /// The explanation.
    pub sentence: String,
}

impl WireDiagnosis {
    /// Puts a diagnosis into its wire form.
    #[must_use]
    pub fn new(profile: &Profile, diagnosis: &Diagnosis) -> Self {
        let number = |line: usize| {
            let known = profile.lines.get(line);
            known.map(|line| line.line.clone()).unwrap_or_default()
        };
        let numbers = |lines: &[usize]| lines.iter().map(|line| number(*line)).collect();
        let root = |mended: &crate::diagnose::Mended| {
            let root = diagnosis.of(mended.root)?;
            Some(WireRoot {
                line: number(mended.root),
                kind: root.kind,
                table_slip: root.table_slip,
                phrase: root.phrase.clone(),
                if_mended: WireMended {
                    score: WireScore::from(&mended.score),
                    becomes_right: numbers(&mended.becomes_right),
                },
            })
        };
        Self {
            summary: diagnosis.summary.clone(),
            wrong_lines: diagnosis.wrong,
            first_wrong_line: diagnosis.first.map(number),
            roots: diagnosis.mended.iter().filter_map(root).collect(),
            lines: diagnosis
                .lines
                .iter()
                .map(|one| WireLineDiagnosis {
                    line: number(one.line),
                    scored: profile.lines.get(one.line).is_some_and(|line| line.scored),
                    kind: one.kind,
                    table_slip: one.table_slip,
                    expected: one.expected,
                    actual: one.actual,
                    by_own_lines: one.by_own_lines,
                    upstream: numbers(&one.upstream),
                    roots: numbers(&one.roots),
                    sentence: one.sentence.clone(),
                })
                .collect(),
            right_anyway: diagnosis
                .right_anyway
                .iter()
                .map(|one| WireRightAnyway {
                    line: number(one.line),
                    by_own_lines: one.by_own_lines,
                    sentence: one.sentence.clone(),
                })
                .collect(),
        }
    }
}
