//! Tables of form lines, with and without outer pipes.

use memchr::{memchr, memchr3};

use super::entry::{head, is_range, skip_markup, trim_label};
use super::find;
use super::forms::{FormNames, Naming};
use super::heading::Section;
use super::scan::Entry;
use super::title::is_year;
use crate::money::{Reading, is_dash, is_space, read_field};
use crate::profile::LineId;

/// What the header of the current table said.
#[derive(Debug, Clone, Copy, Default)]
struct Header {
    /// Column of the line numbers.
    line: Option<usize>,
    /// Column of the forms' names.
    form: Option<usize>,
    /// Whether short names in that column are letters and numbers of schedules.
    schedules: bool,
    /// Columns from the right to the amounts, since an explanation may hold pipes of its own.
    amount_from_right: usize,
    /// Column of the amounts, for rows that lack cells.
    amount: Option<usize>,
    /// How many columns there are.
    columns: usize,
    /// Whether a column names another form, so that no row is of this one.
    of_other_form: bool,
}

/// What the headers of few tables say.
#[derive(Debug, Clone, Copy, Default)]
struct Unusual {
    /// Whether the column of the line numbers is called by a sign or word that counts the rows of any
    /// table.
    counts: bool,
    /// Columns of line numbers and amounts of a second form line in each row.
    beside: Option<(usize, usize)>,
}

/// The table that the current line stands in.
#[derive(Debug, Default)]
pub(super) struct Table<'t> {
    header: Option<Header>,
    /// What else the header said; nothing in nearly every table.
    unusual: Option<Unusual>,
    /// Where the current row has its pipes; a row may be nothing else, and memory has to stay near
    /// the size of the text.
    pipes: Vec<u32>,
    /// The last name of a form, with whether it is another form's: tables repeat it row by row.
    form: Option<(&'t str, bool)>,
}

/// The cells of a row, told apart by pipes that no backslash escapes.
#[derive(Clone, Copy)]
struct Cells<'t, 'p> {
    row: &'t str,
    pipes: &'p [u32],
}

impl<'t> Cells<'t, '_> {
    fn count(self) -> usize {
        self.pipes.len() + 1
    }

    /// A cell counted from the left.
    fn get(self, column: usize) -> Option<&'t str> {
        let start = match column.checked_sub(1) {
            Some(before) => *self.pipes.get(before)? as usize + 1,
            None => 0,
        };
        match self.pipes.get(column) {
            Some(end) => self.row.get(start..*end as usize),
            None => self.row.get(start..),
        }
    }

    /// The cell so many cells before the last one.
    fn before_last(self, columns: usize) -> Option<&'t str> {
        self.get(self.pipes.len().checked_sub(columns)?)
    }

    fn iter(self) -> impl Iterator<Item = &'t str> {
        (0..self.count()).filter_map(move |column| self.get(column))
    }
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

impl<'t> Table<'t> {
    /// Forgets the header; a blank line alone does not end a table that goes on below it.
    pub(super) fn end(&mut self) {
        self.header = None;
        self.unusual = None;
    }

    /// Whether a header is in force, so that rows without outer pipes belong to it.
    pub(super) const fn is_open(&self) -> bool {
        self.header.is_some()
    }

