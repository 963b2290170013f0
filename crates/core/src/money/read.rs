//! The one reader of amounts as models and XML files write them.
//!
//! It accepts what can mean only one amount and reports everything else: a separator that could
//! be a decimal or a thousands mark is never guessed at.

use std::ops::Range;

use memchr::memchr;

use super::Cents;

/// What a field says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// An amount, `-0-` included.
    Amount(Cents),
    /// Nothing, a dash, or a word for nothing (`N/A`, `none`): on a tax form that stands for 0.
    Blank,
    /// Text that is not exactly one amount.
    Unreadable(Unreadable),
}

/// Why a text is not an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// There is no number where one should stand.
    NotANumber,
    /// A percentage.
    Percent,
    /// Separators that mean different amounts in different places, such as `1.234,56`.
    Ambiguous,
    /// An abbreviation such as `1.2k`.
    Abbreviated,
    /// More than one number, or a sum that is not worked out.
    SeveralAmounts,
    /// A minus sign and parentheses at once.
    DoubleNegative,
    /// A fraction of a cent.
    FinerThanCents,
    /// More than [`Cents::MAX`].
    TooLarge,
}

impl Unreadable {
    /// The reason in words, to follow "is not an amount: ".
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NotANumber => "it is not a number",
            Self::Percent => "it is a percentage",
            Self::Ambiguous => "its separators can mean more than one amount",
            Self::Abbreviated => "it is abbreviated",
            Self::SeveralAmounts => "it holds more than one number",
            Self::DoubleNegative => "it is negative twice",
            Self::FinerThanCents => "it has a fraction of a cent",
            Self::TooLarge => "it is too large",
        }
    }
}

/// Reads a text that should be one amount and nothing else but markup around it.
///
/// ```
/// use taxgrade::money::{read, Cents, Reading};
///
/// assert_eq!(read("**$1,234**"), Reading::Amount(Cents::from_dollars(1234)));
/// assert_eq!(read("(1,234)"), Reading::Amount(Cents::from_dollars(-1234)));
/// assert_eq!(read("N/A"), Reading::Blank);
/// assert!(matches!(read("1.234,56"), Reading::Unreadable(_)));
/// ```
#[must_use]
pub fn read(text: &str) -> Reading {
    let text = inside_tags(text.trim_matches(is_padding)).unwrap_or(text);
    match read_field(text) {
        (Reading::Amount(_), span) if has_note(text.get(span.end..).unwrap_or_default()) => {
            Reading::Unreadable(Unreadable::NotANumber)
        }
        (reading, _) => reading,
    }
}

/// Reads the amount of a form line, where a remark may follow the amount (`1,588 (Tax Table)`).
/// Returns the reading and the byte range of the amount itself, or of the whole trimmed text
/// where there is none.
#[must_use]
#[inline]
pub fn read_field(text: &str) -> (Reading, Range<usize>) {
    // Most lines of a form are blank.
    if matches!(text, "" | " ") {
        return (Reading::Blank, text.len()..text.len());
    }
    read_filled(text)
}

fn read_filled(text: &str) -> (Reading, Range<usize>) {
    if let Some(usual) = read_usual(text.as_bytes()) {
        return usual;
    }
    let start = text.len() - text.trim_start_matches(is_padding).len();
    let trimmed = text.trim_matches(is_padding);
    let whole = start..start + trimmed.len();
    if is_plainly_words(trimmed.as_bytes()) {
        return (Reading::Unreadable(Unreadable::NotANumber), whole);
    }
    if is_blank(trimmed) {
        return (Reading::Blank, whole);
    }
    if let Some(inner) = inside_tags(trimmed).or_else(|| result_of_sum(trimmed)) {
        let (reading, span) = read_field(inner);
        let offset = start + (inner.as_ptr() as usize - trimmed.as_ptr() as usize);
        return (reading, offset + span.start..offset + span.end);
    }
    let mut cursor = Cursor { rest: trimmed };
    match number(&mut cursor) {
        Ok(amount) => {
            let mut read = trimmed.len() - cursor.rest.len();
            if let Err(why) = remark(cursor.rest, amount < Cents::ZERO) {
                return (Reading::Unreadable(why), whole);
            }
            if is_year_of_words(trimmed) {
                return (Reading::Unreadable(Unreadable::NotANumber), whole);
            }
            if !has_note(cursor.rest) {
                read = trimmed.len();
            }
            (Reading::Amount(amount), start..start + read)
        }
        Err(why) => (Reading::Unreadable(why), whole),
    }
}

