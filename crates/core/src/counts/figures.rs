//! Figures made of counts.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "means and probabilities of finished grades; counts are far below 2^53"
)]

use std::collections::BTreeMap;

use super::Counts;
use super::sums::{CaseCounts, RunSums};
use crate::generation::GenerationFailure;
use crate::metrics::{Figures, Runs, Segment, passes_of};
use crate::report::Configuration;
use crate::statistics::{Estimate, PairedDifference, mean};

/// The counts of a configuration's runs, by case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigurationCounts {
    cases: BTreeMap<String, CaseCounts>,
}

/// One of the four figures of a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Correct returns (strict).
    Strict,
    /// Correct returns (lenient).
    Lenient,
    /// Correct (by line).
    ByLine,
    /// Correct (by line, lenient).
    LenientByLine,
}

impl Figure {
    /// All four, in the leaderboard's order.
    pub const ALL: [Self; 4] = [
        Self::Strict,
        Self::Lenient,
        Self::ByLine,
        Self::LenientByLine,
    ];
}

/// The figures of a configuration with what is known of their uncertainty, and its failures.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Cases that have a graded run.
    pub cases: usize,
    /// Graded runs.
    pub runs: u64,
    /// The four figures in the order of [`Figure::ALL`].
    pub estimates: [Estimate; 4],
    /// The same over whole answers only, where some are not whole.
    pub complete_only: Option<[Estimate; 4]>,
    /// Generation failures by kind: graded answers that are not whole, and calls without one.
    pub failures: BTreeMap<GenerationFailure, u64>,
    /// Graded runs of which nothing was recorded when the model was called: whether their answers
    /// are whole is known from their text alone.
    pub unrecorded: u64,
}

/// A configuration in the leaderboard's order.
#[derive(Debug, Clone)]
pub struct Ranked<'a> {
    /// The model with its settings.
    pub name: &'a Configuration,
    /// Its counts.
    pub counts: &'a ConfigurationCounts,
    /// Its figures.
    pub standing: Standing,
}

/// The configurations that have a graded run, best strict score first.
#[must_use]
pub fn ranking(counts: &Counts) -> Vec<Ranked<'_>> {
    let graded = counts
        .configurations()
        .filter(|(_, counts)| counts.run_count() > 0);
    crate::report::best_first(graded)
        .into_iter()
        .map(|(_, name, counts)| Ranked {
            name,
            counts,
            standing: counts.standing(),
        })
        .collect()
}

impl Standing {
    /// The estimate of a figure.
    #[must_use]
    pub const fn of(&self, figure: Figure) -> &Estimate {
        let [strict, lenient, by_line, lenient_by_line] = &self.estimates;
        match figure {
            Figure::Strict => strict,
            Figure::Lenient => lenient,
            Figure::ByLine => by_line,
            Figure::LenientByLine => lenient_by_line,
        }
    }

    /// Generation failures in all.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.failures.values().sum()
    }
}

impl RunSums {
    /// The share of a figure over the runs, from 0 to 1; 0 of none.
    #[must_use]
    pub fn share(&self, figure: Figure) -> f64 {
        let by_line = |part: &dyn Fn(&super::LineSums) -> u64| -> f64 {
            self.lines
                .iter()
                .filter(|(total, _)| **total > 0)
                .map(|(total, lines)| part(lines) as f64 / f64::from(*total))
                .sum()
        };
        let right = match figure {
            Figure::Strict => self.strict as f64,
            Figure::Lenient => self.lenient as f64,
            Figure::ByLine => by_line(&|lines| lines.exact),
            Figure::LenientByLine => by_line(&|lines| lines.within),
        };
        if self.runs == 0 {
            0.0
        } else {
            right / self.runs as f64
        }
    }
}

impl ConfigurationCounts {
    pub(super) fn change(&mut self, case: &str, change: impl FnOnce(&mut CaseCounts)) {
        match self.cases.get_mut(case) {
            Some(counts) => change(counts),
            None => {
                let mut counts = CaseCounts::default();
                change(&mut counts);
                self.cases.insert(case.to_owned(), counts);
            }
        }
    }

