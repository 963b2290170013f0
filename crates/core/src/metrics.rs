//! Figures over a set of cases with one or more runs each, as TaxCalcBench defines them.
//!
//! Every figure is the mean over cases of the mean over that case's runs (pass@1). With n runs of
//! a case of which c are correct, pass@k = 1 − C(n−c, k)/C(n, k) (Chen et al. 2021, "Evaluating
//! Large Language Models Trained on Code", section 2.1) and pass^k = C(c, k)/C(n, k) (Yao et al.
//! 2024, "τ-bench", section 4.2), averaged over cases. Scores are kept as counts until they are
//! shown, so that aggregates of parts merge into the aggregate of the whole.
#![expect(
    clippy::float_arithmetic,
    reason = "means and probabilities of finished grades; grading itself is exact"
)]

use crate::grade::Score;
use crate::sort::sort_by;

/// The scores of a configuration's runs, by case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Aggregate {
    /// Sorted by name; a map's code would be larger than all of the rest here.
    cases: Vec<(String, Vec<Score>)>,
}

/// The four figures of a set of runs, as shares from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Correct returns (strict).
    pub strict: f64,
    /// Correct returns (lenient).
    pub lenient: f64,
    /// Correct (by line).
    pub by_line: f64,
    /// Correct (by line, lenient).
    pub lenient_by_line: f64,
}

/// Cases that have the same number of runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// Runs of each case.
    pub runs: usize,
    /// Number of cases.
    pub cases: usize,
    /// Their figures.
    pub figures: Figures,
    /// pass@1 and pass^k for k from 1 to `runs`.
    pub passes: Passes,
}

/// The chances of k runs drawn at random, as shares from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Passes {
    /// pass@1: one run is correct (strict, lenient).
    pub at_one: (f64, f64),
    /// pass^k for k = 1, 2, …: all k are correct (strict, lenient).
    pub hat: Vec<(f64, f64)>,
}

/// What a leaderboard needs to know of a configuration's runs.
pub trait Runs {
    /// Number of cases that have a run.
    fn case_count(&self) -> usize;
    /// The figures over all cases; zeros when there are none.
    fn figures(&self) -> Figures;
    /// The cases grouped by their number of runs, fewest runs first.
    fn segments(&self) -> Vec<Segment>;
}

impl Runs for Aggregate {
    fn case_count(&self) -> usize {
        Self::case_count(self)
    }

    fn figures(&self) -> Figures {
        Self::figures(self)
    }

    fn segments(&self) -> Vec<Segment> {
        Self::segments(self)
    }
}

impl Aggregate {
    /// Adds one run of a case.
    pub fn add(&mut self, case: &str, score: Score) {
        self.add_all(case, &[score]);
    }

    fn add_all(&mut self, case: &str, scores: &[Score]) {
        let of = |(known, _): &(String, _)| known.as_str().cmp(case);
        match self.cases.binary_search_by(of) {
            Ok(at) => {
                if let Some((_, runs)) = self.cases.get_mut(at) {
                    runs.extend_from_slice(scores);
                }
            }
            Err(at) => self.cases.insert(at, (case.to_owned(), scores.to_vec())),
        }
    }

    /// Adds all runs of another aggregate.
    pub fn merge(&mut self, other: &Self) {
        for (case, runs) in &other.cases {
            self.add_all(case, runs);
        }
    }

    /// Number of cases that have a run.
    #[must_use]
    pub fn case_count(&self) -> usize {
        self.cases.len()
    }

    /// Number of runs over all cases.
    #[must_use]
    pub fn run_count(&self) -> usize {
        self.cases.iter().map(|(_, runs)| runs.len()).sum()
    }

    /// Cases with their runs, by name.
    pub fn cases(&self) -> impl Iterator<Item = (&str, &[Score])> {
        self.cases
            .iter()
            .map(|(case, runs)| (case.as_str(), runs.as_slice()))
    }

    /// The figures over all cases; zeros when there are none.
    #[must_use]
    pub fn figures(&self) -> Figures {
        figures(self.cases.iter().map(|(_, runs)| runs))
    }

    /// The cases grouped by their number of runs, fewest runs first.
    #[must_use]
    pub fn segments(&self) -> Vec<Segment> {
        let mut all: Vec<&Vec<Score>> = self.cases.iter().map(|(_, runs)| runs).collect();
        sort_by(&mut all, |a, b| a.len().cmp(&b.len()));
        all.chunk_by(|a, b| a.len() == b.len())
            .map(|cases| {
                let runs = cases.first().map_or(0, |runs| runs.len());
                Segment {
                    runs,
                    cases: cases.len(),
                    figures: figures(cases.iter().copied()),
                    passes: passes(cases, runs),
                }
            })
            .collect()
    }
}

fn figures<'a>(cases: impl Iterator<Item = &'a Vec<Score>>) -> Figures {
    let mut sum = Figures::default();
    let mut count = 0u32;
    for runs in cases {
        let mean =
            |value: &dyn Fn(&Score) -> f64| runs.iter().map(value).sum::<f64>() / of(runs.len());
        sum.strict += mean(&|score| f64::from(u8::from(score.strict_correct())));
        sum.lenient += mean(&|score| f64::from(u8::from(score.lenient_correct())));
        sum.by_line += mean(&Score::by_line);
        sum.lenient_by_line += mean(&Score::lenient_by_line);
        count += 1;
    }
    if count == 0 {
        return sum;
    }
    let count = f64::from(count);
    Figures {
        strict: sum.strict / count,
        lenient: sum.lenient / count,
        by_line: sum.by_line / count,
        lenient_by_line: sum.lenient_by_line / count,
    }
}

