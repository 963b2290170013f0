//! Tables of form lines, with and without outer pipes.

use memchr::{memchr, memchr2};

use super::entry::{head, is_range, skip_markup, trim_label};
use super::forms::FormNames;
use super::heading::Section;
use super::lines::last_pipe;
use super::scan::Entry;
use crate::money::is_space;
use crate::profile::LineId;

/// What the header of the current table said.
#[derive(Debug, Clone, Copy, Default)]
struct Header {
    /// Column of the line numbers.
    line: Option<usize>,
    /// Column of the forms' names.
    form: Option<usize>,
    /// Columns from the right to the amounts, since an explanation may hold pipes of its own.
    amount_from_right: usize,
}

/// The table that the current line stands in.
#[derive(Debug, Default)]
pub(super) struct Table {
    header: Option<Header>,
}

/// What a row turned out to be.
#[derive(Debug)]
pub(super) enum Row<'t> {
    /// A form line, or words with an amount.
    Entry(Entry<'t>),
    /// A name alone in its row.
    Heading(&'t str),
    /// A header, a ruler, or nothing of interest.
    Nothing,
}

impl Table {
    /// Forgets the header; a blank line alone does not end a table that goes on below it.
    pub(super) fn end(&mut self) {
        self.header = None;
    }

    /// Whether a header is in force, so that rows without outer pipes belong to it.
    pub(super) const fn is_open(&self) -> bool {
        self.header.is_some()
    }

    /// Reads a row; `text` is `line` without what stands before its first cell.
    pub(super) fn row<'t>(
        &mut self,
        line: &'t str,
        text: &'t str,
        section: Section,
        names: &FormNames,
    ) -> Row<'t> {
        let inner = text
            .strip_prefix('|')
            .unwrap_or(text)
            .trim_end_matches(is_space);
        let inner = match last_pipe(inner.as_bytes()) {
            Some(at) if at + 1 == inner.len() => inner.get(..at).unwrap_or(inner),
            _ => inner,
        };
        if let Some(header) = header(inner) {
            self.header = Some(header);
            return Row::Nothing;
        }
        if let Some(name) = lone_name(inner) {
            return Row::Heading(name);
        }
        match self.entry(line, text, inner, section, names) {
            Some(entry) => Row::Entry(entry),
            None => Row::Nothing,
        }
    }

    fn entry<'t>(
        &self,
        line: &'t str,
        text: &'t str,
        inner: &'t str,
        section: Section,
        names: &FormNames,
    ) -> Option<Entry<'t>> {
        memchr(b'|', inner.as_bytes())?;
        let header = self.header.unwrap_or(Header {
            line: Some(0),
            ..Header::default()
        });
        let form = header.form.and_then(|column| cell(inner, column));
        if form.is_some_and(|form| names.is_other(trim_label(form))) {
            return None;
        }
        let field = cell_from_right(inner, header.amount_from_right)?;
        let column = header.line.unwrap_or(0);
        let first = cell(inner, column)?;
        let start = skip_markup(first);
        let trimmed = text.trim_end_matches(is_space);
        let entry = |id, label, upstream| Entry {
            id,
            label: trim_label(label),
            field,
            after_last_pipe: upstream,
            line,
            section,
            copy: 0,
            piped: true,
        };
        if let Some(head) = head(start.text).filter(|head| head.worded) {
            let words = start.text.get(head.taken..)?;
            let label = if trim_label(words).is_empty() {
                cell(inner, column + 1)?
            } else {
                words
            };
            return Some(entry(Some(head.id), label, Some(field)));
        }
        let is_mark =
            |c: char| is_space(c) || matches!(c, '*' | '_' | '`' | ':' | '.' | ')' | ']' | '#');
        let number = LineId::parse(start.text.trim_matches(is_mark));
        let upstream = last_pipe(trimmed.as_bytes()).and_then(|at| trimmed.get(at + 1..));
        match number {
            // Under a header without a column for lines, numbers are something else's.
            Some(_) if header.line.is_none() => None,
            Some(id) => Some(entry(Some(id), cell(inner, column + 1)?, upstream)),
            None => {
                let named = self.header.is_some_and(|header| header.line.is_some());
                Some(match leading_number(start.text).filter(|_| named) {
                    Some((id, words)) => entry(Some(id), words, upstream),
                    None => entry(None, first, upstream),
                })
            }
        }
    }
}