    /// Reads a row; `text` is `line` without what stands before its first cell. A row with a number
    /// is read only where the line with that number and these words is wanted.
    pub(super) fn row(
        &mut self,
        line: &'t str,
        text: &'t str,
        section: Section,
        names: &FormNames,
        wants: &dyn Fn(LineId, &str) -> bool,
    ) -> Row<'t> {
        let inner = text.strip_prefix('|').unwrap_or(text);
        let inner = if inner.ends_with('|') {
            inner
        } else {
            inner.trim_end_matches(is_space)
        };
        let bytes = inner.as_bytes();
        let is_ruler = |byte: &u8| matches!(byte, b'|' | b'-' | b':' | b' ');
        if bytes.starts_with(b"-") && bytes.iter().all(is_ruler) {
            return Row::Nothing;
        }
        self.pipes.clear();
        let mut from = 0;
        while let Some(at) = bytes.get(from..).and_then(|rest| find::first(b'|', rest)) {
            let at = from + at;
            let escaped = at > 0 && bytes.get(at - 1) == Some(&b'\\');
            if let Ok(at) = u32::try_from(at)
                && !escaped
            {
                self.pipes.push(at);
            }
            from = at + 1;
        }
        let closed = self
            .pipes
            .last()
            .is_some_and(|at| *at as usize + 1 == inner.len());
        let behind_last = closed.then(|| inner.get(inner.len()..)).flatten();
        if closed {
            self.pipes.pop();
        }
        let cells = Cells {
            row: inner
                .get(..inner.len() - usize::from(closed))
                .unwrap_or(inner),
            pipes: &self.pipes,
        };
        let numbered = usual_number(self.header, cells);
        if numbered.is_some() {
            // Neither a header nor a heading.
        } else if let Some((header, unusual)) = header(cells, names) {
            self.header = Some(header);
            self.unusual = unusual;
            self.form = None;
            return Row::Nothing;
        } else if let Some(name) = lone_name(cells) {
            return Row::Heading(name);
        }
        let is_other = self.header.is_some_and(|header| {
            header.of_other_form || of_other_form(header, &mut self.form, cells, names)
        });
        if cells.count() < 2 || is_other {
            return Row::Nothing;
        }
        let found = match numbered {
            Some((id, column)) => cells
                .get(column + 1)
                .filter(|label| self.unusual.is_some() || wants(id, label))
                .map(|label| Named {
                    id: Some(id),
                    label,
                    worded: false,
                }),
            None => named(self.header, cells),
        };
        let Some(Named { id, label, worded }) = found else {
            return Row::Nothing;
        };
        let Some(field) = amount(self.header, cells) else {
            return Row::Nothing;
        };
        Row::Entry(Entry {
            id,
            label: trim_label(label),
            field,
            after_last_pipe: match behind_last {
                _ if worded => Some(field),
                Some(nothing) => Some(nothing),
                None => cells.before_last(0),
            },
            line,
            section,
            copy: 0,
            piped: true,
            bare: false,
        })
    }

    /// Whether a row may state more than its entry, or less.
    pub(super) const fn is_unusual(&self) -> bool {
        self.unusual.is_some()
    }

    /// Whether the numbers of the current table may be those of its rows.
    pub(super) fn counts(&self) -> bool {
        self.unusual.is_some_and(|unusual| unusual.counts)
    }

    /// The second form line of the row that was read last, which is this one.
    pub(super) fn beside(&self, row: &Entry<'t>, text: &'t str) -> Option<Entry<'t>> {
        let (line, amount) = self.unusual?.beside?;
        let row_text = text.strip_prefix('|').unwrap_or(text);
        let cells = Cells {
            row: row_text.trim_end_matches(is_space).trim_end_matches('|'),
            pipes: &self.pipes,
        };
        let start = skip_markup(cells.get(line)?);
        let number = match head(start.text).filter(|head| head.worded) {
            Some(head) => head.id,
            None => LineId::parse(start.text.trim_matches(is_mark))?,
        };
        let label = if amount == line + 1 {
            ""
        } else {
            cells.get(line + 1)?
        };
        Some(Entry {
            id: Some(number),
            label: trim_label(label),
            field: cells.get(amount)?,
            after_last_pipe: None,
            ..*row
        })
    }
}

/// The number of a usual row with its column: a cell of a number and nothing else, where the
/// header, if there is one, has a column for lines.
fn usual_number(header: Option<Header>, cells: Cells<'_, '_>) -> Option<(LineId, usize)> {
    let column = header.map_or(Some(0), |header| header.line)?;
    let cell = cells.get(column)?.as_bytes().trim_ascii();
    LineId::prefix(cell)
        .filter(|(_, taken)| *taken == cell.len())
        .map(|(id, _)| (id, column))
}

/// The cell of a row's amount. Where a row has more or fewer cells than its header, the amount may
/// stand in its column as counted from either side.
fn amount<'t>(header: Option<Header>, cells: Cells<'t, '_>) -> Option<&'t str> {
    let Some(header) = header else {
        return cells.before_last(0);
    };
    let from_right = cells.before_last(header.amount_from_right);
    if cells.count() == header.columns {
        return from_right;
    }
    let is_amount = |cell: &&str| matches!(read_field(cell).0, Reading::Amount(_));
    let from_left = header.amount.and_then(|column| cells.get(column));
    match (from_right, from_left) {
        (Some(right), Some(left)) if !is_amount(&right) && is_amount(&left) => Some(left),
        (None, left) => left,
        (right, _) => right,
    }
}

/// Whether a row's form is another one. A name is looked up only where it differs from the one
/// before, and holds for the blank cells below it.
fn of_other_form<'t>(
    header: Header,
    known: &mut Option<(&'t str, bool)>,
    cells: Cells<'t, '_>,
    names: &FormNames,
) -> bool {
    const LONGEST_LETTER: usize = 3;
    let Some(form) = header.form.and_then(|column| cells.get(column)) else {
        return false;
    };
    let name = trim_label(form);
    match *known {
        // Cells that are merged stand in front of the numbers; behind them, a blank is none.
        Some((_, other)) if form.trim().is_empty() && header.form < header.line => other,
        _ if name.is_empty() => false,
        Some((known, other)) if known == form => other,
        _ => {
            let is_letter = header.schedules
                && (1..=LONGEST_LETTER).contains(&name.len())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let other = if is_letter {
                names.is_other(&["Schedule ", name].concat())
            } else {
                names.is_other(name)
            };
            *known = Some((form, other));
            other
        }
    }
}

