//! Exact counts of graded runs per case and configuration: a partial aggregate.
//!
//! Everything is a whole number and merging is adding, so the counts of parts, merged in any order,
//! are the counts of the whole to the last digit, and the figures made of them too. Their size
//! depends on the number of cases and configurations alone, not on that of runs.

mod figures;
mod file;
mod sums;

pub use figures::{ConfigurationCounts, Figure, Ranked, Standing, ranking};
pub use sums::{CaseCounts, LineSums, RunSums};

use std::collections::{BTreeMap, BTreeSet};

use crate::generation::GenerationFailure;
use crate::grade::Score;
use crate::report::Configuration;

/// Counts of graded runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    data_set: BTreeSet<String>,
    configurations: BTreeMap<Configuration, ConfigurationCounts>,
}

impl Counts {
    /// Names a case of the data set, whether or not it has a run.
    pub fn add_case(&mut self, case: &str) {
        if !self.data_set.contains(case) {
            self.data_set.insert(case.to_owned());
        }
    }

    /// Adds a graded run. `failure` says why it is no whole answer, `known` whether that was
    /// recorded when the model was called.
    pub fn add(
        &mut self,
        configuration: &Configuration,
        case: &str,
        score: Score,
        failure: Option<GenerationFailure>,
        known: bool,
    ) {
        self.change(configuration, case, |counts| {
            counts.unrecorded += u64::from(!known);
            match failure {
                None => counts.complete.add(score),
                Some(failure) => counts.failed.entry(failure).or_default().add(score),
            }
        });
    }

    /// Counts a call that gave no answer.
    pub fn add_failed_call(&mut self, configuration: &Configuration, case: &str) {
        self.change(configuration, case, |counts| counts.failed_calls += 1);
    }

    /// Changes the counts of a case; names are copied for the first run alone.
    fn change(
        &mut self,
        configuration: &Configuration,
        case: &str,
        change: impl FnOnce(&mut CaseCounts),
    ) {
        match self.configurations.get_mut(configuration) {
            Some(counts) => counts.change(case, change),
            None => {
                let mut counts = ConfigurationCounts::default();
                counts.change(case, change);
                self.configurations.insert(configuration.clone(), counts);
            }
        }
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &Self) {
        self.data_set.extend(other.data_set.iter().cloned());
        for (configuration, counts) in &other.configurations {
            for (case, counts) in counts.cases() {
                self.change(configuration, case, |sum| sum.merge(counts));
            }
        }
    }

    /// The configurations with their counts, by name.
    pub fn configurations(&self) -> impl Iterator<Item = (&Configuration, &ConfigurationCounts)> {
        self.configurations.iter()
    }

    /// The counts of a configuration.
    #[must_use]
    pub fn of(&self, configuration: &Configuration) -> Option<&ConfigurationCounts> {
        self.configurations.get(configuration)
    }

    /// The cases of the data set by name: those that were named, and those that have a run.
    #[must_use]
    pub fn case_names(&self) -> BTreeSet<&str> {
        let with_runs = self
            .configurations
            .values()
            .flat_map(|counts| counts.cases().map(|(case, _)| case));
        let named = self.data_set.iter().map(String::as_str);
        named.chain(with_runs).collect()
    }

    /// Number of cases in the data set.
    #[must_use]
    pub fn case_count(&self) -> usize {
        self.case_names().len()
    }

    /// Number of graded runs.
    #[must_use]
    pub fn run_count(&self) -> u64 {
        self.configurations
            .values()
            .map(ConfigurationCounts::run_count)
            .sum()
    }
}

#[cfg(test)]
mod tests;
