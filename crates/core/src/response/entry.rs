//! Reads one line of a response as a form line.

use memchr::memchr2_iter;

use super::find;
use super::heading::Section;
use super::lines::{Pipes, last_pipe};
use super::scan::Entry;
use crate::money::{self, Reading, Unreadable, is_dash, is_space, read_field};
use crate::profile::LineId;

/// A line without the markup in front of it.
pub(super) struct Start<'t> {
    pub(super) text: &'t str,
    /// How many `#` stood there.
    pub(super) hashes: u8,
    /// Whether bold began there.
    pub(super) bold: bool,
    /// Whether a bullet stood there.
    pub(super) bullet: bool,
}

/// Drops indentation, quote marks, bullets, `#`, emphasis and invisible characters.
pub(super) fn skip_markup(line: &str) -> Start<'_> {
    let mut text = line;
    let mut hashes = 0u8;
    let mut bold = false;
    let mut bullet = false;
    loop {
        let bytes = text.as_bytes();
        let Some(first) = bytes.first() else { break };
        let taken = match first {
            b' ' | b'\t' | b'>' | b'`' => 1,
            b'[' if bytes.get(2) == Some(&b']') => 3,
            b'[' => 1,
            b'<' => match tag(bytes) {
                Some(taken) => taken,
                None => break,
            },
            b'#' => {
                hashes = hashes.saturating_add(1);
                1
            }
            b'*' | b'_' if bytes.get(1) == Some(first) => {
                bold = true;
                2
            }
            b'*' | b'_' => {
                bullet |= bytes.get(1) == Some(&b' ');
                1
            }
            b'-' | b'+' if bytes.get(1) == Some(&b' ') => {
                bullet = true;
                2
            }
            b'0'..=b'9' => match numbered_item(bytes) {
                Some(taken) => taken,
                None => break,
            },
            0x80.. => match text.chars().next() {
                // Spaces, bullets, check marks and pictures; not letters of other scripts.
                Some(c) if is_space(c) || !c.is_alphanumeric() => {
                    bullet |= matches!(c, '\u{2022}' | '\u{25e6}' | '\u{25aa}');
                    c.len_utf8()
                }
                _ => break,
            },
            _ => break,
        };
        text = text.get(taken..).unwrap_or_default();
    }
    Start {
        text,
        hashes,
        bold,
        bullet,
    }
}

/// An HTML tag that only marks text: the bytes it takes.
fn tag(bytes: &[u8]) -> Option<usize> {
    const NAMES: [&[u8]; 14] = [
        b"b", b"strong", b"i", b"em", b"u", b"li", b"p", b"span", b"td", b"tr", b"br", b"div",
        b"table", b"tbody",
    ];
    let inside = bytes.get(1..)?;
    let inside = inside.strip_prefix(b"/").unwrap_or(inside);
    let name = inside
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let known = inside.get(..name)?;
    let is_known = NAMES.iter().any(|tag| known.eq_ignore_ascii_case(tag));
    let heading = known.len() == 1 && known.eq_ignore_ascii_case(b"h");
    let end = bytes.iter().take(40).position(|byte| *byte == b'>')?;
    (is_known || heading).then_some(end + 1)
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
    /// Whether the word "Line" stands there.
    pub(super) worded: bool,
    /// Whether neither the word nor a pipe is there, only a mark behind the number.
    pub(super) bare: bool,
}

/// Reads `Line 1a:` or `**Line 1a:**` at the start of a line or behind its bullet, which is how
/// nearly every line of the asked-for form begins; any other line is left to [`skip_markup`] and
/// [`head`].
pub(super) fn usual_head(line: &str) -> Option<Head> {
    let (start, number) = behind_word(line.as_bytes())?;
    let (id, digits) = LineId::prefix(number)?;
    let is_usual = matches!(number.get(digits..)?, [b':', ..] | [b'*', b'*', b':', ..]);
    is_usual.then_some(Head {
        id,
        taken: start + digits,
        worded: true,
        bare: false,
    })
}

