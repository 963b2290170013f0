//! Where texts come in: JavaScript writes them here in one piece and says how many bytes they have.

use std::cell::RefCell;
use std::str;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = RefCell::default();
}

/// What stays in memory between calls; the response of a model has about eight thousand bytes.
const KEPT: usize = 1 << 18;

/// Makes room for so many bytes and tells where they go. What was written before stays.
pub(crate) fn room(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        if input.len() < bytes {
            input.resize(bytes, 0);
        }
        input.as_mut_ptr()
    })
}

/// Hands over the first bytes as two texts, the first of a length, the other one with the rest.
pub(crate) fn read<T>(first: usize, second: usize, answer: impl FnOnce(&str, &str) -> T) -> T {
    INPUT.with_borrow_mut(|input| {
        let (one, rest) = input.split_at_checked(first).unwrap_or_default();
        let two = rest.get(..second).unwrap_or_default();
        // An encoder wrote them; were they no UTF-8 all the same, an empty text is an ordinary error.
        let text = |bytes| str::from_utf8(bytes).unwrap_or_default();
        let answered = answer(text(one), text(two));
        if input.len() > KEPT {
            *input = Vec::new();
        }
        answered
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(bytes: &[u8], behind: usize) {
        room(behind + bytes.len());
        INPUT.with_borrow_mut(|input| {
            input.splice(behind..behind + bytes.len(), bytes.iter().copied());
        });
    }

    fn both(first: usize, second: usize) -> (String, String) {
        read(first, second, |one, two| (one.to_owned(), two.to_owned()))
    }

    #[test]
    fn texts_stand_one_behind_the_other() {
        write("d\u{e9}j\u{e0}".as_bytes(), 0);
        write(b"{}", 6);
        assert_eq!(both(6, 2), ("d\u{e9}j\u{e0}".to_owned(), "{}".to_owned()));
        write(b"a", 0);
        assert_eq!(both(1, 0), ("a".to_owned(), String::new()));
    }

    #[test]
    fn what_was_not_written_is_empty() {
        let none = (String::new(), String::new());
        assert_eq!(both(1000, 10), none);
        write(&[0xff, 0xfe], 0);
        assert_eq!(both(2, 0), none, "no UTF-8");
    }

    #[test]
    fn a_large_text_does_not_keep_its_room() {
        write(&vec![b'x'; KEPT + 1], 0);
        assert_eq!(both(KEPT + 1, 0).0.len(), KEPT + 1);
        assert!(INPUT.with_borrow(Vec::is_empty));
    }
}
