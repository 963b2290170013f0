//! Line numbers of forms, packed for comparison.

use std::fmt;

/// A line number such as `1a`, `25d` or `9b1`: up to three digits and a short suffix, in lower
/// case, packed so that comparing two is comparing two integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId {
    number: u16,
    suffix: [u8; 4],
}

impl LineId {
    /// Reads the line number at the start of `text`; returns it and the number of bytes it takes.
    #[must_use]
    pub fn prefix(text: &[u8]) -> Option<(Self, usize)> {
        let mut number = 0u16;
        let mut suffix = [0u8; 4];
        let mut suffix_len = 0usize;
        let mut taken = 0usize;
        for byte in text {
            match byte {
                b'0'..=b'9' if suffix_len == 0 => {
                    if taken == 3 {
                        return None;
                    }
                    number = number * 10 + u16::from(byte - b'0');
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' if taken > 0 => {
                    *suffix.get_mut(suffix_len)? = byte.to_ascii_lowercase();
                    suffix_len += 1;
                }
                _ => break,
            }
            taken += 1;
        }
        (taken > 0 && number > 0).then_some((Self { number, suffix }, taken))
    }

    /// Reads a text that is a line number and nothing else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.trim().as_bytes();
        Self::prefix(bytes)
            .filter(|(_, taken)| *taken == bytes.len())
            .map(|(id, _)| id)
    }

    /// The number without its suffix.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.number
    }
}

impl fmt::Display for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        for byte in self.suffix.iter().take_while(|byte| **byte != 0) {
            write!(f, "{}", char::from(*byte))?;
        }
        Ok(())
    }
}

impl fmt::Debug for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LineId({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_forms() {
        for text in ["1a", "25d", "9b1", "115", "78b", "446"] {
            assert_eq!(
                LineId::parse(text).map(|id| id.to_string()).as_deref(),
                Some(text)
            );
        }
        assert_eq!(LineId::parse("25D"), LineId::parse("25d"));
        for text in ["", "a1", "0", "1040", "1a-", "12 3", "1abcde"] {
            assert_eq!(LineId::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_prefix_says_how_much_it_took() {
        assert_eq!(LineId::prefix(b"16: Tax").map(|(_, taken)| taken), Some(2));
        assert_eq!(LineId::prefix(b"1040"), None);
    }
}