/// The number in front of a line's words, which one cell holds both of: `1a – Wages`, `(16) Tax`.
fn leading_number(cell: &str) -> Option<(LineId, &str)> {
    let text = cell.trim_start_matches('(');
    let (id, taken) = LineId::prefix(text.as_bytes())?;
    let words = text.get(taken..)?;
    let set_off =
        words.starts_with(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, ',' | '%'));
    (set_off && !is_range(words)).then_some((id, words))
}

/// A cell counted from the left.
fn cell(row: &str, column: usize) -> Option<&str> {
    row.split('|').nth(column)
}

/// The cell so many cells before the last one.
fn cell_from_right(row: &str, from_right: usize) -> Option<&str> {
    let mut rest = row;
    for _ in 0..from_right {
        rest = rest.get(..last_pipe(rest.as_bytes())?)?;
    }
    match last_pipe(rest.as_bytes()) {
        Some(at) => rest.get(at + 1..),
        None => Some(rest),
    }
}

/// The columns of a row that is a header: every cell is words, none begins with a number, and one
/// of them names a column.
fn header(row: &str) -> Option<Header> {
    const LONGEST_CELL: usize = 40;
    const LONGEST: usize = 400;
    // The same as `is_word_cell` below for nearly every data row, without making its words: a cell
    // that begins with a digit and has no letter of "amount" in it.
    let is_data = |cell: &str| {
        let first = cell
            .bytes()
            .find(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
        first.is_some_and(|first| first.is_ascii_digit())
            && memchr2(b'u', b'U', cell.as_bytes()).is_none()
    };
    if row.split('|').any(is_data) {
        return None;
    }
    if row.len() > LONGEST
        || row.split('$').skip(1).any(|behind| {
            behind
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit())
        })
        || row.bytes().filter(u8::is_ascii_digit).count() > 8
    {
        return None;
    }
    let words = |cell: &str| -> String {
        cell.chars()
            .filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '#'))
            .collect::<String>()
            .to_ascii_lowercase()
    };
    let cells: Vec<String> = row.split('|').map(words).collect();
    let cells: Vec<&str> = cells.iter().map(|cell| cell.trim()).collect();
    let is_word_cell = |cell: &&str| {
        let digits_first = cell.starts_with(|c: char| c.is_ascii_digit());
        cell.len() <= LONGEST_CELL && (!digits_first || cell.contains("amount"))
    };
    if cells.len() < 2 || !cells.iter().all(is_word_cell) {
        return None;
    }
    let named = |names: &[&str]| {
        cells
            .iter()
            .position(|cell| cell.split(' ').any(|word| names.contains(&word)))
    };
    let amount = named(&["amount", "amounts"])
        .or_else(|| named(&["value", "values", "result"]))
        .or_else(|| named(&["total", "dollars", "tax", "age", "code"]));
    let line = named(&["line", "lines", "#", "no"]).filter(|_| {
        // `# | Name | Age` numbers people.
        cells.iter().any(|cell| cell.contains("line"))
            || named(&["amount", "value", "result"]).is_some()
    });
    // "Line 24 | Total tax | see below" is no header: its first cell names a line.
    let names_a_line = cells.iter().any(|cell| {
        cell.starts_with("line ")
            && cell.len() > 5
            && cell
                .get(5..)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    if names_a_line || (amount.is_none() && line.is_none()) {
        return None;
    }
    let amount_from_right = amount.map_or(0, |at| cells.len().saturating_sub(at + 1));
    Some(Header {
        line,
        form: named(&["form", "schedule"]).filter(|at| Some(*at) != line),
        amount_from_right,
    })
}

/// The name in a row whose other cells are all empty.
fn lone_name(row: &str) -> Option<&str> {
    let mut cells = row
        .split('|')
        .map(|cell| cell.trim_matches(is_space))
        .filter(|cell| !cell.is_empty());
    let name = cells.next()?;
    let alone = cells.next().is_none() && memchr(b'|', row.as_bytes()).is_some();
    let start = skip_markup(name);
    let is_words = start.text.starts_with(|c: char| c.is_ascii_alphabetic());
    (alone && is_words && head(start.text).is_none()).then(|| trim_label(start.text))
}
