//! Answers that are data, JSON or the e-file XML itself: alone, in code fences, or amid prose.
//!
//! The rules:
//!
//! 1. Data begins at the start of a line, or behind a fence's label or a colon, and outside of
//!    `<think>` blocks. A heading above it that names a schedule or another form makes it that
//!    form's.
//! 2. It is the answer only if it states at least as many scored lines as the text around it does:
//!    an excerpt in JSON does not replace a form in text. What stands in the data, as in a remark,
//!    is no text around it.
//! 3. Of several the last one counts, unless it states less than half as many lines as the one
//!    before it.

use std::ops::Range;

use memchr::memchr3_iter;

use super::forms::Naming;
use super::{Format, LineIndex, MatchedBy, entry, json_answer, thinking, xml_answer};
use crate::money::{Reading, is_space};
use crate::profile::Profile;

/// A structured answer, by line of the profile.
#[derive(Debug)]
pub(crate) struct Structured {
    pub(crate) format: Format,
    pub(crate) lines: Vec<Option<StructuredLine>>,
    /// Amounts that the answer states for a line of the profile and that do not count.
    pub(crate) passed_over: Vec<(usize, Range<usize>)>,
    /// Keys of the answer that are no line of the profile.
    pub(crate) unknown: Unknown,
    /// Items of a list of lines that are no lines: how many, and where the first one is.
    pub(crate) odd: Option<(usize, Range<usize>)>,
    /// Where and why it cannot be read to its end.
    pub(crate) broken: Option<Broken>,
}

/// One stated amount.
#[derive(Debug)]
pub(crate) struct StructuredLine {
    pub(crate) reading: Reading,
    pub(crate) matched_by: MatchedBy,
    pub(crate) span: Range<usize>,
    /// Whether it stands under the form's own name.
    pub(super) in_form: bool,
}

/// Names that mean nothing here: all are counted, some are kept.
#[derive(Debug, Default)]
pub(crate) struct Unknown {
    pub(crate) count: usize,
    pub(crate) first: Vec<String>,
}

impl Unknown {
    const MOST: usize = 5;

    pub(super) fn push(&mut self, name: &str) {
        self.count += 1;
        if self.first.len() < Self::MOST {
            self.first.push(name.chars().take(100).collect());
        }
    }

    pub(super) fn append(&mut self, other: Self) {
        self.count += other.count;
        self.first.extend(other.first);
        self.first.truncate(Self::MOST);
    }
}

/// Data in a response that cannot be read.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) format: Format,
    /// Where it goes wrong.
    pub(crate) span: Range<usize>,
    pub(crate) why: String,
}

/// What a response holds besides text.
#[derive(Debug, Default)]
pub(crate) struct Data {
    /// The answer that is data, if there is one.
    pub(crate) answer: Option<Structured>,
    /// The first data that cannot be read.
    pub(crate) broken: Option<Broken>,
}

impl Structured {
    /// How many scored lines it states.
    fn covers(&self, profile: &Profile) -> usize {
        let lines = profile.lines.iter().zip(&self.lines);
        lines
            .filter(|(line, stated)| line.scored && stated.is_some())
            .count()
    }
}

/// Looks for an answer that is data. `in_text` tells how many scored lines the response states as
/// text; it is asked only where there is data.
pub(crate) fn read_structured(
    text: &str,
    profile: &Profile,
    index: &LineIndex,
    in_text: impl FnOnce() -> usize,
) -> Data {
    let mut search = Search {
        text,
        profile,
        index,
        under: Naming::Nothing,
        first: text.len() - text.trim_start_matches(is_space).len(),
        from: 0,
    };
    let first = search.first;
    let mut places = memchr3_iter(b'{', b'[', b'<', text.as_bytes())
        .filter(|at| *at == first || begins_data(text, *at))
        .peekable();
    let mut data = Data::default();
    if places.peek().is_none() {
        return data;
    }
    let thinking = thinking::ranges(text);
    let mut in_text = Some(in_text);
    let mut least = 1;
    let mut covered = 0;
    for at in places {
        let block = thinking.partition_point(|range| range.end <= at);
        let in_thinking = thinking.get(block).is_some_and(|range| {
            range.start <= at && !(at == search.first && search.xml_holds(range.end))
        });
        if at < search.from || in_thinking {
            continue;
        }
        let found = match search.at(at) {
            Ok(found) => found,
            Err(broken) => {
                data.broken.get_or_insert(broken);
                None
            }
        };
        let Some(found) = found else { continue };
        if is_alone(text, at..search.from) {
            // A return of which no line has an amount is an answer too.
            least = 0;
        } else if let Some(in_text) = in_text.take() {
            least = in_text().max(1);
        }
        let covers = found.covers(profile);
        if covers >= least && covers * 2 >= covered {
            covered = covers;
            data.answer = Some(found);
        }
    }
    data
}

