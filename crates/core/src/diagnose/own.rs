//! The model's own amounts, as its own sums need them.

use super::examiner::{Examiner, Rule};
use super::lines::Lines;
use crate::grade::{AnswerKey, GradedLine, GradedReturn, LineReading, Mode};
use crate::money::Cents;
use crate::sort::sort_by;

/// Amounts that a response does not state are tried out in at most so many ways for one sum.
const MOST_FREE: usize = 16;

/// The model's own amounts of all lines.
#[derive(Debug)]
pub(super) struct Own {
    /// What each line is taken to be.
    pub(super) amounts: Vec<Cents>,
    /// Whether the response states it.
    pub(super) stated: Vec<bool>,
    /// For a line that follows its formula or table: how far it is beyond it, which is 0 or what
    /// the expected return is beyond it. `None` for a line that does not follow, or is entered.
    pub(super) beyond: Vec<Option<Cents>>,
}

/// What a line that is not stated may be taken as.
#[derive(Debug, Clone, Copy)]
enum Unstated {
    /// This, else that.
    Entered(Cents, Cents),
    /// By formula or table, else 0.
    Computed,
}

impl Own {
    pub(super) fn new(examiner: &Examiner, key: &AnswerKey, graded: &GradedReturn) -> Self {
        let count = examiner.reference.len();
        let stated: Vec<bool> = (0..count)
            .map(|line| {
                graded
                    .lines
                    .get(line)
                    .is_some_and(|one| is_stated(one, graded.mode))
            })
            .collect();
        let unstated: Vec<Option<Unstated>> = (0..count)
            .map(|line| {
                let is_stated = stated.get(line).copied().unwrap_or_default();
                (!is_stated).then(|| unstated(examiner, key, graded, line))
            })
            .collect();
        let mut search = Search {
            examiner,
            rank: ranks(examiner),
            settled: unstated.iter().map(Option::is_none).collect(),
            zeroed: vec![false; count],
            unstated,
            amounts: vec![Cents::ZERO; count],
        };
        let mut beyond = vec![None; count];
        for line in examiner.arithmetic.order().iter().copied() {
            let actual = graded.lines.get(line).and_then(|one| one.actual);
            match (stated.get(line), actual) {
                (Some(true), Some(actual)) => {
                    search.set(line, actual);
                    let follows = search.settle(line, actual);
                    if let Some(slot) = beyond.get_mut(line) {
                        *slot = follows;
                    }
                }
                _ => search.assume(line, false),
            }
        }
        for (line, slot) in beyond.iter_mut().enumerate() {
            let computed = matches!(search.unstated.get(line), Some(Some(Unstated::Computed)))
                && search.zeroed.get(line) == Some(&false);
            if computed {
                *slot = Some(examiner.offset(line));
            }
        }
        Self {
            amounts: search.amounts,
            stated,
            beyond,
        }
    }

    pub(super) fn amount(&self, line: usize) -> Cents {
        self.amounts.get(line).copied().unwrap_or_default()
    }

    pub(super) fn is_stated(&self, line: usize) -> bool {
        self.stated.get(line).copied().unwrap_or_default()
    }

    pub(super) fn beyond(&self, line: usize) -> Option<Cents> {
        self.beyond.get(line).copied().flatten()
    }

    /// Whether a line follows from lines that the response states, through lines it leaves out or
    /// not, and no amount in that was taken from elsewhere.
    pub(super) fn rests_on_stated(&self, examiner: &Examiner, line: usize) -> bool {
        let mut waiting: Vec<usize> = examiner.inputs(line).to_vec();
        let mut seen = Lines::default();
        let mut any = false;
        while let Some(one) = waiting.pop() {
            if self.is_stated(one) {
                any = true;
                continue;
            }
            let is_entered = examiner.rule(one).is_none();
            if is_entered && self.amount(one) != Cents::ZERO {
                return false;
            }
            if seen.insert(one) {
                waiting.extend(examiner.inputs(one));
            }
        }
        any
    }

    /// Whether the line is not stated and was filled in from other lines.
    pub(super) fn is_filled_in(&self, line: usize) -> bool {
        !self.is_stated(line) && self.beyond(line).is_some()
    }
}

/// Whether a line has an amount that the model can have gone on with.
fn is_stated(line: &GradedLine, mode: Mode) -> bool {
    line.reading == LineReading::Amount && line.actual.is_some() && !is_unread(line, mode)
}

/// An amount that the upstream evaluator cannot read and counts as 0.
pub(super) fn is_unread(line: &GradedLine, mode: Mode) -> bool {
    mode == Mode::Upstream
        && line.reading == LineReading::Amount
        && line.actual == Some(Cents::ZERO)
        && line.other_actual.is_some_and(|read| read != Cents::ZERO)
}

