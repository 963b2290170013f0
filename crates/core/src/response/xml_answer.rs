//! Answers that are e-file XML, whole or cut down to the form.

use memchr::memchr_iter;

use super::structured::{Structured, StructuredLine, Unknown};
use super::{Format, MatchedBy, range_in};
use crate::error::Error;
use crate::expected::ExpectedReturn;
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
    let closing = root
        .match_indices(["</", name].concat().as_str())
        .map(|(at, found)| start + at + found.len())
        .find(|at| {
            text.get(*at..)
                .is_some_and(|rest| rest.trim_start().starts_with('>'))
        });
    let end = closing.and_then(|at| Some(at + text.get(at..)?.find('>')? + 1));
    text.get(..end.unwrap_or(text.len()))
}

/// What follows the first `<` that opens an element. Inside a text it has to come soon: the text may
/// be full of comments, and each of them may be asked about.
fn behind_prolog(text: &str, whole: bool) -> Option<&str> {
    const LONGEST: usize = 2048;
    const MOST_ITEMS: usize = 8;
    let (longest, most_items) = if whole {
        (text.len(), usize::MAX)
    } else {
        (LONGEST.min(text.len()), MOST_ITEMS)
    };
    let mut rest = text.get(..text.floor_char_boundary(longest))?;
    for _ in 0..most_items {
        rest = rest.trim_start().strip_prefix('<')?;
        let end: &[u8] = match rest.as_bytes().first()? {
            b'?' => b"?>",
            b'!' if rest.starts_with("!--") => b"-->",
            b'!' => b">",
            _ => return text.get(range_in(text, rest).start..),
        };
        let closed = |at: &usize| {
            rest.as_bytes()
                .get(..=*at)
                .is_some_and(|before| before.ends_with(end))
        };
        let at = memchr_iter(b'>', rest.as_bytes()).find(closed)?;
        rest = rest.get(at + 1..)?;
    }
    None
}

/// Reads an XML answer; `None` where it has no line of the form.
///
/// # Errors
/// Where the XML is not well formed, or is beyond the limits.
pub(super) fn read(text: &str, xml: &str, profile: &Profile) -> Result<Option<Structured>, Error> {
    let parsed = ExpectedReturn::parse_answer(xml, profile)?;
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
    Ok(lines.iter().any(Option::is_some).then(|| Structured {
        format: Format::Xml,
        lines,
        passed_over: Vec::new(),
        unknown: Unknown::default(),
        odd: None,
    }))
}
