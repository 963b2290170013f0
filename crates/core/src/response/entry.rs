//! Reads one line of a response as a form line.

use memchr::{memchr, memrchr3};

use super::heading::Section;
use super::lines::{Pipes, last_pipe};
use super::scan::Entry;
use crate::money::{Reading, is_space, read_field};
use crate::profile::LineId;

/// A line without the markup in front of it.
pub(super) struct Start<'t> {
    pub(super) text: &'t str,
    /// How many `#` stood there.
    pub(super) hashes: u8,
    /// Whether bold began there.
    pub(super) bold: bool,
}

/// Drops indentation, quote marks, bullets, `#`, emphasis and invisible characters.
pub(super) fn skip_markup(line: &str) -> Start<'_> {
    let mut text = line;
    let mut hashes = 0u8;
    let mut bold = false;
    loop {
        let bytes = text.as_bytes();
        let Some(first) = bytes.first() else { break };
        let taken = match first {
            b' ' | b'\t' | b'>' | b'`' => 1,
            b'#' => {
                hashes = hashes.saturating_add(1);
                1
            }
            b'*' | b'_' if bytes.get(1) == Some(first) => {
                bold = true;
                2
            }
            b'*' | b'_' => 1,
            b'-' | b'+' if bytes.get(1) == Some(&b' ') => 2,
            b'0'..=b'9' => match numbered_item(bytes) {
                Some(taken) => taken,
                None => break,
            },
            0x80.. => match text.chars().next() {
                Some(c) if is_space(c) || c == '\u{2022}' => c.len_utf8(),
                _ => break,
            },
            _ => break,
        };
        text = text.get(taken..).unwrap_or_default();
    }
    Start { text, hashes, bold }
}

/// `3. ` in front of `Line 1a`: the bytes it takes. Elsewhere a number is a line's own.
fn numbered_item(bytes: &[u8]) -> Option<usize> {
    let digits = bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let mark =
        matches!(bytes.get(digits), Some(b'.' | b')')) && bytes.get(digits + 1) == Some(&b' ');
    let rest = bytes.get(digits + 2..)?;
    let markup = rest
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'*' | b'_'))
        .count();
    (mark && starts_with_line(rest.get(markup..)?)).then_some(digits + 2)
}

/// The number at the start of a form line.
pub(super) struct Head {
    pub(super) id: LineId,
    /// Bytes up to where the label begins.
    pub(super) taken: usize,
    /// Whether the word "Line" stands there; a bare number needs a pipe.
    pub(super) worded: bool,
}

/// Reads `Line 1a:`, `**Line 1a**`, `Form 1040, Line 1a` or a bare `1a |`, up to the label.
pub(super) fn head(text: &str) -> Option<Head> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut worded = false;
    if starts_with_line(bytes) {
        worded = true;
        at = 4;
    } else if !matches!(bytes.first(), Some(b'F' | b'f' | b'0'..=b'9'))
        || memchr(b'|', bytes).is_none()
    {
        return None;
    } else if matches!(bytes.first(), Some(b'F' | b'f')) {
        at = form_prefix(bytes)?;
        worded = true;
    }
    if worded {
        let is_gap = |byte: &&u8| matches!(byte, b' ' | b'*' | b'_' | b'.');
        at += bytes.get(at..)?.iter().take_while(is_gap).count();
        if bytes.get(at).is_some_and(|byte| !byte.is_ascii()) {
            let gap = text.get(at..)?.chars().next().filter(|c| is_space(*c))?;
            at += gap.len_utf8();
        }
    }
    let (id, digits) = LineId::prefix(bytes.get(at..)?)?;
    at += digits;
    match bytes.get(at) {
        None | Some(b':' | b'|' | b')' | b'\t' | b'=' | b',' | b'(' | b'/') => {}
        Some(b' ' | b'*' | b'_' | b'-' | b'.' | 0x80..) if is_range(text.get(at..)?) => {
            return None;
        }
        Some(b' ' | b'*' | b'_' | b'-' | b'.' | 0x80..) => {}
        Some(_) => return None,
    }
    Some(Head {
        id,
        taken: at,
        worded,
    })
}