fn unstated(examiner: &Examiner, key: &AnswerKey, graded: &GradedReturn, line: usize) -> Unstated {
    let reference = examiner.reference(line);
    let Some(one) = graded.lines.get(line) else {
        return Unstated::Entered(reference, Cents::ZERO);
    };
    if is_unread(one, graded.mode) {
        return Unstated::Entered(one.other_actual.unwrap_or_default(), Cents::ZERO);
    }
    if examiner.rule(line).is_some() {
        return Unstated::Computed;
    }
    let scored = key
        .profile()
        .lines
        .get(line)
        .is_some_and(|line| line.scored);
    match one.reading {
        LineReading::Unreadable(_) => Unstated::Entered(reference, Cents::ZERO),
        LineReading::Missing if !scored => Unstated::Entered(reference, Cents::ZERO),
        _ => Unstated::Entered(Cents::ZERO, reference),
    }
}

fn ranks(examiner: &Examiner) -> Vec<usize> {
    let order = examiner.arithmetic.order();
    let mut ranks = vec![0; order.len()];
    for (rank, line) in order.iter().enumerate() {
        if let Some(slot) = ranks.get_mut(*line) {
            *slot = rank;
        }
    }
    ranks
}

struct Search<'e> {
    examiner: &'e Examiner,
    rank: Vec<usize>,
    unstated: Vec<Option<Unstated>>,
    /// Lines whose amount is no longer in question.
    settled: Vec<bool>,
    /// Computed lines that are taken as 0 all the same.
    zeroed: Vec<bool>,
    amounts: Vec<Cents>,
}

impl Search<'_> {
    fn set(&mut self, line: usize, amount: Cents) {
        if let Some(slot) = self.amounts.get_mut(line) {
            *slot = amount;
        }
    }

    /// Takes a line that is not stated as its first or second possibility.
    fn assume(&mut self, line: usize, second: bool) {
        let Some(Some(unstated)) = self.unstated.get(line) else {
            return;
        };
        let amount = match (unstated, second) {
            (Unstated::Entered(first, _), false) => *first,
            (Unstated::Entered(_, second), true) => *second,
            (Unstated::Computed, true) => Cents::ZERO,
            (Unstated::Computed, false) => self
                .examiner
                .by_rule(line, &self.amounts)
                .unwrap_or_default()
                .plus(self.examiner.offset(line)),
        };
        let zeroed = second && matches!(unstated, Unstated::Computed);
        if let Some(slot) = self.zeroed.get_mut(line) {
            *slot = zeroed;
        }
        self.set(line, amount);
    }

    /// Chooses amounts for the unstated lines behind a stated one so that the stated amount
    /// follows from them, if that can be done; returns how far it then is beyond its formula.
    fn settle(&mut self, line: usize, actual: Cents) -> Option<Cents> {
        self.examiner.rule(line)?;
        let open = self.open_lines(line);
        let mut found = self.follows(line, actual);
        if found.is_none() && !open.is_empty() {
            let free: Vec<usize> = open.iter().copied().take(MOST_FREE).collect();
            let single = free.iter().map(|one| vec![*one]);
            let all_entered: Vec<usize> = open
                .iter()
                .copied()
                .filter(|one| matches!(self.unstated.get(*one), Some(Some(Unstated::Entered(..)))))
                .collect();
            let ways: Vec<Vec<usize>> = single.chain([all_entered]).collect();
            for second in ways {
                self.try_out(&open, &second);
                found = self.follows(line, actual);
                if found.is_some() {
                    break;
                }
            }
            if found.is_none() {
                self.try_out(&open, &[]);
            }
        }
        for one in open {
            if let Some(slot) = self.settled.get_mut(one) {
                *slot = true;
            }
        }
        found
    }

    fn try_out(&mut self, open: &[usize], second: &[usize]) {
        for line in open {
            self.assume(*line, second.contains(line));
        }
    }

    /// The lines in question that a line is computed from, in the order to compute them in.
    fn open_lines(&self, line: usize) -> Vec<usize> {
        let mut open: Vec<usize> = Vec::new();
        let mut waiting: Vec<usize> = self.examiner.inputs(line).to_vec();
        let mut seen = Lines::default();
        while let Some(one) = waiting.pop() {
            if self.settled.get(one) != Some(&false) || !seen.insert(one) {
                continue;
            }
            open.push(one);
            waiting.extend(self.examiner.inputs(one));
        }
        sort_by(&mut open, |a, b| self.rank.get(*a).cmp(&self.rank.get(*b)));
        open
    }

    /// Whether an amount follows from the amounts as they are taken now, and how far it is beyond
    /// the formula: as far as the expected return, or not at all.
    fn follows(&self, line: usize, actual: Cents) -> Option<Cents> {
        let given = self.examiner.by_rule(line, &self.amounts)?;
        let exact = matches!(self.examiner.rule(line), Some(Rule::Table(_)));
        let offset = self.examiner.offset(line);
        [offset, Cents::ZERO]
            .into_iter()
            .find(|beyond| agrees(actual, given.plus(*beyond), exact))
    }
}

/// Whether two amounts are equal, or differ by cents that one of them dropped.
fn agrees(actual: Cents, given: Cents, exact: bool) -> bool {
    let apart = actual.minus(given).abs();
    let cents = actual.whole_dollars().is_none() || given.whole_dollars().is_none();
    apart == Cents::ZERO || (!exact && cents && apart < Cents::from_dollars(1))
}
