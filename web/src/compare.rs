//! Two responses to the same case, line by line.

use crate::work::{Grade, Key, Mark};

/// What became of a line from the first response to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    Same,
    Fixed,
    Broken,
    /// Another amount with the same standing.
    Other,
}

impl Turn {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Fixed => "now right",
            Self::Broken => "now wrong",
            Self::Other => "differs",
        }
    }
}

/// One scored line in both responses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Index in the key.
    pub(crate) line: usize,
    pub(crate) first: Option<i64>,
    pub(crate) second: Option<i64>,
    pub(crate) marks: (Option<Mark>, Option<Mark>),
    pub(crate) turn: Turn,
}

/// How many lines took each turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Turns {
    pub(crate) fixed: usize,
    pub(crate) broken: usize,
    pub(crate) other: usize,
    pub(crate) same: usize,
}

/// The scored lines of both, in the form's order. Right means within $5, as in the lenient score.
pub(crate) fn pairs(key: &Key, first: &Grade, second: &Grade) -> Vec<Pair> {
    key.lines
        .iter()
        .zip(first.rows.iter().zip(&second.rows))
        .enumerate()
        .filter(|(_, (line, _))| line.scored)
        .map(|(at, (_, (a, b)))| {
            let right = |mark: Option<Mark>| mark.is_some_and(Mark::is_right);
            let turn = match (right(a.mark), right(b.mark)) {
                (false, true) => Turn::Fixed,
                (true, false) => Turn::Broken,
                _ if a.actual == b.actual && a.mark == b.mark => Turn::Same,
                _ => Turn::Other,
            };
            Pair {
                line: at,
                first: a.actual,
                second: b.actual,
                marks: (a.mark, b.mark),
                turn,
            }
        })
        .collect()
}

pub(crate) fn turns(pairs: &[Pair]) -> Turns {
    let mut turns = Turns::default();
    for pair in pairs {
        match pair.turn {
            Turn::Fixed => turns.fixed += 1,
            Turn::Broken => turns.broken += 1,
            Turn::Other => turns.other += 1,
            Turn::Same => turns.same += 1,
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{KeyLine, Points, Row};

    #[test]
    fn every_turn() {
        let row = |actual, mark| Row {
            actual,
            mark: Some(mark),
            ..Row::default()
        };
        let grade = |rows| Grade {
            points: Points::default(),
            other: Points::default(),
            format: String::new(),
            rows,
            notes: vec![],
            summary: String::new(),
            roots: vec![],
        };
        let key = Key {
            jurisdiction: taxgrade::expected::Jurisdiction::Us,
            year: 2024,
            title: String::new(),
            source: String::new(),
            own: false,
            lines: (0..4)
                .map(|at| KeyLine {
                    line: at.to_string(),
                    label: String::new(),
                    xpath: None,
                    scored: true,
                    expected: Some(100),
                })
                .collect(),
            empty: Points::default(),
        };
        let first = grade(vec![
            row(Some(1), Mark::Wrong),
            row(Some(100), Mark::Exact),
            row(Some(7), Mark::Wrong),
            row(Some(100), Mark::Exact),
        ]);
        let second = grade(vec![
            row(Some(104), Mark::Within),
            row(None, Mark::Unreadable),
            row(Some(8), Mark::Wrong),
            row(Some(100), Mark::Exact),
        ]);
        let pairs = pairs(&key, &first, &second);
        let found: Vec<Turn> = pairs.iter().map(|pair| pair.turn).collect();
        assert_eq!(found, [Turn::Fixed, Turn::Broken, Turn::Other, Turn::Same]);
        assert_eq!(
            turns(&pairs),
            Turns {
                fixed: 1,
                broken: 1,
                other: 1,
                same: 1
            }
        );
    }
}
