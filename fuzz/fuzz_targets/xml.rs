//! Any bytes as an expected return: an ordinary error or a return whose values can be looked up.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taxgrade::{AnswerKey, ExpectedReturn, Mode, Profile};

fuzz_target!(|xml: &str| {
    let Ok(expected) = ExpectedReturn::parse(xml) else { return };
    for (path, value) in expected.values().take(64) {
        let first = expected.value(path).expect("a listed path has a value");
        assert!(first.offset <= value.offset);
    }
    let _ = expected.duplicates();
    if let Ok(profile) = Profile::for_return(&expected)
        && let Ok(key) = AnswerKey::new(&expected, profile)
    {
        let graded = key.grade(xml, Mode::Robust).expect("no text is refused but for its size");
        assert!(graded.score.strict_correct(), "a return answers itself");
    }
});