/// Explanations are read too, where an amount may stand in their place: a word that is neither a
/// currency nor a way to write zero or nothing begins no amount, unless a sum follows it.
fn is_plainly_words(text: &[u8]) -> bool {
    let begins = text.first().is_some_and(|first| {
        first.is_ascii_alphabetic() && !b"ubenz".contains(&first.to_ascii_lowercase())
    });
    begins && text.last() != Some(&b'>') && memchr(b'=', text).is_none()
}

/// The usual case, decided on bytes alone: nothing, a dash, `-0-`, or digits with well-placed
/// commas, behind a dollar sign or not, in spaces and asterisks. `None` leaves the field to the full
/// reader.
fn read_usual(field: &[u8]) -> Option<(Reading, Range<usize>)> {
    let is_edge = |byte: &&u8| matches!(byte, b' ' | b'*');
    let start = field.iter().take_while(is_edge).count();
    let end = field.len() - field.iter().rev().take_while(is_edge).count();
    if start >= end {
        return Some((Reading::Blank, start..start));
    }
    let written = field.get(start..end)?;
    match written {
        b"-" => return Some((Reading::Blank, start..end)),
        b"-0-" => return Some((Reading::Amount(Cents::ZERO), start..end)),
        _ => {}
    }
    let digits = written.strip_prefix(b"$").unwrap_or(written);
    let amount = read_digits(digits)?;
    Some((Reading::Amount(amount), start..end))
}

/// `1234`, `1,234` or `1,234.50`.
fn read_digits(bytes: &[u8]) -> Option<Cents> {
    if bytes.is_empty() || bytes.len() > 15 {
        return None;
    }
    let (whole, cents) = match bytes {
        [whole @ .., b'.', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
            (whole, i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
        }
        _ => (bytes, 0),
    };
    let mut dollars: i64 = 0;
    // Digits since the last comma, or since the start.
    let mut run = 0u8;
    let mut grouped = false;
    for byte in whole {
        match byte {
            b'0'..=b'9' => {
                dollars = dollars * 10 + i64::from(byte - b'0');
                run += 1;
            }
            b',' if run == 3 || (!grouped && (1..=2).contains(&run)) => {
                grouped = true;
                run = 0;
            }
            _ => return None,
        }
    }
    let whole_groups = run == 3 || (!grouped && run > 0);
    let amount = Cents::new(dollars * 100 + cents);
    (whole_groups && amount <= Cents::MAX).then_some(amount)
}

/// White space of every kind, invisible characters, and the emphasis marks of Markdown.
fn is_padding(c: char) -> bool {
    match c {
        '*' | '_' | '`' | ' ' | '"' => true,
        '!'..='~' => false,
        // Quotation marks, check marks, and the marks of footnotes.
        '\u{201c}' | '\u{201d}' | '\u{2713}' | '\u{2714}' | '\u{2705}' | '\u{2611}'
        | '\u{fe0f}' => true,
        '\u{b9}' | '\u{b2}' | '\u{b3}' | '\u{2074}'..='\u{2079}' | '\u{2020}' | '\u{2021}' => true,
        other => is_space(other),
    }
}

/// What stands between HTML tags that only mark text.
fn inside_tags(text: &str) -> Option<&str> {
    const TAGS: [&str; 10] = [
        "<b>",
        "</b>",
        "<strong>",
        "</strong>",
        "<u>",
        "</u>",
        "<em>",
        "</em>",
        "<br>",
        "<br/>",
    ];
    let mut inner = text;
    while let Some(shorter) = TAGS
        .iter()
        .find_map(|tag| inner.strip_prefix(tag).or_else(|| inner.strip_suffix(tag)))
    {
        inner = shorter.trim_matches(is_padding);
    }
    (inner.len() < text.len()).then_some(inner)
}

/// The amount behind the last `=` of a sum that is worked out: `50,000 + 2,000 = 52,000`.
fn result_of_sum(text: &str) -> Option<&str> {
    let (sum, result) = text.rsplit_once('=')?;
    let is_arithmetic = |c: char| {
        c.is_ascii_digit()
            || is_space(c)
            || is_dash(c)
            || is_currency(c)
            || matches!(
                c,
                ',' | '.' | '+' | '*' | '/' | '(' | ')' | '%' | '\u{d7}' | '\u{f7}' | '='
            )
    };
    let worked_out = sum.contains(|c: char| c.is_ascii_digit()) && sum.chars().all(is_arithmetic);
    (worked_out && matches!(read(result), Reading::Amount(_))).then_some(result)
}

/// `2024 standard deduction`: a year that belongs to words, not an amount with a remark.
fn is_year_of_words(text: &str) -> bool {
    let Some((year, rest)) = text.split_at_checked(4) else {
        return false;
    };
    let is_year = (year.starts_with("19") || year.starts_with("20"))
        && year.bytes().all(|byte| byte.is_ascii_digit());
    is_year
        && rest
            .trim_start_matches(is_padding)
            .starts_with(char::is_alphabetic)
        && rest.starts_with(is_padding)
}

/// White space, no-break and invisible characters included.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || is_invisible(c)
}

