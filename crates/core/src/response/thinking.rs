//! The parts of a response in which a model thinks aloud.

use std::ops::Range;

use memchr::memchr;

const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// Byte ranges of thinking, in order. A block that never ends reaches to the end of the text; one
/// that never began, as servers cut it off, starts at the beginning.
pub(super) fn ranges(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    // Most answers have no angle bracket, and looking for one byte is quicker than for a tag.
    if memchr(b'<', text.as_bytes()).is_none() {
        return found;
    }
    for (open, close) in TAGS {
        let mut from = 0;
        while let Some(rest) = text.get(from..) {
            let opened = rest.find(open);
            let closed = rest.find(close);
            match (opened, closed) {
                (Some(start), Some(end)) if start < end => {
                    found.push(from + start..from + end + close.len());
                    from += end + close.len();
                }
                (_, Some(end)) => {
                    let before_any = found.is_empty() && from == 0;
                    if before_any {
                        found.push(0..end + close.len());
                    }
                    from += end + close.len();
                }
                (Some(start), None) => {
                    found.push(from + start..text.len());
                    break;
                }
                (None, None) => break,
            }
        }
    }
    found.sort_unstable_by_key(|range| range.start);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str) -> String {
        let mut kept = String::new();
        let mut from = 0;
        for range in ranges(text) {
            kept.push_str(text.get(from..range.start).unwrap_or_default());
            from = from.max(range.end);
        }
        kept + text.get(from..).unwrap_or_default()
    }

    #[test]
    fn blocks_closed_open_and_headless() {
        assert_eq!(kept("a<think>b</think>c<think>d</think>e"), "ace");
        assert_eq!(kept("a<think>b"), "a");
        assert_eq!(kept("b</think>c"), "c");
        assert_eq!(kept("<thinking>b</thinking>c"), "c");
        assert_eq!(kept("I think so"), "I think so");
    }
}
