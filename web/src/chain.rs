//! The wrong lines of a return as a chain: each root with the lines that inherit its error below it.

use crate::work::Grade;

/// A wrong line and its place in the chain.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Link {
    /// Index of the line.
    pub(crate) line: usize,
    /// For each level left of the line, the outermost first: whether a stroke goes on downwards past
    /// it. Empty for a root.
    pub(crate) strokes: Vec<bool>,
    /// The root it hangs from, itself for a root.
    pub(crate) root: usize,
    /// Whether lines hang from it.
    pub(crate) holds: bool,
}

impl Link {
    /// A line by itself.
    pub(crate) const fn alone(line: usize) -> Self {
        Self {
            line,
            strokes: Vec::new(),
            root: line,
            holds: false,
        }
    }
}

/// All diagnosed lines, from roots to consequences; the roots in form order. A line that inherits
/// from several wrong lines hangs from the first of them, and its sentence names the rest.
pub(crate) fn links(grade: &Grade) -> Vec<Link> {
    let diagnosed = |line: usize| grade.rows.get(line)?.why.as_ref();
    let parent = |line: usize| {
        let why = diagnosed(line).filter(|why| !why.root)?;
        why.from
            .iter()
            .copied()
            .find(|from| *from != line && diagnosed(*from).is_some())
    };
    let lines: Vec<(usize, Option<usize>)> = (0..grade.rows.len())
        .filter(|line| diagnosed(*line).is_some())
        .map(|line| (line, parent(line)))
        .collect();
    let mut out = Vec::new();
    for (root, _) in lines.iter().filter(|(_, parent)| parent.is_none()) {
        hang(*root, *root, &[], &lines, &mut out);
    }
    // Lines that wait for each other hang from nothing; no form has such sums, but none is left out.
    for (line, _) in &lines {
        if !out.iter().any(|link: &Link| link.line == *line) {
            out.push(Link::alone(*line));
        }
    }
    out
}

fn hang(
    line: usize,
    root: usize,
    strokes: &[bool],
    lines: &[(usize, Option<usize>)],
    out: &mut Vec<Link>,
) {
    if out.iter().any(|link| link.line == line) {
        return;
    }
    let mut below = lines
        .iter()
        .filter(|(_, parent)| *parent == Some(line))
        .peekable();
    out.push(Link {
        line,
        strokes: strokes.to_vec(),
        root,
        holds: below.peek().is_some(),
    });
    while let Some((child, _)) = below.next() {
        let strokes = [strokes, &[below.peek().is_some()]].concat();
        hang(*child, root, &strokes, lines, out);
    }
}

/// A diagnosis without what the line's row already says: `Line 15 is $2, expected $1: it follows
/// from …` becomes `It follows from …`.
pub(crate) fn beside_its_row(sentence: &str, line: &str) -> String {
    let own = after_number(sentence, line);
    let rest = match own.split_once(": ") {
        Some((amounts, rest)) if amounts.contains(", expected ") => rest,
        _ => own.strip_prefix("is ").unwrap_or(own),
    };
    let mut letters = rest.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters)
        .collect()
}

/// A sentence about a line without `Line 14` at its start.
pub(crate) fn after_number<'t>(sentence: &'t str, line: &str) -> &'t str {
    ["Line ", "line "]
        .iter()
        .find_map(|start| {
            sentence
                .strip_prefix(start)?
                .strip_prefix(line)?
                .strip_prefix(' ')
        })
        .unwrap_or(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{Points, Row, Why};

    fn grade(whys: &[Option<(&[usize], bool)>]) -> Grade {
        let why = |(from, root): (&[usize], bool)| Why {
            from: from.to_vec(),
            root,
            ..Why::default()
        };
        Grade {
            points: Points::default(),
            other: Points::default(),
            format: String::new(),
            rows: whys
                .iter()
                .map(|one| Row {
                    why: one.map(why),
                    ..Row::default()
                })
                .collect(),
            notes: Vec::new(),
            summary: String::new(),
            roots: Vec::new(),
        }
    }

    #[test]
    fn consequences_hang_below_their_roots() {
        // 0 and 3 are roots; 2 and 5 come from 0, 4 from 2 and 3, 6 from 5; 1 is right.
        let found = links(&grade(&[
            Some((&[], true)),
            None,
            Some((&[0], false)),
            Some((&[], true)),
            Some((&[2, 3], false)),
            Some((&[0], false)),
            Some((&[5], false)),
        ]));
        let holding = found.iter().filter(|link| link.holds);
        let holding: Vec<usize> = holding.map(|link| link.line).collect();
        assert_eq!(holding, [0, 2, 5]);
        let shape: Vec<(usize, Vec<bool>, usize)> = found
            .into_iter()
            .map(|link| (link.line, link.strokes, link.root))
            .collect();
        assert_eq!(
            shape,
            [
                (0, vec![], 0),
                (2, vec![true], 0),
                (4, vec![true, false], 0),
                (5, vec![false], 0),
                (6, vec![false, false], 0),
                (3, vec![], 3),
            ]
        );
    }

    #[test]
    fn lines_that_wait_for_each_other_are_not_lost() {
        let found = links(&grade(&[
            Some((&[1], false)),
            Some((&[0], false)),
            Some((&[7], false)),
        ]));
        let lines: Vec<usize> = found.iter().map(|link| link.line).collect();
        assert_eq!(lines, [2, 0, 1]);
    }

    #[test]
    fn a_row_is_not_said_twice() {
        for (sentence, short) in [
            (
                "Line 15 is $2, expected $1: it follows from the model's own lines ($2).",
                "It follows from the model's own lines ($2).",
            ),
            (
                "Line 15 is missing from the response and counts as $0, expected $1.",
                "Missing from the response and counts as $0, expected $1.",
            ),
            ("Something else.", "Something else."),
        ] {
            assert_eq!(beside_its_row(sentence, "15"), short);
        }
        assert_eq!(after_number("Line 1a is", "1"), "Line 1a is");
    }
}