/// What stands behind the word "Line " at the start of a line or behind its bullet, and how many
/// bytes before it.
pub(super) fn behind_word(line: &[u8]) -> Option<(usize, &[u8])> {
    const WORD: &[u8] = b"Line ";
    let lead = match line {
        [b'L', ..] => 0,
        [b'*', b'*', b'L', ..] | [b'-' | b'*', b' ', b'L', ..] => 2,
        [b'-' | b'*', b' ', b'*', b'*', b'L', ..] => 4,
        _ => return None,
    };
    let rest = line.get(lead..)?.strip_prefix(WORD)?;
    Some((lead + WORD.len(), rest))
}

/// The field of a line that repeats its label word for word and has both pipes, given what stands
/// behind its number: `: label | explanation | 52,000`, or `: label | |`. Anything else is left to
/// [`read`], which would read these the same.
pub(super) fn asked<'t>(behind: &'t str, label: &str) -> Option<&'t str> {
    let marks = match behind.as_bytes() {
        [b':', b' ', ..] => 2,
        [b':', b'*', b'*', b' ', ..] | [b'*', b'*', b':', b' ', ..] => 4,
        _ => return None,
    };
    let words = behind.get(marks..)?;
    let rest = words.strip_prefix(label)?.strip_prefix(" |")?;
    let last = last_pipe(rest.as_bytes())?;
    let (explanation, field) = (rest.get(..last)?, rest.get(last + 1..)?);
    if matches!(field, "" | " ") {
        return (explanation == " ").then_some(field);
    }
    let plain = begins_as_amount(field.as_bytes()) || matches!(field.trim_ascii(), "-" | "-0-");
    (plain && !may_have_further(explanation.as_bytes())).then_some(field)
}

/// Whether another line may begin between the pipes of one.
pub(super) fn may_have_further(explanation: &[u8]) -> bool {
    // Most explanations are shorter than this, and most are not there.
    const SHORTEST: usize = 10;
    explanation.len() >= SHORTEST && find::first(b'|', explanation).is_some()
}

/// Reads `Line 1a:`, `**Line 1a**`, `Line 25(d)`, `Form 1040, Line 1a`, `1a |` or a bare `1a.`, up to
/// the label.
pub(super) fn head(text: &str) -> Option<Head> {
    let bytes = text.as_bytes();
    let mut at = correction(bytes);
    let mut worded = false;
    if starts_with_line(bytes.get(at..)?) {
        worded = true;
        at += 4;
    } else if let Some(prefix) = form_prefix(bytes) {
        at = prefix;
        worded = true;
    } else if !matches!(bytes.first(), Some(b'0'..=b'9')) {
        return None;
    }
    let bare = !worded && find::first(b'|', bytes).is_none();
    if worded {
        let is_gap = |byte: &&u8| matches!(byte, b' ' | b'*' | b'_' | b'.' | b'#');
        at += bytes.get(at..)?.iter().take_while(is_gap).count();
        if bytes.get(at).is_some_and(|byte| !byte.is_ascii()) {
            let is_gap = |c: char| matches!(c, ' ' | '*' | '_' | '.' | '#') || is_space(c);
            let rest = text.get(at..)?;
            at += rest.len() - rest.trim_start_matches(is_gap).len();
        }
    }
    let (mut id, digits) = LineId::prefix(bytes.get(at..)?)?;
    at += digits;
    if let Some([b'(', letter @ (b'a'..=b'z' | b'A'..=b'Z'), b')']) = bytes.get(at..at + 3) {
        id = LineId::parse(&format!("{id}{}", char::from(*letter)))?;
        at += 3;
    }
    // `16. Tax: $55`, `1a) Wages: 5`; anything else that begins with a number says something.
    if bare
        && !matches!(
            bytes.get(at..)?,
            [b'.' | b')' | b':', b' ' | b'*', ..] | [b'\t', ..]
        )
    {
        return None;
    }
    match bytes.get(at) {
        None
        | Some(b':' | b'|' | b')' | b']' | b'\t' | b'=' | b',' | b'(' | b'/' | b'<' | b'`') => {}
        Some(b' ' | b'*' | b'_' | b'-' | b'.' | 0x80..) if is_range(text.get(at..)?) => {
            return None;
        }
        // A bare number is a line's only where a mark sets it off: "12 months | 500" is none.
        Some(b' ' | b'*' | b'_') if !worded => {
            let behind = text.get(at..)?.trim_start_matches([' ', '*', '_']);
            if !behind.starts_with(['|', ':', '.', ')']) {
                return None;
            }
        }
        Some(b' ' | b'*' | b'_' | b'-' | b'.' | 0x80..) => {}
        Some(_) => return None,
    }
    Some(Head {
        id,
        taken: at,
        worded,
        bare,
    })
}

