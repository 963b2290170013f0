//! The one form in which requests and answers cross every border: the command line's JSON, the npm
//! package and the page.
//!
//! Names are camelCase, amounts are exact dollars, positions count UTF-16 code units, and shares
//! run from 0 to 1. A wrong input is an answer with `ok: false`, never an exception.

mod answer;
mod diagnosis;
mod leaderboard;
mod many;
mod parsed;
mod prepared;
mod request;
mod split;
mod write;

pub use answer::{
    Failure, FailureBody, GradeAnswer, Graded, Share, WireLine, WireOtherMode, WireScore, WireSpan,
    WireWarning,
};
pub use diagnosis::{WireDiagnosis, WireLineDiagnosis, WireMended, WireRightAnyway, WireRoot};
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
pub use prepared::Prepared;
pub use request::{GradeRequest, KeyRequest, ParseResponseRequest, ProfileChoice, ResponseOptions};
pub use split::{common_json, own_json};

use std::borrow::Cow;

use request::FromObject;

use crate::diagnose::Examiner;
use crate::error::{Error, ErrorCode, Position};
use crate::expected::{ExpectedReturn, Jurisdiction};
use crate::grade::{AnswerKey, GradedReturn, Mode, Warning};
use crate::json::{self, Object, Wrong};
use crate::profile::Profile;

/// Answers one request.
#[must_use]
pub fn grade(request: &GradeRequest<'_>) -> GradeAnswer {
    match Prepared::new(request).and_then(|key| key.answer(request)) {
        Ok(graded) => GradeAnswer::Graded(Box::new(graded)),
        Err(error) => GradeAnswer::Failed(Failure::from(&error)),
    }
}

/// Answers one request given and returned as JSON text.
#[must_use]
pub fn grade_json(request: &str) -> String {
    let answer = match GradeRequest::from_json(request) {
        Ok(request) => return grade(&request).to_json_with_id(request.id.as_deref()),
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
    prepare(request).map(|(_, key)| key)
}

fn prepare(request: &GradeRequest<'_>) -> Result<(ExpectedReturn, AnswerKey), Error> {
    let expected = ExpectedReturn::parse(&request.expected)?;
    let profile = match &request.profile {
        Some(choice) => choice.profile()?,
        None => Cow::Borrowed(Profile::for_return(&expected)?),
    };
    let key = AnswerKey::new(&expected, &profile)?;
    let key = match request.tolerance_cents()? {
        Some(tolerance) => key.with_tolerance(tolerance),
        None => key,
    };
    Ok((expected, key))
}

/// Grades a response against a prepared key, without a diagnosis.
///
/// # Errors
/// Those of [`AnswerKey::grade`].
pub fn grade_with(
    key: &AnswerKey,
    case: Option<&str>,
    response: &str,
    mode: Mode,
) -> Result<Graded, Error> {
    let graded = graded(key, case, response, mode)?;
    Ok(Graded::new(key, case, response, &graded))
}

fn graded(
    key: &AnswerKey,
    case: Option<&str>,
    response: &str,
    mode: Mode,
) -> Result<GradedReturn, Error> {
    let mut graded = key.grade(response, mode)?;
    graded.warnings.extend(case_warning(key.profile(), case));
    Ok(graded)
}

/// Grades a response against a prepared key and finds out why lines are wrong.
///
/// # Errors
/// Those of [`AnswerKey::grade`].
pub fn grade_and_diagnose(
    key: &AnswerKey,
    examiner: &Examiner,
    case: Option<&str>,
    response: &str,
    mode: Mode,
) -> Result<Graded, Error> {
    let graded = graded(key, case, response, mode)?;
    let diagnosis = examiner.diagnose(key, &graded, response);
    let mut answer = Graded::new(key, case, response, &graded);
    answer.diagnosis = Some(WireDiagnosis::new(key.profile(), &diagnosis));
    Ok(answer)
}

/// Cross-checks a case's name with the return it came with.
#[must_use]
pub fn case_warning(profile: &Profile, case: Option<&str>) -> Option<Warning> {
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

/// A request of any kind from JSON.
fn from_json<'a, T: FromObject<'a>>(json: &'a str) -> Result<T, Error> {
    let mut request = None;
    read(json, &mut |object| {
        request = Some(T::take(object)?);
        Ok(())
    })?;
    request.ok_or_else(|| invalid_request("the request is empty".to_owned()))
}

/// What requests of all kinds have in common.
fn read<'a>(
    json: &'a str,
    take: &mut dyn FnMut(&mut Object<'a>) -> Result<(), Wrong>,
) -> Result<(), Error> {
    let read = |mut object: Object<'a>| {
        take(&mut object)?;
        object.finish()
    };
    json::object(json)
        .and_then(read)
        .map_err(|wrong| unreadable("the request cannot be read", json, &wrong))
}

#[cold]
#[inline(never)]
fn unreadable(what: &str, json: &str, wrong: &Wrong) -> Error {
    let at = Position::at(json, wrong.offset(json));
    // A request that is one line of a stream has one place in it, and the stream's line is told apart.
    let line = if json.trim_ascii_end().contains('\n') {
        format!("line {} ", at.line)
    } else {
        String::new()
    };
    let (what_is_wrong, column) = (wrong.what(), at.column);
    invalid_request(format!("{what}: {what_is_wrong} at {line}column {column}"))
}

/// An error for a request that is not of the asked-for form.
fn invalid_request(message: String) -> Error {
    Error::new(
        ErrorCode::RequestInvalid,
        message,
        "a request has `expected` (XML text) and `response` (text), and may have `id`, `case`, \
         `profile`, `mode`, `tolerance` and `diagnose`",
    )
}

#[cfg(test)]
mod tests;
