//! The leaderboard and the matrix of cases × runs.

pub(crate) mod insight;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use taxgrade::expected::Jurisdiction;
use taxgrade::generation::GenerationFailure;
use taxgrade::grade::Score;
use taxgrade::metrics::{Aggregate, Figures, Segment};
use taxgrade::report::Configuration;
use taxgrade::statistics::{Estimate, Interval};

use crate::calls::Failures;
use crate::order;
use crate::session::{Case, Session, Source};
use crate::work::Points;

/// What the leaderboard is narrowed down to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Narrow {
    pub(crate) jurisdiction: Option<Jurisdiction>,
    pub(crate) year: Option<u16>,
    pub(crate) thinking: Option<String>,
    /// Tools, empty for none.
    pub(crate) tools: Option<String>,
}

/// The values that there are to narrow down by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Choices {
    pub(crate) jurisdictions: BTreeSet<Jurisdiction>,
    pub(crate) years: BTreeSet<u16>,
    pub(crate) thinking: BTreeSet<String>,
    pub(crate) tools: BTreeSet<String>,
}

/// One configuration.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BoardRow {
    pub(crate) name: Configuration,
    pub(crate) aggregate: Aggregate,
    pub(crate) figures: Figures,
    /// 95 % intervals of the figures, once every run is graded.
    pub(crate) intervals: [Option<Interval>; 4],
    pub(crate) segments: Vec<Segment>,
    /// Cases with an expected return.
    pub(crate) total: usize,
    /// Runs that other cases have and some lack, and runs of cases without any.
    pub(crate) missing: usize,
    /// Graded answers that are not whole, and calls without an answer.
    pub(crate) failures: Failures,
}

impl BoardRow {
    /// The four figures in the columns' order.
    pub(crate) const fn shares(&self) -> [f64; 4] {
        let Figures {
            strict,
            lenient,
            by_line,
            lenient_by_line,
        } = self.figures;
        [strict, lenient, by_line, lenient_by_line]
    }

    /// Generation failures in all.
    pub(crate) fn failed(&self) -> u64 {
        self.failures.values().sum()
    }

    /// `6×2/6`, or `6/6` when cases differ in their number of runs.
    pub(crate) fn tests_run(&self) -> String {
        match self.segments.as_slice() {
            [only] => format!("{}\u{d7}{}/{}", only.cases, only.runs, self.total),
            _ => format!("{}/{}", self.aggregate.case_count(), self.total),
        }
    }
}

/// The 95 % intervals of the figures, in the columns' order: the bootstrap over cases, as reports
/// have them. None where all cases are alike, or fewer than two.
pub(crate) fn intervals(aggregate: &Aggregate) -> [Option<Interval>; 4] {
    let figures: [fn(&Score) -> f64; 4] = [
        |run| f64::from(u8::from(run.strict_correct())),
        |run| f64::from(u8::from(run.lenient_correct())),
        |run| run.by_line(),
        |run| run.lenient_by_line(),
    ];
    figures.map(|figure| {
        let cases = aggregate.cases().map(|(_, runs)| {
            let values: Vec<f64> = runs.iter().map(figure).collect();
            Estimate::of(&values).mean
        });
        let cases: Vec<f64> = cases.collect();
        Estimate::of(&cases).bootstrap
    })
}

pub(crate) fn choices(session: &Session) -> Choices {
    let mut choices = Choices::default();
    for case in &session.cases {
        if let Some(key) = case.key() {
            choices.jurisdictions.insert(key.jurisdiction);
            choices.years.insert(key.year);
        }
        for response in &case.responses {
            if let Source::Run(name, _) = &response.source {
                choices.thinking.insert(name.thinking.clone());
                choices.tools.insert(name.tools.clone());
            }
        }
    }
    choices
}

impl Narrow {
    fn case(&self, case: &Case) -> bool {
        case.key().is_some_and(|key| {
            self.jurisdiction.is_none_or(|one| one == key.jurisdiction)
                && self.year.is_none_or(|one| one == key.year)
        })
    }

