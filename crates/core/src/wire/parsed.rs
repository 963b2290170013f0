//! Reading without comparing: what a response states, what an expected return holds, and a graded
//! response as a report.

use serde::Serialize;

use super::answer::spans;
use super::{
    Failure, GradeRequest, KeyRequest, ParseResponseRequest, Prepared, WireSpan, WireWarning,
    from_json, key,
};
use crate::error::Error;
use crate::expected::{ExpectedReturn, Jurisdiction};
use crate::grade::AnswerKey;
use crate::json::{ToJson, to_json};
use crate::money::Cents;
use crate::profile::Profile;
use crate::report::{Evaluation, diagnosed_markdown, evaluation_markdown};
use crate::response::{Format, MatchedBy};

/// A response that was read, or why it was not.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum ParseResponseAnswer {
    /// The response was read.
    Parsed(ParsedResponse),
    /// The request could not be used.
    Failed(Failure),
}

/// What a response states.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ParsedResponse {
    /// Always true.
    #[cfg_attr(feature = "typescript", tsify(type = "true"))]
    pub ok: bool,
    /// Name of the profile.
    pub profile: String,
    /// How amounts were read.
    #[cfg_attr(feature = "typescript", tsify(type = "Mode"))]
    pub mode: &'static str,
    /// In which form the response was written.
    pub format: Format,
    /// The lines of the profile that the response has, in the form's order.
    pub lines: Vec<ParsedLine>,
    /// What a reader should know.
    #[cfg_attr(feature = "typescript", tsify(type = "Warning[]"))]
    pub warnings: Vec<WireWarning>,
}

/// One line that a response states.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ParsedLine {
    /// Line number.
    pub line: String,
    /// The form's words.
    pub label: String,
    /// Whether the line counts when it is graded.
    pub scored: bool,
    /// Stated dollars, 0 for a blank line; null when unreadable.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub amount: Option<Cents>,
    /// What stood there.
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "'amount' | 'blank' | 'unreadable'")
    )]
    pub reading: &'static str,
    /// How the line was found.
    pub matched_by: MatchedBy,
    /// Where the amount stands in the response.
    #[cfg_attr(feature = "typescript", tsify(type = "Span | null"))]
    pub span: Option<WireSpan>,
}

/// Reads a response.
///
/// # Errors
/// Those of [`super::ProfileChoice::profile`] and [`AnswerKey::grade`].
pub fn parse_response(request: &ParseResponseRequest<'_>) -> Result<ParsedResponse, Error> {
    let profile = request.profile.profile()?;
    let mode = request.mode.unwrap_or_default();
    let read = AnswerKey::blank(&profile).grade(&request.response, mode)?;
    let mut span = spans(&request.response);
    let lines = read.lines.iter().zip(&profile.lines);
    let lines = lines
        .filter_map(|(line, known)| {
            Some(ParsedLine {
                line: known.line.clone(),
                label: known.label.clone(),
                scored: known.scored,
                amount: line.actual,
                reading: line.reading.as_str(),
                matched_by: line.matched_by?,
                span: line.span.as_ref().map(&mut span),
            })
        })
        .collect();
    Ok(ParsedResponse {
        ok: true,
        profile: profile.id.clone(),
        mode: mode.as_str(),
        format: read.format,
        lines,
        warnings: read
            .warnings
            .iter()
            .map(|warning| WireWarning::new(warning, &mut span))
            .collect(),
    })
}

/// An expected return that was read, or why it was not.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum ParseExpectedAnswer {
    /// The return was read.
    Parsed(ParsedExpected),
    /// The request could not be used.
    Failed(Failure),
}

/// What an expected return holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ParsedExpected {
    /// Always true.
    #[cfg_attr(feature = "typescript", tsify(type = "true"))]
    pub ok: bool,
    /// Tax year of the return.
    pub tax_year: u16,
    /// Jurisdiction of the return.
    pub jurisdiction: Jurisdiction,
    /// Name of the profile.
    pub profile: String,
    /// The lines of the profile that e-file has an element for, in the form's order.
    pub lines: Vec<ExpectedLine>,
    /// Every value of the XML with its path, in document order.
    pub values: Vec<XmlValue>,
}

