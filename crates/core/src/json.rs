//! Reading and writing JSON by hand.
//!
//! A value is kept as the text it was written in and is looked into when it is asked for, so that
//! one small reader serves requests, profiles and answers alike: derived readers would come once
//! per type, and their code is what a browser has to download.

mod cursor;
mod object;
mod tree;
mod write;

use std::borrow::Cow;

use cursor::Cursor;
pub use object::Object;
pub(crate) use tree::{Branch, Tree};
pub(crate) use write::{ToJson, Writer, to_json};

/// One well-formed value, as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<'t>(&'t str);

/// Why a text is not the JSON that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// Where in memory the text goes wrong: values know no other place.
    address: usize,
    what: String,
}

impl Wrong {
    #[cold]
    #[inline(never)]
    fn new(at: &str, what: impl Into<String>) -> Self {
        Self {
            address: at.as_ptr() as usize,
            what: what.into(),
        }
    }

    /// What is wrong.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The byte offset in the text that was read.
    #[must_use]
    pub fn offset(&self, text: &str) -> usize {
        self.address.saturating_sub(text.as_ptr() as usize)
    }
}

impl<'t> Json<'t> {
    /// The value that a text is, with space around it at most.
    ///
    /// # Errors
    ///
    /// When the text is not one well-formed JSON value; says where it goes wrong.
    pub fn read(text: &'t str) -> Result<Self, Wrong> {
        let mut cursor = Cursor::new(text);
        let value = cursor.value()?;
        cursor.end()?;
        Ok(value)
    }

    /// The value as it is written.
    #[must_use]
    pub const fn text(self) -> &'t str {
        self.0
    }

    pub(crate) fn starts_with(self, byte: u8) -> bool {
        self.0.as_bytes().first() == Some(&byte)
    }

    /// Whether the value is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.starts_with(b'n')
    }

    /// An error about this value.
    pub(crate) fn wrong(self, what: impl Into<String>) -> Wrong {
        Wrong::new(self.0, what)
    }

    #[cold]
    #[inline(never)]
    fn wrong_type(self, wanted: &str) -> Wrong {
        let found = match self.0.as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            Some(b'"') => "a text",
            Some(b't' | b'f') => "true or false",
            Some(b'n') => "null",
            _ => "a number",
        };
        self.wrong(["expected ", wanted, ", found ", found].concat())
    }

    /// The fields of an object.
    ///
    /// # Errors
    ///
    /// When the value is no object.
    pub fn object(self) -> Result<Object<'t>, Wrong> {
        Cursor::new(self.0).object()
    }

    /// The items of an array.
    ///
    /// # Errors
    ///
    /// When the value is no array.
    pub fn array(self) -> Result<Vec<Self>, Wrong> {
        Cursor::new(self.0).array()
    }

    /// The items of an array, each read by `item`.
    pub(crate) fn list<T>(self, item: fn(Self) -> Result<T, Wrong>) -> Result<Vec<T>, Wrong> {
        let items = self.array()?;
        let mut all = Vec::with_capacity(items.len());
        for one in items {
            all.push(item(one)?);
        }
        Ok(all)
    }

    /// The text of a string.
    ///
    /// # Errors
    ///
    /// When the value is no string, or one with half a surrogate pair.
    pub fn string(self) -> Result<Cow<'t, str>, Wrong> {
        if self.starts_with(b'"') {
            Cursor::new(self.0).string()
        } else {
            Err(self.wrong_type("a text"))
        }
    }

    pub(crate) fn boolean(self) -> Result<bool, Wrong> {
        match self.0 {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    /// A number as it is written.
    pub(crate) fn number(self) -> Result<&'t str, Wrong> {
        match self.0.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Ok(self.0),
            _ => Err(self.wrong_type("a number")),
        }
    }

    /// A whole number of 0 or more.
    ///
    /// # Errors
    ///
    /// When the value is no such number, or one above [`u32::MAX`].
    pub fn whole(self) -> Result<u32, Wrong> {
        let number = self.number()?;
        number
            .parse()
            .map_err(|_| self.wrong("expected a whole number that is not too large"))
    }

    /// One of the values that have a name.
    pub(crate) fn one_of<T: Copy>(self, named: &[(&str, T)]) -> Result<T, Wrong> {
        let name = self.string()?;
        let found = named.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, value)| *value)
            .ok_or_else(|| self.unknown(&mut named.iter().map(|(known, _)| *known)))
    }

    #[cold]
    #[inline(never)]
    fn unknown(self, known: &mut dyn Iterator<Item = &str>) -> Wrong {
        let known: Vec<&str> = known.collect();
        self.wrong(["expected one of ", &known.join(", "), ", found ", self.0].concat())
    }

    /// The value without the space between its parts.
    #[must_use]
    pub fn compact(self) -> Cow<'t, str> {
        if !self.starts_with(b'{') && !self.starts_with(b'[') {
            return Cow::Borrowed(self.0);
        }
        let mut compact = String::with_capacity(self.0.len());
        let (mut in_string, mut escaped) = (false, false);
        for c in self.0.chars() {
            if in_string || !matches!(c, ' ' | '\t' | '\n' | '\r') {
                compact.push(c);
            }
            match c {
                '"' if !escaped => in_string = !in_string,
                _ => {}
            }
            escaped = in_string && c == '\\' && !escaped;
        }
        Cow::Owned(compact)
    }
}

/// The object that a text is.
pub(crate) fn object(text: &str) -> Result<Object<'_>, Wrong> {
    let mut cursor = Cursor::new(text);
    let object = cursor.object()?;
    cursor.end()?;
    Ok(object)
}

/// The array that a text is.
pub(crate) fn array(text: &str) -> Result<Vec<Json<'_>>, Wrong> {
    let mut cursor = Cursor::new(text);
    let array = cursor.array()?;
    cursor.end()?;
    Ok(array)
}

#[cfg(test)]
mod tests;
