//! Amounts that stand under another form.

use crate::grade::AnswerKey;
use crate::money::{Cents, Reading, read_field};
use crate::response::{Entry, Section, range_in, scan};

/// A line's expected amount, found under another form's heading.
#[derive(Debug)]
pub(super) struct Elsewhere {
    /// The line that lacks it.
    pub(super) line: usize,
    /// The heading it stands under, when there is one near.
    pub(super) heading: Option<String>,
    by_label: bool,
}

/// Finds lines whose expected amount, other than 0, stands under a heading of another form with
/// the line's words or number.
pub(super) fn elsewhere(
    response: &str,
    key: &AnswerKey,
    wanted: &[usize],
    expected: &[Cents],
) -> Vec<Elsewhere> {
    let index = key.index();
    let mut found: Vec<Elsewhere> = Vec::new();
    scan(response, index.names(), &mut |entry: Entry<'_>| {
        if entry.section != Section::Other {
            return;
        }
        let by_label = index.by_label(entry.label);
        let line = by_label.or_else(|| Some(index.by_number(entry.id?)?.0));
        let Some(line) = line.filter(|line| wanted.contains(line)) else {
            return;
        };
        let right = expected.get(line).copied().unwrap_or_default();
        let (reading, _) = read_field(entry.field);
        if right == Cents::ZERO || reading != Reading::Amount(right) {
            return;
        }
        let known = found.iter().position(|one| one.line == line);
        let better = known
            .and_then(|at| found.get(at))
            .is_none_or(|one| by_label.is_some() && !one.by_label);
        if better {
            found.retain(|one| one.line != line);
            let at = range_in(response, entry.line).start;
            found.push(Elsewhere {
                line,
                heading: heading_above(response, at),
                by_label: by_label.is_some(),
            });
        }
    });
    found
}

/// The nearest line above that names a form or schedule and has no amount column.
fn heading_above(response: &str, at: usize) -> Option<String> {
    const FARTHEST: usize = 200;
    let above = response.get(..at)?;
    above.lines().rev().take(FARTHEST).find_map(|line| {
        let text = line.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, '#' | '*' | '_' | '=' | '-' | ':' | '>')
        });
        let lower = text.to_ascii_lowercase();
        let names =
            lower.contains("form") || lower.contains("schedule") || lower.contains("return");
        let is_heading = names && !text.contains('|') && !lower.starts_with("line ");
        (is_heading && text.chars().count() <= 100).then(|| text.to_owned())
    })
}