/// One line of an expected return.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExpectedLine {
    /// Line number.
    pub line: String,
    /// The form's words.
    pub label: String,
    /// Path in the XML.
    pub xpath: String,
    /// Whether the line counts.
    pub scored: bool,
    /// Dollars, 0 for an absent element; null for a line that is not scored and holds no amount.
    #[cfg_attr(feature = "typescript", tsify(type = "number | null"))]
    pub amount: Option<Cents>,
}

/// One value of the XML.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct XmlValue {
    /// Whole path of local names, `/@name` at its end for an attribute.
    pub path: String,
    /// The text, trimmed.
    pub text: String,
}

/// Reads an expected return under its profile.
///
/// # Errors
/// Those of [`key()`].
pub fn parse_expected(request: KeyRequest<'_>) -> Result<ParsedExpected, Error> {
    let request = GradeRequest::from(request);
    let key = key(&request)?;
    let parsed = ExpectedReturn::parse(&request.expected)?;
    let profile = key.profile();
    let lines = profile.lines.iter().enumerate();
    Ok(ParsedExpected {
        ok: true,
        tax_year: profile.tax_year,
        jurisdiction: profile.jurisdiction,
        profile: profile.id.clone(),
        lines: lines
            .filter_map(|(at, line)| {
                Some(ExpectedLine {
                    line: line.line.clone(),
                    label: line.label.clone(),
                    xpath: line.xpath.clone()?,
                    scored: line.scored,
                    amount: key.expected(at),
                })
            })
            .collect(),
        values: parsed
            .values()
            .map(|(path, value)| XmlValue {
                path: path.to_owned(),
                text: value.text.to_owned(),
            })
            .collect(),
    })
}

/// A report, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum MarkdownAnswer {
    /// The report.
    Rendered(RenderedMarkdown),
    /// The request could not be used.
    Failed(Failure),
}

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RenderedMarkdown {
    /// Always true.
    #[cfg_attr(feature = "typescript", tsify(type = "true"))]
    pub ok: bool,
    /// Markdown text.
    pub markdown: String,
}

fn markdown(request: &GradeRequest<'_>) -> Result<RenderedMarkdown, Error> {
    let prepared = Prepared::new(request)?;
    let mode = request.mode.unwrap_or_default();
    let graded = prepared.key().grade(&request.response, mode)?;
    let report = Evaluation {
        key: prepared.key(),
        graded: &graded,
        web_search: None,
    };
    let markdown = if request.diagnose == Some(false) {
        evaluation_markdown(&report)
    } else {
        let diagnosis = prepared
            .examiner()?
            .diagnose(prepared.key(), &graded, &request.response);
        diagnosed_markdown(&report, &diagnosis)
    };
    Ok(RenderedMarkdown { ok: true, markdown })
}

/// Grades one response and writes its evaluation report: JSON in, JSON out.
#[must_use]
pub fn markdown_json(request: &str) -> String {
    json(
        match GradeRequest::from_json(request).and_then(|request| markdown(&request)) {
            Ok(rendered) => MarkdownAnswer::Rendered(rendered),
            Err(error) => MarkdownAnswer::Failed(Failure::from(&error)),
        },
    )
}

/// Reads a response: JSON in, JSON out.
#[must_use]
pub fn parse_response_json(request: &str) -> String {
    json(
        match from_json(request).and_then(|request| parse_response(&request)) {
            Ok(parsed) => ParseResponseAnswer::Parsed(parsed),
            Err(error) => ParseResponseAnswer::Failed(Failure::from(&error)),
        },
    )
}

/// Reads an expected return: JSON in, JSON out.
#[must_use]
pub fn parse_expected_json(request: &str) -> String {
    json(match from_json(request).and_then(parse_expected) {
        Ok(parsed) => ParseExpectedAnswer::Parsed(parsed),
        Err(error) => ParseExpectedAnswer::Failed(Failure::from(&error)),
    })
}

/// An answer of any kind as JSON.
pub(super) fn json(answer: impl ToJson) -> String {
    to_json(&answer)
}

/// The built-in profiles as a JSON array.
#[must_use]
pub fn profiles_json() -> String {
    Profile::builtins_json()
}
