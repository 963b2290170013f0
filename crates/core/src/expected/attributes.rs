//! The attributes of an XML tag, and what references in XML stand for.
//!
//! The XML reader's own way with attributes keeps a hash table for tags with many of them and knows
//! two versions of XML; it would be a fifth of all XML reading that a browser downloads. This one
//! accepts the same tags and gives the same values and errors, which tests hold against each other.

use std::borrow::Cow;

use crate::sort::order;

/// One attribute as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Attribute<'x> {
    pub(super) name: &'x str,
    /// With references and line breaks in it, for [`normalized`].
    pub(super) value: &'x str,
}

/// Reads a tag's attributes in order.
pub(super) struct Attributes<'x> {
    rest: Rest<'x>,
    /// Where the first name stands that was there before, and where it was.
    twice: Option<(usize, usize)>,
}

impl<'x> Attributes<'x> {
    /// `tag` is what stands between the angle brackets, and begins with `name` bytes that are the
    /// element's name.
    pub(super) fn new(tag: &'x str, name: usize) -> Self {
        let rest = Rest { tag, at: name };
        Self {
            twice: first_twice(rest),
            rest,
        }
    }

    /// The next attribute; `None` at the end.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(super) fn next(&mut self) -> Result<Option<Attribute<'x>>, String> {
        let Some((at, name)) = self.rest.name()? else {
            return Ok(None);
        };
        if let Some((again, before)) = self.twice.filter(|(again, _)| *again == at) {
            return Err(format!(
                "position {again}: duplicated attribute, previous declaration at position {before}"
            ));
        }
        let value = self.rest.value()?;
        Ok(Some(Attribute { name, value }))
    }
}

/// Whether an attribute says what a prefix stands for.
pub(super) fn is_namespace(name: &str) -> bool {
    name == "xmlns" || name.starts_with("xmlns:")
}

/// Sorted, so that a tag with very many attributes takes no more than it should.
fn first_twice(mut rest: Rest<'_>) -> Option<(usize, usize)> {
    let mut names = Vec::new();
    while let Ok(Some(name)) = rest.name() {
        names.push(name);
        if rest.value().is_err() {
            break;
        }
    }
    let name = |at: usize| names.get(at).map(|(_, name)| *name);
    let sorted = order(names.len(), &|a, b| (name(a), a).cmp(&(name(b), b)));
    let pairs = sorted.iter().zip(sorted.iter().skip(1));
    let twice = pairs.filter(|(a, b)| name(**a) == name(**b));
    let (before, again) = twice.min_by_key(|(_, again)| **again)?;
    let place = |at: &usize| names.get(*at).map(|(place, _)| *place);
    Some((place(again)?, place(before)?))
}

/// What is left of a tag.
#[derive(Clone, Copy)]
struct Rest<'x> {
    tag: &'x str,
    at: usize,
}

impl<'x> Rest<'x> {
    fn left(&self) -> &'x str {
        self.tag.get(self.at..).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        let left = self.left();
        self.at += left.len() - left.trim_start_matches(is_space).len();
    }

    /// Takes what stands before an end, or all that is left, and not the end itself.
    fn until(&mut self, is_end: impl Fn(char) -> bool) -> &'x str {
        let left = self.left();
        let taken = left.split(is_end).next().unwrap_or_default();
        self.at += taken.len();
        taken
    }

    /// The next name with where it stands, up to behind its `=`.
    fn name(&mut self) -> Result<Option<(usize, &'x str)>, String> {
        self.skip_space();
        let start = self.at;
        let Some(first) = self.left().chars().next() else {
            return Ok(None);
        };
        // Whatever stands first is a part of the name.
        self.at += first.len_utf8();
        self.until(|c| c == '=' || is_space(c));
        let name = self.tag.get(start..self.at).unwrap_or_default();
        self.skip_space();
        if !self.left().starts_with('=') {
            return Err(wrong(
                self.at,
                "attribute key must be directly followed by `=` or space",
            ));
        }
        self.at += 1;
        Ok(Some((start, name)))
    }

    fn value(&mut self) -> Result<&'x str, String> {
        self.skip_space();
        let Some(quote) = self.left().chars().next() else {
            return Err(wrong(self.at, "`=` must be followed by an attribute value"));
        };
        if quote != '"' && quote != '\'' {
            return Err(wrong(
                self.at,
                "attribute value must be enclosed in `\"` or `'`",
            ));
        }
        self.at += 1;
        let value = self.until(|c| c == quote);
        if self.left().is_empty() {
            let what = format!("missing closing quote `{quote}` in attribute value");
            return Err(wrong(self.at, &what));
        }
        self.at += 1;
        Ok(value)
    }
}