    fn name(&self, name: &Configuration) -> bool {
        let is =
            |wanted: &Option<String>, have: &String| wanted.as_ref().is_none_or(|one| one == have);
        is(&self.thinking, &name.thinking) && is(&self.tools, &name.tools)
    }
}

/// Graded runs by configuration.
pub(crate) fn aggregates(session: &Session, narrow: &Narrow) -> BTreeMap<Configuration, Aggregate> {
    let mut all: BTreeMap<Configuration, Aggregate> = BTreeMap::new();
    for case in session.cases.iter().filter(|case| narrow.case(case)) {
        for response in &case.responses {
            if let (Source::Run(name, _), Some(grade)) = (&response.source, response.settled())
                && narrow.name(name)
            {
                let aggregate = all.entry(name.clone()).or_default();
                aggregate.add(&full_name(case), grade.points.score());
            }
        }
    }
    all
}

/// Generation failures by configuration.
fn failures(session: &Session, narrow: &Narrow) -> BTreeMap<Configuration, Failures> {
    let mut all: BTreeMap<Configuration, Failures> = BTreeMap::new();
    let mut count = |name: &Configuration, failure| {
        if narrow.name(name) {
            let kinds = all.entry(name.clone()).or_default();
            *kinds.entry(failure).or_default() += 1;
        }
    };
    for case in session.cases.iter().filter(|case| narrow.case(case)) {
        for response in &case.responses {
            if let (Source::Run(name, _), Some(_), Some(failure)) =
                (&response.source, response.settled(), response.failure())
            {
                count(name, failure);
            }
        }
        for (name, ..) in case.failed_calls() {
            count(name, GenerationFailure::CallFailed);
        }
    }
    all
}

/// Case names may repeat from year to year.
fn full_name(case: &Case) -> String {
    match &case.folder {
        Some(folder) => format!("{folder}/{}", case.name),
        None => case.name.clone(),
    }
}

/// The number of cases that could have been run.
pub(crate) fn total(session: &Session, narrow: &Narrow) -> usize {
    session
        .cases
        .iter()
        .filter(|case| narrow.case(case))
        .count()
}

/// The leaderboard, best strict score first.
pub(crate) fn rows(session: &Session, narrow: &Narrow) -> Vec<BoardRow> {
    let total = total(session, narrow);
    let (runs, graded) = session.counts();
    let complete = runs == graded;
    let mut failures = failures(session, narrow);
    let mut aggregates = aggregates(session, narrow);
    // A configuration of which every call failed has a row, too.
    for name in failures.keys() {
        aggregates.entry(name.clone()).or_default();
    }
    let mut rows: Vec<BoardRow> = aggregates
        .into_iter()
        .map(|(name, aggregate)| {
            let segments = aggregate.segments();
            let most = segments.last().map_or(0, |segment| segment.runs);
            BoardRow {
                failures: failures.remove(&name).unwrap_or_default(),
                name,
                figures: aggregate.figures(),
                missing: (total * most).saturating_sub(aggregate.run_count()),
                segments,
                // Drawing cases again takes its time; what changes with every grade need not be drawn.
                intervals: if complete {
                    intervals(&aggregate)
                } else {
                    [None; 4]
                },
                aggregate,
                total,
            }
        })
        .collect();
    sort(&mut rows, Column::Share(0), true);
    rows
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Model,
    Thinking,
    Tools,
    Tests,
    Share(usize),
    Failures,
}

/// Sorts by a column; equal rows by the figures, then by name.
pub(crate) fn sort(rows: &mut [BoardRow], column: Column, descending: bool) {
    order::by(rows, &|a, b| {
        let share = |row: &BoardRow, at: usize| row.shares().get(at).copied().unwrap_or_default();
        let order = match column {
            Column::Model => {
                (&a.name.model, &a.name.provider).cmp(&(&b.name.model, &b.name.provider))
            }
            Column::Thinking => level(&a.name.thinking).cmp(&level(&b.name.thinking)),
            Column::Tools => a.name.tools.cmp(&b.name.tools),
            Column::Tests => a.aggregate.run_count().cmp(&b.aggregate.run_count()),
            Column::Share(at) => share(a, at).total_cmp(&share(b, at)),
            Column::Failures => a.failed().cmp(&b.failed()),
        };
        let order = if descending { order.reverse() } else { order };
        order
            .then_with(|| {
                (0..4)
                    .map(|at| share(b, at).total_cmp(&share(a, at)))
                    .find(|order| order.is_ne())
                    .unwrap_or(std::cmp::Ordering::Equal)
            })
            .then_with(|| a.name.cmp(&b.name))
    });
}