/// Characters without width, which mean nothing wherever they stand.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}'
    )
}

/// The dashes and minus signs that models write.
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}'
    )
}

const fn is_currency(c: char) -> bool {
    matches!(c, '$' | '\u{ff04}' | '\u{fe69}')
}

fn is_blank(trimmed: &str) -> bool {
    const WORDS: [&str; 9] = [
        "n/a",
        "na",
        "n.a.",
        "none",
        "nil",
        "null",
        "blank",
        "empty",
        "not applicable",
    ];
    let bare = trimmed
        .trim_start_matches(['(', '[', '$'])
        .trim_end_matches([')', ']', '.']);
    let word = trimmed.trim_end_matches('.');
    // "N/A (not needed)", "None – no dependents"
    let with_reason = WORDS.iter().any(|blank| {
        let Some((head, reason)) = trimmed.split_at_checked(blank.len()) else {
            return false;
        };
        let reason = reason.trim_start_matches(is_padding);
        head.eq_ignore_ascii_case(blank)
            && (reason.starts_with(['(', ',', ';', ':']) || reason.starts_with(is_dash))
    });
    with_reason
        || bare
            .chars()
            .all(|c| is_dash(c) || is_padding(c) || is_currency(c))
        || (word.len() <= 20
            && WORDS.iter().any(|blank| {
                bare.eq_ignore_ascii_case(blank) || trimmed.eq_ignore_ascii_case(blank)
            }))
}

struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let c = self.peek()?;
        wanted(c).then(|| {
            self.rest = self.rest.get(c.len_utf8()..).unwrap_or_default();
            c
        })
    }

    fn skip_padding(&mut self) {
        self.rest = self.rest.trim_start_matches(is_padding);
    }

    /// Drops `word` in any case when it stands next and no letter follows it.
    fn take_word(&mut self, word: &str) -> bool {
        let Some((head, tail)) = self.rest.split_at_checked(word.len()) else {
            return false;
        };
        let whole = !tail.starts_with(char::is_alphabetic);
        if whole && head.eq_ignore_ascii_case(word) {
            self.rest = tail;
            return true;
        }
        false
    }
}