/// Whether a number goes on to a second one: "Lines 1b–1h", "8a-8z" and "1b through 1h" speak of
/// several lines, and "Line 11 − Line 14" and "Line 15 × 12%" work something out of them.
pub(super) fn is_range(rest: &str) -> bool {
    const WORDS: [&str; 9] = [
        "through ", "thru ", "to ", "and ", "plus ", "minus ", "less ", "times ", "x ",
    ];
    let behind = rest.trim_start_matches([' ', '*', '_']);
    let products = behind.trim_start_matches(['-', '\u{2013}', '\u{2014}', '\u{d7}', '\u{f7}']);
    let beyond = WORDS
        .iter()
        .find_map(|word| behind.strip_prefix(word))
        .unwrap_or(products);
    let second = beyond.trim_start_matches([' ', '+', '/', '\u{2212}']);
    let is_line = starts_with_line(second.as_bytes());
    // `Line 34 −443` states an amount.
    let (beyond, second) = if is_line {
        (second, second.get(4..).unwrap_or_default().trim_start())
    } else {
        (beyond, beyond.trim_start())
    };
    beyond.len() < behind.len()
        && LineId::prefix(second.as_bytes()).is_some_and(|(_, taken)| {
            let rest = second.get(taken..).unwrap_or_default();
            // `Line 12 - 14,600` states an amount.
            let groups = rest.starts_with([',', '.'])
                && rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
            !groups && !rest.starts_with(char::is_alphanumeric)
        })
}

/// Whether the words behind a line's number compare it with another line, so that the amount behind
/// them is neither's: `Line 33 exceeds Line 24 by $40`, `Line 33 ($190) − Line 24 ($150): $40`.
pub(super) fn compares(words: &str) -> bool {
    const WORDS: [&str; 12] = [
        "exceeds", "greater", "more", "less", "larger", "higher", "lower", "smaller", "vs",
        "versus", "minus", "compared",
    ];
    // `Line 11 is line 9 minus line 10: $40` states line 11.
    const BESIDE: [&str; 3] = ["is", "than", "to"];
    // Nearly every label stands behind a colon or a pipe.
    if !matches!(words.as_bytes().first(), Some(b' ' | b'*' | b'_')) {
        return false;
    }
    let behind = words.trim_start_matches([' ', '*', '_']);
    let amount = behind.strip_prefix('(').and_then(|it| it.split_once(')'));
    let behind = amount
        .filter(|(amount, _)| matches!(money::read(amount), Reading::Amount(_)))
        .map_or(behind, |(_, behind)| behind);
    let mut compared = false;
    for word in behind
        .split([' ', '*', '_'])
        .filter(|word| !word.is_empty())
    {
        if word.eq_ignore_ascii_case("line") {
            return compared;
        }
        let bare = word.trim_end_matches('.');
        let is = |known: &&str| bare.eq_ignore_ascii_case(known);
        let is_sign = word.chars().all(|c| is_dash(c) || matches!(c, '>' | '<'));
        let compares = is_sign || WORDS.iter().any(&is);
        if !compares && !BESIDE.iter().any(is) {
            return false;
        }
        compared |= compares;
    }
    false
}

/// The amount of a text that is nothing else, but for its bullet and a name of amounts: `- **$5**`,
/// `Amount: 5`. Behind a dollar sign a remark may follow.
pub(super) fn alone(text: &str) -> Option<&str> {
    const NAMES: [&str; 4] = ["amount", "value", "result", "answer"];
    let text = skip_markup(text).text.trim_end_matches(is_markup);
    let unnamed = NAMES.iter().find_map(|name| {
        let (word, rest) = text.split_at_checked(name.len())?;
        let rest = rest.trim_start_matches(['*', '_']).strip_prefix(':')?;
        word.eq_ignore_ascii_case(name)
            .then(|| rest.trim_start_matches(is_markup))
    });
    let field = unnamed.unwrap_or(text);
    let is_amount = match field.as_bytes().first()? {
        b'$' => matches!(read_field(field).0, Reading::Amount(_)),
        b'0'..=b'9' | b'-' | b'(' | b'\\' | 0xe2 => {
            matches!(money::read(field), Reading::Amount(_))
        }
        _ => false,
    };
    is_amount.then_some(field)
}

