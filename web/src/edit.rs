//! The text of a response while it is edited: where an edit moves the marks, and which pieces of
//! which line carry one.

use std::ops::Range;

use crate::order;

/// An edit: `cut` bytes at `at` gave way to `put` bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    at: usize,
    cut: usize,
    put: usize,
}

impl Change {
    /// The one change that leads from a text to another.
    pub(crate) fn between(old: &str, new: &str) -> Self {
        let same = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
            a.zip(b)
                .take_while(|(a, b)| a == b)
                .map(|(a, _)| a.len_utf8())
                .sum::<usize>()
        };
        let at = same(&mut old.chars(), &mut new.chars());
        let (old, new) = (
            old.get(at..).unwrap_or_default(),
            new.get(at..).unwrap_or_default(),
        );
        let end = same(&mut old.chars().rev(), &mut new.chars().rev());
        Self {
            at,
            cut: old.len() - end,
            put: new.len() - end,
        }
    }

    /// Where a range stands after the change; a range that was touched is gone.
    pub(crate) const fn shift(self, (start, end): (usize, usize)) -> Option<(usize, usize)> {
        if end <= self.at {
            Some((start, end))
        } else if start >= self.at + self.cut {
            Some((start - self.cut + self.put, end - self.cut + self.put))
        } else {
            None
        }
    }
}

/// A place in the text that stands for a line of the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place<T> {
    pub(crate) span: (usize, usize),
    pub(crate) tag: T,
}

/// A line of text with the pieces it falls into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextLine<T> {
    pub(crate) range: Range<usize>,
    pub(crate) pieces: Vec<(Range<usize>, Option<T>)>,
}

/// Byte ranges of the lines, without their line feeds.
pub(crate) fn line_ranges(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices('\n') {
        ranges.push(start..at);
        start = at + 1;
    }
    ranges.push(start..text.len());
    ranges
}

/// Cuts lines at the places inside them. Places that do not lie in one line, or that overlap an
/// earlier one, are left out.
pub(crate) fn cut<T: Clone>(
    text: &str,
    lines: &[Range<usize>],
    places: &[Place<T>],
) -> Vec<TextLine<T>> {
    let mut places: Vec<&Place<T>> = places.iter().collect();
    order::by(&mut places, &|a, b| a.span.cmp(&b.span));
    let mut rest = places.as_slice();
    let mut out = Vec::with_capacity(lines.len());
    for line in lines {
        let mut pieces = Vec::new();
        let mut at = line.start;
        while let Some((place, others)) = rest.split_first() {
            let (start, end) = place.span;
            if start > line.end {
                break;
            }
            rest = others;
            let whole = text.is_char_boundary(start) && text.is_char_boundary(end);
            if start < at || end > line.end || start >= end || !whole {
                continue;
            }
            if at < start {
                pieces.push((at..start, None));
            }
            pieces.push((start..end, Some(place.tag.clone())));
            at = end;
        }
        if at < line.end {
            pieces.push((at..line.end, None));
        }
        out.push(TextLine {
            range: line.clone(),
            pieces,
        });
    }
    out
}

/// The text line around a place, without the space around it.
pub(crate) fn line_at(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text
        .get(start..)
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default();
    let start = start + line.len() - line.trim_start().len();
    (start, start + line.trim().len())
}

/// The text of that line.
pub(crate) fn line_around(text: &str, at: usize) -> &str {
    let (start, end) = line_at(text, at);
    text.get(start..end).unwrap_or_default()
}

/// UTF-16 units before a byte: what a text area counts in.
pub(crate) fn units(text: &str, byte: usize) -> u32 {
    let units = text
        .get(..byte)
        .map_or(0, |before| before.encode_utf16().count());
    u32::try_from(units).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_move_with_an_edit() {
        let old = "Line 1a | 100\nLine 2b | 50";
        let new = "Line 1a | 1007\nLine 2b | 50";
        let change = Change::between(old, new);
        assert_eq!(change.shift((24, 26)), Some((25, 27)));
        assert_eq!(change.shift((10, 13)), Some((10, 13)));
        let gone = Change::between(old, "Line 1a | 9\nLine 2b | 50");
        assert_eq!(gone.shift((10, 13)), None);
        assert_eq!(Change::between("aaa", "aa").shift((0, 2)), Some((0, 2)));
        let twice = Change::between("a\u{e9}b", "a\u{e8}b");
        assert_eq!(
            twice,
            Change {
                at: 1,
                cut: 2,
                put: 2
            }
        );
    }

    #[test]
    fn lines_fall_into_pieces() {
        let text = "ab 12\n\n<b>7";
        let lines = line_ranges(text);
        assert_eq!(lines, [0..5, 6..6, 7..11]);
        let place = |start, end, tag| Place {
            span: (start, end),
            tag,
        };
        let cut = cut(
            text,
            &lines,
            &[place(10, 11, 'x'), place(3, 5, 'y'), place(4, 8, 'z')],
        );
        assert_eq!(cut[0].pieces, [(0..3, None), (3..5, Some('y'))]);
        assert_eq!(cut[1].pieces, []);
        assert_eq!(cut[2].pieces, [(7..10, None), (10..11, Some('x'))]);
        assert_eq!(line_around(text, 4), "ab 12");
        assert_eq!(units("\u{1f4b0}a", 4), 2);
    }
}
