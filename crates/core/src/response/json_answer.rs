//! Answers that are JSON, in the shapes that models give them:
//!
//! ```json
//! {"lines": [{"line": "1a", "amount": 47900}]}
//! {"form": 1040, "lines": {"1a": 47900}}
//! {"Line 1a": "$47,900", "line_9": {"value": 48210}}
//! {"forms": [{"form": "1040", "lines": []}, {"form": "Schedule 2", "lines": []}]}
//! {"form_1040": {"WagesAmt": 47900}, "schedule_c": {"31": 0}}
//! ```
//!
//! What stands under the name of a schedule or another form is never the form's, whatever is nested
//! in it. Statements are taken in the order they are written and the last one counts, but those
//! under the form's own name count before those under none, and words do not displace an amount.

use std::ops::Range;

use super::forms::Naming;
use super::structured::{Structured, StructuredLine, Unknown};
use super::{Format, LineIndex, MatchedBy, range_in};
use crate::json::{Branch, Json, Tree};
use crate::money::{self, Reading, Unreadable, is_space};
use crate::profile::{LineId, Profile};

/// Answers nest their lines no deeper; anything below is left alone.
const DEEPEST: usize = 12;

/// Disagreements reported for one line; more would say nothing new.
const MOST_CONFLICTS: usize = 3;

/// Values at the start of a text.
pub(super) struct Values<'t> {
    /// One or, where an answer gives each line as a value of its own, more; the last one may be read
    /// only up to where the text stops being JSON.
    pub(super) values: Vec<Tree<'t>>,
    /// Where they end, or where the text stops being JSON.
    pub(super) end: usize,
    /// Why the text is not JSON from there on.
    pub(super) broken: Option<String>,
}

/// Reads objects or arrays that follow each other with nothing but space and commas between them.
pub(super) fn values(text: &str) -> Values<'_> {
    let mut read = Values {
        values: Vec::new(),
        end: 0,
        broken: None,
    };
    let mut rest = text;
    while rest.starts_with(['{', '[']) {
        match Tree::read(rest) {
            Ok(value) => {
                read.end = range_in(text, value.root().json().text()).end;
                read.values.push(value);
            }
            Err((wrong, begun)) => {
                read.end = wrong.offset(text);
                read.broken = Some(wrong.what().to_owned());
                read.values.push(begun);
                break;
            }
        }
        let between = |c: char| c.is_whitespace() || c == ',';
        rest = text
            .get(read.end..)
            .unwrap_or_default()
            .trim_start_matches(between);
    }
    read
}

