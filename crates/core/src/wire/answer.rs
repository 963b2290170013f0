//! What comes back.

use std::ops::Range;

use serde::{Serialize, Serializer};

use super::WireDiagnosis;
use crate::error::{Error, Position};
use crate::expected::Jurisdiction;
use crate::grade::{AnswerKey, GradedLine, GradedReturn, Score, Verdict, Warning};
use crate::json;
use crate::money::Cents;
use crate::profile::Line;
use crate::response::{Format, MatchedBy};
use crate::text::Utf16;

/// The answer to one request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum GradeAnswer {
    /// The response was graded.
    Graded(Box<Graded>),
    /// The request could not be used.
    Failed(Failure),
}

impl GradeAnswer {
    /// The answer as JSON text on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::to_json(self)
    }

    /// The answer as JSON text on one line, with the request's id in front when it had one.
    #[must_use]
    pub fn to_json_with_id(&self, id: Option<&str>) -> String {
        let json = self.to_json();
        match (id, json.strip_prefix('{')) {
            (Some(id), Some(rest)) => ["{\"id\":", id, ",", rest].concat(),
            _ => json,
        }
    }
}

/// A graded response.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Graded {
    /// Always true.
    #[cfg_attr(feature = "typescript", tsify(type = "true"))]
    pub ok: bool,
    /// The case's name, when one was given.
    pub case: Option<String>,
    /// Tax year of the expected return.
    pub tax_year: u16,
    /// Jurisdiction of the expected return.
    pub jurisdiction: Jurisdiction,
    /// Name of the profile.
    pub profile: String,
    /// Where the profile's line list comes from.
    pub profile_source: String,
    /// How amounts were read.
    #[cfg_attr(feature = "typescript", tsify(type = "Mode"))]
    pub mode: &'static str,
    /// In which form the response was written.
    pub format: Format,
    /// The score.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", tsify(type = "Score"))]
    pub score: WireScore,
    /// What an answer without any line would score.
    #[cfg_attr(feature = "typescript", tsify(type = "Score"))]
    pub empty_answer: WireScore,
    /// What the other reading mode would score, and on which lines the two differ.
    #[cfg_attr(feature = "typescript", tsify(type = "OtherMode"))]
    pub other_mode: WireOtherMode,
    /// Scored lines, and others that the return or the response has.
    #[cfg_attr(feature = "typescript", tsify(type = "GradedLine[]"))]
    pub lines: Vec<WireLine>,
    /// What a reader should know.
    #[cfg_attr(feature = "typescript", tsify(type = "Warning[]"))]
    pub warnings: Vec<WireWarning>,
    /// Why lines are wrong, unless it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(type = "Diagnosis"))]
    pub diagnosis: Option<WireDiagnosis>,
}

/// The four figures of one return.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(rename = "Score"))]
#[serde(rename_all = "camelCase")]
pub struct WireScore {
    /// All scored lines are equal.
    pub strict_correct: bool,
    /// All scored lines are within the tolerance.
    pub lenient_correct: bool,
    /// Share of scored lines that are equal.
    pub correct_by_line: Share,
    /// Share of scored lines within the tolerance.
    pub lenient_by_line: Share,
}

impl From<&Score> for WireScore {
    fn from(score: &Score) -> Self {
        Self {
            strict_correct: score.strict_correct(),
            lenient_correct: score.lenient_correct(),
            correct_by_line: Share(score.by_line()),
            lenient_by_line: Share(score.lenient_by_line()),
        }
    }
}

/// A share from 0 to 1. Whole numbers are written without a fraction, as JavaScript writes them.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Share(pub f64);

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 == 0.0 {
            serializer.serialize_u8(0)
        } else if self.0 == 1.0 {
            serializer.serialize_u8(1)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// The score in the other reading mode.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "OtherMode")
)]
#[serde(rename_all = "camelCase")]
pub struct WireOtherMode {
    /// That mode.
    #[cfg_attr(feature = "typescript", tsify(type = "Mode"))]
    pub mode: &'static str,
    /// Its score.
    #[serde(flatten)]
    #[cfg_attr(feature = "typescript", tsify(type = "Score"))]
    pub score: WireScore,
    /// Scored lines that it judges differently.
    pub lines: Vec<String>,
}

