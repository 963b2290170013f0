//! From wrong lines back to their roots.

use std::collections::VecDeque;

use super::elsewhere::{Elsewhere, elsewhere};
use super::examiner::{Examiner, Rule};
use super::lines::Lines;
use super::own::{Own, is_unread};
use super::slip::slip;
use super::table::{Explained, TableCheck};
use super::words::{self, Facts};
use super::{Kind, LineDiagnosis, RightAnyway};
use crate::grade::{AnswerKey, GradedLine, GradedReturn, LineReading, Verdict};
use crate::money::Cents;
use crate::response::Format;
use crate::sort::{sort_by, sort_lines};

/// The diagnosed lines of a return.
#[derive(Debug, Default)]
pub(super) struct Chain {
    pub(super) lines: Vec<LineDiagnosis>,
    /// Roots behind wrong scored lines, in form order.
    pub(super) roots: Vec<usize>,
    pub(super) first: Option<usize>,
    /// Wrong scored lines.
    pub(super) wrong: usize,
    pub(super) right_anyway: Vec<RightAnyway>,
}

/// What is needed to look at one line.
pub(super) struct Desk<'a> {
    pub(super) examiner: &'a Examiner,
    pub(super) key: &'a AnswerKey,
    pub(super) graded: &'a GradedReturn,
    pub(super) own: &'a Own,
}

impl Chain {
    pub(super) fn new(
        examiner: &Examiner,
        key: &AnswerKey,
        graded: &GradedReturn,
        response: &str,
        own: &Own,
    ) -> Self {
        let desk = Desk {
            examiner,
            key,
            graded,
            own,
        };
        let count = graded.lines.len();
        let mut upstream: Vec<Option<Vec<usize>>> = vec![None; count];
        let mut waiting: VecDeque<usize> = (0..count).filter(|line| desk.is_wrong(*line)).collect();
        while let Some(line) = waiting.pop_front() {
            let Some(slot @ None) = upstream.get_mut(line) else {
                continue;
            };
            let found = desk.causes(line);
            waiting.extend(&found);
            *slot = Some(found);
        }
        let absent: Vec<usize> = (0..count)
            .filter(|line| matches!(upstream.get(*line), Some(Some(_))) && desk.is_absent(*line))
            .collect();
        let elsewhere = if absent.is_empty() || graded.format != Format::Text {
            Vec::new()
        } else {
            elsewhere(response, key, &absent, &examiner.reference)
        };
        let mut chain = Self::default();
        let mut roots_of: Vec<Vec<usize>> = vec![Vec::new(); count];
        for line in examiner.arithmetic.order().iter().copied() {
            let Some(Some(upstream)) = upstream.get(line) else {
                continue;
            };
            let found = elsewhere.iter().find(|one| one.line == line);
            let mut diagnosis = desk.line(line, upstream.clone(), found);
            let mut roots: Vec<usize> = upstream
                .iter()
                .filter_map(|one| roots_of.get(*one))
                .flatten()
                .copied()
                .collect();
            if diagnosis.kind.is_root() {
                roots.push(line);
            }
            sort_lines(&mut roots);
            if let Some(slot) = roots_of.get_mut(line) {
                slot.clone_from(&roots);
            }
            if diagnosis.kind == Kind::Carried {
                words::name_roots(&mut diagnosis, &roots, key.profile());
            }
            diagnosis.roots = roots;
            chain.lines.push(diagnosis);
        }
        sort_by(&mut chain.lines, |a, b| a.line.cmp(&b.line));
        chain.finish(&desk, &upstream);
        chain
    }

    fn finish(&mut self, desk: &Desk<'_>, upstream: &[Option<Vec<usize>>]) {
        let count = upstream.len();
        let mut behind = vec![false; count];
        let mut waiting: Vec<usize> = (0..count)
            .filter(|line| desk.is_scored(*line) && desk.is_wrong(*line))
            .collect();
        self.wrong = waiting.len();
        while let Some(line) = waiting.pop() {
            if let Some(slot @ false) = behind.get_mut(line) {
                *slot = true;
                waiting.extend(upstream.get(line).into_iter().flatten().flatten());
            }
        }
        let is_behind = |line: usize| behind.get(line) == Some(&true);
        self.first = (0..count).find(|line| is_behind(*line));
        self.roots = self
            .lines
            .iter()
            .filter(|one| one.kind.is_root() && is_behind(one.line))
            .map(|one| one.line)
            .collect();
        self.right_anyway = (0..count)
            .filter_map(|line| desk.right_anyway(line))
            .collect();
    }
}