/// Currency signs and words in front of or behind an amount: `$`, `\$`, `US$`, `USD`.
fn skip_currency(cursor: &mut Cursor<'_>) -> bool {
    let before = cursor.rest.len();
    cursor.skip_padding();
    for word in ["usd", "us"] {
        if cursor.take_word(word) {
            cursor.skip_padding();
        }
    }
    if cursor.rest.starts_with("\\$") {
        cursor.take_if(|c| c == '\\');
    }
    cursor.take_if(is_currency);
    cursor.skip_padding();
    cursor.rest.len() < before
}

fn number(cursor: &mut Cursor<'_>) -> Result<Cents, Unreadable> {
    let mut negative = false;
    let mut signed = false;
    let mut close = None;
    cursor.take_if(|c| c == '=');
    loop {
        skip_currency(cursor);
        if let Some(open) = cursor.take_if(|c| matches!(c, '(' | '[')) {
            if close.is_some() {
                return Err(Unreadable::NotANumber);
            }
            if open == '(' && negative {
                return Err(Unreadable::DoubleNegative);
            }
            close = Some(if open == '(' { ')' } else { ']' });
        } else if let Some(sign) = cursor.take_if(|c| c == '+' || is_dash(c)) {
            if signed {
                return Err(Unreadable::NotANumber);
            }
            signed = true;
            negative = sign != '+';
        } else {
            break;
        }
    }
    let in_parentheses = close == Some(')');
    if in_parentheses && negative {
        return Err(Unreadable::DoubleNegative);
    }
    if cursor.take_word("zero") {
        return Ok(Cents::ZERO);
    }
    let magnitude = digits(cursor)?;
    if let Some(close) = close {
        skip_currency(cursor);
        cursor
            .take_if(|c| c == close)
            .ok_or(Unreadable::NotANumber)?;
    }
    if trailing_sign(cursor) {
        // `-0-` is how forms ask for a zero to be written.
        if (negative || in_parentheses) && magnitude != 0 {
            return Err(Unreadable::DoubleNegative);
        }
        negative = true;
    }
    let amount = if negative || in_parentheses {
        -magnitude
    } else {
        magnitude
    };
    Ok(Cents::new(amount))
}

/// A minus sign directly behind the amount, as ledgers write it, with nothing after it.
fn trailing_sign(cursor: &mut Cursor<'_>) -> bool {
    let mut ahead = Cursor { rest: cursor.rest };
    if ahead.take_if(is_dash).is_none() {
        return false;
    }
    let alone = ahead.rest.trim_start_matches(is_padding).chars().next();
    let signs = match alone {
        None => true,
        Some(next) => !next.is_numeric() && !is_currency(next) && ahead.rest.starts_with(is_space),
    };
    if signs {
        cursor.rest = ahead.rest;
    }
    signs
}