fn passes(cases: &[&Vec<Score>], runs: usize) -> Passes {
    let correct: Vec<(usize, usize)> = cases
        .iter()
        .map(|runs| {
            let strict = runs.iter().filter(|score| score.strict_correct()).count();
            (
                strict,
                runs.iter().filter(|score| score.lenient_correct()).count(),
            )
        })
        .collect();
    passes_of(runs, &correct)
}

/// The chances for cases of `runs` runs each, of which so many are correct (strict, lenient).
pub(crate) fn passes_of(runs: usize, correct: &[(usize, usize)]) -> Passes {
    let mean = |chance: &dyn Fn(usize) -> f64| {
        let strict: f64 = correct.iter().map(|(strict, _)| chance(*strict)).sum();
        let lenient: f64 = correct.iter().map(|(_, lenient)| chance(*lenient)).sum();
        (strict / of(correct.len()), lenient / of(correct.len()))
    };
    Passes {
        at_one: mean(&|correct| pass_at(runs, correct, 1)),
        hat: (1..=runs)
            .map(|k| mean(&|correct| pass_hat(runs, correct, k)))
            .collect(),
    }
}

/// pass@k: the chance that at least one of k runs drawn from n is correct, when c of the n are. 0
/// when there are fewer than k runs.
///
/// ```
/// assert_eq!(taxgrade::metrics::pass_at(4, 1, 2), 0.5);
/// ```
#[must_use]
pub fn pass_at(n: usize, c: usize, k: usize) -> f64 {
    if k > n {
        0.0
    } else {
        1.0 - drawn_all_from(n, n.saturating_sub(c), k)
    }
}

/// pass^k: the chance that all of k runs drawn from n are correct, when c of the n are. 0 when
/// there are fewer than k runs.
///
/// ```
/// assert_eq!(taxgrade::metrics::pass_hat(4, 2, 2), 1.0 / 6.0);
/// ```
#[must_use]
pub fn pass_hat(n: usize, c: usize, k: usize) -> f64 {
    if k > n { 0.0 } else { drawn_all_from(n, c, k) }
}

/// C(part, k)/C(n, k), as a ratio of products so that nothing overflows.
fn drawn_all_from(n: usize, part: usize, k: usize) -> f64 {
    (0..k)
        .map(|i| of(part.saturating_sub(i)) / of(n - i))
        .product()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of runs and cases are far below 2^53"
)]
const fn of(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(exact: u32, within: u32) -> Score {
        Score {
            exact,
            within,
            total: 19,
        }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn binomials_against_worked_values() {
        for (n, c, k, at, hat) in [
            (1, 0, 1, 0.0, 0.0),
            (1, 1, 1, 1.0, 1.0),
            (4, 2, 1, 0.5, 0.5),
            (4, 2, 2, 1.0 - 1.0 / 6.0, 1.0 / 6.0),
            (4, 3, 3, 1.0, 0.25),
            (5, 2, 3, 0.9, 0.0),
            (10, 7, 4, 1.0, 35.0 / 210.0),
            (3, 3, 4, 0.0, 0.0),
        ] {
            assert!(near(pass_at(n, c, k), at), "pass@{k} of {c}/{n}");
            assert!(near(pass_hat(n, c, k), hat), "pass^{k} of {c}/{n}");
        }
    }

    #[test]
    fn the_mean_is_over_cases_not_runs() {
        let mut all = Aggregate::default();
        all.add("a", score(19, 19));
        for _ in 0..3 {
            all.add("b", score(0, 19));
        }
        let figures = all.figures();
        assert!(
            near(figures.strict, 0.5) && near(figures.lenient, 1.0),
            "{figures:?}"
        );
        assert!(near(figures.by_line, 0.5));
    }

    #[test]
    fn segments_by_number_of_runs() {
        // The worked example of the upstream readme: six cases with four runs, one of them right
        // once, give pass@1 = 4.17 % and pass^2 = 0.
        let mut all = Aggregate::default();
        for case in ["a", "b", "c", "d", "e", "f"] {
            for run in 0..4 {
                let right = case == "a" && run == 2;
                all.add(case, if right { score(19, 19) } else { score(7, 8) });
            }
        }
        all.add("g", score(19, 19));
        let segments = all.segments();
        assert_eq!(
            segments
                .iter()
                .map(|one| (one.cases, one.runs))
                .collect::<Vec<_>>(),
            [(1, 1), (6, 4)]
        );
        let passes = &segments[1].passes;
        assert!(near(passes.at_one.0, 1.0 / 24.0) && near(passes.hat[0].0, 1.0 / 24.0));
        assert_eq!(passes.hat.len(), 4);
        assert!(near(passes.hat[1].0, 0.0));
    }

    #[test]
    fn parts_merge_into_the_whole() {
        let (mut all, mut left, mut right) = Default::default();
        let add = |to: &mut Aggregate, case: &str, exact| to.add(case, score(exact, exact));
        for (case, exact) in [("a", 3), ("b", 19), ("a", 19), ("c", 1)] {
            add(&mut all, case, exact);
            add(if exact > 2 { &mut left } else { &mut right }, case, exact);
        }
        left.merge(&right);
        assert_eq!(left, all);
        assert_eq!((all.case_count(), all.run_count()), (3, 4));
    }

    #[test]
    fn nothing_is_zero() {
        assert_eq!(Aggregate::default().figures(), Figures::default());
        assert!(Aggregate::default().segments().is_empty());
    }
}
