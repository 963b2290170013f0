//! What the graded runs have in common: which lines fail most, which mistakes are behind them, and
//! which cases nobody gets right.

use taxgrade::expected::Jurisdiction;
use taxgrade::report::Configuration;

use super::Narrow;
use crate::order;
use crate::session::{Session, Source};
use crate::work::{Grade, KeyLine, Mark};

/// A scored line of a form over all its runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineCount {
    pub(crate) jurisdiction: Jurisdiction,
    pub(crate) year: u16,
    pub(crate) line: String,
    pub(crate) label: String,
    /// Runs in which the line counted, was not equal, and was a root.
    pub(crate) runs: u32,
    pub(crate) wrong: u32,
    pub(crate) root: u32,
}

/// The mistakes of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistakes {
    pub(crate) name: Configuration,
    pub(crate) runs: u32,
    /// Runs that are not strictly correct.
    pub(crate) failures: u32,
    /// Of these, the runs in which every root is a misuse of the Tax Table.
    pub(crate) table_only: u32,
    /// Kinds of roots, the most frequent first.
    pub(crate) kinds: Vec<(String, u32)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Insight {
    /// Lines that were ever wrong, the one that fails in the largest share of its runs first.
    pub(crate) lines: Vec<LineCount>,
    /// Configurations with a return that is not strictly correct.
    pub(crate) mistakes: Vec<Mistakes>,
    /// Id and name of the cases with runs of which none is strictly correct.
    pub(crate) never: Vec<(u32, String)>,
}

/// Looks through the graded runs that a leaderboard shows.
pub(crate) fn insight(session: &Session, narrow: &Narrow) -> Insight {
    let mut found = Insight::default();
    for case in session.cases.iter().filter(|case| narrow.case(case)) {
        let Some(key) = case.key() else { continue };
        let runs: Vec<(&Configuration, &Grade)> = case
            .responses
            .iter()
            .filter_map(|one| match &one.source {
                Source::Run(name, _) if narrow.name(name) => Some((name, &**one.settled()?)),
                _ => None,
            })
            .collect();
        if !runs.is_empty() && !runs.iter().any(|(_, grade)| grade.points.strict()) {
            found.never.push((case.id, case.name.clone()));
        }
        for (at, line) in key.lines.iter().enumerate().filter(|(_, one)| one.scored) {
            let count = found.line(key.jurisdiction, key.year, line);
            for (_, grade) in &runs {
                let mark = grade.rows.get(at).and_then(|row| row.mark);
                count.runs += 1;
                count.wrong += u32::from(mark != Some(Mark::Exact));
                count.root += u32::from(grade.roots.iter().any(|(root, _)| *root == at));
            }
        }
        for (name, grade) in runs {
            found.mistakes_of(name).take(grade);
        }
    }
    found.lines.retain(|line| line.wrong > 0);
    order::by(&mut found.lines, &|a, b| {
        let share =
            |one: &LineCount, other: &LineCount| u64::from(one.wrong) * u64::from(other.runs);
        share(b, a).cmp(&share(a, b)).then(b.runs.cmp(&a.runs))
    });
    found.mistakes.retain(|one| one.failures > 0);
    order::by(&mut found.mistakes, &|a, b| a.name.cmp(&b.name));
    for one in &mut found.mistakes {
        order::by(&mut one.kinds, &|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    }
    found
}

/// The item that is looked for, added where there is none.
fn item<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool, new: T) -> &mut T {
    let at = list.iter().position(is).unwrap_or(list.len());
    if at == list.len() {
        list.push(new);
    }
    #[expect(clippy::indexing_slicing, reason = "it was found or added just now")]
    &mut list[at]
}

impl Insight {
    fn line(&mut self, jurisdiction: Jurisdiction, year: u16, line: &KeyLine) -> &mut LineCount {
        item(
            &mut self.lines,
            |one| (one.jurisdiction, one.year, &one.line) == (jurisdiction, year, &line.line),
            LineCount {
                jurisdiction,
                year,
                line: line.line.clone(),
                label: line.label.clone(),
                runs: 0,
                wrong: 0,
                root: 0,
            },
        )
    }

    fn mistakes_of(&mut self, name: &Configuration) -> &mut Mistakes {
        item(
            &mut self.mistakes,
            |one| one.name == *name,
            Mistakes {
                name: name.clone(),
                runs: 0,
                failures: 0,
                table_only: 0,
                kinds: Vec::new(),
            },
        )
    }
}

/// The core's word for a misuse of the Tax Table.
const TABLE: &str = "tax-table";

impl Mistakes {
    fn take(&mut self, grade: &Grade) {
        self.runs += 1;
        let kinds: Vec<&str> = grade
            .roots
            .iter()
            .filter_map(|(root, _)| Some(grade.rows.get(*root)?.why.as_ref()?.kind.as_str()))
            .collect();
        if !grade.points.strict() {
            self.failures += 1;
            let table = !kinds.is_empty() && kinds.iter().all(|kind| *kind == TABLE);
            self.table_only += u32::from(table);
        }
        for kind in kinds {
            item(&mut self.kinds, |one| one.0 == kind, (kind.to_owned(), 0)).1 += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::grade_all;
    use crate::intake::{take_in, tests::folder};

    fn graded(path: &str) -> Session {
        let mut session = Session::default();
        take_in(&mut session, folder(path));
        grade_all(&mut session);
        session
    }

    #[test]
    fn the_same_as_the_command_line_says() {
        // `taxgrade bench --quick-eval --tax-year ty25 --data-dir test_data`
        let found = insight(&graded("test_data/ty25"), &Narrow::default());
        let first = &found.lines[0];
        let (line, counts) = (&*first.line, (first.wrong, first.runs, first.root));
        assert_eq!((first.jurisdiction.as_str(), line, counts), FIRST);
        let mistakes: Vec<String> = found
            .mistakes
            .iter()
            .map(|one| {
                format!(
                    "{} {}: {} of {}, {} by the table",
                    one.name.model, one.name.thinking, one.failures, one.runs, one.table_only
                )
            })
            .collect();
        assert_eq!(mistakes, MISTAKES);
        assert_eq!(found.never, []);
    }

    #[test]
    fn it_is_narrowed_like_the_leaderboard() {
        let narrow = Narrow {
            jurisdiction: Some(Jurisdiction::Va),
            thinking: Some("low".to_owned()),
            ..Narrow::default()
        };
        let found = insight(&graded("test_data/ty25"), &narrow);
        assert!(
            found
                .lines
                .iter()
                .all(|one| one.jurisdiction == Jurisdiction::Va && one.runs == 1)
        );
        assert_eq!(found.mistakes.len(), 1);
        let never: Vec<&str> = found.never.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(never, ["ty25-va-901"]);
    }

    const FIRST: (&str, &str, (u32, u32, u32)) = ("va", "36", (5, 7, 3));
    const MISTAKES: [&str; 5] = [
        "sample-opus high: 5 of 12, 0 by the table",
        "sample-opus lobotomized: 6 of 6, 0 by the table",
        "sample-pro high: 1 of 4, 0 by the table",
        "sample-pro low: 6 of 6, 0 by the table",
        "sample-gpt medium: 5 of 6, 1 by the table",
    ];
}
