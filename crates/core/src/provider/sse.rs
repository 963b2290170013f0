//! Server-sent events, as <https://html.spec.whatwg.org/multipage/server-sent-events.html> defines
//! the stream: lines end in `\n`, `\r\n` or `\r`, in any mix, and pieces of the stream may end
//! anywhere, inside a character too.

use memchr::memchr2;

/// The longest line that is kept. The last event of a stream may repeat the whole answer.
const MOST_BYTES: usize = 64 << 20;

/// One event: its name, empty for none, and its data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SseEvent {
    /// What stood after `event:`.
    pub name: String,
    /// What stood after `data:`, its lines joined by `\n`.
    pub data: String,
}

/// Cuts a stream of bytes into events.
#[derive(Debug, Default)]
pub struct SseParser {
    line: Vec<u8>,
    /// The last byte was `\r`; a `\n` right after it ends the same line.
    after_cr: bool,
    first_line_done: bool,
    event: SseEvent,
    has_data: bool,
    overflow: bool,
}

impl SseParser {
    /// A parser at the start of a stream.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes and returns the events they complete.
    pub fn push(&mut self, mut bytes: &[u8]) -> Vec<SseEvent> {
        let mut events = Vec::new();
        while let Some((&first, rest)) = bytes.split_first() {
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                bytes = rest;
                continue;
            }
            let Some(end) = memchr2(b'\n', b'\r', bytes) else {
                self.keep(bytes);
                break;
            };
            let (line, rest) = bytes.split_at(end);
            self.keep(line);
            self.after_cr = rest.first() == Some(&b'\r');
            bytes = rest.get(1..).unwrap_or_default();
            events.extend(self.end_line());
        }
        events
    }

    /// The event at the end of a stream that was closed without its last empty line.
    pub fn finish(&mut self) -> Option<SseEvent> {
        let ended = if self.line.is_empty() {
            None
        } else {
            self.end_line()
        };
        ended.or_else(|| self.dispatch())
    }

    /// Whether a line was longer than is kept.
    #[must_use]
    pub const fn overflowed(&self) -> bool {
        self.overflow
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.line.len() + self.event.data.len() + bytes.len() > MOST_BYTES {
            self.overflow = true;
            self.line.clear();
            return;
        }
        self.line.extend_from_slice(bytes);
    }

    fn end_line(&mut self) -> Option<SseEvent> {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let mut line: &str = &line;
        if !std::mem::replace(&mut self.first_line_done, true) {
            line = line.strip_prefix('\u{feff}').unwrap_or(line);
        }
        if line.is_empty() {
            return self.dispatch();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            "event" => value.clone_into(&mut self.event.name),
            // Comments, ids, reconnection times and whatever may come.
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<SseEvent> {
        let event = std::mem::take(&mut self.event);
        std::mem::take(&mut self.has_data).then_some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, data: &str) -> SseEvent {
        SseEvent {
            name: name.to_owned(),
            data: data.to_owned(),
        }
    }

    /// All events of a stream cut into pieces of one size.
    fn read(stream: &[u8], piece: usize) -> Vec<SseEvent> {
        let mut parser = SseParser::new();
        let mut events: Vec<SseEvent> = stream
            .chunks(piece)
            .flat_map(|bytes| parser.push(bytes))
            .collect();
        events.extend(parser.finish());
        events
    }

    #[test]
    fn the_same_events_whatever_the_line_ends_and_the_pieces() {
        let stream = "\u{feff}: hello\nevent: a\ndata: \u{20ac}\u{1f600}\ndata:two\n\nid: 7\n\ndata\n\nevent: only\n\ndata: end";
        let expected = [
            event("a", "\u{20ac}\u{1f600}\ntwo"),
            event("", ""),
            event("", "end"),
        ];
        let mixed = stream.replacen('\n', "\r\n", 3).replacen("\n\n", "\r\r", 1);
        for text in [
            stream.to_owned(),
            stream.replace('\n', "\r"),
            stream.replace('\n', "\r\n"),
            mixed,
        ] {
            for piece in 1..=text.len() {
                assert_eq!(
                    read(text.as_bytes(), piece),
                    expected,
                    "{text:?} by {piece}"
                );
            }
        }
    }

    #[test]
    fn an_endless_line_is_dropped_and_reported() {
        let mut parser = SseParser::new();
        let piece = vec![b'x'; 16 << 20];
        for _ in 0..6 {
            assert_eq!(parser.push(&piece), []);
        }
        assert!(parser.overflowed());
        assert!(parser.line.len() <= MOST_BYTES);
    }
}
