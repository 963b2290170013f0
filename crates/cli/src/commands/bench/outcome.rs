//! How a batch went.

use crate::failure::Outcome;
use taxgrade::counted::{counted, having};

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
        let mut text = format!("{} graded", counted(self.graded, "run"));
        if self.ungraded_runs > 0 {
            text.push_str(&format!(", {} could not be graded", self.ungraded_runs));
        }
        if self.broken_cases > 0 {
            text.push_str(&format!(
                " ({} no usable key)",
                having(self.broken_cases, "case")
            ));
        }
        if self.failed_calls > 0 {
            text.push_str(&format!(
                ", {} (not graded)",
                counted(self.failed_calls, "generation failure")
            ));
        }
        text
    }
}
