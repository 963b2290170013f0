//! What many diagnosed runs have in common: which lines fail most, which mistakes are behind them,
//! and which cases nobody gets right.
//!
//! Everything is counted, so that the insight of parts merges into the insight of the whole.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnose::{Diagnosis, Kind};
use crate::grade::{GradedReturn, Verdict};
use crate::profile::Profile;
use crate::report::Configuration;
use crate::sort::sort_by;

/// Counts over diagnosed runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Insight {
    lines: BTreeMap<(String, String), LineCount>,
    configurations: BTreeMap<Configuration, Mistakes>,
    cases: BTreeMap<String, CaseCount>,
}

/// How often a line was graded and wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineCount {
    /// Runs in which the line counted.
    pub runs: u32,
    /// Runs in which it was not exactly right.
    pub wrong: u32,
    /// Runs in which it was the root of other wrong lines, or wrong by itself.
    pub root: u32,
}

impl LineCount {
    /// Share of runs in which the line was not exactly right, from 0 to 1; for output.
    #[must_use]
    #[expect(clippy::float_arithmetic, reason = "output only: the counts are kept")]
    pub fn wrong_share(&self) -> f64 {
        f64::from(self.wrong) / f64::from(self.runs.max(1))
    }
}

/// The mistakes of a configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mistakes {
    /// Runs in all.
    pub runs: u32,
    /// Runs that are not strictly correct.
    pub strict_failures: u32,
    /// Of these, the runs in which every root is a misuse of the Tax Table.
    pub table_only: u32,
    /// Roots by kind.
    pub kinds: BTreeMap<Kind, u32>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct CaseCount {
    runs: u32,
    right: u32,
}

impl Insight {
    /// Adds a diagnosed run.
    pub fn add(
        &mut self,
        configuration: &Configuration,
        case: &str,
        profile: &Profile,
        graded: &GradedReturn,
        diagnosis: &Diagnosis,
    ) {
        let roots: BTreeSet<usize> = diagnosis.roots.iter().copied().collect();
        for (index, (line, grade)) in profile.lines.iter().zip(&graded.lines).enumerate() {
            if !line.scored {
                continue;
            }
            let count = self
                .lines
                .entry((profile.id.clone(), line.line.clone()))
                .or_default();
            count.runs += 1;
            count.wrong += u32::from(grade.verdict != Some(Verdict::Exact));
            count.root += u32::from(roots.contains(&index));
        }
        let right = graded.score.strict_correct();
        let kinds: Vec<Kind> = diagnosis
            .roots
            .iter()
            .filter_map(|root| diagnosis.of(*root))
            .map(|one| one.kind)
            .collect();
        let mistakes = self
            .configurations
            .entry(configuration.clone())
            .or_default();
        mistakes.runs += 1;
        if !right {
            mistakes.strict_failures += 1;
            let table = !kinds.is_empty() && kinds.iter().all(|kind| *kind == Kind::TaxTable);
            mistakes.table_only += u32::from(table);
        }
        for kind in kinds {
            *mistakes.kinds.entry(kind).or_default() += 1;
        }
        let count = self.cases.entry(case.to_owned()).or_default();
        count.runs += 1;
        count.right += u32::from(right);
    }

    /// Adds the counts of another insight.
    pub fn merge(&mut self, other: &Self) {
        for (line, count) in &other.lines {
            let own = self.lines.entry(line.clone()).or_default();
            own.runs += count.runs;
            own.wrong += count.wrong;
            own.root += count.root;
        }
        for (configuration, mistakes) in &other.configurations {
            let own = self
                .configurations
                .entry(configuration.clone())
                .or_default();
            own.runs += mistakes.runs;
            own.strict_failures += mistakes.strict_failures;
            own.table_only += mistakes.table_only;
            for (kind, count) in &mistakes.kinds {
                *own.kinds.entry(*kind).or_default() += count;
            }
        }
        for (case, count) in &other.cases {
            let own = self.cases.entry(case.clone()).or_default();
            own.runs += count.runs;
            own.right += count.right;
        }
    }

    /// Lines that were ever wrong, as (profile, line, count), the one that failed in the largest
    /// share of its runs first.
    #[must_use]
    pub fn failing_lines(&self) -> Vec<(&str, &str, LineCount)> {
        let mut lines: Vec<(&str, &str, LineCount)> = self
            .lines
            .iter()
            .filter(|(_, count)| count.wrong > 0)
            .map(|((profile, line), count)| (profile.as_str(), line.as_str(), *count))
            .collect();
        // a/b before c/d when a·d > c·b: shares compared without dividing.
        sort_by(&mut lines, |(_, _, a), (_, _, b)| {
            let share = |x: &LineCount, y: &LineCount| u64::from(x.wrong) * u64::from(y.runs);
            share(b, a).cmp(&share(a, b)).then(b.root.cmp(&a.root))
        });
        lines
    }

