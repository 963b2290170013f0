//! One pass over the text of a response: finds headings and form lines.

use memchr::memchr;

use super::entry::{self, Table};
use super::forms::FormNames;
pub use super::heading::Section;
use super::heading::{Headings, Level};
use super::lines::{Lines, Pipes};
use super::{range_in, thinking};
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

/// Takes the form lines of a text.
pub trait Visitor<'t> {
    /// Whether a line with this number in this section is of any interest; one that is not is not
    /// read further.
    fn wants(&self, _id: LineId, _section: Section) -> bool {
        true
    }

    /// Takes a form line.
    fn visit(&mut self, entry: Entry<'t>);
}

/// Takes every form line.
impl<'t, F: FnMut(Entry<'t>)> Visitor<'t> for F {
    fn visit(&mut self, entry: Entry<'t>) {
        self(entry);
    }
}

/// Hands every form line of a text to a visitor, in order.
pub fn scan<'t>(text: &'t str, names: &FormNames, visitor: &mut impl Visitor<'t>) {
    let thinking = thinking::ranges(text);
    let mut scanner = Scanner {
        text,
        names,
        headings: Headings::default(),
        table: Table::default(),
        after_heading: false,
    };
    let mut lines = Lines::new(text, &thinking);
    let mut previous = "";
    while let Some(line) = lines.next() {
        scanner.line(line, previous, &mut lines, visitor);
        previous = line;
    }
}

struct Scanner<'t, 'n> {
    text: &'t str,
    names: &'n FormNames,
    headings: Headings,
    table: Table,
    /// Whether the line above opened a heading on its own.
    after_heading: bool,
}

impl<'t> Scanner<'t, '_> {
    fn line(
        &mut self,
        line: &'t str,
        previous: &'t str,
        lines: &mut Lines<'t, '_>,
        visitor: &mut impl Visitor<'t>,
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
                    visitor.visit(entry);
                }
                return;
            }
            b'=' | b'-' if is_underline(start.text) => {
                // The line above may have been known for a heading without its underline.
                if !self.after_heading
                    && let Some(text) = heading_text(previous)
                {
                    self.headings.enter(self.names, text, Level::Plain);
                }
                return;
            }
            _ => self.table.end(),
        }
        self.after_heading = false;
        if start.hashes > 0 {
            self.headings
                .enter(self.names, start.text, Level::Marked(start.hashes));
            return;
        }
        if let Some(head) = entry::head(start.text) {
            let section = self.headings.section();
            if !visitor.wants(head.id, section) {
                return;
            }
            let mut whole = (line, Pipes::of(line));
            if !whole.1.is_some_and(Pipes::complete) {
                whole = self.join(whole, lines);
            }
            let offset = line.len() - start.text.len() + head.taken;
            if let Some(entry) = entry::read(whole, &head, offset, section) {
                visitor.visit(entry);
            }
            return;
        }
        if (matches!(first, b'F' | b'f' | b'S' | b's') || start.bold)
            && let Some(text) = plain_heading(start.text, start.bold)
        {
            self.after_heading = true;
            self.headings.enter(self.names, text, Level::Plain);
        }
    }

    /// A line that was wrapped before one of its pipes, with its continuation.
    fn join(
        &self,
        line: (&'t str, Option<Pipes>),
        lines: &mut Lines<'t, '_>,
    ) -> (&'t str, Option<Pipes>) {
        const MOST_LINES: usize = 3;
        let start = range_in(self.text, line.0).start;
        let mut ahead = lines.clone();
        let mut whole = line;
        for _ in 0..MOST_LINES {
            let Some(next) = ahead.next() else { break };
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
            if memchr(b'|', next.as_bytes()).is_some() {
                let end = range_in(self.text, next).end;
                let text = self.text.get(start..end).unwrap_or(whole.0);
                whole = (text, Pipes::of(text));
                *lines = ahead.clone();
                if whole.1.is_some_and(Pipes::complete) {
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
    if text.len() > LONGEST || memchr(b'|', text.as_bytes()).is_some() {
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