fn starts_with_line(bytes: &[u8]) -> bool {
    let word = bytes.first_chunk::<4>().is_some_and(|word| {
        u32::from_ne_bytes(*word) | 0x2020_2020 == u32::from_ne_bytes(*b"line")
    });
    word && bytes.get(4).is_some_and(|next| {
        matches!(next, b' ' | b'*' | b'_' | 0xc2 | 0xe2) || next.is_ascii_digit()
    })
}

/// `Corrected ` or the like in front of a line that is stated again: the bytes it takes.
fn correction(bytes: &[u8]) -> usize {
    const WORDS: [&[u8]; 6] = [
        b"corrected ",
        b"correction: ",
        b"correct ",
        b"revised ",
        b"updated ",
        b"final ",
    ];
    let is_first = |first: &u8| matches!(first | 0x20, b'c' | b'r' | b'u' | b'f');
    if !bytes.first().is_some_and(is_first) {
        return 0;
    }
    let stands = |word: &&&[u8]| {
        bytes
            .split_at_checked(word.len())
            .is_some_and(|(lead, rest)| lead.eq_ignore_ascii_case(word) && starts_with_line(rest))
    };
    WORDS.iter().find(stands).map_or(0, |word| word.len())
}

/// `Form 1040, Line ` or `1040 Line ` in front of a number: the bytes it takes.
fn form_prefix(bytes: &[u8]) -> Option<usize> {
    if !matches!(bytes.first(), Some(b'F' | b'f' | b'1')) {
        return None;
    }
    let is_form = bytes
        .first_chunk::<5>()
        .is_some_and(|word| word.eq_ignore_ascii_case(b"form "))
        || bytes.starts_with(b"1040");
    if !is_form {
        return None;
    }
    let near = bytes.get(..bytes.len().min(40))?;
    let at = memchr2_iter(b'l', b'L', near).find(|at| {
        near.get(*at..at + 5)
            .is_some_and(|five| five.eq_ignore_ascii_case(b"line "))
    })?;
    let short = near
        .get(..at)?
        .iter()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b' ' | b',' | b'-' | b':' | b'*'));
    short.then_some(at + 4)
}

/// Whether a line is a row of a table rather than the rest of a wrapped line.
pub(super) fn is_table_row(text: &str) -> bool {
    let trimmed = text.trim_end();
    trimmed.starts_with('|') && trimmed.len() > 1 && trimmed.ends_with('|')
}

/// The form line on `line`, whose label begins at `offset`; with its section and which
/// copy of the form that is.
#[inline]
pub(super) fn read<'t>(
    (text, Pipes { first, last }): (&'t str, Pipes),
    head: &Head,
    offset: usize,
    (section, copy): (Section, u16),
) -> Option<Entry<'t>> {
    let after_last_pipe = text.get(last + 1..)?;
    let mut field = after_last_pipe;
    // `label | explanation | amount |`, or with a remark behind the amount.
    let is_remark = || {
        !begins_as_amount(field.as_bytes())
            && matches!(
                read_field(field).0,
                Reading::Unreadable(Unreadable::NotANumber)
            )
    };
    if is_empty(field) || is_remark() {
        field = third_field(text, first, last).unwrap_or(field);
    }
    Some(Entry {
        id: Some(head.id),
        label: trim_label(text.get(offset..first)?),
        field,
        after_last_pipe: Some(after_last_pipe),
        line: text,
        section,
        copy,
        piped: true,
        bare: false,
    })
}

fn is_empty(field: &str) -> bool {
    let bytes = field.as_bytes().trim_ascii_start();
    match bytes.first() {
        None => true,
        Some(byte) if byte.is_ascii_graphic() => false,
        Some(_) => field.trim_start_matches(is_space).is_empty(),
    }
}