fn wrong(at: usize, what: &str) -> String {
    ["position ", &at.to_string(), ": ", what].concat()
}

const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// An attribute's value: every line break and tab is a space, and references are what they stand
/// for (XML 1.0, 3.3.3).
///
/// # Errors
/// What is wrong with a reference, in words.
pub(super) fn normalized(value: &str) -> Result<Cow<'_, str>, String> {
    const SPECIAL: [char; 4] = ['&', '\t', '\r', '\n'];
    if !value.contains(SPECIAL) {
        return Ok(Cow::Borrowed(value));
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find(SPECIAL) {
        let (before, special) = rest.split_at(at);
        text.push_str(before);
        let Some(reference) = special.strip_prefix('&') else {
            text.push(' ');
            let broken = special.strip_prefix("\r\n");
            rest = broken.or_else(|| special.get(1..)).unwrap_or_default();
            continue;
        };
        let from = value.len() - reference.len();
        let Some((name, behind)) = reference.split_once(';') else {
            return Err(format!(
                "Error while escaping character at range {}..{}: Cannot find ';' after '&'",
                from - 1,
                value.len()
            ));
        };
        match referred(name)? {
            Some(character) => text.push(character),
            None => {
                return Err(format!(
                    "at {from}..{}: unrecognized entity `{name}`",
                    from + name.len()
                ));
            }
        }
        rest = behind;
    }
    text.push_str(rest);
    Ok(Cow::Owned(text))
}

/// What a reference `&name;` stands for: one of the five entities of XML, or the character of a
/// number as in `#65` and `#x41`. `None` for an entity that would have to be declared.
///
/// # Errors
/// What is wrong with the number, in words.
pub(super) fn referred(name: &str) -> Result<Option<char>, String> {
    Ok(Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "apos" => '\'',
        "quot" => '"',
        _ => return name.strip_prefix('#').map(numbered).transpose(),
    }))
}

