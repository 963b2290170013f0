//! The parts of a response in which a model thinks aloud.

use std::ops::Range;

use memchr::memchr_iter;

const TAGS: [&str; 3] = ["think>", "thinking>", "reasoning>"];

/// Byte ranges of thinking, in order. A block that never ends reaches to the end of the text; one
/// that never began, as servers cut it off, starts at the beginning. A closing tag with nothing
/// behind it ends nothing.
pub(super) fn ranges(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open: Option<usize> = None;
    for at in memchr_iter(b'<', text.as_bytes()) {
        let Some(inside) = text.as_bytes().get(at + 1..) else {
            break;
        };
        let (closes, name) = match inside.strip_prefix(b"/") {
            Some(name) => (true, name),
            None => (false, inside),
        };
        let Some(tag) = TAGS.iter().find(|tag| starts_with(name, tag)) else {
            continue;
        };
        if !closes {
            open = open.or(Some(at));
            continue;
        }
        let end = at + 2 + tag.len();
        let headless =
            found.is_empty() && text.get(end..).is_some_and(|rest| !rest.trim().is_empty());
        match open.take() {
            Some(start) => found.push(start..end),
            None if headless => found.push(0..end),
            None => {}
        }
    }
    if let Some(start) = open {
        found.push(start..text.len());
    }
    found
}

fn starts_with(text: &[u8], word: &str) -> bool {
    text.get(..word.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
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
        assert_eq!(kept("<THINK>b<think></THINK>c"), "c");
        assert_eq!(kept("<reasoning>b</reasoning>c"), "c");
        assert_eq!(kept("I think so < that"), "I think so < that");
        assert_eq!(
            kept("the form</think>\n"),
            "the form</think>\n",
            "a stray end ends nothing"
        );
    }

    #[test]
    fn many_tags_take_one_pass() {
        let text = "</think>".repeat(200_000);
        assert!(ranges(&text).len() <= 1);
        assert_eq!(ranges(&"<think>".repeat(200_000)).len(), 1);
    }
}
