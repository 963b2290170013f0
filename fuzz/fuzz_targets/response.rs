//! Any text as a response, in both modes: a grade with every scored line and spans inside the text.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use taxgrade::report::{Evaluation, evaluation_markdown};
use taxgrade::{AnswerKey, ExpectedReturn, Mode, Profile, wire};

const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
    <WagesAmt>47900</WagesAmt><TaxAmt>2792</TaxAmt></IRS1040></ReturnData></Return>";

static KEY: LazyLock<AnswerKey> = LazyLock::new(|| {
    let expected = ExpectedReturn::parse(XML).expect("the return is well formed");
    let profile = Profile::for_return(&expected).expect("there is a profile for 2024");
    AnswerKey::new(&expected, profile).expect("the amounts are amounts")
});

fuzz_target!(|response: &str| {
    for mode in [Mode::Robust, Mode::Upstream] {
        let graded = KEY.grade(response, mode).expect("no text is refused but for its size");
        assert_eq!(graded.score.total, 19);
        for span in graded.lines.iter().filter_map(|line| line.span.clone()) {
            assert!(response.get(span).is_some());
        }
        let report = Evaluation { key: &KEY, graded: &graded, web_search: None };
        assert!(evaluation_markdown(&report).starts_with("Line 1a: "));
    }
    let answer = wire::grade_with(&KEY, Some(response), response, Mode::Robust);
    assert!(answer.is_ok());
});
