//! Many requests at once: every expected return is read once, however many responses it has.

use super::{
    Failure, GradeAnswer, GradeRequest, Prepared, ProfileChoice, invalid_request, unreadable,
};
use crate::error::Error;
use crate::json;

/// The keys prepared so far, by what they were asked for with.
#[derive(Default)]
struct Keys(Vec<(Asked, Prepared)>);

/// Expected return, profile and tolerance.
type Asked = (String, Option<ProfileChoice>, Option<String>);

impl Keys {
    fn answer(&mut self, request: &GradeRequest<'_>) -> GradeAnswer {
        let graded = self.key(request).and_then(|key| key.answer(request));
        match graded {
            Ok(graded) => GradeAnswer::Graded(Box::new(graded)),
            Err(error) => GradeAnswer::Failed(Failure::from(&error)),
        }
    }

    fn key(&mut self, request: &GradeRequest<'_>) -> Result<&Prepared, Error> {
        let asked = |(known, _): &(Asked, Prepared)| {
            known.0 == request.expected
                && known.1 == request.profile
                && known.2.as_deref() == request.tolerance
        };
        let at = match self.0.iter().position(asked) {
            Some(at) => at,
            None => {
                let asked = (
                    request.expected.to_string(),
                    request.profile.clone(),
                    request.tolerance.map(str::to_owned),
                );
                self.0.push((asked, Prepared::new(request)?));
                self.0.len() - 1
            }
        };
        let key = self.0.get(at).map(|(_, key)| key);
        key.ok_or_else(|| invalid_request("the answer key is lost".to_owned()))
    }
}

/// Answers every request, in order.
#[must_use]
pub fn grade_many(requests: &[GradeRequest<'_>]) -> Vec<GradeAnswer> {
    let mut keys = Keys::default();
    requests
        .iter()
        .map(|request| keys.answer(request))
        .collect()
}

/// Answers a JSON array of requests with a JSON array of answers, each with its request's id. A
/// request of a wrong form is answered by itself and does not spoil the others.
#[must_use]
pub fn grade_many_json(requests: &str) -> String {
    let requests = match json::array(requests) {
        Ok(requests) => requests,
        Err(wrong) => {
            let error = unreadable("the requests cannot be read", requests, &wrong);
            return GradeAnswer::Failed(Failure::from(&error)).to_json();
        }
    };
    let mut keys = Keys::default();
    let answers: Vec<String> = requests
        .into_iter()
        .enumerate()
        .map(|(at, json)| match GradeRequest::from_json(json.text()) {
            Ok(request) => keys.answer(&request).to_json_with_id(request.id.as_deref()),
            Err(error) => {
                let numbered = Error::new(
                    error.code(),
                    format!("request {}: {}", at + 1, error.message()),
                    error.help(),
                );
                GradeAnswer::Failed(Failure::from(&numbered)).to_json()
            }
        })
        .collect();
    format!("[{}]", answers.join(","))
}