/// Thinking levels from least to most; unknown ones last.
fn level(name: &str) -> (usize, &str) {
    let known = ["lobotomized", "low", "medium", "high", "ultrathink"];
    let at = known.iter().position(|one| *one == name);
    (at.unwrap_or(known.len()), name)
}

/// Cases × runs.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Matrix {
    pub(crate) columns: Vec<(Configuration, u32)>,
    pub(crate) rows: Vec<MatrixRow>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MatrixRow {
    pub(crate) case: Rc<Case>,
    pub(crate) cells: Vec<Option<Cell>>,
}

/// A run in the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    /// The response is not graded yet.
    Waiting(u32),
    /// The response, its points, and why it is no whole answer.
    Graded(u32, Points, Option<GenerationFailure>),
    /// The call gave no answer.
    CallFailed,
}

pub(crate) fn matrix(session: &Session, narrow: &Narrow) -> Matrix {
    let cases: Vec<&Rc<Case>> = session
        .cases
        .iter()
        .filter(|case| narrow.case(case))
        .collect();
    let mut columns: BTreeSet<(Configuration, u32)> = BTreeSet::new();
    for case in &cases {
        for response in &case.responses {
            if let Source::Run(name, run) = &response.source
                && narrow.name(name)
            {
                columns.insert((name.clone(), *run));
            }
        }
        for (name, run, _) in case.failed_calls() {
            if narrow.name(name) {
                columns.insert((name.clone(), run));
            }
        }
    }
    let columns: Vec<(Configuration, u32)> = columns.into_iter().collect();
    let rows = cases
        .into_iter()
        .map(|case| {
            let failed = case.failed_calls();
            let failed = failed.map(|(name, run, _)| ((name, run), Cell::CallFailed));
            let answered = case.responses.iter().filter_map(|one| match &one.source {
                Source::Run(name, run) => {
                    let cell = match one.settled() {
                        Some(grade) => Cell::Graded(one.id, grade.points, one.failure()),
                        None => Cell::Waiting(one.id),
                    };
                    Some(((name, *run), cell))
                }
                _ => None,
            });
            let mut runs: BTreeMap<(&Configuration, u32), Cell> = BTreeMap::new();
            // Collecting would sort, by several kilobytes of code for this type alone.
            runs.extend(failed.chain(answered));
            MatrixRow {
                case: Rc::clone(case),
                cells: columns
                    .iter()
                    .map(|(name, run)| runs.get(&(name, *run)).copied())
                    .collect(),
            }
        })
        .collect();
    Matrix { columns, rows }
}

/// Five steps of a share, for a colour; only a whole return is the fifth.
pub(crate) const fn step(points: Points) -> u32 {
    if points.total == 0 {
        return 0;
    }
    if points.exact == points.total {
        return 5;
    }
    let share = points.exact * 100 / points.total;
    match share {
        0..40 => 0,
        40..60 => 1,
        60..75 => 2,
        75..90 => 3,
        _ => 4,
    }
}

/// The runs of one configuration in a case: how many, how many right.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Repeats {
    pub(crate) name: Configuration,
    pub(crate) runs: usize,
    pub(crate) strict: usize,
    pub(crate) lenient: usize,
}