    /// The mistakes of every configuration.
    pub fn mistakes(&self) -> impl Iterator<Item = (&Configuration, &Mistakes)> {
        self.configurations.iter()
    }

    /// Cases that no run got strictly right, with their number of runs.
    pub fn never_right(&self) -> impl Iterator<Item = (&str, u32)> {
        self.cases
            .iter()
            .filter(|(_, count)| count.right == 0)
            .map(|(case, count)| (case.as_str(), count.runs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnose::Examiner;
    use crate::{AnswerKey, ExpectedReturn, Mode};

    const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
        <IndividualReturnFilingStatusCd>4</IndividualReturnFilingStatusCd><WagesAmt>47900</WagesAmt>\
        <WagesSalariesAndTipsAmt>47900</WagesSalariesAndTipsAmt><TotalIncomeAmt>47900</TotalIncomeAmt>\
        <AdjustedGrossIncomeAmt>47900</AdjustedGrossIncomeAmt><TotalItemizedOrStandardDedAmt>21900</TotalItemizedOrStandardDedAmt>\
        <TotalDeductionsAmt>21900</TotalDeductionsAmt><TaxableIncomeAmt>26000</TaxableIncomeAmt><TaxAmt>2792</TaxAmt>\
        <TotalTaxBeforeCrAndOthTaxesAmt>2792</TotalTaxBeforeCrAndOthTaxesAmt><TaxLessCreditsAmt>2792</TaxLessCreditsAmt>\
        <TotalTaxAmt>2792</TotalTaxAmt><OwedAmt>2792</OwedAmt></IRS1040></ReturnData></Return>";

    fn configuration(model: &str) -> Configuration {
        Configuration {
            provider: "p".into(),
            model: model.into(),
            thinking: "high".into(),
            tools: String::new(),
        }
    }

    fn add(insight: &mut Insight, model: &str, case: &str, tax: u32, wages: u32) {
        let response = format!(
            "Line 1a: | | {wages}\nLine 1z: | | {wages}\nLine 9: | | {wages}\nLine 11: | | {wages}\nLine 12: | | 21900\nLine 14: | | 21900\n\
             Line 15: | | {}\nLine 16: | | {tax}\nLine 18: | | {tax}\nLine 22: | | {tax}\nLine 24: | | {tax}\nLine 37: | | {tax}\n",
            wages - 21900
        );
        let expected = ExpectedReturn::parse(XML).unwrap();
        let profile = Profile::for_return(&expected).unwrap();
        let key = AnswerKey::new(&expected, profile).unwrap();
        let graded = key.grade(&response, Mode::Robust).unwrap();
        let diagnosis = Examiner::new(&key, &expected)
            .unwrap()
            .diagnose(&key, &graded, &response);
        insight.add(&configuration(model), case, profile, &graded, &diagnosis);
    }

    #[test]
    fn counts_lines_mistakes_and_hopeless_cases() {
        let mut all = Insight::default();
        add(&mut all, "a", "easy", 2792, 47900);
        add(&mut all, "a", "hard", 2789, 47900);
        add(&mut all, "b", "easy", 2789, 47900);
        add(&mut all, "b", "hard", 2792, 47800);
        let lines = all.failing_lines();
        let counts: Vec<(&str, u32, u32)> = lines
            .iter()
            .map(|(_, line, count)| (*line, count.wrong, count.root))
            .collect();
        assert_eq!(counts[0], ("16", 2, 2), "{counts:?}");
        assert!(counts.contains(&("1a", 1, 1)), "{counts:?}");
        let mistakes: Vec<(&str, u32, u32, u32)> = all
            .mistakes()
            .map(|(name, one)| {
                (
                    name.model.as_str(),
                    one.runs,
                    one.strict_failures,
                    one.table_only,
                )
            })
            .collect();
        assert_eq!(mistakes, [("a", 2, 1, 1), ("b", 2, 2, 1)]);
        assert_eq!(all.never_right().collect::<Vec<_>>(), [("hard", 2)]);
    }

    #[test]
    fn parts_merge_into_the_whole() {
        let (mut all, mut left, mut right) =
            (Insight::default(), Insight::default(), Insight::default());
        add(&mut all, "a", "x", 2789, 47900);
        add(&mut all, "b", "y", 2792, 47800);
        add(&mut left, "a", "x", 2789, 47900);
        add(&mut right, "b", "y", 2792, 47800);
        left.merge(&right);
        assert_eq!(left, all);
    }
}
