//! Reads a model's answer: which lines of which form it states, and with what amount.
//!
//! The asked-for form of an answer is a heading that names the form, then one line each
//! `Line 1a: description | explanation | amount`. Schedules with colliding line numbers follow
//! under headings of their own, and so does a state form after the federal one. Models also write
//! Markdown headings, bold text, bullets, tables, code fences and wrapped lines; all of that is
//! read here, and nothing is read that could be meant in two ways.
//!
//! The rules, in order:
//!
//! 1. Text inside `<think>` blocks is not part of the answer.
//! 2. A heading that names a form opens that form's section; one that names a schedule, a
//!    worksheet or another form opens a section whose numbers are not this form's, and so does one
//!    that is the name of another jurisdiction and no more. Other headings are parts of what they
//!    stand in.
//! 3. The amount of a line is what follows its last pipe; in a table with a header it is the
//!    column the header calls the amount, and numbers are lines only in its column for lines. A
//!    line without pipes states what a colon, a dash or the like sets off, where that is one whole
//!    amount and not a part of a sum; else the amount that stands alone below it.
//! 4. A line belongs to the form line whose label it repeats, else to the one with its number,
//!    else to the one known under that number as an alias.
//! 5. Lines under the form's own heading count before lines without any heading, and these before
//!    lines that repeat the form's number and words elsewhere. Among equals the last one counts: a
//!    final form stands below its draft. A line without an amount takes the place of one with an
//!    amount only in a later copy of the form. Lines that disagree are reported as a conflict.

mod entry;
mod find;
mod forms;
mod heading;
mod json_answer;
mod lines;
mod locate;
mod run_together;
mod scan;
mod structured;
mod table;
mod thinking;
mod title;
mod xml_answer;

use std::ops::Range;

pub use forms::FormNames;
pub use locate::{Chosen, Conflict, LineIndex, Located, locate};
pub use scan::{Entry, Section, Visitor, scan};
pub(crate) use structured::{Broken, Data, Structured, read_structured};

use crate::error::{Error, ErrorCode};

/// The largest response that is read, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// How a form line was found in the response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MatchedBy {
    /// The response repeats the form's words for the line.
    Label,
    /// The response gives the line's number inside the form's section.
    Number,
    /// The response gives another number the line is known under.
    Alias,
    /// The response is e-file XML and has a value at the line's path.
    Path,
}

impl MatchedBy {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Number => "number",
            Self::Alias => "alias",
            Self::Path => "path",
        }
    }
}

/// The response in the form it was written: running text, or a structured answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Lines of text or Markdown.
    Text,
    /// JSON, such as `{"lines": [{"line": "1a", "amount": 1}]}` or a flat map.
    Json,
    /// e-file XML.
    Xml,
}

impl Format {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Xml => "xml",
        }
    }

    /// The name in messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "JSON",
            Self::Xml => "XML",
        }
    }
}

/// Refuses a response beyond the limit.
pub(crate) fn check_size(text: &str) -> Result<(), Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::new(
            ErrorCode::ResponseLimit,
            format!(
                "the response has {} bytes, the limit is {MAX_BYTES}",
                text.len()
            ),
            "pass the model's answer alone, without its inputs",
        ));
    }
    Ok(())
}

/// The byte range of `part` inside `whole`; `part` must be a slice of it.
pub(crate) fn range_in(whole: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    start..start + part.len()
}

#[cfg(test)]
mod data_tests;
#[cfg(test)]
mod tests;
