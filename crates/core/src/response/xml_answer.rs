//! Answers that are e-file XML, whole or cut down to the form.

use memchr::memchr_iter;
use quick_xml::Reader;
use quick_xml::events::Event;

use super::structured::{Broken, Structured, StructuredLine, Unknown};
use super::{Format, MatchedBy, range_in};
use crate::error::Error;
use crate::expected::{ExpectedReturn, NOT_WELL_FORMED, is_blank};
use crate::money::{self, Reading, Unreadable};
use crate::profile::Profile;

/// The XML at the start of a text: a return of the profile's kind, or a part of it that holds the
/// form, up to its closing tag or else the end of the text. `whole` says that no other text is in
/// front of it.
pub(super) fn extent<'t>(text: &'t str, profile: &Profile, whole: bool) -> Option<&'t str> {
    let root = behind_prolog(text, whole)?;
    let name = root
        .split(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))
        .next()?;
    let local = name.rsplit(':').next().unwrap_or(name);
    if !profile
        .form
        .root
        .split('/')
        .any(|part| !part.is_empty() && part == local)
    {
        return None;
    }
    let start = range_in(text, root).start;
    let end = closing(root, name).map_or(text.len(), |end| start + end);
    text.get(..end)
}

/// Where an element ends, counted from its name; tags in comments and the like are none.
fn closing(root: &str, name: &str) -> Option<usize> {
    let bytes = root.as_bytes();
    let mut depth = 1usize;
    let mut from = 0;
    for at in memchr_iter(b'<', bytes) {
        if at < from {
            continue;
        }
        let rest = root.get(at + 1..)?;
        let skipped = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")]
            .into_iter()
            .find_map(|(opens, closes)| rest.strip_prefix(opens).map(|inside| (inside, closes)));
        if let Some((inside, closes)) = skipped {
            from = range_in(root, inside).start + inside.find(closes)?;
            continue;
        }
        let (closes, tag) = match rest.strip_prefix('/') {
            Some(tag) => (true, tag),
            None => (false, rest),
        };
        let Some(behind) = tag.strip_prefix(name) else {
            continue;
        };
        let ends_name = |c: char| c.is_whitespace() || c == '>' || (c == '/' && !closes);
        if !behind.starts_with(ends_name) {
            continue;
        }
        let end = range_in(root, behind).start + tag_end(behind)?;
        let is_empty = bytes.get(end.saturating_sub(1)) == Some(&b'/');
        if !closes && !is_empty {
            depth += 1;
        } else if closes {
            depth -= 1;
        }
        if depth == 0 {
            return Some(end + 1);
        }
    }
    None
}

/// Where the rest of a tag ends; attributes may have a `>` in them.
fn tag_end(rest: &str) -> Option<usize> {
    let mut quote = None;
    rest.bytes().position(|byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        quote.is_none() && byte == b'>'
    })
}

/// What follows the first `<` that opens an element. Inside a text it has to come soon: the text may
/// be full of comments, and each of them may be asked about.
fn behind_prolog(text: &str, whole: bool) -> Option<&str> {
    const LONGEST: usize = 2048;
    const MOST_ITEMS: usize = 16;
    let (longest, most_items) = if whole {
        (text.len(), usize::MAX)
    } else {
        (LONGEST.min(text.len()), MOST_ITEMS)
    };
    let mut reader = Reader::from_str(text.get(..text.floor_char_boundary(longest))?);
    for _ in 0..most_items {
        let start = usize::try_from(reader.buffer_position()).ok()?;
        match reader.read_event().ok()? {
            Event::Start(_) | Event::Empty(_) => return text.get(start + 1..),
            Event::Text(text) if is_blank(&text) => {}
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::DocType(_) => {}
            _ => return None,
        }
    }
    None
}

/// Reads an XML answer; `None` where it has neither the form nor a line of it.
///
/// # Errors
/// Where the XML is beyond the limits, or not well formed before it states anything.
pub(super) fn read(text: &str, xml: &str, profile: &Profile) -> Result<Option<Structured>, Error> {
    let (parsed, broken) = ExpectedReturn::parse_answer(xml, profile)?;
    let base = range_in(text, xml).start;
    let lines: Vec<Option<StructuredLine>> = profile
        .lines
        .iter()
        .map(|line| {
            let path = line.xpath.as_deref()?;
            if let Some(mixed) = parsed.mixed.iter().find(|mixed| mixed.path == path) {
                return Some(StructuredLine {
                    reading: Reading::Unreadable(Unreadable::NotANumber),
                    matched_by: MatchedBy::Path,
                    span: base + mixed.content.start..base + mixed.content.end,
                    in_form: true,
                });
            }
            let value = parsed.value(path)?;
            let from_element = xml.get(value.offset..).unwrap_or_default();
            let inside = from_element.find(value.text).unwrap_or(0);
            let start = base + value.offset + inside;
            Some(StructuredLine {
                reading: money::read(value.text),
                matched_by: MatchedBy::Path,
                span: start..start + value.text.len(),
                in_form: true,
            })
        })
        .collect();
    let states_any = lines.iter().any(Option::is_some);
    let broken = match broken {
        Some(error) if !states_any => return Err(error),
        broken => broken.map(|error| broken_xml(&error, base)),
    };
    let has_form = parsed.forms.iter().any(|form| *form == profile.form.root);
    Ok((has_form || states_any).then(|| Structured {
        format: Format::Xml,
        lines,
        passed_over: Vec::new(),
        unknown: Unknown::default(),
        odd: None,
        broken,
    }))
}

/// What is wrong with XML that begins at a place.
pub(super) fn broken_xml(error: &Error, at: usize) -> Broken {
    let start = at + error.position().map_or(0, |position| position.bytes);
    let why = error.message();
    Broken {
        format: Format::Xml,
        span: start..start,
        why: why.strip_prefix(NOT_WELL_FORMED).unwrap_or(why).to_owned(),
    }
}