/// Which line a row is about.
struct Named<'t> {
    id: Option<LineId>,
    label: &'t str,
    /// Whether the word "Line" stands there.
    worded: bool,
}

/// The line number of a row that is no header, and its words.
fn named<'t>(header: Option<Header>, cells: Cells<'t, '_>) -> Option<Named<'t>> {
    let bare = |id, label| Named {
        id,
        label,
        worded: false,
    };
    let names_lines = header.is_none_or(|header| header.line.is_some());
    let column = header.and_then(|header| header.line).unwrap_or(0);
    let first = cells.get(column)?;
    let start = skip_markup(first);
    if let Some(head) = head(start.text).filter(|head| head.worded) {
        let words = start.text.get(head.taken..)?;
        let label = if trim_label(words).is_empty() {
            cells.get(column + 1)?
        } else {
            words
        };
        return Some(Named {
            id: Some(head.id),
            label,
            worded: true,
        });
    }
    match LineId::parse(start.text.trim_matches(is_mark)) {
        // Under a header without a column for lines, numbers are something else's.
        Some(_) if !names_lines => None,
        Some(id) => Some(bare(Some(id), cells.get(column + 1)?)),
        None => {
            let numbered = leading_number(start.text).filter(|_| header.is_some() && names_lines);
            Some(match numbered {
                Some((id, words)) => bare(Some(id), words),
                None => bare(None, first),
            })
        }
    }
}

/// What may stand around a line's number in its cell.
fn is_mark(c: char) -> bool {
    is_space(c) || matches!(c, '*' | '_' | '`' | ':' | '.' | ')' | ']' | '#')
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

/// The words that a column of forms is called by.
const FORM_WORDS: [&str; 13] = [
    "form",
    "forms",
    "schedule",
    "schedules",
    "or",
    "name",
    "number",
    "no",
    "source",
    "from",
    "irs",
    "reference",
    "ref",
];

/// The columns of a row that is a header: every cell is words, none begins with a number, and one
/// of them names a column.
fn header(row: Cells<'_, '_>, names: &FormNames) -> Option<(Header, Option<Unusual>)> {
    const LONGEST_CELL: usize = 40;
    const LONGEST: usize = 400;
    // The same as `is_word_cell` below for nearly every data row, without making its words: a cell
    // that begins with a digit and has neither "amount" nor "line" in it.
    let is_data = |cell: &str| {
        let first = cell
            .bytes()
            .find(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
        first.is_some_and(|first| first.is_ascii_digit())
            && memchr3(b'u', b'U', b'L', cell.as_bytes()).is_none()
            && memchr(b'l', cell.as_bytes()).is_none()
    };
    // `Line | Description | 2024 | 2023`
    let are_years = || {
        let is_own = |cell: &str| first_word(cell) == names.year();
        let names_lines = |cell: &str| {
            let cell = cell.trim_matches(is_mark);
            let word = cell.get(..4).unwrap_or_default();
            word.eq_ignore_ascii_case("line") && !cell.contains(|c: char| c.is_ascii_digit())
        };
        row.iter()
            .all(|cell| !is_data(cell) || is_year(first_word(cell)))
            && row.iter().any(is_own)
            && row.iter().any(names_lines)
    };
    if let Some(data) = row.iter().find(|cell| is_data(cell)) {
        let digits = data.as_bytes().split(|byte| !byte.is_ascii_digit());
        let may_be_year = digits
            .filter(|digits| !digits.is_empty())
            .take(1)
            .any(|digits| digits.len() == 4);
        if !may_be_year || !are_years() {
            return None;
        }
    }
    let text = row.row;
    if text.len() > LONGEST
        || text.split('$').skip(1).any(|behind| {
            behind
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit())
        })
        || text.bytes().filter(u8::is_ascii_digit).count() > 8
    {
        return None;
    }
    let words = |cell: &str| -> String {
        cell.chars()
            .map(|c| if c == '/' { ' ' } else { c })
            .filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '#' | '$'))
            .collect::<String>()
            .to_ascii_lowercase()
    };
    let cells: Vec<String> = row.iter().map(words).collect();
    let cells: Vec<&str> = cells.iter().map(|cell| cell.trim()).collect();
    let is_word_cell = |cell: &&str| {
        let digits_first = cell.starts_with(|c: char| c.is_ascii_digit());
        let column =
            || cell.contains("amount") || cell.ends_with("line") || is_year(first_word(cell));
        cell.len() <= LONGEST_CELL && (!digits_first || column())
    };
    if cells.len() < 2 || !cells.iter().all(is_word_cell) {
        return None;
    }
    let named = |names: &[&str]| {
        cells
            .iter()
            .position(|cell| cell.split(' ').any(|word| names.contains(&word)))
    };
    let called = |names: &[&str]| cells.iter().position(|cell| names.contains(cell));
    let line = named(&["line", "lines"]);
    // Of the amounts of several years the tax year's; columns may be called by their years alone.
    let of_year = |others: &[&str]| {
        let is_own = |word: &str| word.strip_prefix("ty").unwrap_or(word) == names.year();
        cells.iter().position(|cell| {
            let mut words = cell.split(' ');
            words.any(is_own)
                && cell
                    .split(' ')
                    .all(|word| is_own(word) || others.contains(&word))
        })
    };
    let amount = line
        .and_then(|_| of_year(&["amount", "amounts", "tax", "year", ""]))
        .filter(|at| cells.get(*at).is_some_and(|cell| cell.contains("amount")))
        .or_else(|| named(&["amount", "amounts"]))
        .or_else(|| named(&["value", "values", "result"]))
        .or_else(|| called(&["$", "usd", "dollars", "figure", "entry"]))
        .or_else(|| {
            line.and_then(|_| of_year(&["tax", "year", "ty", "return", "current", "this", ""]))
        })
        .or_else(|| called(&["total", "tax", "age", "code"]));
    let counting = named(&["#", "no"])
        // `# | Name | Age` numbers people.
        .filter(|_| line.is_none() && named(&["amount", "value", "result"]).is_some());
    let counts = counting.is_some();
    let line = line.or(counting);
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
    let form = cells
        .iter()
        .position(|cell| {
            let names_forms = cell.contains("form") || cell.contains("schedule");
            names_forms
                && cell
                    .split_whitespace()
                    .all(|word| FORM_WORDS.contains(&word))
        })
        .filter(|at| Some(*at) != line);
    let of_other_form = row
        .get(line.unwrap_or(0))
        .is_some_and(|cell| column_naming(cell, names) == Some(Naming::Other));
    // `Line | Amount | Line | Amount` repeats its columns.
    let again = |column: Option<usize>| {
        let name = cells.get(column?)?;
        let behind =
            |from: usize| Some(from + cells.get(from..)?.iter().position(|cell| cell == name)?);
        behind(amount? + 1)
    };
    let beside = again(line)
        .zip(again(amount))
        .filter(|(line, amount)| line < amount);
    let unusual = (counts || beside.is_some()).then_some(Unusual { counts, beside });
    let header = Header {
        line,
        form,
        schedules: form
            .and_then(|at| cells.get(at))
            .is_some_and(|cell| cell.contains("schedule")),
        amount_from_right: amount.map_or(0, |at| cells.len().saturating_sub(at + 1)),
        amount,
        columns: cells.len(),
        of_other_form,
    };
    Some((header, unusual))
}

