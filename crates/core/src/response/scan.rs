//! One pass over the text of a response: finds headings and form lines.

use super::find;

use super::entry::{self, Head};
use super::forms::{FormNames, Naming};
pub use super::heading::Section;
use super::heading::{Headings, Level};
use super::lines::{Lines, Pipes};
use super::run_together::Piece;
use super::table::{Row, Table};
use super::title::{is_label, is_rule, is_underline, is_year, plain_heading, underlined};
use super::{range_in, run_together, thinking};
use crate::money::{Reading, read, read_field};
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
    /// How many headings of the form stand above it: more than one where a draft was redone.
    pub copy: u16,
    /// Whether the amount was found by a pipe, and not only behind a colon.
    pub piped: bool,
    /// Whether the number may be that of an item of any list: it stands alone, with neither "Line"
    /// nor a pipe, or in a column that may count its rows, and does not plainly count the lines of
    /// the form.
    pub bare: bool,
}

/// Takes the form lines of a text.
pub trait Visitor<'t> {
    /// Whether a line with this number in this section, and these words behind the number, is of
    /// any interest; one that is not is not read further.
    fn wants(&self, _id: LineId, _section: Section, _words: &str) -> bool {
        true
    }

    /// Takes a line of the form that is just as it was asked for, as nearly all are, given its number
    /// and what stands behind that, and whether it may end without an amount. Says whether it is one:
    /// any other is handed to [`Visitor::visit`], which takes these just the same.
    fn take_asked(
        &mut self,
        _id: LineId,
        _behind: &'t str,
        _place: (Section, u16),
        _may_be_blank: bool,
    ) -> bool {
        false
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
pub fn scan<'t>(text: &'t str, names: &FormNames, visitor: &mut dyn Visitor<'t>) {
    let thinking = thinking::ranges(text);
    let mut scanner = Scanner {
        text,
        names,
        headings: Headings::default(),
        table: Table::default(),
        after_heading: false,
        list: List::default(),
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
    table: Table<'t>,
    /// Whether the line above opened a heading on its own.
    after_heading: bool,
    list: List,
}

/// The list that the current line may stand in, numbered from 1.
#[derive(Debug, Default)]
struct List {
    last: u16,
}

impl List {
    /// Whether a number is the next one of a list.
    fn goes_on(&mut self, number: u16) -> bool {
        let goes_on = number == 1 || (self.last > 0 && number == self.last.saturating_add(1));
        self.last = if goes_on { number } else { 0 };
        goes_on
    }
}

impl<'t> Scanner<'t, '_> {
    fn line(
        &mut self,
        line: &'t str,
        previous: &'t str,
        lines: &mut Lines<'t, '_>,
        visitor: &mut dyn Visitor<'t>,
    ) {
        if line.len() > run_together::SHORTEST && self.run_together(line, visitor) {
            return;
        }
        if let Some(head) = entry::usual_head(line) {
            self.after_heading = false;
            let section = self.headings.section();
            let asked = section.may_be_form()
                && line.get(head.taken..).is_some_and(|behind| {
                    let place = (section, self.headings.copy());
                    visitor.take_asked(head.id, behind, place, lines.at_form_line())
                });
            if !asked {
                self.form_line(line, line, &head, lines, visitor);
            }
            return;
        }
        if line.starts_with("| ") {
            self.after_heading = false;
            self.row(line, line, visitor);
            return;
        }
        let start = entry::skip_markup(line);
        let Some(first) = start.text.as_bytes().first() else {
            return;
        };
        if matches!(first, b'=' | b'-') && is_underline(start.text) {
            // The line above may have been known for a heading without its underline.
            if !self.after_heading
                && let Some(text) = underlined(previous)
            {
                self.enter(text, Level::Plain);
            }
            return;
        }
        let after_heading = std::mem::replace(&mut self.after_heading, false);
        if let Some(head) =
            entry::head(start.text).filter(|head| head.worded || head.bare || !self.table.is_open())
        {
            if !head.bare {
                self.list = List::default();
                if !entry::compares(start.text.get(head.taken..).unwrap_or_default()) {
                    self.form_line(line, start.text, &head, lines, visitor);
                }
                return;
            }
            let states = start.hashes == 0 && self.bare_line(line, start.text, &head, visitor);
            // `17. Amount from Schedule 2, line 3: (blank)` is no heading.
            if states || is_label(start.text) {
                return;
            }
        }
        if start.hashes > 0 {
            self.enter(start.text, Level::Marked(start.hashes));
            return;
        }
        let has_pipe = find::first(b'|', start.text.as_bytes()).is_some();
        if has_pipe {
            // Without outer pipes, `Filing status: single | |` is no row of a table.
            let is_field = *first != b'|' && start.text.trim_ascii_end().ends_with('|');
            if is_field && !self.table.is_open() {
                return;
            }
            self.row(line, start.text, visitor);
            return;
        }
        let alone = || after_heading || previous.trim().is_empty() || is_rule(previous);
        if let Some((text, naming)) = plain_heading(self.names, &start, &alone) {
            self.after_heading = true;
            self.enter_named(naming, text, Level::Plain);
        } else if !start.text.trim().is_empty() && !start.bullet {
            self.table.end();
        }
    }

    fn enter(&mut self, text: &str, level: Level) {
        self.enter_named(self.names.naming(text), text, level);
    }

    fn enter_named(&mut self, naming: Naming, text: &str, level: Level) {
        self.table.end();
        self.headings.enter(naming, text, level);
    }

    fn form_line(
        &mut self,
        line: &'t str,
        text: &'t str,
        head: &Head,
        lines: &mut Lines<'t, '_>,
        visitor: &mut dyn Visitor<'t>,
    ) {
        let section = self.headings.section();
        let offset = line.len() - text.len() + head.taken;
        if !visitor.wants(head.id, section, line.get(offset..).unwrap_or_default()) {
            return;
        }
        let place = (section, self.headings.copy());
        let mut whole = (line, Pipes::of(line));
        // A line without pipes that states an amount is read once.
        let mut behind_colon = None;
        if whole.1.is_some_and(|pipes| has_further(line, pipes)) && self.run_together(line, visitor)
        {
            return;
        }
        let open = match whole.1 {
            Some(pipes) => lacks_amount(line, pipes),
            None if head.worded => {
                behind_colon = entry::behind_colon(line, head, offset, place);
                behind_colon.is_none()
            }
            None => false,
        };
        if open && !lines.at_form_line() {
            whole = self.join(whole, lines);
        }
        if whole.1.is_none() {
            let several = statements(whole.0, offset);
            if !several.is_empty() {
                let entries = several.into_iter().filter_map(|one| further(one, place));
                entries.for_each(|entry| visitor.visit(entry));
                return;
            }
        }
        let entry = match (behind_colon, whole.1) {
            (Some(entry), _) => Some(entry),
            (None, Some(pipes)) => entry::read((whole.0, pipes), head, offset, place),
            // What was joined may state the amount on its next line.
            (None, None) if head.worded && whole.0.len() > line.len() => {
                entry::behind_colon(whole.0, head, offset, place)
            }
            (None, None) if head.worded => self.below(line, offset, head.id, lines),
            (None, None) => None,
        };
        if let Some(entry) = entry {
            visitor.visit(entry);
        }
    }

    /// Reads the form lines of a text whose line ends were lost; says whether it is one.
    fn run_together(&mut self, line: &'t str, visitor: &mut dyn Visitor<'t>) -> bool {
        let pieces = run_together::pieces(line, self.names);
        let is_one = !pieces.is_empty();
        for piece in pieces {
            match piece {
                Piece::Heading(text) => self.enter(text, Level::Plain),
                Piece::Statement(text) => {
                    let place = (self.headings.section(), self.headings.copy());
                    if let Some(entry) = further(text, place) {
                        visitor.visit(entry);
                    }
                }
            }
        }
        is_one
    }

    /// Reads `16. Tax: $55`; says whether it states an amount. `2. Schedule C – 2024` is a heading.
    fn bare_line(
        &mut self,
        line: &'t str,
        text: &'t str,
        head: &Head,
        visitor: &mut dyn Visitor<'t>,
    ) -> bool {
        let in_list = !head.id.has_suffix() && self.list.goes_on(head.id.number());
        let offset = line.len() - text.len() + head.taken;
        let place = (self.headings.section(), self.headings.copy());
        let Some(entry) = entry::behind_colon(line, head, offset, place) else {
            return false;
        };
        if is_year(entry.field) && self.names.naming(entry.label) != Naming::Nothing {
            return false;
        }
        if visitor.wants(head.id, place.0, entry.label) {
            visitor.visit(Entry {
                bare: in_list || place.0 != Section::Form,
                ..entry
            });
        }
        true
    }

    fn row(&mut self, line: &'t str, text: &'t str, visitor: &mut dyn Visitor<'t>) {
        let section = self.headings.section();
        let wants = |id, words: &str| visitor.wants(id, section, words);
        match self.table.row(line, text, section, self.names, &wants) {
            Row::Entry(entry) => {
                let entry = Entry {
                    copy: self.headings.copy(),
                    ..entry
                };
                if self.table.is_unusual() {
                    self.unusual_row(entry, text, visitor);
                } else {
                    visitor.visit(entry);
                }
            }
            Row::Heading(name) => {
                self.headings
                    .enter(self.names.naming(name), name, Level::Plain);
            }
            Row::Nothing => {}
        }
    }

    /// A row of a table whose numbers may count its rows, or that has two form lines a row.
    #[cold]
    fn unusual_row(&mut self, entry: Entry<'t>, text: &'t str, visitor: &mut dyn Visitor<'t>) {
        let counted = self.table.counts()
            && entry
                .id
                .is_some_and(|id| !id.has_suffix() && self.list.goes_on(id.number()));
        let entry = Entry {
            bare: counted,
            ..entry
        };
        visitor.visit(entry);
        if let Some(second) = self.table.beside(&entry, text) {
            visitor.visit(second);
        }
    }

    /// `**Line 9: Total income**` with its amount alone on the next line, or below a blank one.
    #[cold]
    fn below(
        &self,
        line: &'t str,
        offset: usize,
        id: LineId,
        lines: &Lines<'t, '_>,
    ) -> Option<Entry<'t>> {
        let label = line.get(offset..)?;
        let trimmed = label.trim_end();
        let marked = line.starts_with(['#', '*']) || trimmed.ends_with(['*', ':']);
        let mut ahead = lines.clone();
        let mut next = ahead.next()?;
        if marked && next.trim().is_empty() {
            next = ahead.next()?;
        }
        let field = entry::alone(next)?;
        // A number without a mark may be that of a page.
        (marked || field.contains(['$', ','])).then(|| Entry {
            id: Some(id),
            label: entry::trim_label(label),
            field,
            after_last_pipe: None,
            line,
            section: self.headings.section(),
            copy: self.headings.copy(),
            piped: false,
            bare: false,
        })
    }

    /// A line that was wrapped before one of its pipes, or before its amount, with what follows.
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
            if !self.continues(whole, next) {
                break;
            }
            let end = range_in(self.text, next).end;
            let text = self.text.get(start..end).unwrap_or(whole.0);
            let pipes = Pipes::of(text);
            let more_pipes = pipes != whole.1;
            let amount_alone = whole.0.trim_end().ends_with('|') && !more_pipes;
            whole = (text, pipes);
            if more_pipes || amount_alone {
                *lines = ahead.clone();
            }
            let complete = pipes.is_some_and(Pipes::complete);
            if amount_alone || (complete && !text.trim_end().ends_with('|')) {
                break;
            }
        }
        if whole.0.len() == line.0.len() {
            return line;
        }
        // Words that led to no pipe are not taken.
        if lines.clone().next() == ahead.next() || whole.1.is_some_and(Pipes::complete) {
            whole
        } else {
            line
        }
    }

    /// Whether a line goes on in the next one. A line that stands for itself, or begins a
    /// statement of its own, is no continuation.
    fn continues(&self, line: (&str, Option<Pipes>), next: &str) -> bool {
        // Most lines are followed by the next line of the form, and most blank amounts are blank.
        let first = next
            .trim_ascii_start()
            .as_bytes()
            .first()
            .copied()
            .unwrap_or(b'\n');
        let complete = line.1.is_some_and(Pipes::complete);
        if next.starts_with("Line ")
            || (complete && !matches!(first, b'0'..=b'9' | b'$' | b'(' | b'-' | b'*' | 0x80..))
        {
            return false;
        }
        let markup = entry::skip_markup(next);
        let stands_alone = markup.text.is_empty()
            || markup.hashes > 0
            || markup.bullet
            || entry::head(markup.text).is_some_and(|head| !head.bare)
            || is_underline(markup.text)
            || entry::is_table_row(markup.text)
            || plain_heading(self.names, &markup, &|| false).is_some();
        if stands_alone {
            return false;
        }
        let ends_open = line.0.trim_end().ends_with('|');
        if complete {
            // Blank amounts are usual: only an amount that is marked as one fills the field.
            let amount = matches!(read_field(next).0, Reading::Amount(_));
            return ends_open && amount && next.contains(['$', ',']);
        }
        let starts_open = markup.text.starts_with('|');
        if line.1.is_some() {
            return starts_open || ends_open;
        }
        let goes_on = next.starts_with([' ', '\t'])
            || markup
                .text
                .starts_with(|c: char| c.is_ascii_lowercase() || c.is_numeric() || c == '(');
        starts_open || goes_on
    }
}

