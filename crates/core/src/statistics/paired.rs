//! Two configurations on the same cases.

use serde::Serialize;

use super::generator::SplitMix64;
use super::{Estimate, count};

/// Below this chance of luck two configurations are called different.
pub const SIGNIFICANCE: f64 = 0.05;

/// Sums of sign-flipped differences that are counted one by one; beyond that they are drawn.
const MOST_SUMS: u64 = 1 << 20;
/// Sign flips that are drawn then.
const DRAWS: u32 = 100_000;
const SEED: u64 = 0x7065_726d_7574_6174;

/// How two configurations differ over the cases that both have.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PairedDifference {
    /// The mean difference, second minus first, with its uncertainty over cases.
    pub difference: Estimate,
    /// Whether more cases went up or down.
    pub sign_test: SignTest,
    /// Whether the mean could be luck.
    pub permutation: Permutation,
}

/// The exact two-sided sign test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SignTest {
    /// Cases in which the second is higher.
    pub up: usize,
    /// Cases in which the second is lower.
    pub down: usize,
    /// The chance of a split as uneven as this when up and down are as likely.
    pub p_value: f64,
}

/// The two-sided permutation test of the mean difference.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Permutation {
    /// The chance of a mean as far from 0 as this when each case's difference could as well have
    /// the other sign.
    pub p_value: f64,
    /// Whether all sign flips were counted; otherwise they were drawn at random from a seed.
    pub exact: bool,
}

/// A case's share of successes as a fraction, `(successes, runs)`.
pub(crate) type Fraction = (u32, u32);

impl PairedDifference {
    /// Compares the shares of cases, each `(first, second)` given as successes of runs.
    #[must_use]
    pub fn of_shares(cases: &[(Fraction, Fraction)]) -> Self {
        let share = |(part, whole): Fraction| f64::from(part) / f64::from(whole.max(1));
        let differences: Vec<f64> = cases
            .iter()
            .map(|(first, second)| share(*second) - share(*first))
            .collect();
        Self {
            difference: Estimate::of(&differences),
            sign_test: sign_test(cases),
            permutation: permutation_test(cases),
        }
    }

    /// Whether luck is an unlikely explanation, by the permutation test.
    #[must_use]
    pub fn distinguishable(&self) -> bool {
        self.permutation.p_value < SIGNIFICANCE
    }

    /// The verdict on the second in words: `not distinguishable on these 50 cases`, `worse on these
    /// 50 cases`.
    #[must_use]
    pub fn verdict(&self) -> String {
        let cases = self.difference.cases;
        let noun = if cases == 1 { "case" } else { "cases" };
        let word = if !self.distinguishable() {
            "not distinguishable"
        } else if self.difference.mean > 0.0 {
            "better"
        } else {
            "worse"
        };
        format!("{word} on these {cases} {noun}")
    }
}

/// The exact sign test over cases, ties left out: twice the smaller tail of the binomial
/// distribution with a half, at most 1 (Conover 1999, "Practical Nonparametric Statistics",
/// section 3.4). With one run of each case this is McNemar's exact test.
#[must_use]
pub fn sign_test(cases: &[(Fraction, Fraction)]) -> SignTest {
    let (mut up, mut down) = (0, 0);
    for ((a, a_runs), (b, b_runs)) in cases {
        let (first, second) = (
            u64::from(*a) * u64::from(*b_runs),
            u64::from(*b) * u64::from(*a_runs),
        );
        up += usize::from(second > first);
        down += usize::from(second < first);
    }
    SignTest {
        up,
        down,
        p_value: (2.0 * binomial_tail(up + down, up.min(down))).min(1.0),
    }
}

/// The chance of at most k heads in n tosses of a fair coin.
fn binomial_tail(n: usize, k: usize) -> f64 {
    // C(n, k)/2ⁿ with the halvings spread over the product, so that it neither over- nor
    // underflows on the way.
    let mut halvings = n;
    let mut term = 1.0;
    for i in 1..=k {
        term *= count(n - k + i) / count(i);
        while term > 1.0 && halvings > 0 {
            term /= 2.0;
            halvings -= 1;
        }
    }
    for _ in 0..halvings {
        term /= 2.0;
    }
    let mut sum = term;
    for i in (1..=k).rev() {
        term *= count(i) / count(n - i + 1);
        sum += term;
    }
    sum
}

/// The sign-flip permutation test of the mean difference (Fisher 1935, "The Design of Experiments",
/// section 21). The differences are fractions, so over their
/// common denominator they are whole numbers and all 2ⁿ sign flips can be counted by their sums;
/// where the sums are too many they are drawn, and p = (b + 1)/(m + 1) for b of m draws as far
/// from 0 (Phipson and Smyth 2010, "Permutation P-values Should Never Be Zero").
#[must_use]
pub fn permutation_test(cases: &[(Fraction, Fraction)]) -> Permutation {
    match whole_differences(cases) {
        Some(differences) => Permutation {
            p_value: counted(&differences),
            exact: true,
        },
        None => Permutation {
            p_value: drawn(cases),
            exact: false,
        },
    }
}