/// The first word of a cell, `2024` of `**2024** (this year)`.
fn first_word(cell: &str) -> &str {
    let text = cell.trim_start_matches(is_mark);
    text.split(|c| is_mark(c) || c == '(')
        .next()
        .unwrap_or_default()
}

/// What a column is called after: `Schedule C line`, `1040 line`, but not `Form/Schedule`.
fn column_naming(cell: &str, names: &FormNames) -> Option<Naming> {
    const KINDS: [&str; 9] = [
        "form", "schedule", "line", "lines", "or", "and", "name", "number", "amount",
    ];
    let is_kind = |word: &str| KINDS.iter().any(|kind| word.eq_ignore_ascii_case(kind));
    let tells = cell
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| !word.is_empty() && !is_kind(word));
    tells.then(|| names.naming(cell))
}

/// `Schedule C` or `Form 8812` without any more words.
fn is_bare_name(text: &str) -> bool {
    let mut words = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .filter(|word| !word.is_empty());
    let kind = words.next().unwrap_or_default();
    let is_kind = ["schedule", "form"]
        .iter()
        .any(|known| kind.eq_ignore_ascii_case(known));
    is_kind && words.next().is_some() && words.next().is_none()
}

/// The name in a row whose other cells are all empty, or have dashes beside a bold name.
fn lone_name<'t>(row: Cells<'t, '_>) -> Option<&'t str> {
    let mut cells = row
        .iter()
        .map(|cell| cell.trim_matches(is_space))
        .filter(|cell| !cell.is_empty());
    let name = cells.next()?;
    let is_bold = name.starts_with("**") && name.ends_with("**") && is_bare_name(name);
    let is_dashes = |cell: &str| cell.chars().all(is_dash);
    if row.count() < 2 || cells.any(|cell| !is_bold || !is_dashes(cell)) {
        return None;
    }
    let start = skip_markup(name);
    let is_words = start.text.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_words && head(start.text).is_none()).then(|| trim_label(start.text))
}
