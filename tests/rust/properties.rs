//! What holds for any input.

use proptest::prelude::*;
use taxgrade::money::{Reading, Style, read, read_upstream};
use taxgrade::profile::python;
use taxgrade::response::{Entry, FormNames, scan};
use taxgrade::{Cents, ExpectedReturn, Mode, Profile, wire};
use taxgrade_tests::{cases, key, test_data};

/// Texts with much of what the readers look for.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("Line ".to_owned()),
        Just("Form 1040: U.S. Individual Income Tax Return\n====\n".to_owned()),
        Just("Schedule 1\n".to_owned()),
        Just("## ".to_owned()),
        Just("| ".to_owned()),
        Just("\\|".to_owned()),
        Just("\r\n".to_owned()),
        Just("<think>".to_owned()),
        Just("</think>".to_owned()),
        Just("**".to_owned()),
        Just("```json\n{\"1a\":".to_owned()),
        Just("\u{a0}".to_owned()),
        Just("\u{2212}".to_owned()),
        "[0-9]{1,3}[a-z]?",
        "[$(]?[0-9]{1,3}(,[0-9]{3}){0,3}(\\.[0-9]{1,3})?[)%kM-]?",
        "\\PC{0,12}",
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_response_panics_and_spans_are_inside_it(text in texts()) {
        let cases = cases(&test_data().join("ty24/test_data"));
        let (_, key) = key(cases.values().next().unwrap());
        for mode in [Mode::Robust, Mode::Upstream] {
            let graded = key.grade(&text, mode).unwrap();
            prop_assert_eq!(graded.score.total, 19);
            for line in &graded.lines {
                if let Some(span) = &line.span {
                    prop_assert!(text.get(span.clone()).is_some(), "{:?} in {:?}", span, text);
                }
            }
        }
    }

    #[test]
    fn scanning_gives_slices_of_the_text(text in texts()) {
        let names = FormNames::new(Profile::builtin("us-ty24").unwrap());
        scan(&text, &names, &mut |entry: Entry<'_>| {
            for part in [entry.label, entry.field, entry.line] {
                let start = part.as_ptr() as usize - text.as_ptr() as usize;
                assert_eq!(text.get(start..start + part.len()), Some(part));
            }
        });
    }

    #[test]
    fn any_text_reads_as_something(text in texts()) {
        let _ = read_upstream(&text);
        if let Reading::Amount(amount) = read(&text) {
            prop_assert!(amount.abs() <= Cents::MAX);
        }
    }

    #[test]
    fn amounts_read_back_in_every_style(cents in -1_000_000_000_000_000i64..=1_000_000_000_000_000) {
        for style in [Style::Plain, Style::Grouped, Style::Currency, Style::Accounting] {
            let text = Cents::new(cents).format(style);
            prop_assert_eq!(read(&text), Reading::Amount(Cents::new(cents)), "{}", text);
            let dressed = format!(" **`{text}`**\u{a0}");
            prop_assert_eq!(read(&dressed), Reading::Amount(Cents::new(cents)), "{}", dressed);
        }
    }

    #[test]
    fn no_xml_profile_request_or_python_panics(text in "[<>/&;a-zA-Z0-9\"'= \n\\[\\]{}(),:+#\\\\@-]{0,200}") {
        let _ = ExpectedReturn::parse(&text);
        let _ = ExpectedReturn::parse(&format!("<Return><ReturnData>{text}</ReturnData></Return>"));
        let _ = Profile::from_json(&text);
        let _ = wire::grade_json(&text);
        let _ = python::definitions(&text);
        let _ = python::definitions(&format!("X = {{\"Line 1a: a\": {text}}}"));
    }
}
