//! The bootstrap over cases.

use super::generator::SplitMix64;
use super::{Interval, count, mean};

/// How many times the cases are drawn again. Efron and Tibshirani (1993, chapter 19) ask for a
/// thousand for percentiles; with two thousand, fifty means lie beyond each end.
pub const RESAMPLES: usize = 2_000;

/// Where the draws begin. Any number does; this one is fixed so that a score has one interval.
const SEED: u64 = 0x7461_7867_7261_6465;

/// The 95 % percentile interval of the mean, by drawing the values again. Percentiles lie between
/// ordered means by linear interpolation (type 7 of Hyndman and Fan 1996).
#[must_use]
pub fn bootstrap(values: &[f64]) -> Interval {
    if values.is_empty() {
        return Interval {
            low: 0.0,
            high: 0.0,
        };
    }
    let mut generator = SplitMix64::new(SEED);
    let mut drawn = vec![0.0; values.len()];
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            for slot in &mut drawn {
                *slot = values
                    .get(generator.below(values.len()))
                    .copied()
                    .unwrap_or_default();
            }
            mean(&drawn)
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    Interval {
        low: percentile(&means, 25),
        high: percentile(&means, 975),
    }
}

/// A percentile of ordered values, in tenths of a percent.
fn percentile(ordered: &[f64], permille: usize) -> f64 {
    let place = ordered.len().saturating_sub(1) * permille;
    let at = place / 1000;
    let value = |at: usize| ordered.get(at).copied().unwrap_or_default();
    let next = value((at + 1).min(ordered.len().saturating_sub(1)));
    value(at) + (next - value(at)) * (count(place % 1000) / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_interpolate() {
        let ordered = [0.0, 1.0, 2.0, 3.0];
        assert!((percentile(&ordered, 500) - 1.5).abs() < 1e-12);
        assert!((percentile(&ordered, 25) - 0.075).abs() < 1e-12);
        assert!((percentile(&ordered, 1000) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn the_same_every_time_and_within_the_values() {
        let values: Vec<f64> = (0..40).map(|at| f64::from(at % 3) / 2.0).collect();
        let interval = bootstrap(&values);
        assert_eq!(interval, bootstrap(&values));
        let mean = mean(&values);
        assert!(interval.low > 0.0 && interval.high < 1.0, "{interval:?}");
        assert!(
            interval.low < mean && mean < interval.high,
            "{interval:?} {mean}"
        );
    }
}
