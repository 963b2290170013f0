//! One pass over the XML with hard limits.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::attributes::{Attributes, is_namespace, normalized, referred};
use super::{ExpectedReturn, Leaf, Mixed, ReturnIdentity, identity};
use crate::error::{Error, ErrorCode};
use crate::profile::Profile;
use crate::sort::order;

/// What an XML may cost. Real returns are under 200 KB and 12 levels deep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct XmlLimits {
    /// Largest text, in bytes.
    pub bytes: usize,
    /// Deepest nesting of elements.
    pub depth: usize,
}

impl Default for XmlLimits {
    fn default() -> Self {
        Self {
            bytes: 32 << 20,
            depth: 100,
        }
    }
}

/// Paths repeat the names of all ancestors, so a deep and narrow file could store far more than it
/// holds; real returns need four times their size.
const PATH_BYTES_PER_BYTE: usize = 6;
const PATH_BYTES_SPARE: usize = 64 << 10;

/// Elements with text beside child elements that are kept; paths of all of them could be larger
/// than the XML.
const MOST_MIXED: usize = 16;

struct OpenElement {
    path_len: usize,
    start: usize,
    text_from: usize,
    has_children: bool,
}

struct Builder<'x> {
    xml: &'x str,
    path: String,
    open: Vec<OpenElement>,
    text: String,
    parsed: ExpectedReturn,
    root: String,
    /// Path of the form that an answer is about, which may begin at any element around it.
    form_root: Option<&'x str>,
}

pub(super) fn parse(xml: &str, limits: &XmlLimits) -> Result<ExpectedReturn, Error> {
    let mut builder = Builder::new(xml);
    builder.read(limits)?;
    builder.expected()
}

/// Reads an answer as the return that a profile is for; where it is not well formed, up to there, with
/// the error.
pub(super) fn parse_answer(
    xml: &str,
    profile: &Profile,
    limits: &XmlLimits,
) -> Result<(ExpectedReturn, Option<Error>), Error> {
    let mut builder = Builder::new(xml);
    builder.form_root = Some(&profile.form.root);
    builder.parsed.identity = ReturnIdentity {
        jurisdiction: profile.jurisdiction,
        tax_year: profile.tax_year,
    };
    let read = builder.read(limits).and_then(|()| builder.check_end());
    let broken = match read {
        Err(error) if error.code() != ErrorCode::XmlMalformed => return Err(error),
        read => read.err(),
    };
    builder.sort_paths();
    Ok((builder.parsed, broken))
}

impl Builder<'_> {
    /// Reads all events.
    fn read(&mut self, limits: &XmlLimits) -> Result<(), Error> {
        let xml = self.xml;
        if xml.len() > limits.bytes {
            return Err(limit(
                format!(
                    "the XML has {} bytes, the limit is {}",
                    xml.len(),
                    limits.bytes
                ),
                "pass the return's own output.xml",
            ));
        }
        let mut reader = Reader::from_str(xml);
        loop {
            let start = position(&reader);
            match reader.read_event() {
                Ok(Event::Start(element)) => self.open(&element, start, limits)?,
                Ok(Event::Empty(element)) => {
                    self.open(&element, start, limits)?;
                    self.close(position(&reader))?;
                }
                Ok(Event::End(_)) => self.close(position(&reader))?,
                Ok(Event::Text(text)) => {
                    let text: &str = &text;
                    if self.open.is_empty() && !is_blank(text) {
                        return Err(malformed("text outside the root element", xml, start));
                    }
                    self.text.push_str(text);
                }
                Ok(Event::CData(text)) => self.text.push_str(&text),
                Ok(Event::GeneralRef(reference)) => self.reference(&reference, start)?,
                Ok(Event::DocType(doctype)) if doctype.contains("<!ENTITY") => {
                    return Err(limit(
                        "the XML declares entities of its own".to_owned(),
                        "remove the entity declarations: e-file XML has none",
                    )
                    .at(xml, start));
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => {
                    let at = usize::try_from(reader.error_position()).unwrap_or(xml.len());
                    return Err(malformed(&words(&error), xml, at));
                }
            }
        }
        Ok(())
    }
}

/// An error of the reader in words. Those of its other parts, which are not used here, are left
/// out with all that they would bring along.
fn words(error: &quick_xml::Error) -> String {
    match error {
        quick_xml::Error::Syntax(error) => format!("syntax error: {error}"),
        quick_xml::Error::IllFormed(error) => format!("ill-formed document: {error}"),
        _ => "it cannot be read".to_owned(),
    }
}

fn local_name(name: &str) -> &str {
    name.split_once(':').map_or(name, |(_, local)| local)
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

/// Whether a text may stand outside of the root element: space, and the marks that some writers
/// begin a file or a part of it with.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c == '\u{feff}')
}

fn limit(message: String, help: &str) -> Error {
    Error::new(ErrorCode::XmlLimit, message, help)
}

/// How messages about XML that is not well formed begin.
pub(crate) const NOT_WELL_FORMED: &str = "the expected return is not well-formed XML: ";

fn malformed(message: &str, xml: &str, offset: usize) -> Error {
    Error::new(
        ErrorCode::XmlMalformed,
        [NOT_WELL_FORMED, message].concat(),
        "pass the case's output.xml unchanged",
    )
    .at(xml, offset)
}

fn to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

impl<'x> Builder<'x> {
    fn new(xml: &'x str) -> Self {
        Self {
            xml,
            path: String::new(),
            open: Vec::new(),
            text: String::new(),
            root: String::new(),
            form_root: None,
            parsed: ExpectedReturn {
                paths: String::new(),
                values: String::new(),
                leaves: Vec::new(),
                by_path: Vec::new(),
                forms: Vec::new(),
                identity: ReturnIdentity {
                    jurisdiction: super::Jurisdiction::Us,
                    tax_year: 0,
                },
                source: xml.into(),
                mixed: Vec::new(),
            },
        }
    }