/// Digits with thousands marks and decimals, in cents.
fn digits(cursor: &mut Cursor<'_>) -> Result<i64, Unreadable> {
    let start = cursor.rest;
    let mut groups = Groups::default();
    let mut decimals: Option<(u32, i64)> = None;
    let mut finer = false;
    let mut any = false;
    while let Some(c) = cursor.peek() {
        if is_invisible(c) {
            cursor.take_if(|_| true);
            continue;
        }
        if let Some(digit) = digit(c) {
            any = true;
            match &mut decimals {
                Some((count, value)) if *count < 2 => {
                    *count += 1;
                    *value = *value * 10 + digit;
                }
                Some((count, _)) => {
                    *count = count.saturating_add(1);
                    finer |= digit != 0;
                }
                None => groups.push(digit)?,
            }
            cursor.take_if(|_| true);
            continue;
        }
        let next_is_digit = cursor
            .rest
            .chars()
            .skip(1)
            .find(|next| !is_invisible(*next))
            .is_some_and(digit_of);
        match c {
            '.' if decimals.is_none() => {
                cursor.take_if(|_| true);
                if !next_is_digit && !any {
                    return Err(Unreadable::NotANumber);
                }
                if next_is_digit {
                    decimals = Some((0, 0));
                } else {
                    break;
                }
            }
            '.' if next_is_digit => return Err(Unreadable::Ambiguous),
            ',' | '\u{ff0c}' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{2007}'
                if next_is_digit && any =>
            {
                if decimals.is_some() {
                    return Err(Unreadable::Ambiguous);
                }
                groups.separate(c)?;
                cursor.take_if(|_| true);
            }
            '\'' | '\u{2019}' | '_' if next_is_digit && any => return Err(Unreadable::Ambiguous),
            _ => break,
        }
    }
    if !any {
        return Err(Unreadable::NotANumber);
    }
    suffix(cursor)?;
    let dollars = groups.finish()?;
    let (count, cents) = decimals.unwrap_or((0, 0));
    if count == 3 && !groups.separated() && groups.length <= 3 && groups.length > 0 && dollars > 0 {
        // `1.234`: a thousands mark in much of the world.
        return Err(Unreadable::Ambiguous);
    }
    if finer {
        return Err(Unreadable::FinerThanCents);
    }
    let cents = if count == 1 { cents * 10 } else { cents };
    let amount = dollars
        .checked_mul(100)
        .and_then(|whole| whole.checked_add(cents));
    debug_assert!(
        start.len() > cursor.rest.len(),
        "at least one digit was read"
    );
    amount
        .filter(|amount| *amount <= Cents::MAX.get())
        .ok_or(Unreadable::TooLarge)
}

/// What may not stand directly behind a number.
fn suffix(cursor: &Cursor<'_>) -> Result<(), Unreadable> {
    let behind = cursor.rest.trim_start_matches(is_padding);
    if behind.starts_with(['%', '\u{ff05}', '\u{2030}']) {
        return Err(Unreadable::Percent);
    }
    if cursor.rest.starts_with('{') {
        // LaTeX writes `1{,}234`.
        return Err(Unreadable::Ambiguous);
    }
    if !behind.starts_with(char::is_alphanumeric) {
        return Ok(());
    }
    let mut ahead = Cursor { rest: cursor.rest };
    for word in [
        "k", "m", "mm", "mn", "b", "bn", "thousand", "million", "billion",
    ] {
        if ahead.take_word(word) {
            return Err(Unreadable::Abbreviated);
        }
        let spaced = Cursor { rest: behind }.take_word(word);
        if word.len() > 2 && spaced {
            return Err(Unreadable::Abbreviated);
        }
    }
    if cursor.rest.starts_with(|c: char| c.is_alphanumeric()) && !cursor.rest.starts_with("USD") {
        return Err(Unreadable::NotANumber);
    }
    Ok(())
}

fn digit_of(c: char) -> bool {
    digit(c).is_some()
}

fn digit(c: char) -> Option<i64> {
    match c {
        '0'..='9' => Some(i64::from(u32::from(c) - u32::from('0'))),
        '\u{ff10}'..='\u{ff19}' => Some(i64::from(u32::from(c) - 0xff10)),
        _ => None,
    }
}

/// The whole dollars of a number, checked to be grouped by thousands if grouped at all.
#[derive(Default)]
struct Groups {
    value: i64,
    length: u32,
    separator: Option<char>,
}

impl Groups {
    fn push(&mut self, digit: i64) -> Result<(), Unreadable> {
        self.length += 1;
        if self.separator.is_some() && self.length > 3 {
            return Err(Unreadable::Ambiguous);
        }
        self.value = self
            .value
            .checked_mul(10)
            .and_then(|value| value.checked_add(digit))
            .ok_or(Unreadable::TooLarge)?;
        Ok(())
    }

