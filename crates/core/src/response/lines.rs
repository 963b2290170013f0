//! The physical lines of a response.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::entry::behind_word;
use super::find;

/// The places of the pipes in a line that no backslash escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pipes {
    /// Byte offset of the first one.
    pub(super) first: usize,
    /// Byte offset of the last one; the same when there is one only.
    pub(super) last: usize,
}

impl Pipes {
    /// The pipes of a text; `None` when there is none.
    pub(super) fn of(text: &str) -> Option<Self> {
        Some(Self {
            first: first_pipe(text.as_bytes())?,
            last: last_pipe(text.as_bytes())?,
        })
    }

    /// Whether there are the two pipes of the asked-for form, or more.
    pub(super) const fn complete(self) -> bool {
        self.first != self.last
    }
}

/// Position of the first pipe that no backslash escapes.
fn first_pipe(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + find::first(b'|', text.get(from..)?)?;
        if at == 0 || text.get(at - 1) != Some(&b'\\') {
            return Some(at);
        }
        from = at + 1;
    }
}

/// Position of the last pipe that no backslash escapes.
pub(super) fn last_pipe(text: &[u8]) -> Option<usize> {
    // Amounts are short, and a search that is called for costs more than looking at their bytes.
    const NEAR: usize = 12;
    let near = text.len().saturating_sub(NEAR);
    let mut end = text.len();
    loop {
        let tail = text.get(near.min(end)..end)?;
        let at = match tail.iter().rposition(|byte| *byte == b'|') {
            Some(at) => near + at,
            None => memrchr(b'|', text.get(..near.min(end))?)?,
        };
        if at == 0 || text.get(at - 1) != Some(&b'\\') {
            return Some(at);
        }
        end = at;
    }
}

/// The lines of a text without their line ends, and without the parts that are left out.
#[derive(Clone)]
pub(super) struct Lines<'t, 's> {
    text: &'t str,
    left_out: &'s [Range<usize>],
    /// What is still to be read of the current part.
    rest: &'t str,
    /// A line feed, or a carriage return in a text that has no line feed.
    end: u8,
    /// Where the next part starts.
    resume: usize,
}

impl<'t, 's> Lines<'t, 's> {
    /// The lines of `text` outside the given ranges, which are in order.
    pub(super) fn new(text: &'t str, left_out: &'s [Range<usize>]) -> Self {
        let end = if memchr(b'\n', text.as_bytes()).is_some() {
            b'\n'
        } else {
            b'\r'
        };
        Self {
            text,
            left_out,
            rest: "",
            end,
            resume: 0,
        }
    }

    /// Whether the next line plainly is a line of the form.
    pub(super) fn at_form_line(&self) -> bool {
        behind_word(self.rest.as_bytes()).is_some()
    }

    /// Goes on to the text up to the next range that is left out.
    fn next_part(&mut self) -> Option<()> {
        let start = self.resume;
        if start > self.text.len() {
            return None;
        }
        let end = match self.left_out.split_first() {
            Some((range, others)) => {
                self.left_out = others;
                self.resume = range.end.max(start);
                range.start.max(start)
            }
            None => {
                self.resume = self.text.len() + 1;
                self.text.len()
            }
        };
        self.rest = self.text.get(start..end).unwrap_or_default();
        Some(())
    }
}

impl<'t> Iterator for Lines<'t, '_> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        while self.rest.is_empty() {
            self.next_part()?;
        }
        let (line, rest) = match find::first(self.end, self.rest.as_bytes()) {
            Some(end) => {
                let (line, rest) = self.rest.split_at_checked(end)?;
                (line, rest.get(1..)?)
            }
            None => (self.rest, ""),
        };
        self.rest = rest;
        Some(match line.as_bytes() {
            [before @ .., b'\r'] => line.get(..before.len())?,
            _ => line,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, left_out: &[Range<usize>]) -> Vec<String> {
        Lines::new(text, left_out).map(str::to_owned).collect()
    }

    #[test]
    fn lines_with_any_ends() {
        assert_eq!(texts("a\r\n\nb", &[]), ["a", "", "b"]);
        assert_eq!(texts("a\n", &[]), ["a"]);
        assert_eq!(
            texts("a\rb\rc", &[]),
            ["a", "b", "c"],
            "as old Macintoshes wrote"
        );
        assert_eq!(texts("", &[]), [""; 0]);
    }

    #[test]
    fn ranges_are_left_out() {
        assert_eq!(
            texts("a\nbXXc\nd", std::slice::from_ref(&(3..5))),
            ["a", "b", "c", "d"]
        );
        assert_eq!(texts("XXa\nXX", &[0..2, 4..6]), ["a"]);
        assert_eq!(texts("abc", &[0..2, 1..3]), [""; 0]);
    }

    #[test]
    fn escaped_pipes_do_not_count() {
        let pipes = Pipes::of("a \\| b | c \\| d | e \\| f");
        assert_eq!(pipes, Some(Pipes { first: 7, last: 16 }));
        assert!(pipes.is_some_and(Pipes::complete));
        assert_eq!(Pipes::of("a \\| b"), None);
        assert_eq!(Pipes::of("|"), Some(Pipes { first: 0, last: 0 }));
    }
}