/// Whether a number goes on to a second one: "Lines 1b–1h" and "8a-8z" speak of several lines.
fn is_range(rest: &str) -> bool {
    let behind = rest.trim_start_matches([' ', '*', '_']);
    let beyond = behind.trim_start_matches(['-', '\u{2013}', '\u{2014}']);
    let second = beyond.trim_start();
    beyond.len() < behind.len()
        && LineId::prefix(second.as_bytes()).is_some_and(|(_, taken)| {
            !second
                .get(taken..)
                .unwrap_or_default()
                .starts_with(char::is_alphanumeric)
        })
}

fn starts_with_line(bytes: &[u8]) -> bool {
    let word = bytes.first_chunk::<4>().is_some_and(|word| {
        u32::from_ne_bytes(*word) | 0x2020_2020 == u32::from_ne_bytes(*b"line")
    });
    word && bytes.get(4).is_some_and(|next| {
        matches!(next, b' ' | b'*' | b'_' | 0xc2 | 0xe2) || next.is_ascii_digit()
    })
}

/// `Form 1040, Line ` in front of a number: the bytes it takes.
fn form_prefix(bytes: &[u8]) -> Option<usize> {
    let near = bytes.get(..bytes.len().min(40))?;
    let at = near
        .windows(5)
        .position(|five| five.eq_ignore_ascii_case(b"line "))?;
    let form = near.get(..at)?;
    let is_form = form
        .first_chunk::<5>()
        .is_some_and(|word| word.eq_ignore_ascii_case(b"form "));
    let short = form
        .iter()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b',' | b'-' | b':'));
    (is_form && short).then_some(at + 4)
}

/// Whether a line is a row of a table rather than the rest of a wrapped line.
pub(super) fn is_table_row(text: &str) -> bool {
    let trimmed = text.trim_end();
    trimmed.starts_with('|') && trimmed.len() > 1 && trimmed.ends_with('|')
}

/// The form line on `line`, whose label begins at `offset`.
pub(super) fn read<'t>(
    (text, pipes): (&'t str, Option<Pipes>),
    head: &Head,
    offset: usize,
    section: Section,
) -> Option<Entry<'t>> {
    let Some(Pipes { first, last }) = pipes else {
        return head
            .worded
            .then(|| behind_colon(text, head, offset, section))
            .flatten();
    };
    let after_last_pipe = text.get(last + 1..)?;
    let mut field = after_last_pipe;
    if field.trim_start_matches(is_space).is_empty() {
        field = third_field(text, first, last).unwrap_or(field);
    }
    Some(Entry {
        id: Some(head.id),
        label: trim_label(text.get(offset..first)?),
        field,
        after_last_pipe: Some(after_last_pipe),
        line: text,
        section,
        piped: true,
    })
}

/// The third field of `label | explanation | amount |`: the amount, when it reads as one.
fn third_field(text: &str, first: usize, last: usize) -> Option<&str> {
    let before = text.get(..last)?;
    let second = last_pipe(before.as_bytes()).filter(|at| *at > first)?;
    let field = before.get(second + 1..)?;
    matches!(read_field(field).0, Reading::Amount(_)).then_some(field)
}

/// `Line 24: Total tax: $1,234`, in answers that use no pipes.
fn behind_colon<'t>(
    line: &'t str,
    head: &Head,
    offset: usize,
    section: Section,
) -> Option<Entry<'t>> {
    let body = line.get(offset..)?;
    let at = memrchr3(b':', b'=', b'\t', body.as_bytes())?;
    let field = body.get(at + 1..)?;
    if !matches!(read_field(field).0, Reading::Amount(_)) {
        return None;
    }
    Some(Entry {
        id: Some(head.id),
        label: trim_label(body.get(..at)?),
        field,
        after_last_pipe: None,
        line,
        section,
        piped: false,
    })
}