/// Whether a response has nothing but a fence around the data in it.
fn is_alone(text: &str, data: Range<usize>) -> bool {
    let before = text.get(..data.start).unwrap_or_default();
    let behind = text.get(data.end..).unwrap_or_default();
    let before = before.trim_matches(is_space);
    let label = before.strip_prefix("```").unwrap_or(before);
    label.len() <= 8
        && (label.is_empty() || label.len() < before.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && matches!(behind.trim_matches(is_space), "" | "```")
}

/// Whether nothing but a fence's label, or words that end in a colon, stands before a place on its
/// line.
fn begins_data(text: &str, at: usize) -> bool {
    const LONGEST: usize = 200;
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let mut lead = before.get(at.saturating_sub(LONGEST)..).unwrap_or_default();
    if let Some(end) = memchr::memrchr2(b'\n', b'\r', lead) {
        lead = lead.get(end + 1..).unwrap_or_default();
    } else if lead.len() < before.len() {
        return false;
    }
    let lead = lead.strip_prefix("\u{feff}".as_bytes()).unwrap_or(lead);
    let lead = lead.trim_ascii();
    lead.is_empty()
        || lead
            .strip_prefix(b"```")
            .is_some_and(|label| label.iter().all(u8::is_ascii_alphanumeric))
        || is_tag(lead)
        || (lead.ends_with(b":")
            && !lead
                .iter()
                .any(|byte| matches!(byte, b'{' | b'[' | b'"' | b'\'' | b'|' | b'<')))
}

/// Whether a text ends with a tag that has no attributes, `<answer>` or `</think>`, and holds no other
/// one that is open.
fn is_tag(text: &[u8]) -> bool {
    let Some(inside) = text.strip_suffix(b">") else {
        return false;
    };
    let name = inside
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    let before = inside.get(..inside.len() - name).unwrap_or_default();
    let closes = before.ends_with(b"</");
    name > 0 && (closes || before == b"<")
}

struct Search<'t, 'p> {
    text: &'t str,
    profile: &'p Profile,
    index: &'p LineIndex,
    /// What the last heading names.
    under: Naming,
    /// Where the text begins, blanks aside.
    first: usize,
    /// Up to where the text has been read.
    from: usize,
}

impl<'t> Search<'t, '_> {
    /// Reads the data that begins at a place; `None` where it holds no line of the form.
    fn at(&mut self, at: usize) -> Result<Option<Structured>, Broken> {
        let rest = self.text.get(at..).unwrap_or_default();
        let read = if rest.starts_with('<') {
            let Some(xml) = xml_answer::extent(rest, self.profile, at == self.first) else {
                return Ok(None);
            };
            self.headings(at);
            self.from = at + xml.len();
            xml_answer::read(self.text, xml, self.profile)
                .map_err(|error| xml_answer::broken_xml(&error, at))
        } else {
            let read = json_answer::values(rest);
            let end = at + read.end;
            self.headings(at);
            self.from = end.max(at + 1);
            let answer = json_answer::read(self.text, &read.values, self.profile, self.index);
            let broken = read.broken.map(|why| Broken {
                format: Format::Json,
                span: end..end,
                why,
            });
            match (answer, broken) {
                (Some(answer), broken) => Ok(Some(Structured { broken, ..answer })),
                (None, Some(broken)) => Err(broken),
                (None, None) => Ok(None),
            }
        };
        let elsewhere = matches!(self.under, Naming::Other | Naming::Worksheet);
        let is_json = !rest.starts_with('<');
        match read {
            Ok(Some(_)) if elsewhere && is_json => Ok(None),
            // A note in brackets is no answer that is broken.
            Err(_) if rest.starts_with('[') => Ok(None),
            read => read,
        }
    }

    /// Whether the response begins as XML that goes on at a place: what closes a block of thinking
    /// there is a part of the XML, as a remark in it.
    fn xml_holds(&self, place: usize) -> bool {
        let rest = self.text.get(self.first..).unwrap_or_default();
        rest.starts_with('<')
            && xml_answer::extent(rest, self.profile, true)
                .is_some_and(|xml| place < self.first + xml.len())
    }

    /// Takes note of the headings between the data before and that at a place.
    fn headings(&mut self, at: usize) {
        const LONGEST: usize = 160;
        let between = self.text.get(self.from..at).unwrap_or_default();
        for line in between.lines().filter(|line| line.len() <= LONGEST) {
            let start = entry::skip_markup(line);
            let is_heading = start.hashes > 0 || start.bold || line.trim_end().ends_with(':');
            let names = self.index.names();
            let naming = if is_heading {
                names.naming(start.text)
            } else {
                Naming::Nothing
            };
            if naming != Naming::Nothing {
                self.under = naming;
            }
        }
    }
}
