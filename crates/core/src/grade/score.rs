//! Counts of right lines.

use super::Verdict;

/// How many scored lines of a return are right. Kept as counts, so that nothing is rounded before
/// it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Lines that are equal.
    pub exact: u32,
    /// Lines that are equal or within the tolerance.
    pub within: u32,
    /// Scored lines.
    pub total: u32,
}

impl Score {
    /// Counts one scored line.
    pub const fn count(&mut self, verdict: Verdict) {
        self.total += 1;
        match verdict {
            Verdict::Exact => {
                self.exact += 1;
                self.within += 1;
            }
            Verdict::Within => self.within += 1,
            Verdict::Wrong => {}
        }
    }

    /// Whether every scored line is equal.
    #[must_use]
    pub const fn strict_correct(&self) -> bool {
        self.exact == self.total
    }

    /// Whether every scored line is within the tolerance.
    #[must_use]
    pub const fn lenient_correct(&self) -> bool {
        self.within == self.total
    }

    /// Share of scored lines that are equal, from 0 to 1; for output.
    #[must_use]
    pub fn by_line(&self) -> f64 {
        share(self.exact, self.total)
    }

    /// Share of scored lines within the tolerance, from 0 to 1; for output.
    #[must_use]
    pub fn lenient_by_line(&self) -> f64 {
        share(self.within, self.total)
    }
}

/// A share for output; 0 of nothing is 0.
#[expect(
    clippy::float_arithmetic,
    reason = "output only: scores are kept as counts"
)]
fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 {
        0.0
    } else {
        f64::from(part) / f64::from(whole)
    }
}

/// Scores of the same key in both reading modes, counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// In the mode asked for.
    pub own: Score,
    /// In the other one.
    pub other: Score,
}
