//! Graded answers as JSON text.
//!
//! What the derived writer would write, byte for byte, at a third of its cost: most of an answer is
//! names of fields and words of the form, which it looks through byte by byte for what to escape.
//! A filter that answers tens of thousands of requests a second spends more on that than on
//! grading.

use serde::Serialize;

use super::answer::{Graded, WireLine, WireSpan};
use crate::grade::Verdict;
use crate::money::Cents;
use crate::response::MatchedBy;

/// Bytes that one line takes, about.
const LINE_BYTES: usize = 300;

/// Writes an answer as one object, with the request's id in front where it had one.
pub(super) fn graded(answer: &Graded, id: Option<&str>) -> String {
    let mut out = Writer(String::with_capacity(
        2048 + answer.lines.len() * LINE_BYTES,
    ));
    out.0.push('{');
    if let Some(id) = id {
        out.raw("\"id\":", id);
    }
    out.raw("\"ok\":", if answer.ok { "true" } else { "false" });
    out.value(",\"case\":", &answer.case);
    out.value(",\"taxYear\":", &answer.tax_year);
    out.value(",\"jurisdiction\":", &answer.jurisdiction);
    out.text(",\"profile\":", &answer.profile);
    out.text(",\"profileSource\":", &answer.profile_source);
    out.text(",\"mode\":", answer.mode);
    out.value(",\"format\":", &answer.format);
    out.members(&answer.score);
    out.value(",\"emptyAnswer\":", &answer.empty_answer);
    out.value(",\"otherMode\":", &answer.other_mode);
    out.0.push_str(",\"lines\":[");
    for (at, line) in answer.lines.iter().enumerate() {
        if at > 0 {
            out.0.push(',');
        }
        out.line(line);
    }
    out.0.push(']');
    out.value(",\"warnings\":", &answer.warnings);
    if let Some(diagnosis) = &answer.diagnosis {
        out.value(",\"diagnosis\":", diagnosis);
    }
    out.0.push('}');
    out.0
}

struct Writer(String);

impl Writer {
    fn line(&mut self, line: &WireLine) {
        self.text("{\"line\":", &line.line);
        self.text(",\"label\":", &line.label);
        match &line.xpath {
            Some(xpath) => self.text(",\"xpath\":", xpath),
            None => self.0.push_str(",\"xpath\":null"),
        }
        self.raw(",\"scored\":", if line.scored { "true" } else { "false" });
        self.amount(",\"expected\":", line.expected);
        self.amount(",\"actual\":", line.actual);
        self.amount(",\"difference\":", line.difference);
        self.0.push_str(match line.verdict {
            Some(Verdict::Exact) => ",\"verdict\":\"exact\"",
            Some(Verdict::Within) => ",\"verdict\":\"within\"",
            Some(Verdict::Wrong) => ",\"verdict\":\"wrong\"",
            None => ",\"verdict\":null",
        });
        self.text(",\"reading\":", line.reading);
        self.0.push_str(match line.matched_by {
            Some(MatchedBy::Label) => ",\"matchedBy\":\"label\"",
            Some(MatchedBy::Number) => ",\"matchedBy\":\"number\"",
            Some(MatchedBy::Alias) => ",\"matchedBy\":\"alias\"",
            Some(MatchedBy::Path) => ",\"matchedBy\":\"path\"",
            None => ",\"matchedBy\":null",
        });
        match line.span {
            Some(WireSpan { start, end }) => {
                self.0.push_str(",\"span\":{\"start\":");
                self.digits(start as u64);
                self.0.push_str(",\"end\":");
                self.digits(end as u64);
                self.0.push_str("}}");
            }
            None => self.0.push_str(",\"span\":null}"),
        }
    }

    /// What is JSON already.
    fn raw(&mut self, name: &str, json: &str) {
        if self.0.len() > 1 && !name.starts_with([',', '{']) {
            self.0.push(',');
        }
        self.0.push_str(name);
        self.0.push_str(json);
    }

    fn text(&mut self, name: &str, text: &str) {
        let is_special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        if text.bytes().fold(false, |any, byte| any | is_special(byte)) {
            self.value(name, text);
            return;
        }
        self.0.push_str(name);
        self.0.push('"');
        self.0.push_str(text);
        self.0.push('"');
    }

    fn amount(&mut self, name: &str, amount: Option<Cents>) {
        match amount.map(Cents::whole_dollars) {
            Some(Some(dollars)) => {
                self.0.push_str(name);
                if dollars < 0 {
                    self.0.push('-');
                }
                self.digits(dollars.unsigned_abs());
            }
            _ => self.value(name, &amount),
        }
    }

    fn digits(&mut self, number: u64) {
        // The most digits of 64 bits.
        let mut digits = [0u8; 20];
        let mut rest = number;
        let mut count = 0;
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
            count += 1;
            if rest == 0 {
                break;
            }
        }
        let written = digits.get(digits.len() - count..).unwrap_or_default();
        self.0
            .push_str(std::str::from_utf8(written).unwrap_or_default());
    }

    /// Any other value.
    fn value(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        self.0.push_str(name);
        self.0
            .push_str(&serde_json::to_string(value).unwrap_or_default());
    }

    /// The fields of an object as fields of the object around it.
    fn members(&mut self, value: &impl Serialize) {
        let json = serde_json::to_string(value).unwrap_or_default();
        let inside = json
            .strip_prefix('{')
            .and_then(|json| json.strip_suffix('}'));
        if let Some(inside) = inside {
            self.raw(",", inside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GradeAnswer, GradeRequest, grade};
    use super::*;

    const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
        <WagesAmt>47900</WagesAmt><TaxAmt>2792</TaxAmt></IRS1040></ReturnData></Return>";

    fn answers() -> Vec<Graded> {
        let responses = [
            "",
            "Line 1a: Wages | | 47,900.50\nLine 16: Tax | | -2,789\nLine 9: x | | 1.234,5\nLine 9: \u{1f4b0} | | 5\n\
             Line 11a: x | | 1\nLine 99: Taxable income | | 4\nLine 24: x | | 3\n",
            "<IRS1040><WagesAmt>47900</WagesAmt></IRS1040>",
            "{\"1a\": 10000000000000, \"9\": \"\\\"a\\\\b\\n\"}",
        ];
        let cases = [
            None,
            Some("a \"case\" \\ \u{7f}\u{e9}\n"),
            Some("ty25-ca-001"),
        ];
        let mut answers = Vec::new();
        for response in responses {
            for case in cases {
                for diagnose in [false, true] {
                    let request = GradeRequest {
                        case: case.map(Into::into),
                        diagnose: Some(diagnose),
                        ..GradeRequest::new(XML, response)
                    };
                    let GradeAnswer::Graded(graded) = grade(&request) else {
                        unreachable!("it can be graded");
                    };
                    answers.push(*graded);
                }
            }
        }
        answers
    }

    #[test]
    fn the_same_as_the_derived_writer() {
        for answer in answers() {
            let derived = serde_json::to_string(&answer).unwrap_or_default();
            assert_eq!(graded(&answer, None), derived);
            let with_id = graded(&answer, Some("[1]"));
            assert_eq!(with_id, derived.replacen('{', "{\"id\":[1],", 1));
        }
    }

    #[test]
    fn numbers_of_any_size() {
        for number in [0, 7, 10, 99, 100, u64::MAX] {
            let mut writer = Writer(String::new());
            writer.digits(number);
            assert_eq!(writer.0, number.to_string());
        }
    }
}