fn numbered(number: &str) -> Result<char, String> {
    let invalid = |why: &str| ["invalid character reference: ", why].concat();
    if number.starts_with(['+', '-']) {
        return Err(invalid("unexpected number sign"));
    }
    let code = match number.strip_prefix('x') {
        // As after the `#`, a sign is none of the number.
        Some(digits) if digits.starts_with(['+', '-']) => {
            return Err(invalid("unexpected number sign"));
        }
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    match code {
        Err(error) => Err(invalid(&error.to_string())),
        Ok(0) => Err(invalid("0x0 character is not permitted in XML")),
        Ok(code) => char::from_u32(code)
            .ok_or_else(|| invalid(&format!("`{code}` is not a valid codepoint"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quick_xml::XmlVersion;
    use quick_xml::events::{BytesRef, BytesStart};

    /// Names and values up to the first error, and that error.
    type Read = (Vec<(String, String)>, Option<String>);

    fn ours(tag: &str, name: usize) -> Read {
        let mut read = Vec::new();
        let mut attributes = Attributes::new(tag, name);
        loop {
            let next = attributes.next().and_then(|attribute| {
                let value = |one: Attribute<'_>| {
                    normalized(one.value).map(|value| (one.name.to_owned(), value.into_owned()))
                };
                attribute.map(value).transpose()
            });
            match next {
                Ok(Some(attribute)) => read.push(attribute),
                Ok(None) => return (read, None),
                Err(error) => return (read, Some(error)),
            }
        }
    }

    fn theirs(tag: &str, name: usize) -> Read {
        let mut read = Vec::new();
        for attribute in BytesStart::from_content(tag, name).attributes() {
            let attribute = match attribute {
                Ok(attribute) => attribute,
                Err(error) => return (read, Some(error.to_string())),
            };
            match attribute.normalized_value(XmlVersion::Implicit1_0) {
                Ok(value) => {
                    read.push((attribute.key.as_ref().to_owned(), value.into_owned()));
                }
                Err(error) => return (read, Some(error.to_string())),
            }
        }
        (read, None)
    }

    #[test]
    fn attributes_are_those_of_the_xml_reader() {
        for tag in [
            "a",
            "a ",
            "a b=\"1\"",
            "a b='1' c = \"2\"\n d\t=\r'3'",
            "a b",
            "a b ",
            "a b c=\"1\"",
            "a b=",
            "a b= ",
            "a b=1",
            "a b=1 c=\"2\"",
            "a b=\"1",
            "a b='1\"",
            "a =\"1\"",
            "a b=\"1\" b=\"2\"",
            "a b=\"1\" b=2",
            "a b=\"1\" b",
            "a b=\"1\" c=\"2\" c=\"3\" b=\"4\"",
            "a b=1 b=\"1\"",
            "a b=\"1\"c=\"2\"",
            "a b=\"\"",
            "a \u{e9}=\"\u{4e2d}\"",
            "a \u{a0}b=\"1\"",
            "a b=\"&lt;&gt;&amp;&apos;&quot;\"",
            "a b=\"x\ty\nz\r\nu\rv\"",
            "a b=\"\r\"",
            "a b=\"&#65;&#x41;&#x1f4b0;\"",
            "a b=\"&nbsp;\"",
            "a b=\"x&y\"",
            "a b=\"&#0;\"",
            "a b=\"&#;\"",
            "a b=\"&#x;\"",
            "a b=\"&#+5;\"",
            "a b=\"&#x-5;\"",
            "a b=\"&#xd800;\"",
            "a b=\"&#99999999999;\"",
            "a b=\"&#1z;\"",
            "a b=\"&;\"",
            "a b=\"&#10;\"",
        ] {
            assert_eq!(ours(tag, 1), theirs(tag, 1), "{tag}");
        }
    }

    #[test]
    fn tags_made_of_everything_that_matters() {
        let pieces = [
            " ", "=", "\"", "'", "a", "b", "&", "#", "x", "4", ";", "lt", "\r", "\n", "\u{e9}",
        ];
        // All bits set at random, by a generator of Marsaglia's.
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20_000 {
            let mut tag = "t ".to_owned();
            for _ in 0..14 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let at = usize::try_from(state % 15).unwrap_or_default();
                tag.push_str(pieces.get(at).copied().unwrap_or_default());
            }
            assert_eq!(ours(&tag, 1), theirs(&tag, 1), "{tag:?}");
        }
    }

    #[test]
    fn a_tag_with_very_many_attributes() {
        let many: String = (0..20_000).map(|at| format!(" a{at}=\"{at}\"")).collect();
        let (read, error) = ours(&format!("t{many}"), 1);
        assert_eq!((read.len(), error), (20_000, None));
        let twice = format!("t{many} a0=\"\"");
        assert_eq!(ours(&twice, 1), theirs(&twice, 1));
    }

    #[test]
    fn references_are_those_of_the_xml_reader() {
        for name in [
            "#65",
            "#x41",
            "#x1F4B0",
            "#0",
            "#x0",
            "#",
            "#x",
            "#+1",
            "#-1",
            "#x+1",
            "#xd800",
            "#z",
            "#4294967296",
        ] {
            let theirs = BytesRef::new(name)
                .resolve_char_ref()
                .map_err(|error| error.to_string());
            assert_eq!(referred(name), theirs, "{name}");
        }
        for name in ["lt", "gt", "amp", "apos", "quot", "nbsp", "", "LT"] {
            let theirs = quick_xml::escape::resolve_predefined_entity(name);
            let theirs = theirs.and_then(|text| text.chars().next());
            assert_eq!(referred(name), Ok(theirs), "{name}");
        }
    }
}
