//! An expected return made ready for any number of responses.

use super::{
    GradeRequest, Graded, KeyRequest, ResponseOptions, from_json, grade_and_diagnose, grade_with,
    prepare,
};
use crate::diagnose::Examiner;
use crate::error::Error;
use crate::grade::AnswerKey;

/// An answer key, with what a diagnosis needs.
#[derive(Debug, Clone)]
pub struct Prepared {
    key: AnswerKey,
    /// A profile whose formulas cannot be used still grades.
    examiner: Result<Examiner, Error>,
}

impl Prepared {
    /// Makes ready what a request asks for.
    ///
    /// # Errors
    /// Those of [`super::key()`].
    pub fn new(request: &GradeRequest<'_>) -> Result<Self, Error> {
        let (expected, key) = prepare(request)?;
        let examiner = Examiner::new(&key, &expected);
        Ok(Self { key, examiner })
    }

    /// The same for a [`KeyRequest`] in JSON.
    ///
    /// # Errors
    /// [`ErrorCode::RequestInvalid`](crate::error::ErrorCode::RequestInvalid), and those of [`super::key()`].
    pub fn from_json(request: &str) -> Result<Self, Error> {
        from_json::<KeyRequest<'_>>(request).and_then(|request| Self::new(&request.into()))
    }

    /// The answer key.
    #[must_use]
    pub const fn key(&self) -> &AnswerKey {
        &self.key
    }

    /// What tells why lines are wrong.
    ///
    /// # Errors
    /// Those of [`Examiner::new`].
    pub fn examiner(&self) -> Result<&Examiner, Error> {
        self.examiner.as_ref().map_err(Clone::clone)
    }

    /// Grades a request's response; its key is not looked at.
    ///
    /// # Errors
    /// Those of [`AnswerKey::grade`], and of [`Examiner::new`] when a diagnosis is wanted.
    pub fn answer(&self, request: &GradeRequest<'_>) -> Result<Graded, Error> {
        let options = ResponseOptions {
            case: request.case.as_deref().map(Into::into),
            mode: request.mode,
            diagnose: request.diagnose,
        };
        self.grade(&request.response, &options)
    }

    /// Grades a response.
    ///
    /// # Errors
    /// As [`Prepared::answer`].
    pub fn grade(&self, response: &str, options: &ResponseOptions<'_>) -> Result<Graded, Error> {
        let case = options.case.as_deref();
        let mode = options.mode.unwrap_or_default();
        if options.diagnose == Some(false) {
            return grade_with(&self.key, case, response, mode);
        }
        grade_and_diagnose(&self.key, self.examiner()?, case, response, mode)
    }
}