    fn separate(&mut self, mark: char) -> Result<(), Unreadable> {
        let first = self.separator.is_none();
        let well_placed = if first {
            (1..=3).contains(&self.length)
        } else {
            self.length == 3
        };
        if !well_placed || self.separator.is_some_and(|other| other != mark) {
            return Err(Unreadable::Ambiguous);
        }
        self.separator = Some(mark);
        self.length = 0;
        Ok(())
    }

    const fn separated(&self) -> bool {
        self.separator.is_some()
    }

    fn finish(&self) -> Result<i64, Unreadable> {
        if self.separated() && self.length != 3 {
            return Err(Unreadable::Ambiguous);
        }
        Ok(self.value)
    }
}

/// Whether anything but markup, a currency word or closing punctuation follows an amount.
fn has_note(rest: &str) -> bool {
    let mut cursor = Cursor { rest };
    skip_currency(&mut cursor);
    let _ = cursor.take_word("dollars") || cursor.take_word("dollar");
    !cursor
        .rest
        .chars()
        .all(|c| is_padding(c) || matches!(c, '.' | ',' | ';' | ':' | '!'))
}

/// A text that begins with a bracket, split behind the bracket that closes it; a text that closes
/// none is all bracketed.
fn bracketed(text: &str) -> (&str, &str) {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' if depth == 1 => {
                return text.split_at_checked(at + 1).unwrap_or((text, ""));
            }
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (text, "")
}

/// Accepts what follows an amount when it is a remark, refuses it when it is more arithmetic or a
/// second amount.
fn remark(rest: &str, negative: bool) -> Result<(), Unreadable> {
    const CONNECTIVES: [&str; 10] = [
        "or", "to", "and", "plus", "minus", "less", "x", "times", "of", "vs",
    ];
    let mut rest = rest;
    let (note, first) = loop {
        if !has_note(rest) {
            return Ok(());
        }
        let mut cursor = Cursor { rest };
        skip_currency(&mut cursor);
        let note = cursor
            .rest
            .trim_start_matches([',', ';', '.', ':'])
            .trim_start_matches(is_padding);
        let Some(first) = note.chars().next() else {
            return Ok(());
        };
        if !matches!(first, '(' | '[' | '{' | '<') {
            break (note, first);
        }
        let (bracketed, behind) = bracketed(note);
        let is_bracket = |c| is_padding(c) || matches!(c, '(' | ')' | '[' | ']');
        // A sum in brackets says where the amount comes from: `4,300 (2,000 + 2,300)`.
        let mut inside = Cursor {
            rest: bracketed.trim_matches(is_bracket),
        };
        if number(&mut inside).is_ok() && !has_note(inside.rest) {
            return Err(Unreadable::SeveralAmounts);
        }
        // `100 (W-2) + 50 (1099)`: a sum whose parts have remarks of their own.
        rest = behind;
    };
    if is_dash(first) {
        // `3,870 -> 3,857` too.
        let is_mark = |c| is_dash(c) || c == '>' || is_padding(c) || is_currency(c);
        let after = note.trim_start_matches(is_mark);
        let counts = after.starts_with(|c: char| c.is_numeric() || c == '(');
        return if counts {
            Err(Unreadable::SeveralAmounts)
        } else {
            Ok(())
        };
    }
    if !first.is_alphabetic()
        || CONNECTIVES
            .iter()
            .any(|word| (Cursor { rest: note }).take_word(word))
    {
        return Err(Unreadable::SeveralAmounts);
    }
    const OTHER_UNITS: [&str; 11] = [
        "cents", "cent", "percent", "eur", "euro", "euros", "gbp", "pounds", "cad", "yen", "loss",
    ];
    if OTHER_UNITS
        .iter()
        .any(|unit| (Cursor { rest: note }).take_word(unit))
        && !negative
    {
        return Err(Unreadable::NotANumber);
    }
    if note.contains('=') {
        Err(Unreadable::SeveralAmounts)
    } else {
        Ok(())
    }
}