/// One line of the form.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "GradedLine")
)]
#[serde(rename_all = "camelCase")]
pub struct WireLine {
    /// Line number.
    pub line: String,
    /// The form's words.
    pub label: String,
    /// Path in the expected XML.
    pub xpath: Option<String>,
    /// Whether the line counts.
    pub scored: bool,
    /// Expected dollars; null where e-file has no element for the line.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub expected: Option<Cents>,
    /// Stated dollars, 0 for a blank or missing line; null when unreadable.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub actual: Option<Cents>,
    /// `actual - expected`.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub difference: Option<Cents>,
    /// How they compare; null where nothing is expected.
    pub verdict: Option<Verdict>,
    /// What stood in the response.
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "'amount' | 'blank' | 'missing' | 'unreadable'")
    )]
    pub reading: &'static str,
    /// How the line was found; null when it was not.
    pub matched_by: Option<MatchedBy>,
    /// Where the amount stands in the response.
    #[cfg_attr(feature = "typescript", tsify(type = "Span | null"))]
    pub span: Option<WireSpan>,
}

/// A range of UTF-16 code units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(rename = "Span"))]
pub struct WireSpan {
    /// First unit.
    pub start: usize,
    /// One past the last unit.
    pub end: usize,
}

/// Something a reader of the score should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "Warning")
)]
pub struct WireWarning {
    /// A stable code.
    pub code: &'static str,
    /// In words.
    pub message: String,
    /// The place in the response.
    #[cfg_attr(feature = "typescript", tsify(type = "Span | null"))]
    pub span: Option<WireSpan>,
}

/// A request that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Failure {
    /// Always false.
    #[cfg_attr(feature = "typescript", tsify(type = "false"))]
    pub ok: bool,
    /// What was wrong.
    pub error: FailureBody,
}

/// What was wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct FailureBody {
    /// A stable code.
    pub code: &'static str,
    /// What was wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Where, in the text that is at fault.
    pub position: Option<Position>,
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Self {
        Self {
            ok: false,
            error: FailureBody {
                code: error.code().as_str(),
                message: error.message().to_owned(),
                help: error.help().to_owned(),
                position: error.position(),
            },
        }
    }
}

/// Whether a line is among an answer's lines.
pub(super) const fn is_shown(line: &GradedLine, known: &Line) -> bool {
    known.scored || known.xpath.is_some() || line.matched_by.is_some()
}

/// Whether the other reading mode judges a line differently.
pub(super) fn differs(line: &GradedLine, known: &Line) -> bool {
    known.scored && line.verdict != line.other_verdict
}

/// Turns byte ranges of a text into spans.
pub(super) fn spans(text: &str) -> impl FnMut(&Range<usize>) -> WireSpan {
    let mut units = Utf16::new(text);
    move |bytes| {
        let units = units.range(bytes);
        WireSpan {
            start: units.start,
            end: units.end,
        }
    }
}

impl WireWarning {
    pub(super) fn new(warning: &Warning, span: &mut impl FnMut(&Range<usize>) -> WireSpan) -> Self {
        Self {
            code: warning.code,
            message: warning.message.clone(),
            span: warning.span.as_ref().map(span),
        }
    }
}

impl Graded {
    /// Puts a graded return into its wire form.
    #[must_use]
    pub fn new(key: &AnswerKey, case: Option<&str>, response: &str, graded: &GradedReturn) -> Self {
        let profile = key.profile();
        let mut span = spans(response);
        let mut differing = Vec::new();
        let mut lines = Vec::with_capacity(graded.lines.len());
        for (line, known) in graded.lines.iter().zip(&profile.lines) {
            if differs(line, known) {
                differing.push(known.line.clone());
            }
            if !is_shown(line, known) {
                continue;
            }
            lines.push(WireLine {
                line: known.line.clone(),
                label: known.label.clone(),
                xpath: known.xpath.clone(),
                scored: known.scored,
                expected: line.expected,
                actual: line.actual,
                difference: line.difference(),
                verdict: line.verdict,
                reading: line.reading.as_str(),
                matched_by: line.matched_by,
                span: line.span.as_ref().map(&mut span),
            });
        }
        let warning = |warning: &Warning| WireWarning::new(warning, &mut span);
        Self {
            ok: true,
            case: case.map(ToOwned::to_owned),
            tax_year: profile.tax_year,
            jurisdiction: profile.jurisdiction,
            profile: profile.id.clone(),
            profile_source: profile.source.clone(),
            mode: graded.mode.as_str(),
            format: graded.format,
            score: WireScore::from(&graded.score),
            empty_answer: WireScore::from(&key.empty_answer()),
            other_mode: WireOtherMode {
                mode: graded.mode.other().as_str(),
                score: WireScore::from(&graded.other_score),
                lines: differing,
            },
            warnings: graded.warnings.iter().map(warning).collect(),
            lines,
            diagnosis: None,
        }
    }
}
