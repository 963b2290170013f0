//! Writing JSON by hand, for the same reason as reading it so: one small writer serves all types.
//!
//! The types derive `Serialize` as well, for the page and the command line's own documents, and a
//! test holds the two against each other, so that neither they nor the TypeScript declarations made
//! from the same attributes can drift from what is written here.

use crate::money::Cents;

mod share;

/// What can be written as JSON.
pub(crate) trait ToJson {
    /// Writes the value.
    fn write(&self, to: &mut Writer);
}

impl ToJson for String {
    fn write(&self, to: &mut Writer) {
        to.text(self);
    }
}

/// A value as JSON text on one line.
pub(crate) fn to_json(value: &impl ToJson) -> String {
    let mut writer = Writer {
        out: Vec::with_capacity(16 << 10),
    };
    value.write(&mut writer);
    writer.text_written()
}

/// JSON text in the making: bytes, since most of what is written by itself is a digit or a comma,
/// and a byte is added faster than a character.
pub(crate) struct Writer {
    out: Vec<u8>,
}

impl Writer {
    /// The text. Only whole texts and ASCII were added, so that it always is one.
    fn text_written(self) -> String {
        String::from_utf8(self.out).unwrap_or_default()
    }

    /// Text that is JSON already: punctuation and names.
    pub(crate) fn raw(&mut self, json: &str) {
        self.out.extend_from_slice(json.as_bytes());
    }

    /// The comma between two values.
    pub(crate) fn comma(&mut self) {
        self.out.push(b',');
    }

    pub(crate) fn value(&mut self, value: &dyn ToJson) {
        value.write(self);
    }

    /// A value, or null.
    pub(crate) fn optional(&mut self, value: Option<&impl ToJson>) {
        match value {
            Some(value) => value.write(self),
            None => self.raw("null"),
        }
    }

    pub(crate) fn array(&mut self, items: &[impl ToJson]) {
        self.raw("[");
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.raw(",");
            }
            item.write(self);
        }
        self.raw("]");
    }

    pub(crate) fn boolean(&mut self, value: bool) {
        self.raw(if value { "true" } else { "false" });
    }

    /// A string with the escapes that JSON asks for.
    pub(crate) fn text(&mut self, text: &str) {
        self.raw("\"");
        // Nearly every text is as it is; looking at all of it without stopping is much faster.
        let special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        if !text.bytes().fold(false, |any, byte| any | special(byte)) {
            self.raw(text);
            self.raw("\"");
            return;
        }
        let mut written = 0;
        for (at, &byte) in text.as_bytes().iter().enumerate() {
            if special(byte) {
                self.raw(text.get(written..at).unwrap_or_default());
                self.escape(byte);
                written = at + 1;
            }
        }
        self.raw(text.get(written..).unwrap_or_default());
        self.raw("\"");
    }

    #[cold]
    #[inline(never)]
    fn escape(&mut self, byte: u8) {
        self.out.push(b'\\');
        let letter = match byte {
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0c => b'f',
            b'"' | b'\\' => byte,
            _ => {
                self.raw(if byte < 0x10 { "u000" } else { "u001" });
                b"0123456789abcdef"
                    .get(usize::from(byte & 0x0f))
                    .copied()
                    .unwrap_or(b'0')
            }
        };
        self.out.push(letter);
    }

    pub(crate) fn optional_text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.raw("null"),
        }
    }

    pub(crate) fn texts(&mut self, texts: &[String]) {
        self.array(texts);
    }

    pub(crate) fn whole(&mut self, number: usize) {
        self.digits(number as u64);
    }

    fn digits(&mut self, number: u64) {
        if number >= 10 {
            self.digits(number / 10);
        }
        let last = u8::try_from(number % 10).unwrap_or_default();
        self.out.push(b'0' + last);
    }

    /// Dollars, with cents only where there are some. Amounts have at most sixteen digits, so the
    /// number that JavaScript reads is the nearest to them and prints the same.
    pub(crate) fn dollars(&mut self, amount: Cents) {
        match amount.whole_dollars() {
            Some(dollars) => {
                if dollars < 0 {
                    self.raw("-");
                }
                self.digits(dollars.unsigned_abs());
            }
            None => self.raw(&amount.to_json_number()),
        }
    }

    pub(crate) fn optional_dollars(&mut self, amount: Option<Cents>) {
        match amount {
            Some(amount) => self.dollars(amount),
            None => self.raw("null"),
        }
    }

    /// A share from 0 to 1.
    pub(crate) fn share(&mut self, share: f64) {
        let mut text = String::new();
        share::write(share, &mut text);
        self.raw(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_as_by_serde() {
        let every: String = (0..=0x2100).filter_map(char::from_u32).collect();
        for text in ["", "a", "\"", "\\n", "\n\n", "tail\t", every.as_str()] {
            assert_eq!(
                to_json(&text.to_owned()),
                serde_json::to_string(text).unwrap_or_default()
            );
        }
    }

    #[test]
    fn whole_numbers_are_written_as_by_serde() {
        for number in [0, 1, 9, 10, 12_345, u32::MAX as usize, usize::MAX] {
            let mut to = Writer { out: Vec::new() };
            to.whole(number);
            assert_eq!(to.text_written(), number.to_string());
        }
    }

    #[test]
    fn amounts_are_written_as_by_serde() {
        let around = |middle: i64| (middle - 250..middle + 250).map(Cents::new);
        let some = around(0)
            .chain(around(123_456_789))
            .chain(around(Cents::MAX.get()))
            .chain(around(-2 * Cents::MAX.get()));
        for amount in some {
            let mut to = Writer { out: Vec::new() };
            to.dollars(amount);
            assert_eq!(
                to.text_written(),
                serde_json::to_string(&amount).unwrap_or_default()
            );
        }
    }
}
