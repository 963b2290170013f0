//! Byte offsets, which Rust uses, against UTF-16 code units, which JavaScript uses.

use std::ops::Range;

/// Converts byte ranges of one text to ranges of UTF-16 code units.
#[derive(Debug)]
pub struct Utf16<'t> {
    text: &'t str,
    /// The two counts are the same as long as there is nothing but ASCII.
    ascii: bool,
    /// Units before every block of [`BLOCK`] bytes, counted at the first question; questions come
    /// in any order, and each is answered from the nearest block, or from the last answer where
    /// that is nearer: most questions go on from there.
    blocks: Vec<usize>,
    /// The last byte asked for, and the units before it.
    last: (usize, usize),
}

const BLOCK: usize = 1024;

impl<'t> Utf16<'t> {
    /// Prepares the conversion for one text.
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        Self {
            text,
            ascii: text.is_ascii(),
            blocks: Vec::new(),
            last: (0, 0),
        }
    }

    /// The range in UTF-16 code units. Offsets inside a character count as its start.
    pub fn range(&mut self, bytes: &Range<usize>) -> Range<usize> {
        self.offset(bytes.start)..self.offset(bytes.end)
    }

    /// One offset in UTF-16 code units.
    pub fn offset(&mut self, byte: usize) -> usize {
        let byte = self.floor(byte);
        if self.ascii {
            return byte;
        }
        if self.blocks.is_empty() {
            self.count_blocks();
        }
        let block = byte / BLOCK;
        let mut near = (
            self.floor(block * BLOCK),
            self.blocks.get(block).copied().unwrap_or_default(),
        );
        if (near.0..=byte).contains(&self.last.0) {
            near = self.last;
        }
        let (from, before) = near;
        let units = before + units(self.text.as_bytes().get(from..byte));
        self.last = (byte, units);
        units
    }

    fn count_blocks(&mut self) {
        let mut sum = 0;
        let mut from = 0;
        for block in 0..=self.text.len() / BLOCK {
            let to = self.floor(block * BLOCK);
            sum += units(self.text.as_bytes().get(from..to));
            self.blocks.push(sum);
            from = to;
        }
    }

    /// The start of the character that a byte is part of.
    const fn floor(&self, byte: usize) -> usize {
        self.text.floor_char_boundary(byte)
    }
}

/// A character has one unit, which its first byte stands for, and one of four bytes has two.
fn units(bytes: Option<&[u8]>) -> usize {
    let units = |&byte: &u8| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0);
    bytes.unwrap_or_default().iter().map(units).sum()
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
    fn every_offset_of_a_long_text_in_any_order() {
        let text = "a\u{e9}\u{1f4b0}\u{4e2d}".repeat(700);
        let mut map = Utf16::new(&text);
        for byte in (0..=text.len())
            .rev()
            .step_by(7)
            .chain((0..text.len()).step_by(97))
        {
            let start = text.floor_char_boundary(byte);
            assert_eq!(
                map.offset(byte),
                text[..start].encode_utf16().count(),
                "{byte}"
            );
        }
    }

    #[test]
    fn ascii_is_the_same() {
        assert_eq!(Utf16::new("Line 1a").range(&(2..4)), 2..4);
    }
}
