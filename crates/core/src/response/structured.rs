//! Answers that are data: JSON, or the e-file XML itself.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use memchr::memchr;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Format, LineIndex, MatchedBy, range_in};
use crate::expected::ExpectedReturn;
use crate::money::{Reading, Unreadable, read};
use crate::profile::Profile;

/// A structured answer, by line of the profile.
#[derive(Debug)]
pub(crate) struct Structured {
    pub(crate) format: Format,
    pub(crate) lines: Vec<Option<StructuredLine>>,
    /// Keys of the answer that are no line of the profile.
    pub(crate) unknown: Vec<String>,
}

/// One stated amount.
#[derive(Debug)]
pub(crate) struct StructuredLine {
    pub(crate) reading: Reading,
    pub(crate) matched_by: MatchedBy,
    pub(crate) span: Range<usize>,
}

/// Reads a response as JSON or XML when that is what it is, bare or in a code fence; `None` for
/// any other text, broken JSON and XML included.
pub(crate) fn read_structured(
    text: &str,
    profile: &Profile,
    index: &LineIndex,
) -> Option<Structured> {
    let bare = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    match bare.as_bytes().first()? {
        b'{' => return json(text, bare, profile, index),
        b'<' => return xml(text, bare, profile),
        _ if memchr(b'`', bare.as_bytes()).is_none() => return None,
        _ => {}
    }
    for (opening, is_json) in [("```json", true), ("```xml", false)] {
        let Some(at) = bare.find(opening) else {
            continue;
        };
        let inside = bare.get(at + opening.len()..)?;
        let inside = inside.get(..inside.find("```").unwrap_or(inside.len()))?;
        let read = if is_json {
            json(text, inside, profile, index)
        } else {
            xml(text, inside, profile)
        };
        if read.is_some() {
            return read;
        }
    }
    None
}

/// A line of a JSON answer; other keys, such as a description, are passed over.
#[derive(Deserialize)]
struct ListedLine<'t> {
    /// A text or, for a line without a letter, a number.
    #[serde(borrow)]
    line: &'t RawValue,
    #[serde(borrow, default)]
    amount: Option<&'t RawValue>,
    /// The form that the line is of, where an answer lists several.
    #[serde(borrow, default)]
    form: Option<Cow<'t, str>>,
}

type Object<'t> = BTreeMap<Cow<'t, str>, &'t RawValue>;

/// Answers nest their lines no deeper; anything below is left alone.
const DEEPEST: usize = 8;

/// Collects stated amounts out of the shapes that answers have.
struct JsonReader<'t, 'p> {
    text: &'t str,
    index: &'p LineIndex,
    lines: Vec<Option<StructuredLine>>,
    unknown: Vec<String>,
}

fn json(text: &str, json: &str, profile: &Profile, index: &LineIndex) -> Option<Structured> {
    let mut lines: Vec<Option<StructuredLine>> = Vec::new();
    lines.resize_with(profile.lines.len(), || None);
    let mut reader = JsonReader {
        text,
        index,
        lines,
        unknown: Vec::new(),
    };
    let whole: Object<'_> = serde_json::from_str(json).ok()?;
    if !reader.listed(&whole, 0) {
        for (name, amount) in whole {
            reader.state(&name, Some(amount));
        }
    }
    let JsonReader { lines, unknown, .. } = reader;
    lines.iter().any(Option::is_some).then_some(Structured {
        format: Format::Json,
        lines,
        unknown,
    })
}

impl<'t> JsonReader<'t, '_> {
    /// Reads every `lines` list in an object or below it, unless the object names another form.
    /// Says whether there was any.
    fn listed(&mut self, object: &Object<'t>, depth: usize) -> bool {
        let named = ["form", "title", "name"]
            .iter()
            .filter_map(|key| object.get(*key))
            .filter_map(|raw| serde_json::from_str::<Cow<'_, str>>(raw.get()).ok())
            .any(|name| self.index.names().is_other(&name));
        let mut found = false;
        for (key, raw) in object {
            let lines =
                (key == "lines").then(|| serde_json::from_str::<Vec<ListedLine<'t>>>(raw.get()));
            if let Some(Ok(lines)) = lines {
                found = true;
                let own = lines.into_iter().filter(|line| {
                    !named
                        && !line
                            .form
                            .as_deref()
                            .is_some_and(|form| self.index.names().is_other(form))
                });
                let own: Vec<ListedLine<'t>> = own.collect();
                for line in own {
                    self.state(&line_name(line.line), line.amount);
                }
            } else if depth < DEEPEST {
                found |= self.below(raw, depth + 1);
            }
        }
        found
    }

    fn below(&mut self, raw: &'t RawValue, depth: usize) -> bool {
        if depth > DEEPEST {
            return false;
        }
        match raw.get().as_bytes().first() {
            Some(b'{') => serde_json::from_str::<Object<'t>>(raw.get())
                .is_ok_and(|object| self.listed(&object, depth)),
            Some(b'[') => serde_json::from_str::<Vec<&'t RawValue>>(raw.get()).is_ok_and(|items| {
                // Every item is read, not only up to the first one that has lines.
                let found: Vec<bool> = items
                    .into_iter()
                    .map(|item| self.below(item, depth + 1))
                    .collect();
                found.contains(&true)
            }),
            _ => false,
        }
    }

    fn state(&mut self, name: &str, amount: Option<&'t RawValue>) {
        let Some((line, matched_by)) = self.index.named(name) else {
            self.unknown.push(name.to_owned());
            return;
        };
        let raw = amount.map_or("null", |amount| amount.get());
        let span = amount.map_or(0..0, |amount| range_in(self.text, amount.get()));
        if let Some(slot) = self.lines.get_mut(line) {
            *slot = Some(StructuredLine {
                reading: json_amount(raw),
                matched_by,
                span,
            });
        }
    }
}

fn line_name(raw: &RawValue) -> Cow<'_, str> {
    match serde_json::from_str::<String>(raw.get()) {
        Ok(name) => Cow::Owned(name),
        Err(_) => Cow::Borrowed(raw.get()),
    }
}

/// A JSON number, a string that reads as an amount, or null for a blank line.
fn json_amount(raw: &str) -> Reading {
    match raw.as_bytes().first() {
        Some(b'"') => match serde_json::from_str::<String>(raw) {
            Ok(text) => read(&text),
            Err(_) => Reading::Unreadable(Unreadable::NotANumber),
        },
        Some(b'n') => Reading::Blank,
        _ => read(raw),
    }
}

fn xml(text: &str, xml: &str, profile: &Profile) -> Option<Structured> {
    let parsed = ExpectedReturn::parse(xml).ok()?;
    let base = range_in(text, xml).start;
    let lines = profile
        .lines
        .iter()
        .map(|line| {
            let value = parsed.value(line.xpath.as_deref()?)?;
            let from_element = xml.get(value.offset..).unwrap_or_default();
            let inside = from_element.find(value.text).unwrap_or(0);
            let start = base + value.offset + inside;
            Some(StructuredLine {
                reading: read(value.text),
                matched_by: MatchedBy::Path,
                span: start..start + value.text.len(),
            })
        })
        .collect();
    Some(Structured {
        format: Format::Xml,
        lines,
        unknown: Vec::new(),
    })
}
