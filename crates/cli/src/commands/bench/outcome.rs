//! How a batch went.

use crate::failure::Outcome;

/// What was graded and what was not.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) graded: usize,
    pub(super) ungraded_runs: usize,
    pub(super) broken_cases: usize,
    /// Calls without an answer.
    pub(super) failed_calls: usize,
}

impl Totals {
    pub(super) const fn outcome(&self) -> Outcome {
        if self.ungraded_runs == 0 && self.broken_cases == 0 && self.failed_calls == 0 {
            Outcome::Done
        } else {
            Outcome::SomethingFailed
        }
    }

    pub(super) fn sentence(&self) -> String {
        let mut text = format!("{} runs graded", self.graded);
        if self.ungraded_runs > 0 {
            text.push_str(&format!(", {} could not be graded", self.ungraded_runs));
        }
        if self.broken_cases > 0 {
            text.push_str(&format!(
                " ({} cases have no usable key)",
                self.broken_cases
            ));
        }
        if self.failed_calls > 0 {
            text.push_str(&format!(
                ", {} generation failures (not graded)",
                self.failed_calls
            ));
        }
        text
    }
}
