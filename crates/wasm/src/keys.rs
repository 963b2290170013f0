//! Open answer keys by number.

use std::cell::RefCell;

use taxgrade::wire::{self, GradeAnswer, Prepared};

#[derive(Default)]
struct Open {
    /// Few at a time, so that looking through them costs nothing.
    keys: Vec<(u32, Prepared)>,
    last: u32,
}

impl Open {
    fn key(&self, number: u32) -> Option<&Prepared> {
        let found = self.keys.iter().find(|(known, _)| *known == number);
        found.map(|(_, key)| key)
    }
}

thread_local! {
    static OPEN: RefCell<Open> = RefCell::default();
}

pub(crate) fn open(request: &str) -> String {
    match Prepared::from_json(request) {
        Ok(key) => OPEN.with_borrow_mut(|open| {
            // Four thousand million keys later a number comes round again; skip those in use.
            loop {
                open.last = open.last.wrapping_add(1);
                if open.key(open.last).is_none() {
                    break;
                }
            }
            let number = open.last.to_string();
            let common = wire::common_json(&key);
            open.keys.push((open.last, key));
            ["{\"key\":", &number, ",\"common\":", &common, "}"].concat()
        }),
        Err(error) => GradeAnswer::Failed((&error).into()).to_json(),
    }
}

pub(crate) fn grade(key: u32, response: &str, options: &str) -> String {
    OPEN.with_borrow(|open| wire::own_json(open.key(key), response, options))
}

pub(crate) fn close(key: u32) {
    OPEN.with_borrow_mut(|open| open.keys.retain(|(number, _)| *number != key));
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData>\
        <IRS1040><WagesAmt>47900</WagesAmt></IRS1040></ReturnData></Return>";

    #[test]
    fn a_key_grades_until_it_is_closed() {
        let opened = open(&format!("{{\"expected\":\"{XML}\"}}"));
        assert!(
            opened.starts_with("{\"key\":1,\"common\":{\"taxYear\":2024,"),
            "{opened}"
        );
        let own = grade(1, "Line 1a: Wages | | $47,900", "{\"case\":\"a\"}");
        assert!(
            own.starts_with(
                "[\"a\",\"robust\",\"text\",19,19,\"upstream\",19,19,[],[0,144,47900,0,19,26,1,72,0,0,"
            ),
            "{own}"
        );
        close(1);
        close(1);
        let gone = grade(1, "", "{}");
        assert!(
            gone.contains("\"ok\":false") && gone.contains("closed"),
            "{gone}"
        );
    }

    #[test]
    fn what_cannot_be_read_is_an_answer() {
        assert!(open("{\"expected\":\"<x\"}").contains("xml-malformed"));
        assert!(open("[").contains("request-invalid"));
    }
}