/// The differences times their common denominator, ties left out; `None` when their sums are too
/// many to count.
fn whole_differences(cases: &[(Fraction, Fraction)]) -> Option<Vec<i64>> {
    let mut common: u64 = 1;
    for ((_, a_runs), (_, b_runs)) in cases {
        for runs in [*a_runs, *b_runs] {
            let runs = u64::from(runs.max(1));
            common = common.checked_mul(runs / divisor(common, runs))?;
            if common > MOST_SUMS {
                return None;
            }
        }
    }
    let mut differences = Vec::with_capacity(cases.len());
    let mut reach: u64 = 0;
    for ((a, a_runs), (b, b_runs)) in cases {
        let whole = |part: u32, runs: u32| {
            let value = u64::from(part) * (common / u64::from(runs.max(1)));
            i64::try_from(value).ok()
        };
        let difference = whole(*b, *b_runs)? - whole(*a, *a_runs)?;
        if difference != 0 {
            reach += difference.unsigned_abs();
            differences.push(difference);
        }
    }
    (reach.checked_mul(differences.len() as u64)? <= MOST_SUMS * 64 && reach <= MOST_SUMS)
        .then_some(differences)
}

const fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The share of sign flips whose sum is as far from 0 as the one seen.
fn counted(differences: &[i64]) -> f64 {
    let seen = differences.iter().sum::<i64>().unsigned_abs();
    let reach: u64 = differences
        .iter()
        .map(|difference| difference.unsigned_abs())
        .sum();
    let size = usize::try_from(reach).unwrap_or(0);
    // chances[s] is the chance that the differences taken as positive come to s; the sum over all
    // is then s − (reach − s).
    let mut chances = vec![0.0; size + 1];
    if let Some(first) = chances.first_mut() {
        *first = 1.0;
    }
    let mut filled = 0;
    for difference in differences {
        let step = usize::try_from(difference.unsigned_abs()).unwrap_or(0);
        filled += step;
        for at in (0..=filled).rev() {
            let without = chances.get(at).copied().unwrap_or_default();
            let with = at
                .checked_sub(step)
                .and_then(|from| chances.get(from).copied())
                .unwrap_or_default();
            if let Some(chance) = chances.get_mut(at) {
                *chance = f64::midpoint(without, with);
            }
        }
    }
    let far: f64 = chances
        .iter()
        .enumerate()
        .filter(|(at, _)| (2 * *at as u64).abs_diff(reach) >= seen)
        .map(|(_, chance)| chance)
        .sum();
    far.min(1.0)
}

fn drawn(cases: &[(Fraction, Fraction)]) -> f64 {
    let share = |(part, whole): Fraction| f64::from(part) / f64::from(whole.max(1));
    let differences: Vec<f64> = cases
        .iter()
        .map(|(first, second)| share(*second) - share(*first))
        .collect();
    // Sums of floats taken in another order differ in their last bits.
    let seen = differences.iter().sum::<f64>().abs() - 1e-9;
    let mut generator = SplitMix64::new(SEED);
    let mut far = 1_u32;
    for _ in 0..DRAWS {
        let mut sum = 0.0;
        for chunk in differences.chunks(64) {
            let mut signs = generator.next();
            for difference in chunk {
                sum += if signs & 1 == 1 {
                    *difference
                } else {
                    -difference
                };
                signs >>= 1;
            }
        }
        far += u32::from(sum.abs() >= seen);
    }
    f64::from(far) / f64::from(DRAWS + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_flips_come_near_the_counted_ones() {
        let cases: Vec<(Fraction, Fraction)> = (0..30)
            .map(|at| ((at % 3, 4), ((at + at % 2) % 4, 4)))
            .collect();
        let exact = counted(&whole_differences(&cases).unwrap());
        let near = drawn(&cases);
        assert!((exact - near).abs() < 0.01, "{exact} {near}");
    }

    #[test]
    fn run_counts_without_a_small_common_denominator_are_drawn() {
        let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23];
        let cases: Vec<(Fraction, Fraction)> =
            primes.iter().map(|runs| ((1, *runs), (2, *runs))).collect();
        let test = permutation_test(&cases);
        assert!(!test.exact && test.p_value < 0.05, "{test:?}");
    }

    #[test]
    fn a_long_binomial_tail_does_not_underflow_early() {
        assert!((binomial_tail(2_000, 1_000) - 0.508_920_5).abs() < 1e-6);
        assert!(binomial_tail(4_000, 1_900) > 0.0);
        assert!((binomial_tail(0, 0) - 1.0).abs() < 1e-15);
    }
}
