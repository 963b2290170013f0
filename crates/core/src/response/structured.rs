//! Answers that are data: JSON, or the e-file XML itself.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use super::{Format, LineIndex, MatchedBy, range_in};
use crate::expected::ExpectedReturn;
use crate::json::{self, Json, Wrong};
use crate::money::{Reading, Unreadable, read};
use crate::profile::Profile;
use crate::sort::sort_by;

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
struct ListedLine<'t> {
    /// A text or, for a line without a letter, a number.
    line: Json<'t>,
    amount: Option<Json<'t>>,
    /// The form that the line is of, where an answer lists several.
    form: Option<Cow<'t, str>>,
}

impl<'t> ListedLine<'t> {
    /// Reads an object, or an array of a line, its amount and its form.
    fn read(json: Json<'t>) -> Result<Self, Wrong> {
        let (line, amount, form) = if json.starts_with(b'[') {
            match *json.array()?.as_slice() {
                [line] => (line, None, None),
                [line, amount] => (line, Some(amount), None),
                [line, amount, form] => (line, Some(amount), Some(form)),
                _ => return Err(json.wrong("expected a line and its amount")),
            }
        } else {
            let mut object = json.object()?;
            let line = object.required("line")?;
            (line, object.take("amount")?, object.take("form")?)
        };
        let stated = |value: &Json<'_>| !value.is_null();
        Ok(Self {
            line,
            amount: amount.filter(stated),
            form: form.filter(stated).map(Json::string).transpose()?,
        })
    }

    fn read_all(list: Json<'t>) -> Result<Vec<Self>, Wrong> {
        list.array()?.into_iter().map(Self::read).collect()
    }
}

/// The fields of an object, sorted by name; the last of several with one name counts.
type Fields<'t> = Vec<(Cow<'t, str>, Json<'t>)>;

fn fields(object: json::Object<'_>) -> Fields<'_> {
    let mut fields: Fields<'_> = object.into_fields().collect();
    fields.reverse();
    sort_by(&mut fields, |(a, _), (b, _)| a.cmp(b));
    fields.dedup_by(|(later, _), (earlier, _)| later == earlier);
    fields
}

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
    let whole = fields(json::object(json).ok()?);
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
    fn listed(&mut self, object: &Fields<'t>, depth: usize) -> bool {
        let named = ["form", "title", "name"]
            .iter()
            .filter_map(|key| object.iter().find(|(name, _)| name == key))
            .filter_map(|(_, json)| json.string().ok())
            .any(|name| self.index.names().is_other(&name));
        let mut found = false;
        for (key, raw) in object {
            let lines = (key == "lines").then(|| ListedLine::read_all(*raw));
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
                found |= self.below(*raw, depth + 1);
            }
        }
        found
    }

    fn below(&mut self, json: Json<'t>, depth: usize) -> bool {
        if depth > DEEPEST {
            return false;
        }
        if json.starts_with(b'{') {
            let object = json.object();
            return object.is_ok_and(|object| self.listed(&fields(object), depth));
        }
        if !json.starts_with(b'[') {
            return false;
        }
        // Every item is read, not only up to the first one that has lines.
        let mut found = false;
        for item in json.array().unwrap_or_default() {
            found |= self.below(item, depth + 1);
        }
        found
    }

    fn state(&mut self, name: &str, amount: Option<Json<'t>>) {
        let Some((line, matched_by)) = self.index.named(name) else {
            self.unknown.push(name.to_owned());
            return;
        };
        let span = amount.map_or(0..0, |amount| range_in(self.text, amount.text()));
        if let Some(slot) = self.lines.get_mut(line) {
            *slot = Some(StructuredLine {
                reading: json_amount(amount),
                matched_by,
                span,
            });
        }
    }
}

fn line_name(json: Json<'_>) -> Cow<'_, str> {
    json.string().unwrap_or(Cow::Borrowed(json.text()))
}

/// A JSON number, a string that reads as an amount, or null for a blank line.
fn json_amount(json: Option<Json<'_>>) -> Reading {
    match json {
        None => Reading::Blank,
        Some(json) if json.is_null() => Reading::Blank,
        Some(json) if json.starts_with(b'"') => json
            .string()
            .map_or(Reading::Unreadable(Unreadable::NotANumber), |text| {
                read(&text)
            }),
        Some(json) => read(json.text()),
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