/// Whether a field is of digits and their marks alone, which is never a mere remark.
fn begins_as_amount(field: &[u8]) -> bool {
    let field = field.trim_ascii_start();
    let bold = field.strip_prefix(b"**");
    let field = bold
        .and_then(|field| field.strip_suffix(b"**"))
        .unwrap_or(field);
    let field = field.strip_prefix(b"$").unwrap_or(field);
    field.first().is_some_and(u8::is_ascii_digit)
        && field
            .iter()
            .all(|byte| matches!(byte, b'0'..=b'9' | b',' | b'.' | b' '))
}

/// The third field of `label | explanation | amount |`: the amount, when it reads as one.
fn third_field(text: &str, first: usize, last: usize) -> Option<&str> {
    let before = text.get(..last)?;
    // `label | |` is the usual blank line.
    if before.get(first + 1..)? == " " {
        return None;
    }
    let second = last_pipe(before.as_bytes()).filter(|at| *at > first)?;
    let field = before.get(second + 1..)?;
    matches!(read_field(field).0, Reading::Amount(_)).then_some(field)
}

/// `Line 24: Total tax: $1,234`, `Line 24 $1,234` or `Line 24: Total tax — $1,234`, in answers that
/// use no pipes.
pub(super) fn behind_colon<'t>(
    line: &'t str,
    head: &Head,
    offset: usize,
    (section, copy): (Section, u16),
) -> Option<Entry<'t>> {
    const MOST_TRIES: usize = 4;
    let body = line.get(offset..)?;
    let marks = [':', '=', '\t', '$', '>', '\u{2014}', '\u{2013}', '\u{2192}'];
    let (at, field) = body
        .rmatch_indices(marks)
        .filter(|(at, mark)| *mark != ">" || is_arrow(body, *at))
        .take(MOST_TRIES)
        .filter_map(|(at, mark)| behind_mark(body, at, mark))
        .find(|(_, field)| matches!(read_field(field).0, Reading::Amount(_)))
        .or_else(|| behind_leaders(body))
        .or_else(|| behind_hyphen(body))
        .filter(|(at, _)| !follows_operator(body.get(..*at).unwrap_or_default()))?;
    Some(Entry {
        id: Some(head.id),
        label: trim_label(body.get(..at)?),
        field,
        after_last_pipe: None,
        line,
        section,
        copy,
        piped: false,
        bare: head.bare,
    })
}

/// Whether the `>` at a place is the end of `->`.
fn is_arrow(body: &str, at: usize) -> bool {
    body.get(..at)
        .is_some_and(|before| before.ends_with(['-', '=']))
}

/// What stands behind a mark at `at` where it may be the amount of its line, with where that
/// begins; `None` where the mark is only a part of what a mark before it sets off: of a sum, of a
/// remark behind an amount, or of a negative amount.
fn behind_mark<'t>(body: &'t str, at: usize, mark: &str) -> Option<(usize, &'t str)> {
    let before = body.get(..at)?;
    let behind = body.get(at + mark.len()..)?;
    let dollar = mark == "$";
    if matches!(mark, "=" | "\t" | "\u{2192}") {
        return Some((at, behind));
    }
    if mark == ">" {
        return Some((at.saturating_sub(1), behind));
    }
    let from = before
        .rfind([':', '=', '\t', '\u{2192}'])
        .map_or(0, |setter| setter + 1);
    if states_amount(before.get(from..)?, mark == ":") {
        return None;
    }
    if mark == ":" {
        return Some((at, behind));
    }
    let unsigned = (at, if dollar { body.get(at..)? } else { behind });
    let (words, dash) = if dollar {
        let bare = before.trim_end_matches(is_markup);
        match bare.chars().next_back().filter(|c| is_dash(*c)) {
            Some(dash) => (bare.strip_suffix(dash)?, dash),
            None => return Some(unsigned),
        }
    } else {
        (before, mark.chars().next()?)
    };
    let signed = (words.len(), body.get(words.len()..)?);
    let is_minus = dash == '\u{2212}';
    let attached = !body
        .get(words.len() + dash.len_utf8()..)?
        .starts_with(is_space);
    // `Tax -$5` is negative, `Tax - $5`, `Tax-$5` and `Tax \u{2014}$5` are not.
    let sets_sign = is_minus || (words.ends_with(is_space) && dash != '\u{2014}');
    let after_mark = words
        .trim_end_matches(is_markup)
        .ends_with([':', '=', '\u{2192}']);
    if after_mark || (attached && sets_sign) {
        return Some(signed);
    }
    (!is_minus).then_some(unsigned)
}

