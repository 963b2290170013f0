//! Two sets of graded runs side by side: what broke, what was fixed, and whether the difference is
//! more than luck.

mod day;
mod model;
mod output;
mod table;

pub use day::Day;
pub use model::ModelSide;
pub use output::{comparison_csv, comparison_json, comparison_markdown, comparison_words};
pub use table::{ComparisonTable, TableLine, TableReturn, TableRun};

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::counts::Figure;
use crate::metrics::Figures;
use crate::money::Cents;
use crate::report::Configuration;
use crate::results::{Results, RunResult};
use crate::sort::sort_by;
use crate::statistics::{Estimate, PairedDifference};

/// What must agree, besides the case, for two runs to be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    /// Everything: the same model before and after.
    Configuration,
    /// Thinking level and tools: two models.
    ThinkingAndTools,
    /// Nothing: two configurations that differ in more.
    CaseOnly,
}

impl Pairing {
    fn of(self, configuration: &Configuration) -> String {
        let Configuration {
            provider,
            thinking,
            tools,
            ..
        } = configuration;
        let tools = if tools.is_empty() {
            String::new()
        } else {
            format!(" with {tools}")
        };
        match self {
            Self::Configuration => format!("{provider}/{}", configuration.title()),
            Self::ThinkingAndTools => format!("{thinking}{tools}"),
            Self::CaseOnly => String::new(),
        }
    }
}

/// Right answers of so many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// How many are right.
    pub right: u32,
    /// Of how many.
    pub runs: u32,
}

impl Share {
    fn count(&mut self, right: bool) {
        self.runs += 1;
        self.right += u32::from(right);
    }

    /// How the other share compares, as exact fractions.
    fn change_to(self, other: Self) -> Change {
        let before = u64::from(self.right) * u64::from(other.runs);
        let after = u64::from(other.right) * u64::from(self.runs);
        match after.cmp(&before) {
            std::cmp::Ordering::Less => Change::Broken,
            std::cmp::Ordering::Equal => Change::Unchanged,
            std::cmp::Ordering::Greater => Change::Fixed,
        }
    }
}

/// What became of a line or a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Change {
    /// Right in fewer of the second's runs than of the first's.
    Broken,
    /// Right in more.
    Fixed,
    /// Right as often.
    Unchanged,
}

impl Change {
    /// The word in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Fixed => "fixed",
            Self::Unchanged => "unchanged",
        }
    }
}

/// A line of a return on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChange {
    /// The printed line number.
    pub line: String,
    /// The form's words for it.
    pub label: String,
    /// What became of it.
    pub change: Change,
    /// Runs of the first in which it is equal.
    pub first: Share,
    /// Runs of the second.
    pub second: Share,
    /// The expected amount, where a side is wrong.
    pub expected: Option<Cents>,
    /// The first wrong amount of the first; `None` when it is right or cannot be read.
    pub first_wrong: Option<Cents>,
    /// The first wrong amount of the second.
    pub second_wrong: Option<Cents>,
    /// Why the second is wrong, or else the first.
    pub sentence: String,
    /// Index of the first's run that is wrong, or else 0.
    pub first_at: usize,
    /// Index of the second's.
    pub second_at: usize,
}

/// A case with what both sides have of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnChange {
    /// Name of the case.
    pub case: String,
    /// What both sides have in common besides the case; empty for nothing.
    pub group: String,
    /// What became of the return (strict).
    pub change: Change,
    /// Runs of the first that are strictly correct.
    pub first: Share,
    /// Runs of the second.
    pub second: Share,
    /// Which runs the first has, by configuration and number.
    pub first_runs: Vec<(Configuration, u32)>,
    /// Which the second has.
    pub second_runs: Vec<(Configuration, u32)>,
    /// The scored lines of both sides, in the form's order.
    pub lines: Vec<LineChange>,
}

impl ReturnChange {
    /// Regressions first, most lines lost before fewer; then what got better; then the rest.
    fn place(&self) -> (u8, std::cmp::Reverse<usize>, std::cmp::Reverse<usize>) {
        let (broken, fixed) = (self.count(Change::Broken), self.count(Change::Fixed));
        let rank = match self.change {
            Change::Broken => 0,
            _ if broken > 0 => 1,
            Change::Fixed => 2,
            Change::Unchanged if fixed > 0 => 3,
            Change::Unchanged => 4,
        };
        (rank, std::cmp::Reverse(broken), std::cmp::Reverse(fixed))
    }

