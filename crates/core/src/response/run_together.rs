//! Form lines whose line ends were lost, as copying out of a page may do.

use super::entry;
use super::lines::{Pipes, last_pipe};
use crate::money::{Reading, read};

/// Lines of the asked-for form are shorter, explanations included.
pub(super) const SHORTEST: usize = 240;

/// The statements `Line 1a: label | explanation | amount` that follow each other on one line; none
/// where there are less than two. They end where something else follows: what a heading in between
/// says about the lines behind it cannot be told.
pub(super) fn statements(line: &str) -> Vec<&str> {
    const LONGEST: usize = 2000;
    let mut starts = line
        .match_indices("Line ")
        .map(|(at, _)| at)
        .filter(|at| begins_statement(line, *at));
    let mut found = Vec::new();
    let Some(mut from) = starts.next() else {
        return found;
    };
    let mut end = line.len();
    for start in starts {
        let statement = line.get(from..start).unwrap_or_default().trim_end();
        let complete = Pipes::of(statement).is_some_and(Pipes::complete);
        if complete && has_amount_or_nothing(statement) {
            found.push(statement);
            from = start;
        } else if complete || statement.len() > LONGEST {
            end = start;
            break;
        }
    }
    if !found.is_empty() {
        found.push(line.get(from..end).unwrap_or_default());
    }
    found
}

/// Whether `Line 1a:` stands at a place, set off from what is before it.
fn begins_statement(line: &str, at: usize) -> bool {
    let before = line.get(..at).unwrap_or_default();
    let set_off = before.is_empty() || before.ends_with([' ', '\t']);
    set_off
        && line
            .get(at..)
            .is_some_and(|rest| entry::usual_head(rest).is_some())
}

/// Whether nothing but an amount, or nothing, stands behind the last pipe.
fn has_amount_or_nothing(statement: &str) -> bool {
    last_pipe(statement.as_bytes())
        .and_then(|at| statement.get(at + 1..))
        .is_some_and(|field| matches!(read(field), Reading::Amount(_) | Reading::Blank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_up_to_what_is_none() {
        let line = "Form 1040 ==== Line 1a: Total, see Line 9: below | W-2 | 5 Line 1b: Tips | | \
                    Line 9: Sum | 5 | $5 Schedule 1 ==== Line 1: Refunds | | 7 Line 10: x | | 7";
        assert_eq!(
            statements(line),
            [
                "Line 1a: Total, see Line 9: below | W-2 | 5",
                "Line 1b: Tips | |",
                "Line 9: Sum | 5 | $5 Schedule 1 ==== ",
            ]
        );
        assert_eq!(
            statements("Line 1a: Wages | see Line 9: there | 5"),
            [""; 0]
        );
        assert_eq!(statements("Line 1a: Wages, Line 9: Sum"), [""; 0]);
    }

    #[test]
    fn many_beginnings_take_one_pass() {
        assert_eq!(statements(&"Line 1a: x ".repeat(200_000)), [""; 0]);
    }
}
