//! Reads a stream of lines in chunks: whole lines that lie together, so that a thread may take many at
//! once.

use std::io::{self, BufRead, BufReader, Read};

use memchr::{memchr, memchr_iter};
use taxgrade::Error;
use taxgrade::error::ErrorCode;

/// A longer line is answered with an error instead of being held in memory.
const MOST_LINE_BYTES: usize = 64 << 20;
/// Lines of a chunk. The answer to a short request is a hundred times as long, so that bytes alone
/// would not bound the answers.
const MOST_LINES: usize = 64;
/// Read at once.
const BUFFER_BYTES: usize = 256 << 10;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The chunks of an input, in order.
pub(super) struct Chunks<R> {
    input: BufReader<R>,
    /// Lines before the next chunk.
    lines: u64,
}

/// Whole lines that follow each other.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Chunk {
    /// Lines with their ends, the last one of the input perhaps without.
    Lines {
        /// Number of the first one, from 1.
        first: u64,
        /// All of their bytes.
        bytes: Vec<u8>,
    },
    /// One line that is too long to be held, with its number.
    TooLong(u64),
}

/// A line of the input, or why it is not read.
pub(super) struct Line<'c> {
    pub(super) number: u64,
    pub(super) text: Result<&'c [u8], Error>,
}

impl Chunk {
    /// Bytes held.
    pub(super) const fn len(&self) -> usize {
        match self {
            Self::Lines { bytes, .. } => bytes.len(),
            Self::TooLong(_) => 0,
        }
    }

    /// The lines that are not blank.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let (first, bytes, too_long) = match self {
            Self::Lines { first, bytes } => (*first, bytes.as_slice(), None),
            Self::TooLong(number) => (*number, &[][..], Some(*number)),
        };
        let lines = Split(bytes)
            .zip(first..)
            .filter(|(line, _)| !line.trim_ascii().is_empty())
            .map(|(line, number)| Line {
                number,
                text: Ok(line),
            });
        lines.chain(too_long.map(|number| Line {
            number,
            text: Err(too_long_error()),
        }))
    }
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(BUFFER_BYTES, input),
            lines: 0,
        }
    }

    /// The lines that are there without waiting, at least one; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// What the input gives.
    pub(super) fn next(&mut self) -> io::Result<Option<Chunk>> {
        let mut bytes = Vec::new();
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let ends = memchr_iter(b'\n', buffer).take(MOST_LINES);
            let (count, end) = ends.fold((0, 0), |(count, _), at| (count + 1, at + 1));
            let taken = if count == 0 { buffer.len() } else { end };
            let first = self.lines + 1;
            // What is held from before belongs to the first line alone.
            let own = memchr(b'\n', buffer).map_or(buffer.len(), |at| at + 1);
            if bytes.len() + own > MOST_LINE_BYTES {
                self.input.consume(own);
                if count == 0 {
                    self.skip_line()?;
                }
                self.lines = first;
                return Ok(Some(Chunk::TooLong(first)));
            }
            bytes.extend_from_slice(buffer.get(..taken).unwrap_or_default());
            self.input.consume(taken);
            if first == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
                bytes.drain(..BYTE_ORDER_MARK.len());
            }
            if count > 0 {
                self.lines += count;
                return Ok(Some(Chunk::Lines { first, bytes }));
            }
        }
        let first = self.lines + 1;
        self.lines = first;
        Ok((!bytes.is_empty()).then_some(Chunk::Lines { first, bytes }))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let end = memchr(b'\n', buffer);
            let taken = end.map_or(buffer.len(), |at| at + 1);
            let over = end.is_some() || buffer.is_empty();
            self.input.consume(taken);
            if over {
                return Ok(());
            }
        }
    }
}

/// The lines of some bytes, without their ends.
struct Split<'c>(&'c [u8]);

impl<'c> Iterator for Split<'c> {
    type Item = &'c [u8];

    fn next(&mut self) -> Option<&'c [u8]> {
        let end = memchr(b'\n', self.0).unwrap_or(self.0.len());
        let (line, rest) = self.0.split_at_checked(end)?;
        let whole = rest.split_first();
        if line.is_empty() && whole.is_none() {
            return None;
        }
        self.0 = whole.map_or(&[], |(_, rest)| rest);
        Some(line)
    }
}

fn too_long_error() -> Error {
    Error::new(
        ErrorCode::RequestInvalid,
        format!("the request is longer than {MOST_LINE_BYTES} bytes"),
        "pass one response a line, without its inputs",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<(u64, String)> {
        let mut chunks = Chunks::new(input);
        let mut lines = Vec::new();
        while let Some(chunk) = chunks.next().unwrap() {
            lines.extend(chunk.lines().map(|line| {
                let text = match line.text {
                    Ok(text) => String::from_utf8_lossy(text).into_owned(),
                    Err(error) => error.message().to_owned(),
                };
                (line.number, text)
            }));
        }
        lines
    }

    fn line(number: u64, text: &str) -> (u64, String) {
        (number, text.to_owned())
    }

    #[test]
    fn lines_keep_their_numbers() {
        assert_eq!(
            read(b"\xef\xbb\xbfa\n\n \r\nb\r\nc"),
            [line(1, "a"), line(4, "b\r"), line(5, "c")]
        );
        assert_eq!(read(b""), []);
        assert_eq!(read(b"\n"), []);
    }

    #[test]
    fn chunks_end_with_lines_and_are_bounded() {
        let text: String = (1..=MOST_LINES + 3).map(|at| format!("{at}\n")).collect();
        let mut chunks = Chunks::new(text.as_bytes());
        let lengths: Vec<usize> = std::iter::from_fn(|| chunks.next().unwrap())
            .map(|chunk| chunk.lines().count())
            .collect();
        assert_eq!(lengths, [MOST_LINES, 3]);
        let last = read(text.as_bytes()).pop();
        assert_eq!(
            last,
            Some(line(MOST_LINES as u64 + 3, &(MOST_LINES + 3).to_string()))
        );
    }

    #[test]
    fn a_long_line_goes_through_and_a_too_long_one_is_told() {
        let mut text = vec![b'x'; BUFFER_BYTES + 5];
        text.extend(b"\nshort\n");
        let lines = read(&text);
        assert_eq!(
            (lines[0].1.len(), &lines[1]),
            (BUFFER_BYTES + 5, &line(2, "short"))
        );
        let mut text = vec![b'x'; MOST_LINE_BYTES + 5];
        text.extend(b"\nshort\n");
        let lines = read(&text);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].1.contains("longer than"), "{}", lines[0].1);
        assert_eq!(lines[1], line(2, "short"));
        let endless = vec![b'x'; MOST_LINE_BYTES + BUFFER_BYTES];
        assert_eq!(read(&endless).len(), 1);
    }

    /// Gives what is there, then waits for ever.
    struct Waits(Option<&'static [u8]>);

    impl Read for Waits {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let text = self
                .0
                .take()
                .expect("nobody waits for a line that is there");
            buffer[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }

    #[test]
    fn lines_that_are_there_do_not_wait_for_others() {
        let mut chunks = Chunks::new(Waits(Some(b"a\nb\npart")));
        let chunk = chunks.next().unwrap().unwrap();
        assert_eq!(chunk.lines().count(), 2);
    }
}