    /// Lines that changed so.
    #[must_use]
    pub fn count(&self, change: Change) -> usize {
        self.lines
            .iter()
            .filter(|line| line.change == change)
            .count()
    }
}

/// How many changed in each way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeCounts {
    /// Broken ones.
    pub broken: usize,
    /// Fixed ones.
    pub fixed: usize,
    /// Unchanged ones.
    pub unchanged: usize,
}

impl ChangeCounts {
    fn of(changes: impl Iterator<Item = Change>) -> Self {
        let mut counts = Self::default();
        for change in changes {
            match change {
                Change::Broken => counts.broken += 1,
                Change::Fixed => counts.fixed += 1,
                Change::Unchanged => counts.unchanged += 1,
            }
        }
        counts
    }
}

/// Two sides compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Name of the first side.
    pub first: String,
    /// Name of the second.
    pub second: String,
    /// Returns that both sides have, regressions first.
    pub returns: Vec<ReturnChange>,
    /// What became of the returns.
    pub return_counts: ChangeCounts,
    /// What became of their lines.
    pub line_counts: ChangeCounts,
    /// Correct returns (strict), second minus first.
    pub strict: PairedDifference,
    /// Correct (by line), second minus first.
    pub by_line: Estimate,
    /// The figures of the first over what both have.
    pub first_figures: Figures,
    /// Those of the second.
    pub second_figures: Figures,
    /// Graded answers that are not whole, of each side.
    pub generation_failures: (usize, usize),
    /// Returns that only the first has.
    pub only_first: Vec<String>,
    /// Returns that only the second has.
    pub only_second: Vec<String>,
}

type Group<'a> = BTreeMap<(&'a str, String), Vec<&'a RunResult>>;

/// Compares two sides, each a name with its runs. The scored lines are those of the results.
#[must_use]
pub fn compare(
    results: &Results,
    (first, first_runs): (&str, &[&RunResult]),
    (second, second_runs): (&str, &[&RunResult]),
    pairing: Pairing,
) -> Comparison {
    let (a, b) = (grouped(first_runs, pairing), grouped(second_runs, pairing));
    let mut returns = Vec::new();
    let mut only_first = Vec::new();
    let mut by_case: BTreeMap<&str, CaseShares> = BTreeMap::new();
    let mut failures = (0, 0);
    for ((case, group), before) in &a {
        let key = (*case, group.clone());
        let Some(after) = b.get(&key) else {
            only_first.push(name(case, group));
            continue;
        };
        returns.push(return_change(results, case, group, before, after));
        let sums = by_case.entry(case).or_default();
        sums.first.extend(before.iter().copied());
        sums.second.extend(after.iter().copied());
        let failed = |runs: &[&RunResult]| runs.iter().filter(|run| run.failure.is_some()).count();
        failures.0 += failed(before);
        failures.1 += failed(after);
    }
    let only_second = b
        .keys()
        .filter(|key| !a.contains_key(*key))
        .map(|(case, group)| name(case, group))
        .collect();
    sort_by(&mut returns, |a, b| a.place().cmp(&b.place()));
    let pairs: Vec<_> = by_case.values().map(CaseShares::strict).collect();
    let differences: Vec<f64> = by_case
        .values()
        .map(CaseShares::by_line_difference)
        .collect();
    Comparison {
        first: first.to_owned(),
        second: second.to_owned(),
        return_counts: ChangeCounts::of(returns.iter().map(|one| one.change)),
        line_counts: ChangeCounts::of(
            returns
                .iter()
                .flat_map(|one| one.lines.iter().map(|line| line.change)),
        ),
        returns,
        strict: PairedDifference::of_shares(&pairs),
        by_line: Estimate::of(&differences),
        first_figures: figures(by_case.values().map(|case| case.first.as_slice())),
        second_figures: figures(by_case.values().map(|case| case.second.as_slice())),
        generation_failures: failures,
        only_first,
        only_second,
    }
}

fn name(case: &str, group: &str) -> String {
    if group.is_empty() {
        case.to_owned()
    } else {
        format!("{case} ({group})")
    }
}

fn grouped<'a>(runs: &[&'a RunResult], pairing: Pairing) -> Group<'a> {
    let mut groups: Group<'a> = BTreeMap::new();
    for run in runs {
        let key = (run.case.as_str(), pairing.of(&run.configuration));
        groups.entry(key).or_default().push(run);
    }
    groups
}

