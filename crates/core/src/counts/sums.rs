//! Sums over the runs of one case.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::generation::GenerationFailure;
use crate::grade::Score;

/// The runs of a case with one configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaseCounts {
    /// Whole answers.
    pub complete: RunSums,
    /// Answers that are not whole, graded as they stand.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failed: BTreeMap<GenerationFailure, RunSums>,
    /// Calls without an answer; not graded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed_calls: u64,
    /// Graded runs of which nothing was recorded when the model was called.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unrecorded: u64,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference, which is no larger than the number on 64 bits alone"
)]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Sums over runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunSums {
    /// Graded runs.
    pub runs: u64,
    /// Runs in which every scored line is equal.
    pub strict: u64,
    /// Runs in which every scored line is within the tolerance.
    pub lenient: u64,
    /// Sums over lines, by the number of scored lines of a run.
    pub lines: BTreeMap<u32, LineSums>,
}

/// Sums over the lines of runs that have the same number of scored lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineSums {
    /// Lines that are equal.
    pub exact: u64,
    /// Lines that are equal or within the tolerance.
    pub within: u64,
}

impl RunSums {
    pub(super) fn add(&mut self, score: Score) {
        self.runs += 1;
        self.strict += u64::from(score.strict_correct());
        self.lenient += u64::from(score.lenient_correct());
        let lines = self.lines.entry(score.total).or_default();
        lines.exact += u64::from(score.exact);
        lines.within += u64::from(score.within);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.runs = self.runs.saturating_add(other.runs);
        self.strict = self.strict.saturating_add(other.strict);
        self.lenient = self.lenient.saturating_add(other.lenient);
        for (total, other) in &other.lines {
            let lines = self.lines.entry(*total).or_default();
            lines.exact = lines.exact.saturating_add(other.exact);
            lines.within = lines.within.saturating_add(other.within);
        }
    }

    /// Why these cannot be the sums of graded runs.
    pub(super) fn fault(&self) -> Option<&'static str> {
        if self.strict > self.lenient || self.lenient > self.runs {
            return Some("more correct runs than runs");
        }
        let mut most = 0_u64;
        for (total, lines) in &self.lines {
            let fits = u64::from(*total).saturating_mul(self.runs);
            if lines.exact > lines.within || lines.within > fits {
                return Some("more right lines than lines");
            }
            most += 1;
        }
        (self.runs > 0 && most == 0).then_some("runs without lines")
    }
}

impl CaseCounts {
    pub(super) fn merge(&mut self, other: &Self) {
        self.complete.merge(&other.complete);
        for (failure, sums) in &other.failed {
            self.failed.entry(*failure).or_default().merge(sums);
        }
        self.failed_calls = self.failed_calls.saturating_add(other.failed_calls);
        self.unrecorded = self.unrecorded.saturating_add(other.unrecorded);
    }

    /// All graded runs, whole answers and others.
    #[must_use]
    pub fn graded(&self) -> RunSums {
        let mut all = self.complete.clone();
        for sums in self.failed.values() {
            all.merge(sums);
        }
        all
    }
}