/// Whether the words in front of a mark are an amount, so that what follows belongs to it:
/// `$1,300, was` or `600 +`, but not `3 children`. Behind such a number, a colon may still set off
/// the result: `7 + 8: 15`.
fn states_amount(words: &str, before_colon: bool) -> bool {
    match read_field(words) {
        (Reading::Amount(_), span) => {
            let whole = !before_colon && matches!(money::read(words), Reading::Amount(_));
            whole || words.get(span).is_some_and(|one| one.contains(['$', ',']))
        }
        (Reading::Unreadable(why), _) => why != Unreadable::NotANumber && !before_colon,
        (Reading::Blank, _) => false,
    }
}

/// `Total income ........ 52,000`, as printed forms lead to their amounts; also over a gap, as columns
/// of plain text do.
fn behind_leaders(body: &str) -> Option<(usize, &str)> {
    const FEWEST: usize = 3;
    const ELLIPSIS: char = '\u{2026}';
    let trimmed = body.trim_end();
    let starts = [
        trimmed.rfind([' ', '\t', '\u{a0}']),
        trimmed.rfind("..").map(|at| at + 1),
        trimmed.rfind(ELLIPSIS),
    ];
    let last = starts.into_iter().flatten().max()?;
    let field = trimmed.get(last..)?;
    let field = field.trim_start_matches(|c| is_space(c) || matches!(c, '.' | ELLIPSIS));
    let before = trimmed.get(..trimmed.len() - field.len())?;
    let words = before.trim_end_matches(|c| is_space(c) || matches!(c, '.' | ELLIPSIS));
    let dots = |c| match c {
        '.' => 1,
        ELLIPSIS => FEWEST,
        _ => 0,
    };
    let leaders: usize = before.get(words.len()..)?.chars().map(dots).sum();
    let gap = before.len() - before.trim_end_matches(' ').len();
    let is_amount = matches!(money::read(field), Reading::Amount(_));
    (leaders.max(gap) >= FEWEST && is_amount).then_some((words.len(), field))
}

/// `Standard deduction - 14,600`, where a hyphen stands between words and an amount.
fn behind_hyphen(body: &str) -> Option<(usize, &str)> {
    let at = body.rfind(" - ")?;
    let (words, field) = (body.get(..at)?, body.get(at + 3..)?);
    let subtracts = words.contains(|c: char| c.is_ascii_digit());
    let is_amount = matches!(money::read(field), Reading::Amount(_));
    (!subtracts && is_amount).then_some((at, field))
}

/// Whether a text ends with a sign of arithmetic, behind which an amount is no result.
fn follows_operator(text: &str) -> bool {
    let bare = text.trim_end_matches(is_markup);
    bare.ends_with(['+', '\u{d7}', '\u{f7}', '%']) || bare.ends_with("% of")
}

/// White space, emphasis, and the backslash of an escaped dollar sign.
fn is_markup(c: char) -> bool {
    is_space(c) || matches!(c, '*' | '_' | '`' | '\\')
}

/// A label without the punctuation and markup around it.
pub(super) fn trim_label(label: &str) -> &str {
    let bytes = label.as_bytes();
    let is_before =
        |byte: &&u8| matches!(byte, b' ' | b':' | b'.' | b'*' | b'_' | b')' | b'-' | b'`');
    let is_after = |byte: &&u8| matches!(byte, b' ' | b':' | b'*' | b'_' | b'`');
    // `: Taxable interest ` is the usual label, and `:** Taxable interest `.
    let marks = match bytes {
        [b':', b' ', ..] => 2,
        [b':', b'*', b'*', b' ', ..] | [b'*', b'*', b':', b' ', ..] => 4,
        _ => 0,
    };
    if marks > 0
        && let Some([inner @ .., b' ']) = bytes.get(marks..)
        && let [b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z', .., last] = inner
        && (last.is_ascii_alphanumeric() || matches!(last, b')' | b'.' | b'-'))
    {
        return label.get(marks..bytes.len() - 1).unwrap_or(label);
    }
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