    fn open(
        &mut self,
        element: &BytesStart<'_>,
        start: usize,
        limits: &XmlLimits,
    ) -> Result<(), Error> {
        if self.open.len() >= limits.depth {
            return Err(limit(
                format!("the XML nests more than {} elements", limits.depth),
                "no e-file return nests that deep; check the file",
            )
            .at(self.xml, start));
        }
        match self.open.last_mut() {
            Some(parent) => parent.has_children = true,
            None if self.root.is_empty() => {
                element.local_name().as_ref().clone_into(&mut self.root);
                self.path = self.around_root().to_owned();
            }
            None => return Err(malformed("a second root element", self.xml, start)),
        }
        self.open.push(OpenElement {
            path_len: self.path.len(),
            start,
            text_from: self.text.len(),
            has_children: false,
        });
        self.path.push('/');
        self.path.push_str(element.local_name().as_ref());
        if let Some(form) = identity::known_form(&self.path) {
            self.parsed.forms.push(form);
        }
        let xml = self.xml;
        let wrong = |what: String| malformed(&what, xml, start);
        let mut attributes = Attributes::new(element, element.name().as_ref().len());
        while let Some(attribute) = attributes.next().map_err(wrong)? {
            if is_namespace(attribute.name) {
                continue;
            }
            if attribute.value.contains('<') {
                return Err(malformed("`<` in an attribute's value", self.xml, start));
            }
            let value = normalized(attribute.value).map_err(wrong)?;
            let element_path = self.path.len();
            self.path.push_str("/@");
            self.path.push_str(local_name(attribute.name));
            let kept = self.keep(value.trim(), start);
            self.path.truncate(element_path);
            kept?;
        }
        Ok(())
    }

    fn close(&mut self, end: usize) -> Result<(), Error> {
        let Some(element) = self.open.pop() else {
            return Ok(());
        };
        let own_text = self.text.get(element.text_from..).unwrap_or_default();
        if element.has_children
            && !own_text.trim().is_empty()
            && self.parsed.mixed.len() < MOST_MIXED
        {
            self.parsed.mixed.push(Mixed {
                path: self.path.clone(),
                content: element.start..end,
            });
        }
        if !element.has_children {
            let text = self.text.split_off(element.text_from.min(self.text.len()));
            let value = text.trim();
            if !value.is_empty() {
                self.keep(value, element.start)?;
            }
        }
        self.text.truncate(element.text_from);
        self.path.truncate(element.path_len);
        Ok(())
    }

    fn reference(
        &mut self,
        name: &quick_xml::events::BytesRef<'_>,
        at: usize,
    ) -> Result<(), Error> {
        let name: &str = name;
        let unknown = || format!("unknown entity `&{name};`");
        let referred = referred(name).and_then(|character| character.ok_or_else(unknown));
        self.text
            .push(referred.map_err(|what| malformed(&what, self.xml, at))?);
        Ok(())
    }

    fn keep(&mut self, value: &str, offset: usize) -> Result<(), Error> {
        let spent = self.parsed.paths.len() + self.path.len();
        if spent > self.xml.len().saturating_mul(PATH_BYTES_PER_BYTE) + PATH_BYTES_SPARE {
            return Err(limit(
                "the XML has long element names nested deep, over and over".to_owned(),
                "no e-file return does that; check the file",
            )
            .at(self.xml, offset));
        }
        let path = self.parsed.paths.len();
        self.parsed.paths.push_str(&self.path);
        let from = self.parsed.values.len();
        self.parsed.values.push_str(value);
        self.parsed.leaves.push(Leaf {
            path: to_u32(path)..to_u32(self.parsed.paths.len()),
            value: to_u32(from)..to_u32(self.parsed.values.len()),
            offset: to_u32(offset),
        });
        Ok(())
    }

    /// The path of what stands around the root of an answer that is a part of a return.
    fn around_root(&self) -> &str {
        let Some(form) = self.form_root else {
            return "";
        };
        let mut at = 0usize;
        for part in form.split('/') {
            if part == self.root {
                return form.get(..at.saturating_sub(1)).unwrap_or_default();
            }
            at += part.len() + 1;
        }
        ""
    }

    /// The expected return: it must say itself which return it is, and have one value at a place.
    fn expected(mut self) -> Result<ExpectedReturn, Error> {
        self.check_end()?;
        self.sort_paths();
        if let Some(mixed) = self.parsed.mixed.first() {
            return Err(Error::new(
                ErrorCode::XmlMalformed,
                format!(
                    "the expected return's `{}` has both a text and elements in it, so that its \
                     value cannot be told",
                    mixed.path
                ),
                "keep either the text or the elements",
            )
            .at(self.xml, mixed.content.start));
        }
        self.parsed.identity = identity::identify(&self.parsed, &self.root)?;
        Ok(self.parsed)
    }

    fn check_end(&self) -> Result<(), Error> {
        if !self.open.is_empty() {
            return Err(malformed(
                "it ends inside an element",
                self.xml,
                self.xml.len(),
            ));
        }
        if self.root.is_empty() {
            return Err(malformed("it has no root element", self.xml, 0));
        }
        Ok(())
    }

    fn sort_paths(&mut self) {
        let path_of = |index: usize| {
            let leaf = self.parsed.leaves.get(index);
            leaf.map(|leaf| self.parsed.path(leaf))
        };
        let by_path = order(self.parsed.leaves.len(), &|a, b| {
            path_of(a).cmp(&path_of(b))
        });
        let by_path = by_path.into_iter().map(to_u32).collect();
        self.parsed.by_path = by_path;
    }
}