    /// Cases with their counts, by name. A case may have failed calls alone.
    pub fn cases(&self) -> impl Iterator<Item = (&str, &CaseCounts)> {
        self.cases
            .iter()
            .map(|(case, counts)| (case.as_str(), counts))
    }

    /// The graded runs of every case that has one.
    fn graded(&self) -> Vec<RunSums> {
        let all = self.cases.values().map(CaseCounts::graded);
        all.filter(|sums| sums.runs > 0).collect()
    }

    /// The graded runs of a case; `None` when it has none.
    #[must_use]
    pub fn of_case(&self, case: &str) -> Option<RunSums> {
        let sums = self.cases.get(case)?.graded();
        (sums.runs > 0).then_some(sums)
    }

    /// Graded runs of which nothing was recorded when the model was called.
    #[must_use]
    pub fn unrecorded(&self) -> u64 {
        self.cases.values().map(|counts| counts.unrecorded).sum()
    }

    /// Graded runs.
    #[must_use]
    pub fn run_count(&self) -> u64 {
        self.graded().iter().map(|sums| sums.runs).sum()
    }

    /// The paired difference of strictly correct returns, the other's share minus this one's, over
    /// the cases that both have.
    #[must_use]
    pub fn strict_against(&self, other: &Self) -> PairedDifference {
        let runs = |counts: &CaseCounts| {
            let sums = counts.graded();
            let whole = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
            (sums.runs > 0).then(|| (whole(sums.strict), whole(sums.runs)))
        };
        let pairs: Vec<_> = self
            .cases
            .iter()
            .filter_map(|(case, counts)| {
                let second = other.cases.get(case)?;
                Some((runs(counts)?, runs(second)?))
            })
            .collect();
        PairedDifference::of_shares(&pairs)
    }

    /// The figures with their uncertainty, and the failures.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let graded = self.graded();
        let mut failures: BTreeMap<GenerationFailure, u64> = BTreeMap::new();
        for counts in self.cases.values() {
            for (failure, sums) in &counts.failed {
                *failures.entry(*failure).or_default() += sums.runs;
            }
            if counts.failed_calls > 0 {
                *failures.entry(GenerationFailure::CallFailed).or_default() += counts.failed_calls;
            }
        }
        let cut = failures
            .keys()
            .any(|failure| *failure != GenerationFailure::CallFailed);
        let complete: Vec<RunSums> = self
            .cases
            .values()
            .map(|counts| counts.complete.clone())
            .filter(|sums| sums.runs > 0)
            .collect();
        Standing {
            cases: graded.len(),
            runs: graded.iter().map(|sums| sums.runs).sum(),
            estimates: of_sums(&graded),
            complete_only: cut.then(|| of_sums(&complete)),
            failures,
            unrecorded: self.unrecorded(),
        }
    }
}

fn of_sums(cases: &[RunSums]) -> [Estimate; 4] {
    Figure::ALL.map(|figure| Estimate::of(&shares(cases, figure)))
}

fn shares(cases: &[RunSums], figure: Figure) -> Vec<f64> {
    cases.iter().map(|sums| sums.share(figure)).collect()
}

fn figures(cases: &[RunSums]) -> Figures {
    let of = |figure| mean(&shares(cases, figure));
    Figures {
        strict: of(Figure::Strict),
        lenient: of(Figure::Lenient),
        by_line: of(Figure::ByLine),
        lenient_by_line: of(Figure::LenientByLine),
    }
}

impl Runs for ConfigurationCounts {
    fn case_count(&self) -> usize {
        self.graded().len()
    }

    fn figures(&self) -> Figures {
        figures(&self.graded())
    }

    fn segments(&self) -> Vec<Segment> {
        let mut by_runs: BTreeMap<u64, Vec<RunSums>> = BTreeMap::new();
        for sums in self.graded() {
            by_runs.entry(sums.runs).or_default().push(sums);
        }
        let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        by_runs
            .into_iter()
            .map(|(runs, cases)| {
                let correct: Vec<(usize, usize)> = cases
                    .iter()
                    .map(|sums| (number(sums.strict), number(sums.lenient)))
                    .collect();
                Segment {
                    runs: number(runs),
                    cases: cases.len(),
                    figures: figures(&cases),
                    passes: passes_of(number(runs), &correct),
                }
            })
            .collect()
    }
}
