//! The one form in which requests and answers cross every border: the command line's JSON, the npm
//! package and the page.
//!
//! Names are camelCase, amounts are exact dollars, positions count UTF-16 code units, and shares
//! run from 0 to 1. A wrong input is an answer with `ok: false`, never an exception.

mod answer;
mod leaderboard;
mod many;
mod parsed;
mod request;

pub use answer::{
    Failure, FailureBody, GradeAnswer, Graded, Share, WireLine, WireOtherMode, WireScore, WireSpan,
    WireWarning,
};
pub use leaderboard::{
    AggregateAnswer, AggregateRequest, Aggregated, Entry, PassFigures, Run, RunLine, RunSegment,
    aggregate, aggregate_json,
};
pub use many::{grade_many, grade_many_json};
pub use parsed::{
    ExpectedLine, MarkdownAnswer, ParseExpectedAnswer, ParseResponseAnswer, ParsedExpected,
    ParsedLine, ParsedResponse, RenderedMarkdown, XmlValue, markdown_json, parse_expected,
    parse_expected_json, parse_response, parse_response_json, profiles_json,
};
pub use request::{GradeRequest, KeyRequest, ParseResponseRequest, ProfileChoice, ResponseOptions};

use crate::error::{Error, ErrorCode};
use crate::expected::{ExpectedReturn, Jurisdiction};
use crate::grade::{AnswerKey, Mode, Warning};
use crate::profile::Profile;

/// Answers one request.
#[must_use]
pub fn grade(request: &GradeRequest<'_>) -> GradeAnswer {
    match key(request).and_then(|key| {
        grade_with(
            &key,
            request.case.as_deref(),
            &request.response,
            request.mode.unwrap_or_default(),
        )
    }) {
        Ok(graded) => GradeAnswer::Graded(Box::new(graded)),
        Err(error) => GradeAnswer::Failed(Failure::from(&error)),
    }
}

/// Answers one request given and returned as JSON text.
#[must_use]
pub fn grade_json(request: &str) -> String {
    let answer = match GradeRequest::from_json(request) {
        Ok(request) => return grade(&request).to_json_with_id(request.id.as_ref()),
        Err(error) => GradeAnswer::Failed(Failure::from(&error)),
    };
    answer.to_json()
}

/// The answer key that a request asks for.
///
/// # Errors
/// Those of [`ExpectedReturn::parse`], [`Profile::for_return`], [`Profile::from_json`] and
/// [`AnswerKey::new`].
pub fn key(request: &GradeRequest<'_>) -> Result<AnswerKey, Error> {
    let expected = ExpectedReturn::parse(&request.expected)?;
    let profile = match &request.profile {
        Some(choice) => choice.profile()?,
        None => Profile::for_return(&expected)?,
    };
    let key = AnswerKey::new(&expected, &profile)?;
    Ok(match request.tolerance_cents()? {
        Some(tolerance) => key.with_tolerance(tolerance),
        None => key,
    })
}

/// Grades a response against a prepared key.
///
/// # Errors
/// Those of [`AnswerKey::grade`].
pub fn grade_with(
    key: &AnswerKey,
    case: Option<&str>,
    response: &str,
    mode: Mode,
) -> Result<Graded, Error> {
    let mut graded = key.grade(response, mode)?;
    graded.warnings.extend(case_warning(key.profile(), case));
    Ok(Graded::new(key, case, response, &graded))
}

/// The answer key that a [`KeyRequest`] in JSON asks for.
///
/// # Errors
/// [`ErrorCode::RequestInvalid`], and those of [`key()`].
pub fn key_json(request: &str) -> Result<AnswerKey, Error> {
    parsed::from_json::<KeyRequest<'_>>(request).and_then(|request| key(&request.into()))
}

/// Grades a response against a prepared key, `None` for one that is no more; [`ResponseOptions`]
/// as JSON in, the answer as JSON out.
#[must_use]
pub fn grade_by_key_json(key: Option<&AnswerKey>, response: &str, options: &str) -> String {
    let graded = parsed::from_json::<ResponseOptions<'_>>(options).and_then(|options| {
        let key = key.ok_or_else(|| {
            Error::new(
                ErrorCode::RequestInvalid,
                "the answer key is closed",
                "open it again",
            )
        })?;
        let mode = options.mode.unwrap_or_default();
        grade_with(key, options.case.as_deref(), response, mode)
    });
    match graded {
        Ok(graded) => GradeAnswer::Graded(Box::new(graded)),
        Err(error) => GradeAnswer::Failed(Failure::from(&error)),
    }
    .to_json()
}

/// Cross-checks a case's name with the return it came with.
fn case_warning(profile: &Profile, case: Option<&str>) -> Option<Warning> {
    let case = case?;
    let named = Jurisdiction::from_case_name(case)?;
    (named != profile.jurisdiction).then(|| Warning {
        code: "case-mismatch",
        message: format!(
            "the case `{case}` is named for {named}, its expected return is for {}",
            profile.jurisdiction
        ),
        span: None,
    })
}

/// An error for a request that is not of the asked-for form.
fn invalid_request(message: String) -> Error {
    Error::new(
        ErrorCode::RequestInvalid,
        message,
        "a request has `expected` (XML text) and `response` (text), and may have `id`, `case`, \
         `profile`, `mode` and `tolerance`",
    )
}

#[cfg(test)]
mod tests;
