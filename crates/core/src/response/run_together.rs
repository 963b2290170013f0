//! Form lines whose line ends were lost, as copying out of a page may do.

use super::entry;
use super::forms::{FormNames, Naming};
use super::lines::{Pipes, last_pipe};
use crate::money::{Reading, read};

/// Lines of the asked-for form are shorter, explanations included.
pub(super) const SHORTEST: usize = 240;

/// A part of such a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// What stands before a statement and is none.
    Heading(&'t str),
    /// `Line 1a: label | explanation | amount`.
    Statement(&'t str),
}

/// The parts of a line with several statements of the asked-for form; none where there are less than
/// two.
pub(super) fn pieces<'t>(line: &'t str, names: &FormNames) -> Vec<Piece<'t>> {
    const LONGEST: usize = 2000;
    let mut starts = line
        .match_indices("Line ")
        .filter_map(|(at, _)| statement_at(line, at));
    let mut found = Vec::new();
    let Some(mut from) = starts.next() else {
        return found;
    };
    let lead = line.get(..from).unwrap_or_default();
    for start in starts.map(Some).chain([None]) {
        let end = start.unwrap_or(line.len());
        let statement = line.get(from..end).unwrap_or_default().trim_end();
        let complete = Pipes::of(statement).is_some_and(Pipes::complete);
        // `Line 9:` may be spoken of in a label or an explanation.
        if !complete && statement.len() <= LONGEST && start.is_some() {
            continue;
        }
        let (statement, heading) = split_heading(statement, names);
        found.push(Piece::Statement(statement));
        found.extend(heading.map(Piece::Heading));
        from = end;
    }
    if !is_run_together(&found) {
        found.clear();
    } else if names.naming(title(lead)) != Naming::Nothing {
        found.insert(0, Piece::Heading(title(lead)));
    }
    found
}

/// Whether there are several statements and all of them have their pipes; of many, the last one may
/// have lost its end. `Line 9: Sum | Line 1z: 5 | Line 2b: 6 | 11` is one statement.
fn is_run_together(pieces: &[Piece<'_>]) -> bool {
    const MANY: usize = 4;
    let statements = pieces.iter().filter_map(|piece| match piece {
        Piece::Statement(text) => Some(Pipes::of(text).is_some_and(Pipes::complete)),
        Piece::Heading(_) => None,
    });
    let complete: Vec<bool> = statements.collect();
    let whole = complete.iter().take_while(|complete| **complete).count();
    complete.len() >= 2
        && (whole == complete.len() || (whole >= MANY && whole + 1 == complete.len()))
}

/// Where the statement begins whose word "Line" stands at a place; `None` where none begins there.
fn statement_at(line: &str, at: usize) -> Option<usize> {
    let before = line.get(..at)?;
    let bold = before.strip_suffix("**").unwrap_or(before);
    let set_off = bold.is_empty() || bold.ends_with([' ', '\t']);
    let rest = line.get(at..)?;
    let behind = entry::head(rest).and_then(|head| rest.get(head.taken..))?;
    let begins = behind.starts_with(':') || behind.starts_with("**:");
    (set_off && begins).then_some(bold.len())
}

/// Takes off a statement the heading of the next form, which its own amount may stand before.
fn split_heading<'t>(statement: &'t str, names: &FormNames) -> (&'t str, Option<&'t str>) {
    let Some(behind_pipe) = last_pipe(statement.as_bytes()).map(|at| at + 1) else {
        return (statement, None);
    };
    let field = statement.get(behind_pipe..).unwrap_or_default();
    let words = field.trim_start();
    let first = words.split(' ').next().unwrap_or_default();
    let is_amount = matches!(read(first), Reading::Amount(_));
    let taken = field.len() - words.len() + if is_amount { first.len() } else { 0 };
    let rest = field.get(taken..).unwrap_or_default();
    let heading = title(rest);
    let is_heading = rest.contains("===") || names.naming(heading) != Naming::Nothing;
    if heading.is_empty() || !is_heading {
        return (statement, None);
    }
    let statement = statement.get(..behind_pipe + taken).unwrap_or(statement);
    (statement, Some(heading))
}

/// The words of a heading up to its underline, or to what stands below it.
fn title(text: &str) -> &str {
    const LONGEST: usize = 160;
    let end = text.find(['=', '|']).unwrap_or(text.len());
    let short = text.floor_char_boundary(end.min(LONGEST));
    text.get(..short).unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::Piece::{Heading, Statement};
    use super::*;
    use crate::profile::Profile;

    fn pieces_of(line: &str) -> Vec<Piece<'_>> {
        let profile = Profile::builtin("us-ty24").expect("a profile");
        pieces(line, &FormNames::new(profile))
    }

    #[test]
    fn statements_and_headings() {
        let line = "Form 1040: Tax Return ==== Filing Status: Single | | \
                    Line 1a: Total, see Line 9: below | W-2 | 5 Line 1b: Tips | | 0 (none) \
                    **Line 9:** Sum | 5 | $5 Schedule 1 (Form 1040): Additional Income ==== \
                    Line 1: Refunds | | Schedule 2 ==== Line 10: x | | 7";
        assert_eq!(
            pieces_of(line),
            [
                Heading("Form 1040: Tax Return"),
                Statement("Line 1a: Total, see Line 9: below | W-2 | 5"),
                Statement("Line 1b: Tips | | 0 (none)"),
                Statement("**Line 9:** Sum | 5 | $5"),
                Heading("Schedule 1 (Form 1040): Additional Income"),
                Statement("Line 1: Refunds | | "),
                Heading("Schedule 2"),
                Statement("Line 10: x | | 7"),
            ]
        );
        assert_eq!(pieces_of("Line 1a: Wages | see Line 9: there | 5"), []);
        assert_eq!(pieces_of("Line 1a: Wages, Line 9: Sum"), []);
    }

    #[test]
    fn many_beginnings_take_one_pass() {
        assert!(pieces_of(&"Line 1a: x ".repeat(200_000)).len() < 2_000);
    }
}