/// A label without the punctuation and markup around it.
pub(super) fn trim_label(label: &str) -> &str {
    let bytes = label.as_bytes();
    let is_before =
        |byte: &&u8| matches!(byte, b' ' | b':' | b'.' | b'*' | b'_' | b')' | b'-' | b'`');
    let is_after = |byte: &&u8| matches!(byte, b' ' | b':' | b'*' | b'_' | b'`');
    let start = bytes.iter().take_while(is_before).count();
    let end = bytes.len() - bytes.iter().rev().take_while(is_after).count();
    let inner = label.get(start..end).or(label.get(..0)).unwrap_or(label);
    let plain = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if plain(inner.as_bytes().first()) && plain(inner.as_bytes().last()) {
        return inner;
    }
    inner
        .trim_start_matches(|c| {
            is_space(c)
                || matches!(
                    c,
                    ':' | '.' | '*' | '_' | ')' | '-' | '`' | '\u{2013}' | '\u{2014}'
                )
        })
        .trim_end_matches(|c| is_space(c) || matches!(c, ':' | '*' | '_' | '`'))
}

/// The table that the current line stands in.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Columns from the right to the one that a header calls the amount.
    amount_from_right: Option<usize>,
    inside: bool,
}

impl Table {
    pub(super) fn end(&mut self) {
        *self = Self::default();
    }

    /// Reads a row, `text` being `line` from its first pipe on. Headers and rulers give nothing.
    pub(super) fn row<'t>(
        &mut self,
        line: &'t str,
        text: &'t str,
        section: Section,
    ) -> Option<Entry<'t>> {
        let inner = text.get(1..)?.trim_end_matches(is_space);
        let inner = match last_pipe(inner.as_bytes()) {
            Some(at) if at + 1 == inner.len() => inner.get(..at)?,
            _ => inner,
        };
        if !std::mem::replace(&mut self.inside, true) {
            self.amount_from_right = amount_column(inner);
        }
        let first = memchr(b'|', inner.as_bytes())?;
        let field = cell_from_right(inner, self.amount_from_right.unwrap_or(0))?;
        let cell = inner.get(..first)?;
        let start = skip_markup(cell);
        let number = start.text.get(
            if starts_with_line(start.text.as_bytes()) {
                4
            } else {
                0
            }..,
        )?;
        let number =
            number.trim_matches(|c| is_space(c) || matches!(c, '*' | '_' | '`' | ':' | '.'));
        let id = LineId::parse(number);
        let label = match id {
            Some(_) => {
                let rest = inner.get(first + 1..)?;
                rest.get(..memchr(b'|', rest.as_bytes()).unwrap_or(rest.len()))?
            }
            None => match head(start.text).filter(|head| head.worded) {
                // "| Line 1a: Wages | explanation | amount |"
                Some(head) => {
                    let label = trim_label(start.text.get(head.taken..)?);
                    return Some(Entry {
                        id: Some(head.id),
                        label,
                        field,
                        after_last_pipe: Some(field),
                        line,
                        section,
                        piped: true,
                    });
                }
                None => cell,
            },
        };
        let trimmed = text.trim_end_matches(is_space);
        let upstream = last_pipe(trimmed.as_bytes()).and_then(|at| trimmed.get(at + 1..));
        Some(Entry {
            id,
            label: trim_label(label),
            field,
            after_last_pipe: upstream,
            line,
            section,
            piped: true,
        })
    }
}

/// The cell `from_right` cells before the last one.
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

/// Where a header row keeps the amounts, counted from the right, since an explanation may hold
/// pipes of its own. `None` when it is no header or names no such column.
fn amount_column(header: &str) -> Option<usize> {
    let is_amount = |cell: &str| {
        let cell = cell.trim_matches(|c: char| !c.is_alphanumeric());
        ["amount", "value", "amount ($)", "amount (usd)", "total"]
            .iter()
            .any(|name| {
                cell.eq_ignore_ascii_case(name.trim_matches(|c: char| !c.is_alphanumeric()))
            })
    };
    header.rsplit('|').position(is_amount)
}
