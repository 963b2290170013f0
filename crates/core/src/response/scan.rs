//! One pass over the text of a response: finds headings and form lines.

use std::ops::Range;

use memchr::{memchr, memchr2};

use super::entry::{self, Table};
use super::forms::FormNames;
pub use super::heading::Section;
use super::heading::{Headings, Level};
use super::thinking;
use crate::profile::LineId;

/// One form line of a response.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'t> {
    /// The number as written; `None` for a table row that has only words.
    pub id: Option<LineId>,
    /// What stands between the number and the first pipe.
    pub label: &'t str,
    /// The text that should be the amount.
    pub field: &'t str,
    /// What follows the last pipe, whatever it is; `None` for a line without pipes.
    pub after_last_pipe: Option<&'t str>,
    /// The whole line, without its line end.
    pub line: &'t str,
    /// Under which heading it stands.
    pub section: Section,
    /// Whether the amount was found by a pipe, and not only behind a colon.
    pub piped: bool,
}

/// Calls `visit` for every form line of a text, in order.
pub fn scan<'t>(text: &'t str, names: &FormNames, visit: &mut impl FnMut(Entry<'t>)) {
    let thinking = thinking::ranges(text);
    let mut scanner = Scanner {
        text,
        names,
        headings: Headings::default(),
        table: Table::default(),
    };
    let mut lines = Lines {
        text,
        at: 0,
        skip: &thinking,
    };
    let mut previous: &'t str = "";
    while let Some(line) = lines.next() {
        scanner.line(line, previous, &mut lines, visit);
        previous = line;
    }
}

/// The physical lines of a text that are not thinking.
struct Lines<'t, 's> {
    text: &'t str,
    at: usize,
    skip: &'s [Range<usize>],
}

impl<'t> Lines<'t, '_> {
    fn next(&mut self) -> Option<&'t str> {
        let (line, after) = self.peek_from(self.at)?;
        self.at = after;
        Some(line)
    }

    /// The line that starts at `at`, and where the next one starts.
    fn peek_from(&self, mut at: usize) -> Option<(&'t str, usize)> {
        for skipped in self.skip {
            if skipped.contains(&at) {
                at = skipped.end;
            }
        }
        let rest = self.text.get(at..).filter(|rest| !rest.is_empty())?;
        let mut end = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        for skipped in self.skip {
            if (at..at + end).contains(&skipped.start) {
                end = skipped.start - at;
            }
        }
        let line = rest.get(..end)?;
        let next = at + end + usize::from(rest.as_bytes().get(end) == Some(&b'\n'));
        Some((line.strip_suffix('\r').unwrap_or(line), next.max(at + 1)))
    }
}

struct Scanner<'t, 'n> {
    text: &'t str,
    names: &'n FormNames,
    headings: Headings,
    table: Table,
}

impl<'t> Scanner<'t, '_> {
    fn line(
        &mut self,
        line: &'t str,
        previous: &'t str,
        lines: &mut Lines<'t, '_>,
        visit: &mut impl FnMut(Entry<'t>),
    ) {
        let start = entry::skip_markup(line);
        let Some(first) = start.text.as_bytes().first() else {
            self.table.end();
            return;
        };
        match first {
            b'|' => {
                let section = self.headings.section();
                if let Some(entry) = self.table.row(line, start.text, section) {
                    visit(entry);
                }
                return;
            }
            b'=' | b'-' if is_underline(start.text) => {
                if let Some(text) = heading_text(previous) {
                    self.headings.enter(self.names, text, Level::Plain);
                }
                return;
            }
            _ => self.table.end(),
        }
        if start.hashes > 0 {
            self.headings
                .enter(self.names, start.text, Level::Marked(start.hashes));
            return;
        }
        if let Some(head) = entry::head(start.text) {
            let whole = if entry::is_complete(start.text) {
                line
            } else {
                self.join(line, lines)
            };
            let offset = start.text.as_ptr() as usize - line.as_ptr() as usize;
            let body = whole.get(offset + head.taken..).unwrap_or_default();
            if let Some(entry) = entry::read(whole, &head, body, self.headings.section()) {
                visit(entry);
            }
            return;
        }
        if (matches!(first, b'F' | b'f' | b'S' | b's') || start.bold)
            && let Some(text) = plain_heading(start.text, start.bold)
        {
            self.headings.enter(self.names, text, Level::Plain);
        }
    }

    /// A line that was wrapped before one of its pipes, with its continuation.
    fn join(&self, line: &'t str, lines: &mut Lines<'t, '_>) -> &'t str {
        const MOST_LINES: usize = 3;
        let start = line.as_ptr() as usize - self.text.as_ptr() as usize;
        let mut at = lines.at;
        let mut whole = line;
        for _ in 0..MOST_LINES {
            let Some((next, after)) = lines.peek_from(at) else {
                break;
            };
            let markup = entry::skip_markup(next);
            let ends = markup.text.is_empty()
                || markup.hashes > 0
                || entry::head(markup.text).is_some()
                || is_underline(markup.text)
                || entry::is_table_row(markup.text)
                || plain_heading(markup.text, markup.bold).is_some();
            if ends {
                break;
            }
            at = after;
            if memchr(b'|', next.as_bytes()).is_some() {
                let end = next.as_ptr() as usize - self.text.as_ptr() as usize + next.len();
                whole = self.text.get(start..end).unwrap_or(whole);
                lines.at = at;
                if entry::is_complete(whole) {
                    break;
                }
            }
        }
        whole
    }
}

/// `====` or `----`, which make a heading of the line above.
fn is_underline(text: &str) -> bool {
    let text = text.trim_end();
    text.len() >= 3 && (text.bytes().all(|b| b == b'=') || text.bytes().all(|b| b == b'-'))
}

/// The text of a line that an underline makes a heading.
fn heading_text(line: &str) -> Option<&str> {
    let start = entry::skip_markup(line);
    let is_text = !start.text.is_empty() && start.hashes == 0;
    (is_text && memchr(b'|', line.as_bytes()).is_none()).then_some(start.text)
}

/// A line that is a heading although nothing marks it: `Form 1040: …` or `Schedule C (Form 1040)`
/// at its start, or wholly bold.
fn plain_heading(text: &str, bold: bool) -> Option<&str> {
    const LONGEST: usize = 160;
    if text.len() > LONGEST || memchr2(b'|', b'\n', text.as_bytes()).is_some() {
        return None;
    }
    let trimmed = text.trim_end_matches(|c| matches!(c, '*' | '_' | ':') || c.is_whitespace());
    if bold {
        let closed = text.trim_end().ends_with("**") || text.trim_end().ends_with("__");
        if closed && !trimmed.contains("**") {
            return Some(trimmed);
        }
    }
    let after = ["form ", "schedule "].iter().find_map(|word| {
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word)
            .then(|| text.get(word.len()..))
            .flatten()
    })?;
    let after = ["schedule "]
        .iter()
        .find_map(|word| {
            let head = after.get(..word.len())?;
            head.eq_ignore_ascii_case(word)
                .then(|| after.get(word.len()..))
                .flatten()
        })
        .unwrap_or(after);
    let token_len = after
        .find(|c: char| !(c.is_alphanumeric() || c == '-'))
        .unwrap_or(after.len());
    let rest = after.get(token_len..).unwrap_or_default().trim_start();
    let is_title = token_len > 0
        && !trimmed.ends_with('.')
        && (rest.is_empty() || rest.starts_with([':', '(', '-', '\u{2013}', '\u{2014}', '*', ',']));
    is_title.then_some(trimmed)
}