/// Reads a JSON answer; `None` where it has no line of the form.
pub(super) fn read(
    text: &str,
    values: &[Tree<'_>],
    profile: &Profile,
    index: &LineIndex,
) -> Option<Structured> {
    let mut lines = Vec::new();
    lines.resize_with(profile.lines.len(), || None);
    let mut reader = Reader {
        text,
        index,
        form_root: profile.form.root.rsplit('/').next().unwrap_or_default(),
        answer: Structured {
            format: Format::Json,
            lines,
            passed_over: Vec::new(),
            unknown: Unknown::default(),
            odd: None,
            broken: None,
        },
        seen: 0,
    };
    match values {
        [value] => reader.value(value.root(), false, 0),
        values => reader.all(&mut values.iter().map(Tree::root), false, 0),
    }
    let answer = reader.answer;
    answer.lines.iter().any(Option::is_some).then_some(answer)
}

/// What a key names.
enum Key {
    Line(usize, MatchedBy),
    /// Something of a schedule or another form.
    Elsewhere,
    Unknown,
}

/// Collects stated amounts out of the shapes that answers have.
struct Reader<'t, 'p> {
    /// The whole response.
    text: &'t str,
    index: &'p LineIndex,
    /// Name of the e-file element that is the form.
    form_root: &'p str,
    answer: Structured,
    /// How many things were met that mean something here.
    seen: usize,
}

impl<'t> Reader<'t, '_> {
    fn value(&mut self, json: Branch<'_, 't>, in_form: bool, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        if json.json().starts_with(b'{') {
            self.object(json, in_form, depth);
        } else if !self.tuple(json, in_form) {
            self.all(&mut json.items(), in_form, depth);
        }
    }

    /// Reads the items of a list. Where some of them mean something, the others are odd.
    fn all<'a>(
        &mut self,
        items: &mut dyn Iterator<Item = Branch<'a, 't>>,
        in_form: bool,
        depth: usize,
    ) {
        let at_start = self.seen;
        let mut odd: Option<(usize, Range<usize>)> = None;
        for item in items {
            let before = self.seen;
            if is_nested(item.json()) {
                self.value(item, in_form, depth + 1);
            }
            if self.seen == before {
                let (count, first) =
                    odd.unwrap_or_else(|| (0, range_in(self.text, item.json().text())));
                odd = Some((count + 1, first));
            }
        }
        if let Some((count, first)) = odd.filter(|_| self.seen > at_start) {
            let (known, first) = self.answer.odd.take().unwrap_or((0, first));
            self.answer.odd = Some((known + count, first));
        }
    }

    /// Reads `["1a", 47900]`, `["1a", 47900, "1040"]` or `["1a", "Wages", "W-2", 47900]`, a row of a
    /// table; says whether it is one.
    fn tuple(&mut self, json: Branch<'_, 't>, in_form: bool) -> bool {
        const MOST_CELLS: usize = 5;
        let cells: Vec<Json<'t>> = json
            .items()
            .map(Branch::json)
            .take(MOST_CELLS + 1)
            .collect();
        let (Some(line), Some(second)) = (cells.first(), cells.get(1)) else {
            return false;
        };
        if cells.len() > MOST_CELLS
            || cells.iter().any(|cell| is_nested(*cell))
            || !matches!(self.key(&scalar(*line)), Key::Line(..))
        {
            return false;
        }
        let behind = cells.get(2..).unwrap_or_default();
        let is_form =
            |cell: &&Json<'t>| cell.starts_with(b'"') && self.naming_of(**cell) != Naming::Nothing;
        let is_elsewhere = |cell: &Json<'t>| {
            let naming = self.naming_of(*cell);
            matches!(naming, Naming::Other | Naming::Worksheet) && cell.starts_with(b'"')
        };
        if behind.iter().any(is_elsewhere) {
            self.seen += 1;
            return true;
        }
        // The amount is the first cell that is one, and not the words of the line.
        let stated = cells
            .iter()
            .skip(1)
            .find(|cell| matches!(amount_of(**cell), Reading::Amount(_)));
        let blank = behind.iter().rev().find(|cell| !is_form(cell));
        self.item(*line, Some(*stated.or(blank).unwrap_or(second)), in_form);
        true
    }

    fn object(&mut self, json: Branch<'_, 't>, in_form: bool, depth: usize) {
        let mut in_form = in_form;
        let mut line = None;
        // Of an object that is one line, these are the line's own words.
        let mut titled = Naming::Nothing;
        for (name, value) in json.fields() {
            let value = value.json();
            match Plain::new(&name).as_str() {
                "line" | "linenumber" | "lineno" | "lineid" if !is_nested(value) => {
                    line = Some(value);
                }
                "title" | "name" | "type" | "level" => {
                    titled = match self.naming_of(value) {
                        Naming::Nothing => titled,
                        naming => naming,
                    };
                }
                "form" | "formname" | "formnumber" | "formid" | "jurisdiction" => {
                    match self.naming_of(value) {
                        Naming::Other | Naming::Worksheet => {
                            self.seen += 1;
                            return;
                        }
                        Naming::Form => in_form = true,
                        Naming::Nothing => {}
                    }
                }
                "schedule" if names_something(value) && self.naming_of(value) != Naming::Form => {
                    self.seen += 1;
                    return;
                }
                _ => {}
            }
        }
        if let Some(line) = line {
            match amount_in(json) {
                Some(amount) => self.item(line, Some(amount), in_form),
                None => self.item(line, None, in_form),
            }
            return;
        }
        match titled {
            Naming::Other | Naming::Worksheet => {
                self.seen += 1;
                return;
            }
            Naming::Form => in_form = true,
            Naming::Nothing => {}
        }
        let mut unknown = Unknown::default();
        let mut has_lines = false;
        for (name, value) in json.fields() {
            match self.key(&name) {
                Key::Line(line, matched_by) => {
                    has_lines = true;
                    self.keyed(line, matched_by, value, in_form, depth);
                }
                Key::Elsewhere => self.seen += 1,
                Key::Unknown if !is_nested(value.json()) => unknown.push(&name),
                Key::Unknown if is_about_lines(&name) => {}
                Key::Unknown => match self.naming_of_key(&name) {
                    Naming::Form => self.value(value, true, depth + 1),
                    Naming::Nothing => self.value(value, in_form, depth + 1),
                    Naming::Other | Naming::Worksheet => self.seen += 1,
                },
            }
        }
        if has_lines {
            self.answer.unknown.append(unknown);
        }
    }

    /// Reads what stands under the key of a line.
    fn keyed(
        &mut self,
        line: usize,
        matched_by: MatchedBy,
        value: Branch<'_, 't>,
        in_form: bool,
        depth: usize,
    ) {
        if value.json().starts_with(b'{') {
            self.seen += 1;
            match amount_in(value) {
                Some(amount) => self.state(line, matched_by, amount, in_form),
                None => self.value(value, in_form, depth + 1),
            }
        } else {
            self.state(line, matched_by, value.json(), in_form);
        }
    }

    /// Reads an item that names its line; without any amount, not even null, it states nothing.
    fn item(&mut self, line: Json<'t>, amount: Option<Json<'t>>, in_form: bool) {
        self.seen += 1;
        let name = scalar(line);
        match (self.key(&name), amount) {
            (Key::Line(line, matched_by), Some(amount)) => {
                self.state(line, matched_by, amount, in_form);
            }
            (Key::Unknown, _) => self.answer.unknown.push(&name),
            _ => {}
        }
    }

    fn state(&mut self, line: usize, matched_by: MatchedBy, amount: Json<'t>, in_form: bool) {
        self.seen += 1;
        let new = StructuredLine {
            reading: amount_of(amount),
            matched_by,
            span: range_in(self.text, amount.text()),
            in_form,
        };
        let Some(slot) = self.answer.lines.get_mut(line) else {
            return;
        };
        let Some(old) = slot else {
            *slot = Some(new);
            return;
        };
        let is_words = new.reading == Reading::Unreadable(Unreadable::NotANumber);
        let keeps = (old.in_form && !new.in_form)
            || (is_words && matches!(old.reading, Reading::Amount(_)));
        let passed_over = &mut self.answer.passed_over;
        if old.reading != new.reading
            && passed_over.iter().filter(|(one, _)| *one == line).count() < MOST_CONFLICTS
        {
            let span = if keeps { &new.span } else { &old.span };
            passed_over.push((line, span.clone()));
        }
        if !keeps {
            *slot = Some(new);
        }
    }

    /// What the value of a key such as `form` names.
    fn naming_of(&self, value: Json<'_>) -> Naming {
        if is_nested(value) {
            return Naming::Nothing;
        }
        self.naming_of_key(&scalar(value))
    }

    fn naming_of_key(&self, key: &str) -> Naming {
        if key == self.form_root {
            return Naming::Form;
        }
        self.index.names().naming_of_key(key)
    }

    /// Finds the line that a key names: by the form's words, by number (`1a`, `Line 1a`,
    /// `line_1a_wages`, `Form 1040, line 1a`), or by the e-file element.
    fn key(&self, key: &str) -> Key {
        if let Some(line) = self.index.by_label(key) {
            return Key::Line(line, MatchedBy::Label);
        }
        let is_numbered =
            leading_number(key).is_some_and(|(id, _)| self.index.by_number(id).is_some());
        let (before, number) = behind_line_word(key)
            .filter(|_| !is_numbered)
            .unwrap_or(("", key));
        if !before.is_empty()
            && matches!(
                self.naming_of_key(before),
                Naming::Other | Naming::Worksheet
            )
        {
            return Key::Elsewhere;
        }
        let number =
            number.trim_start_matches(|c| is_space(c) || matches!(c, '#' | ':' | '.' | '_' | '-'));
        if let Some((id, words)) = leading_number(number) {
            if let Some((line, is_alias)) = self.index.by_number(id) {
                let same_words = self.index.by_label(words) == Some(line);
                let matched_by = match (same_words, is_alias) {
                    (true, _) => MatchedBy::Label,
                    (false, false) => MatchedBy::Number,
                    (false, true) => MatchedBy::Alias,
                };
                return Key::Line(line, matched_by);
            }
            if let Some(line) = self.index.by_label(words) {
                return Key::Line(line, MatchedBy::Label);
            }
        }
        match self.index.by_element(key) {
            Some(line) => Key::Line(line, MatchedBy::Path),
            None => Key::Unknown,
        }
    }
}

