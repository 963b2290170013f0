//! Byte offsets, which Rust uses, against UTF-16 code units, which JavaScript uses.

use std::ops::Range;

/// Converts byte ranges of one text to ranges of UTF-16 code units.
#[derive(Debug)]
pub struct Utf16<'t> {
    text: &'t str,
    /// The two counts are the same as long as there is nothing but ASCII.
    ascii: bool,
    /// The last position asked for, as bytes and units: questions come mostly in order.
    last: (usize, usize),
}

impl<'t> Utf16<'t> {
    /// Prepares the conversion for one text.
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        Self {
            text,
            ascii: text.is_ascii(),
            last: (0, 0),
        }
    }

    /// The range in UTF-16 code units. Offsets inside a character count as its start.
    pub fn range(&mut self, bytes: &Range<usize>) -> Range<usize> {
        self.offset(bytes.start)..self.offset(bytes.end)
    }

    /// One offset in UTF-16 code units.
    pub fn offset(&mut self, mut byte: usize) -> usize {
        byte = byte.min(self.text.len());
        if self.ascii {
            return byte;
        }
        while !self.text.is_char_boundary(byte) {
            byte = byte.saturating_sub(1);
        }
        if byte < self.last.0 {
            self.last = (0, 0);
        }
        let units: usize = self
            .text
            .get(self.last.0..byte)
            .unwrap_or_default()
            .chars()
            .map(char::len_utf16)
            .sum();
        self.last = (byte, self.last.1 + units);
        self.last.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_units_of_every_plane() {
        let text = "é|\u{1f4b0}|中$1";
        let mut map = Utf16::new(text);
        let at = text.find('$').unwrap_or_default();
        assert_eq!(map.range(&(at..at + 2)), 6..8);
        assert_eq!(map.range(&(0..2)), 0..1, "going back is allowed");
        assert_eq!(map.offset(4), 2, "inside the money bag");
        assert_eq!(map.offset(999), text.encode_utf16().count());
    }

    #[test]
    fn ascii_is_the_same() {
        assert_eq!(Utf16::new("Line 1a").range(&(2..4)), 2..4);
    }
}