/// The runs of a case on both sides: cases, not runs, are independent of each other.
#[derive(Default)]
struct CaseShares<'a> {
    first: Vec<&'a RunResult>,
    second: Vec<&'a RunResult>,
}

impl CaseShares<'_> {
    fn strict(&self) -> ((u32, u32), (u32, u32)) {
        let share = |runs: &[&RunResult]| {
            let mut share = Share::default();
            for run in runs {
                share.count(run.score.strict_correct());
            }
            (share.right, share.runs)
        };
        (share(&self.first), share(&self.second))
    }

    #[expect(
        clippy::float_arithmetic,
        reason = "a difference of means of finished grades"
    )]
    fn by_line_difference(&self) -> f64 {
        mean_of(&self.second, Figure::ByLine) - mean_of(&self.first, Figure::ByLine)
    }
}

fn mean_of(runs: &[&RunResult], figure: Figure) -> f64 {
    let values: Vec<f64> = runs
        .iter()
        .map(|run| {
            let yes = |right: bool| f64::from(u8::from(right));
            match figure {
                Figure::Strict => yes(run.score.strict_correct()),
                Figure::Lenient => yes(run.score.lenient_correct()),
                Figure::ByLine => run.score.by_line(),
                Figure::LenientByLine => run.score.lenient_by_line(),
            }
        })
        .collect();
    crate::statistics::mean(&values)
}

fn figures<'a>(cases: impl Iterator<Item = &'a [&'a RunResult]>) -> Figures {
    let cases: Vec<&[&RunResult]> = cases.collect();
    let of = |figure| {
        let values: Vec<f64> = cases.iter().map(|runs| mean_of(runs, figure)).collect();
        crate::statistics::mean(&values)
    };
    Figures {
        strict: of(Figure::Strict),
        lenient: of(Figure::Lenient),
        by_line: of(Figure::ByLine),
        lenient_by_line: of(Figure::LenientByLine),
    }
}

fn return_change(
    results: &Results,
    case: &str,
    group: &str,
    before: &[&RunResult],
    after: &[&RunResult],
) -> ReturnChange {
    let strict = |runs: &[&RunResult]| {
        let mut share = Share::default();
        for run in runs {
            share.count(run.score.strict_correct());
        }
        share
    };
    let (first, second) = (strict(before), strict(after));
    let names = |runs: &[&RunResult]| {
        let names = runs.iter().map(|run| (run.configuration.clone(), run.run));
        names.collect()
    };
    let profile = before.first().map_or("", |run| run.profile.as_str());
    let lines = results.profiles.get(profile).map_or(&[][..], Vec::as_slice);
    ReturnChange {
        case: case.to_owned(),
        group: group.to_owned(),
        change: first.change_to(second),
        first,
        second,
        first_runs: names(before),
        second_runs: names(after),
        lines: lines
            .iter()
            .map(|line| line_change(&line.line, &line.label, before, after))
            .collect(),
    }
}

fn line_change(line: &str, label: &str, before: &[&RunResult], after: &[&RunResult]) -> LineChange {
    let share = |runs: &[&RunResult]| {
        let mut share = Share::default();
        for run in runs {
            share.count(run.wrong_line(line).is_none());
        }
        share
    };
    let wrong = |runs: &[&RunResult]| {
        let mut runs = runs.iter().enumerate();
        let found = runs.find_map(|(at, run)| Some((at, run.wrong_line(line)?.clone())));
        found.map_or((0, None), |(at, wrong)| (at, Some(wrong)))
    };
    let (first, second) = (share(before), share(after));
    let ((first_at, first_wrong), (second_at, second_wrong)) = (wrong(before), wrong(after));
    let either = second_wrong.as_ref().or(first_wrong.as_ref());
    LineChange {
        line: line.to_owned(),
        label: label.to_owned(),
        change: first.change_to(second),
        first,
        second,
        expected: either.map(|wrong| wrong.expected),
        sentence: either
            .map(|wrong| wrong.sentence.clone())
            .unwrap_or_default(),
        first_wrong: first_wrong.and_then(|wrong| wrong.actual),
        second_wrong: second_wrong.and_then(|wrong| wrong.actual),
        first_at,
        second_at,
    }
}

#[cfg(test)]
mod tests;