/// Whether a line ends with a pipe, behind which an amount may be missing.
fn ends_open(line: &str) -> bool {
    match line.as_bytes().last() {
        Some(b'|') => true,
        Some(b'!'..=b'~') => false,
        _ => line.trim_end().ends_with('|'),
    }
}

/// Whether another line may begin between the pipes of one; long lines were searched for it before.
fn has_further(line: &str, pipes: Pipes) -> bool {
    let between = line.as_bytes().get(pipes.first + 1..pipes.last);
    line.len() <= run_together::SHORTEST
        && between.is_some_and(entry::may_have_further)
        && line
            .get(pipes.first..pipes.last)
            .is_some_and(|between| between.contains("Line "))
}

/// One of several statements on a line.
fn further(statement: &str, place: (Section, u16)) -> Option<Entry<'_>> {
    let text = entry::skip_markup(statement).text;
    let head = entry::head(text)?;
    let offset = statement.len() - text.len() + head.taken;
    match Pipes::of(statement) {
        Some(pipes) => entry::read((statement, pipes), &head, offset, place),
        None if head.worded => entry::behind_colon(statement, &head, offset, place),
        None => None,
    }
}

/// Whether a line lacks a pipe of the asked-for form, or its amount, and may go on below.
fn lacks_amount(line: &str, pipes: Pipes) -> bool {
    if pipes.complete() {
        return ends_open(line);
    }
    let after = line.get(pipes.last + 1..).unwrap_or_default();
    !matches!(read(after), Reading::Amount(_))
}

/// The statements of a line without pipes that has several, `Line 1a: 5; Line 9: 6`; none where
/// there is one.
fn statements(line: &str, offset: usize) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    let body = line.get(offset..).unwrap_or_default();
    for (at, _) in body.match_indices("Line ") {
        let start = offset + at;
        let rest = line.get(start..).unwrap_or_default();
        let set_off = entry::head(rest).is_some_and(|head| {
            rest.get(head.taken..)
                .is_some_and(|rest| rest.starts_with([':', '=']) || rest.starts_with(" = "))
        });
        let behind_mark = line
            .get(..start)
            .is_some_and(|before| before.trim_end().ends_with([';', ',']));
        if set_off && behind_mark {
            let statement = line.get(from..start).unwrap_or_default();
            found.push(statement.trim_end_matches([' ', ';', ',']));
            from = start;
        }
    }
    if !found.is_empty() {
        found.push(line.get(from..).unwrap_or_default());
    }
    found
}