/// Configurations that a case was run with more than once.
pub(crate) fn repeats(case: &Case) -> Vec<Repeats> {
    let mut all: BTreeMap<&Configuration, Repeats> = BTreeMap::new();
    for response in &case.responses {
        if let (Source::Run(name, _), Some(grade)) = (&response.source, response.settled()) {
            let one = all.entry(name).or_insert_with(|| Repeats {
                name: name.clone(),
                runs: 0,
                strict: 0,
                lenient: 0,
            });
            one.runs += 1;
            one.strict += usize::from(grade.points.strict());
            one.lenient += usize::from(grade.points.lenient());
        }
    }
    all.into_values().filter(|one| one.runs > 1).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::intake::{take_in, tests::folder};
    use crate::session::{Action, Outcome};
    use crate::work::{Answer, Desk};
    use taxgrade::counts::Counts;
    use taxgrade::report::{summary_markdown, summary_rows};

    /// Does the worker's work until there is none left.
    pub(crate) fn grade_all(session: &mut Session) {
        let mut desk = Desk::default();
        while let Some(batch) = session.next_batch() {
            let answer = desk.answer(&postcard::to_allocvec(&batch.ask()).unwrap());
            let Answer::Graded { key, grades } = postcard::from_bytes(&answer).unwrap() else {
                panic!("no grades")
            };
            session.apply(Action::Graded(Box::new(Outcome { batch, key, grades })));
        }
    }

    #[test]
    fn the_leaderboard_is_the_command_lines() {
        let mut session = Session::default();
        take_in(&mut session, folder("test_data/ty25"));
        grade_all(&mut session);
        let narrow = Narrow::default();
        let all: Vec<_> = aggregates(&session, &narrow).into_iter().collect();
        let table = summary_markdown(&summary_rows(&all, total(&session, &narrow), true));
        let snapshot =
            include_str!("../../tests/rust/snapshots/sample_runs__leaderboard_ty25.snap");
        assert!(snapshot.contains(table.trim()), "{table}");

        let mut rows = rows(&session, &narrow);
        assert_eq!(rows[0].name.model, "sample-gpt");
        let partial = rows
            .iter()
            .find(|row| row.tests_run() == "4\u{d7}1/6")
            .unwrap();
        assert_eq!(partial.missing, 2);
        sort(&mut rows, Column::Thinking, false);
        assert_eq!(rows[0].name.thinking, "lobotomized");

        let ca = Narrow {
            jurisdiction: Some(Jurisdiction::Ca),
            tools: Some(String::new()),
            ..narrow
        };
        assert_eq!(total(&session, &ca), 1);
        let matrix = matrix(&session, &ca);
        assert_eq!((matrix.rows.len(), matrix.columns.len()), (1, 6));
        assert!(
            matrix.rows[0]
                .cells
                .iter()
                .flatten()
                .all(|cell| matches!(cell, Cell::Graded(_, _, None)))
        );
        let case = &matrix.rows[0].case;
        assert_eq!(repeats(case).len(), 1);
        assert_eq!(choices(&session).jurisdictions.len(), 5);
    }

    #[test]
    fn intervals_are_those_of_reports() {
        let mut session = Session::default();
        take_in(&mut session, folder("test_data/ty24"));
        grade_all(&mut session);
        let mut counts = Counts::default();
        for case in &session.cases {
            for response in &case.responses {
                if let (Source::Run(name, _), Some(grade)) = (&response.source, response.grade()) {
                    counts.add(name, &full_name(case), grade.points.score(), None, true);
                }
            }
        }
        let mut some = 0;
        for (name, aggregate) in aggregates(&session, &Narrow::default()) {
            let standing = counts.of(&name).unwrap().standing();
            for (own, reported) in intervals(&aggregate).iter().zip(standing.estimates) {
                let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
                let same = match (own, reported.bootstrap) {
                    (Some(a), Some(b)) => close(a.low, b.low) && close(a.high, b.high),
                    (None, None) => true,
                    _ => false,
                };
                assert!(same, "{name:?} {own:?} {reported:?}");
                some += usize::from(own.is_some());
            }
        }
        assert!(some > 10, "{some}");
    }

    #[test]
    fn only_a_whole_return_has_the_last_colour() {
        let of = |exact| {
            step(Points {
                exact,
                within: exact,
                total: 19,
            })
        };
        assert_eq!([of(0), of(10), of(18), of(19)], [0, 1, 4, 5]);
    }
}
