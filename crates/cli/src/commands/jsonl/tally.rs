//! Counting what a stream of requests scores, for `--aggregate`.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use taxgrade::counts::Counts;
use taxgrade::generation::GenerationFailure;
use taxgrade::report::Configuration;
use taxgrade::wire::{GradeAnswer, GradeRequest};
use taxgrade::{Score, Verdict};

use crate::failure::Failure;
use crate::files;

/// Exact counts of the answers so far. Their order does not matter, so threads may add as they
/// finish.
pub(super) struct Tally {
    path: PathBuf,
    counted: Mutex<Counted>,
}

#[derive(Default)]
struct Counted {
    counts: Counts,
    without_case: u64,
}

/// What a request's `id` may say of the call, when it is an object. Everything else in it is the
/// caller's own.
#[derive(Default, Deserialize)]
struct Call {
    #[serde(default)]
    case: Option<String>,
    #[serde(default)]
    provider: String,
    #[serde(default)]
    model: String,
    #[serde(default)]
    thinking: String,
    #[serde(default)]
    tools: String,
    /// How the answer ended, in the words of the JSON beside saved answers.
    #[serde(default)]
    stop: Option<String>,
}

impl Tally {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            path,
            counted: Mutex::default(),
        }
    }

    pub(super) fn add(&self, request: &GradeRequest<'_>, answer: &GradeAnswer) {
        let GradeAnswer::Graded(graded) = answer else {
            return;
        };
        let mut score = Score::default();
        for line in graded.lines.iter().filter(|line| line.scored) {
            score.count(line.verdict.unwrap_or(Verdict::Wrong));
        }
        let id = request.id.as_deref().unwrap_or_default();
        let call: Call = serde_json::from_str(id).unwrap_or_default();
        let failure = GenerationFailure::of_answer(&request.response, call.stop.as_deref());
        let configuration = Configuration {
            provider: call.provider,
            model: call.model,
            thinking: call.thinking,
            tools: call.tools,
        };
        let case = request.case.as_deref().or(call.case.as_deref());
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        match case {
            Some(case) => {
                let known = call.stop.is_some();
                counted
                    .counts
                    .add(&configuration, case, score, failure, known);
            }
            None => counted.without_case += 1,
        }
    }

    /// Writes the aggregate.
    pub(super) fn write(&self) -> Result<(), Failure> {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.without_case > 0 {
            return Err(Failure::input(
                format!(
                    "{} answers belong to no case: no aggregate is written",
                    counted.without_case
                ),
                "name the `case` in every request, or in its `id`",
            ));
        }
        files::write_whole(&self.path, &counted.counts.to_json())
    }
}