fn is_nested(json: Json<'_>) -> bool {
    json.starts_with(b'{') || json.starts_with(b'[')
}

/// The text of a value that holds no others.
fn scalar(json: Json<'_>) -> std::borrow::Cow<'_, str> {
    json.string()
        .unwrap_or(std::borrow::Cow::Borrowed(json.text()))
}

/// A name of a field without case and punctuation: `Amount`, `line_number`, `lineNumber`.
struct Plain {
    letters: [u8; Self::LONGEST],
    length: usize,
}

impl Plain {
    const LONGEST: usize = 32;

    fn new(name: &str) -> Self {
        let mut plain = Self {
            letters: [0; Self::LONGEST],
            length: 0,
        };
        let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
        for (place, letter) in plain.letters.iter_mut().zip(letters) {
            *place = letter.to_ascii_lowercase();
            plain.length += 1;
        }
        plain
    }

    fn as_str(&self) -> &str {
        let letters = self.letters.get(..self.length).unwrap_or_default();
        std::str::from_utf8(letters).unwrap_or_default()
    }
}

/// Whether a map keyed by line tells about lines in words.
fn is_about_lines(name: &str) -> bool {
    const WORDS: [&str; 9] = [
        "explanation",
        "description",
        "label",
        "note",
        "comment",
        "source",
        "reason",
        "calculation",
        "formula",
    ];
    let name = Plain::new(name);
    let name = name.as_str();
    let name = name.strip_suffix('s').unwrap_or(name);
    WORDS.contains(&name) || name.ends_with("reasoning")
}

/// Whether a field such as `schedule` has a value.
fn names_something(value: Json<'_>) -> bool {
    let text = scalar(value);
    !value.is_null() && !matches!(money::read(&text), Reading::Blank) && text != "false"
}

/// The amount of an item or a line: the last that is not null where there are several.
fn amount_in<'t>(object: Branch<'_, 't>) -> Option<Json<'t>> {
    let mut found: Option<Json<'t>> = None;
    for (name, value) in object.fields() {
        let value = value.json();
        let is_amount = |value| matches!(amount_of(value), Reading::Amount(_));
        let is_named = matches!(Plain::new(&name).as_str(), "amount" | "value" | "result");
        // Words do not displace an amount.
        let displaces = !value.is_null() && (is_amount(value) || !found.is_some_and(is_amount));
        if is_named && (found.is_none() || displaces) {
            found = Some(value);
        }
    }
    found
}

/// Splits a key at the word "line": what stands before it, and behind it.
fn behind_line_word(key: &str) -> Option<(&str, &str)> {
    let bytes = key.as_bytes();
    let at = bytes.windows(4).enumerate().position(|(at, four)| {
        let starts = at == 0
            || bytes
                .get(at - 1)
                .is_some_and(|before| !before.is_ascii_alphabetic() || four.starts_with(b"L"));
        let ends = bytes
            .get(at + 4)
            .is_some_and(|next| !next.is_ascii_alphabetic());
        four.eq_ignore_ascii_case(b"line") && starts && ends
    })?;
    Some((key.get(..at)?, key.get(at + 4..)?))
}

/// A line number at the start of a key, with the words behind it: `1a`, `25(d)`, `1a: Wages`,
/// `9_total_income`.
fn leading_number(text: &str) -> Option<(LineId, &str)> {
    let (mut id, mut taken) = LineId::prefix(text.as_bytes())?;
    if let Some([b'(', letter @ (b'a'..=b'z' | b'A'..=b'Z'), b')']) =
        text.as_bytes().get(taken..taken + 3)
    {
        id = LineId::parse(&format!("{id}{}", char::from(*letter)))?;
        taken += 3;
    }
    let words = text.get(taken..)?;
    let whole = !words.starts_with(char::is_alphanumeric);
    whole.then_some((id, words))
}

/// A JSON number, a string that reads as an amount as in a line of text, or null for a blank line.
fn amount_of(json: Json<'_>) -> Reading {
    match json.text().as_bytes().first() {
        Some(b'n') => Reading::Blank,
        Some(b'"') => match json.string() {
            Ok(text) => money::read_field(&text).0,
            Err(_) => Reading::Unreadable(Unreadable::NotANumber),
        },
        _ => money::read_number(json.text()),
    }
}
