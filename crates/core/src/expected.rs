//! The expected return: one pass over an IRS or state e-file XML, kept as whole paths of local
//! names with their first value.
//!
//! Paths are those of the published MeF schemas, `/Return/ReturnData/IRS1040/WagesAmt`, and an
//! attribute's path ends in `/@name`. Namespaces and prefixes are ignored, since e-file software
//! differs in whether it writes them.

mod attributes;
mod identity;
mod parse;

use std::ops::Range;

pub use identity::{Jurisdiction, ReturnIdentity};
pub use parse::XmlLimits;
pub(crate) use parse::{NOT_WELL_FORMED, is_blank};

use crate::error::Error;
use crate::profile::Profile;

/// A value of the XML: the text of an element without child elements, or an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<'a> {
    /// The text, trimmed, with entities resolved.
    pub text: &'a str,
    /// Byte offset in the XML, for messages.
    pub offset: usize,
}

/// A path that occurs more than once; the first value counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicate {
    /// The repeated path.
    pub path: String,
    /// Byte offset of the first repetition.
    pub offset: usize,
    /// The value that was ignored.
    pub ignored: String,
}

/// A parsed return. All text lives in two buffers, so that memory stays near the size of the XML
/// whatever its shape.
#[derive(Debug, Clone)]
pub struct ExpectedReturn {
    pub(crate) paths: String,
    pub(crate) values: String,
    pub(crate) leaves: Vec<Leaf>,
    /// Indices into `leaves`, by path and then document order.
    pub(crate) by_path: Vec<u32>,
    pub(crate) identity: ReturnIdentity,
    /// Paths of the known forms' elements that are there, with or without values.
    pub(crate) forms: Vec<&'static str>,
    pub(crate) source: Box<str>,
    /// Elements with text beside child elements, of which no value can be told. Only an answer may
    /// have them.
    pub(crate) mixed: Vec<Mixed>,
}

/// An element with text beside child elements.
#[derive(Debug, Clone)]
pub(crate) struct Mixed {
    pub(crate) path: String,
    /// Bytes of the element.
    pub(crate) content: Range<usize>,
}

#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub(crate) path: Range<u32>,
    pub(crate) value: Range<u32>,
    pub(crate) offset: u32,
}

impl ExpectedReturn {
    /// Reads a return within the default limits.
    ///
    /// # Errors
    /// When the text is not well-formed XML, exceeds the limits, declares entities, or is not one
    /// of the five known returns; each with its position.
    pub fn parse(xml: &str) -> Result<Self, Error> {
        parse::parse(xml, &XmlLimits::default())
    }

    /// Reads a return within given limits.
    ///
    /// # Errors
    /// As [`ExpectedReturn::parse`].
    pub fn parse_within(xml: &str, limits: &XmlLimits) -> Result<Self, Error> {
        parse::parse(xml, limits)
    }

    /// Reads an answer under a profile, which says what the answer itself need not: the tax year,
    /// and the elements around the one it starts with.
    ///
    /// # Errors
    /// When the text exceeds the limits or declares entities. What is not well formed is read up to
    /// there, and the error is given beside it.
    pub(crate) fn parse_answer(
        xml: &str,
        profile: &Profile,
    ) -> Result<(Self, Option<Error>), Error> {
        parse::parse_answer(xml, profile, &XmlLimits::default())
    }

    /// Which return this is, as found in the XML itself.
    #[must_use]
    pub const fn identity(&self) -> &ReturnIdentity {
        &self.identity
    }

    /// The first value at a path such as `/Return/ReturnData/IRS1040/WagesAmt`.
    #[must_use]
    pub fn value(&self, path: &str) -> Option<Value<'_>> {
        let at = self
            .by_path
            .partition_point(|index| self.leaf(*index).is_some_and(|leaf| self.path(leaf) < path));
        let leaf = self.leaf(*self.by_path.get(at)?)?;
        (self.path(leaf) == path).then(|| self.value_of(leaf))
    }

    /// Where an element begins that has elements with values in it instead of a value of its own.
    pub(crate) fn group_at(&self, path: &str) -> Option<usize> {
        let inside = [path, "/"].concat();
        let from = self.by_path.partition_point(|index| {
            self.leaf(*index)
                .is_some_and(|leaf| self.path(leaf) < inside.as_str())
        });
        let of_path = |index: &u32| {
            let leaf = self.leaf(*index)?;
            let rest = self.path(leaf).strip_prefix(&inside)?;
            Some((rest, leaf.offset as usize))
        };
        let leaves = self.by_path.get(from..)?.iter().map_while(of_path);
        let (_, offset) = leaves
            .take_while(|_| self.value(path).is_none())
            .find(|(rest, _)| !rest.starts_with('@'))?;
        Some(offset)
    }

    /// Every path with its value, in document order, repetitions included.
    pub fn values(&self) -> impl Iterator<Item = (&str, Value<'_>)> {
        self.leaves
            .iter()
            .map(|leaf| (self.path(leaf), self.value_of(leaf)))
    }

    /// Paths that occur more than once with different values.
    #[must_use]
    pub fn duplicates(&self) -> Vec<Duplicate> {
        let mut found: Vec<Duplicate> = Vec::new();
        let mut first: Option<&Leaf> = None;
        for leaf in self.by_path.iter().filter_map(|index| self.leaf(*index)) {
            match first {
                Some(known) if self.path(known) == self.path(leaf) => {
                    let reported = found
                        .last()
                        .is_some_and(|last| last.path == self.path(leaf));
                    if !reported && self.value_of(known).text != self.value_of(leaf).text {
                        found.push(Duplicate {
                            path: self.path(leaf).to_owned(),
                            offset: leaf.offset as usize,
                            ignored: self.value_of(leaf).text.to_owned(),
                        });
                    }
                }
                _ => first = Some(leaf),
            }
        }
        found
    }

    /// The XML that was read.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    fn leaf(&self, index: u32) -> Option<&Leaf> {
        self.leaves.get(index as usize)
    }

    pub(crate) fn path(&self, leaf: &Leaf) -> &str {
        slice(&self.paths, &leaf.path)
    }

    fn value_of(&self, leaf: &Leaf) -> Value<'_> {
        Value {
            text: slice(&self.values, &leaf.value),
            offset: leaf.offset as usize,
        }
    }
}

fn slice<'a>(buffer: &'a str, range: &Range<u32>) -> &'a str {
    buffer
        .get(range.start as usize..range.end as usize)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
