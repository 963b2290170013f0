//! How sure a score is, and whether two scores differ.
//!
//! A benchmark's cases are a sample, and the runs of one case are correlated, so the case is the
//! unit: every figure is the mean over cases of a case's own mean, and its uncertainty comes from
//! the spread between cases (clustered standard errors and paired differences; Miller 2024, "Adding
//! Error Bars to Evals", arXiv 2411.00640). With x₁…xₙ the means of n cases, m their mean and
//! s² = Σ(xᵢ − m)²/(n − 1):
//!
//! - standard error: s/√n;
//! - Student-t interval: m ± t(0.975; n − 1)·s/√n;
//! - bootstrap interval: cases drawn n at a time with replacement, and the 2.5th and 97.5th
//!   percentile of their means (Efron and Tibshirani 1993, "An Introduction to the Bootstrap",
//!   chapter 13);
//! - two configurations on the same cases: the same over the differences of each case's means;
//! - [`sign_test`] and [`permutation_test`]: whether the differences could be luck.
//!
//! Everything is worked out with `+ - * /` and `sqrt`, which IEEE 754 defines to the last bit, and
//! random draws come from a seed: the same runs give the same bytes in a browser and on a server.

#![expect(
    clippy::float_arithmetic,
    reason = "statistics of finished grades; grading itself is exact"
)]

mod bootstrap;
mod generator;
mod paired;
mod student;

pub use bootstrap::{RESAMPLES, bootstrap};
pub use paired::{
    PairedDifference, Permutation, SIGNIFICANCE, SignTest, permutation_test, sign_test,
};
pub use student::{student_t_cdf, student_t_quantile};

use serde::Serialize;

/// The ends of a 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A mean over cases with what is known of its uncertainty.
///
/// The intervals are `None` where the sample cannot tell: with fewer than two cases, or when all
/// cases have the same value, which says nothing of how others would spread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// Number of cases.
    pub cases: usize,
    /// Mean over cases.
    pub mean: f64,
    /// Clustered standard error of the mean.
    pub standard_error: Option<f64>,
    /// 95 % by the bootstrap over cases.
    pub bootstrap: Option<Interval>,
    /// 95 % by Student's t.
    pub student_t: Option<Interval>,
}

impl Estimate {
    /// The mean of the cases' values, with its uncertainty.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let mean = mean(values);
        let none = Self {
            cases: values.len(),
            mean,
            standard_error: None,
            bootstrap: None,
            student_t: None,
        };
        let Some(error) = standard_error(values) else {
            return none;
        };
        let Some(first) = values.first() else {
            return none;
        };
        if values.iter().all(|value| value.total_cmp(first).is_eq()) {
            return Self {
                standard_error: Some(0.0),
                ..none
            };
        }
        let reach = student_t_quantile(0.975, values.len() - 1) * error;
        Self {
            standard_error: Some(error),
            bootstrap: Some(bootstrap(values)),
            student_t: Some(Interval {
                low: mean - reach,
                high: mean + reach,
            }),
            ..none
        }
    }
}

/// The mean; 0 of nothing.
pub(crate) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        0.0
    } else {
        values.iter().sum::<f64>() / count(values.len())
    }
}

/// The standard error of the mean of independent values; `None` for fewer than two.
fn standard_error(values: &[f64]) -> Option<f64> {
    let n = values.len();
    if n < 2 {
        return None;
    }
    let mean = mean(values);
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    Some((squares / count(n - 1) / count(n)).sqrt())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of cases, runs and draws are far below 2^53"
)]
pub(crate) const fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests;