impl Desk<'_> {
    fn graded(&self, line: usize) -> Option<&GradedLine> {
        self.graded.lines.get(line)
    }

    fn is_scored(&self, line: usize) -> bool {
        let known = self.key.profile().lines.get(line);
        known.is_some_and(|line| line.scored)
    }

    /// Whether a line is wrong by itself: a scored one that is not equal, or an unscored one that
    /// is stated and not equal.
    fn is_wrong(&self, line: usize) -> bool {
        let Some(graded) = self.graded(line) else {
            return false;
        };
        let differs = graded
            .verdict
            .is_some_and(|verdict| verdict != Verdict::Exact);
        differs && (self.is_scored(line) || self.own.is_stated(line))
    }

    /// Whether the response has no amount for the line.
    fn is_absent(&self, line: usize) -> bool {
        self.graded(line)
            .is_some_and(|one| matches!(one.reading, LineReading::Missing | LineReading::Blank))
    }

    fn differs(&self, line: usize) -> bool {
        self.own.amount(line) != self.examiner.reference(line)
    }

    /// The lines with another amount than expected that a line is computed from. Lines that the
    /// response does not state, and that were filled in from others, are looked through.
    fn upstream(&self, line: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut waiting: Vec<usize> = self.examiner.inputs(line).to_vec();
        let mut seen = Lines::default();
        while let Some(one) = waiting.pop() {
            if !self.differs(one) || !seen.insert(one) {
                continue;
            }
            if self.own.is_filled_in(one) {
                waiting.extend(self.examiner.inputs(one));
            } else {
                found.push(one);
            }
        }
        sort_lines(&mut found);
        found
    }

    /// The lines that a wrong line inherits from: none where it is wrong because the response has
    /// no amount for it.
    fn causes(&self, line: usize) -> Vec<usize> {
        let upstream = self.upstream(line);
        if self.own.is_stated(line) || self.rightly_absent(line, &upstream) {
            upstream
        } else {
            Vec::new()
        }
    }

    /// Whether a blank or left-out line is one for the model's own lines: they give nothing to
    /// enter there. What is left out altogether must follow from stated lines alone.
    fn rightly_absent(&self, line: usize, upstream: &[usize]) -> bool {
        let given = self.examiner.by_rule(line, &self.own.amounts);
        let nothing = given.is_some_and(|given| {
            given.plus(self.examiner.offset(line)) <= Cents::ZERO && !upstream.is_empty()
        });
        let from_stated = || upstream.iter().all(|one| self.own.is_stated(*one));
        nothing
            && match self.graded(line).map(|one| one.reading) {
                Some(LineReading::Blank) => true,
                Some(LineReading::Missing) => from_stated(),
                _ => false,
            }
    }

    fn line(
        &self,
        line: usize,
        upstream: Vec<usize>,
        elsewhere: Option<&Elsewhere>,
    ) -> LineDiagnosis {
        let profile = self.key.profile();
        let expected = self.examiner.reference(line);
        let (actual, reading) = self
            .graded(line)
            .map_or((None, LineReading::Missing), |one| {
                (one.actual, one.reading)
            });
        let plain = self.examiner.by_rule(line, &self.own.amounts);
        let by_own_lines = plain.map(|given| given.plus(self.examiner.offset(line)));
        let mut facts = Facts {
            profile,
            examiner: self.examiner,
            own: self.own,
            line,
            expected,
            actual,
            reading,
            by_own_lines,
            upstream: &upstream,
            elsewhere,
            explained: None,
            neighbour: None,
            unread: self
                .graded(line)
                .is_some_and(|one| is_unread(one, self.graded.mode)),
            expected_departs: plain != by_own_lines && plain == actual && upstream.is_empty(),
        };
        let kind = self.kind(&mut facts, upstream.is_empty());
        let (sentence, phrase) = words::of(&facts, kind);
        let table_slip = facts.explained.as_ref().map(|one| one.slip);
        LineDiagnosis {
            line,
            kind,
            table_slip,
            expected,
            actual,
            by_own_lines,
            upstream,
            roots: Vec::new(),
            sentence,
            phrase,
        }
    }

    fn kind(&self, facts: &mut Facts<'_>, inputs_are_right: bool) -> Kind {
        let line = facts.line;
        if facts.unread || matches!(facts.reading, LineReading::Unreadable(_)) {
            return Kind::Unreadable;
        }
        let Some(actual) = facts.actual else {
            return Kind::Unreadable;
        };
        if !self.own.is_stated(line) {
            let absent = if facts.reading == LineReading::Missing {
                Kind::Missing
            } else {
                Kind::Blank
            };
            return if self.rightly_absent(line, facts.upstream) {
                Kind::Carried
            } else if facts.elsewhere.is_some() {
                Kind::OtherForm
            } else {
                absent
            };
        }
        if self.own.beyond(line).is_some() && !inputs_are_right {
            return Kind::Carried;
        }
        if facts.expected_departs {
            return Kind::Arithmetic;
        }
        facts.explained = self.explained(line, actual);
        if facts.explained.is_some() {
            return Kind::TaxTable;
        }
        let right = [Some(facts.expected), facts.by_own_lines];
        if let Some(kind) = right
            .into_iter()
            .flatten()
            .find_map(|right| slip(actual, right))
        {
            return kind;
        }
        facts.neighbour = self.neighbour(line, actual);
        if facts.neighbour.is_some() {
            return Kind::NeighbourLine;
        }
        if facts.by_own_lines.is_some() {
            Kind::Arithmetic
        } else {
            Kind::Root
        }
    }

    fn explained(&self, line: usize, actual: Cents) -> Option<Explained> {
        let Some(Rule::Table(table)) = self.examiner.rule(line) else {
            return None;
        };
        let own = self.own.amount(table.income);
        let expected = self.examiner.reference(table.income);
        let incomes: &[Cents] = if own == expected {
            &[expected]
        } else {
            &[own, expected]
        };
        table.explain(actual, incomes)
    }

    /// The nearest line above or below with an amount, if that amount stands here. A line that
    /// this one is computed from does not count: there, something was not added or subtracted.
    fn neighbour(&self, line: usize, actual: Cents) -> Option<usize> {
        if actual == Cents::ZERO {
            return None;
        }
        let has_amount = |one: &usize| self.examiner.reference(*one) != Cents::ZERO;
        let above = (0..line).rev().find(has_amount);
        let below = (line + 1..self.examiner.reference.len()).find(has_amount);
        [above, below]
            .into_iter()
            .flatten()
            .find(|one| self.examiner.reference(*one) == actual)
            .filter(|one| !self.examiner.is_computed_from(line, *one))
    }

    /// A right scored line that its own lines do not give.
    fn right_anyway(&self, line: usize) -> Option<RightAnyway> {
        let right = self.graded(line)?.verdict == Some(Verdict::Exact);
        let counts = right && self.is_scored(line) && self.own.is_stated(line);
        if !counts || self.own.beyond(line).is_some() || self.upstream(line).is_empty() {
            return None;
        }
        let given = self.examiner.by_rule(line, &self.own.amounts)?;
        let by_own_lines = given.plus(self.examiner.offset(line));
        let number = words::number(self.key.profile(), line);
        let sentence = words::right_anyway(number, self.examiner.reference(line), by_own_lines);
        Some(RightAnyway {
            line,
            by_own_lines,
            sentence,
        })
    }

    /// Why a line that has a tax table cannot be held against it.
    pub(super) fn no_table(examiner: &Examiner, line: usize) -> Option<&str> {
        match examiner.tables.get(line)? {
            Some(TableCheck::DoesNotApply(why)) => Some(why),
            _ => None,
        }
    }
}
