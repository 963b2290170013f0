//! Line numbers of forms, packed for comparison.

use std::fmt;

/// A line number such as `1a`, `25d` or `9b1`: up to three digits and a short suffix, in lower
/// case, packed so that comparing two is comparing two integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(u64);

/// Where the number stands, above the four bytes of the suffix.
const NUMBER: u32 = 32;

impl LineId {
    /// Reads the line number at the start of `text`; returns it and the number of bytes it takes.
    #[inline]
    #[must_use]
    pub fn prefix(text: &[u8]) -> Option<(Self, usize)> {
        Self::usual_prefix(text).or_else(|| Self::any_prefix(text))
    }

    /// One or two digits and at most one small letter, as nearly every line has; `None` leaves the
    /// text to [`Self::any_prefix`].
    #[inline]
    fn usual_prefix(text: &[u8]) -> Option<(Self, usize)> {
        let [first, second, third, fourth] = *text.first_chunk::<4>()?;
        if !matches!(first, b'1'..=b'9') {
            return None;
        }
        let tens = u64::from(first - b'0');
        let (number, digits, next, after) = if second.is_ascii_digit() {
            (tens * 10 + u64::from(second - b'0'), 2, third, fourth)
        } else {
            (tens, 1, second, third)
        };
        if !next.is_ascii_alphanumeric() {
            return Some((Self(number << NUMBER), digits));
        }
        let suffix = u64::from(next) << (NUMBER - 8);
        (next.is_ascii_lowercase() && !after.is_ascii_alphanumeric())
            .then_some((Self(number << NUMBER | suffix), digits + 1))
    }

    fn any_prefix(text: &[u8]) -> Option<(Self, usize)> {
        const MOST_DIGITS: usize = 3;
        let mut number = 0u64;
        let mut taken = 0usize;
        for byte in text {
            if !byte.is_ascii_digit() {
                break;
            }
            if taken == MOST_DIGITS {
                return None;
            }
            number = number * 10 + u64::from(byte - b'0');
            taken += 1;
        }
        if number == 0 {
            return None;
        }
        let mut packed = number << NUMBER;
        let mut place = NUMBER;
        for byte in text.get(taken..)? {
            if !byte.is_ascii_alphanumeric() {
                break;
            }
            place = place.checked_sub(8)?;
            packed |= u64::from(byte.to_ascii_lowercase()) << place;
            taken += 1;
        }
        Some((Self(packed), taken))
    }

    /// Reads a text that is a line number and nothing else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.trim().as_bytes();
        Self::prefix(bytes)
            .filter(|(_, taken)| *taken == bytes.len())
            .map(|(id, _)| id)
    }

    /// Whether a suffix stands behind the number.
    #[must_use]
    pub const fn has_suffix(self) -> bool {
        self.0 & 0xffff_ffff != 0
    }

    /// The number without its suffix.
    #[must_use]
    pub const fn number(self) -> u16 {
        let [.., high, low, _, _, _, _] = self.0.to_be_bytes();
        u16::from_be_bytes([high, low])
    }
}

impl fmt::Display for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())?;
        let [.., a, b, c, d] = self.0.to_be_bytes();
        for byte in [a, b, c, d].into_iter().take_while(|byte| *byte != 0) {
            write!(f, "{}", char::from(byte))?;
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
        for text in ["", "a1", "0", "0a", "1040", "1a-", "12 3", "1abcde"] {
            assert_eq!(LineId::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_prefix_says_how_much_it_took() {
        assert_eq!(LineId::prefix(b"16: Tax").map(|(_, taken)| taken), Some(2));
        assert_eq!(LineId::prefix(b"1040"), None);
        // The short way and the long way read the same.
        let bytes = [b'0', b'1', b'9', b'a', b'Z', b':', b' ', 0xc2];
        for places in 0..bytes.len().pow(4) {
            let text = [0, 3, 6, 9].map(|shift| bytes[places >> shift & 7]);
            if let Some(usual) = LineId::usual_prefix(&text) {
                assert_eq!(Some(usual), LineId::any_prefix(&text), "{text:?}");
            }
        }
    }
}
