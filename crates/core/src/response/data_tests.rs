//! Answers that are JSON or XML.

use super::*;
use crate::expected::ExpectedReturn;
use crate::grade::{AnswerKey, GradedReturn, LineReading, Mode};
use crate::money::Cents;
use crate::profile::Profile;

const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
    <WagesAmt>5</WagesAmt><TotalIncomeAmt>6</TotalIncomeAmt></IRS1040></ReturnData></Return>";

fn grade_as(id: &str, text: &str) -> GradedReturn {
    let profile = Profile::builtin(id).unwrap_or_else(|| unreachable!("{id}"));
    AnswerKey::blank(profile)
        .grade(text, Mode::Robust)
        .unwrap_or_else(|error| unreachable!("{error}"))
}

fn grade(text: &str) -> GradedReturn {
    grade_as("us-ty24", text)
}

/// The lines that are stated, `1a=5 9=6.50 16=blank 24=unreadable`.
fn stated(id: &str, graded: &GradedReturn) -> String {
    let profile = Profile::builtin(id).unwrap_or_else(|| unreachable!("{id}"));
    let lines = profile.lines.iter().zip(&graded.lines);
    let stated: Vec<String> = lines
        .filter_map(|(line, graded)| {
            let value = match graded.reading {
                LineReading::Missing => return None,
                LineReading::Amount => graded.actual.unwrap_or_default().to_string(),
                other => other.as_str().to_owned(),
            };
            Some(format!("{}={value}", line.line))
        })
        .collect();
    stated.join(" ")
}

#[track_caller]
fn check(text: &str, format: Format, lines: &str) {
    let graded = grade(text);
    assert_eq!(stated("us-ty24", &graded), lines, "{text}");
    assert_eq!(graded.format, format, "{text}");
    for line in graded
        .lines
        .iter()
        .filter(|line| line.reading != LineReading::Missing)
    {
        let span = line.span.clone().unwrap_or_default();
        assert!(
            text.get(span.clone()).is_some_and(|text| !text.is_empty()),
            "{text} {span:?}"
        );
    }
}

fn warnings(text: &str) -> Vec<(&'static str, String)> {
    let warnings = grade(text).warnings;
    warnings
        .into_iter()
        .map(|one| (one.code, one.message))
        .collect()
}

#[test]
fn every_shape_of_json() {
    for text in [
        r#"{"lines":[{"line":"1a","amount":5},{"line":9,"amount":"$6"},{"line":"16","amount":null}]}"#,
        r#"{"Lines":[{"Line":"1a","Amount":5},{"lineNumber":9,"value":"6"},{"line_number":"16","VALUE":""}]}"#,
        r#"{"lines":{"1a":5,"9":6,"16":null}}"#,
        r#"{"1a": 5, "Line 9": 6.00, "line_16": null}"#,
        r#"{"1a":{"amount":5,"explanation":"W-2"},"9":{"value":6},"16":{"amount":null}}"#,
        r#"[{"line":"1a","amount":5},{"line":"9","amount":6},{"line":"16","amount":""}]"#,
        r#"[["1a",5],["9",6],["16",null]]"#,
        r#"{"WagesAmt":5,"TotalIncomeAmt":"6","TaxAmt":""}"#,
        r#"{"Return":{"ReturnData":{"IRS1040":{"WagesAmt":5,"TotalIncomeAmt":6,"TaxAmt":null},"IRSW2":{"WagesAmt":7}}}}"#,
        r#"{"form": 1040, "lines":[{"line":"1a","amount":5},{"line":"9","amount":6},{"line":"16","amount":""}]}"#,
        r#"{"form": "Form 1040", "1a": 5, "9": 6, "16": ""}"#,
        r#"{"Line 1a: Total amount from Form(s) W-2, box 1": 5, "9_total_income": 6, "line_16_tax": "N/A"}"#,
        r#"{"Form 1040, Line 1a": 5, "form_1040.line_9": 6, "1040 line 16": null}"#,
        r#"{"Total amount from Form(s) W-2, box 1": 5, "lines": {"9": 6, "16": null}}"#,
        r#"{"columns":["line","amount"],"rows":[["1a","5"],["9","6"],["16",""]]}"#,
        "{\"line\":\"1a\",\"amount\":5}\n{\"line\":\"9\",\"amount\":6}\n{\"line\":\"16\",\"amount\":null}\n",
    ] {
        check(text, Format::Json, "1a=5 9=6 16=blank");
    }
}

#[test]
fn an_item_without_an_amount_is_missing() {
    check(
        r#"{"lines":[{"line":"1a","amount":5},{"line":"9"},{"line":"16","description":"x"},{"line":"24","amount":null}]}"#,
        Format::Json,
        "1a=5 24=blank",
    );
    check(
        r#"{"1a":{"amount":5},"9":{"explanation":"none"}}"#,
        Format::Json,
        "1a=5",
    );
}

#[test]
fn only_the_forms_own_numbers_count() {
    for text in [
        r#"{"form_1040":{"1a":5},"schedule_1":{"9":7,"1a":8},"Schedule C":{"lines":[{"line":"1a","amount":9}]}}"#,
        r#"{"schedule_c":{"1a":8,"deep":{"form_1040":{"1a":9}}},"Form 1040":{"1a":5}}"#,
        r#"{"forms":[{"form":"1040","lines":{"1a":5}},{"form":"Schedule 1","lines":{"9":7}},{"form":8812,"lines":{"1a":8}}]}"#,
        r#"{"forms":[{"lines":{"9":7},"form":"Schedule 1"},{"lines":[{"line":"1a","amount":5}],"form":1040}]}"#,
        r#"{"forms":{"1040":{"1a":5},"8812":{"1a":8},"W2":{"WagesAmt":9}}}"#,
        r#"{"1a":5,"schedules":{"C":{"9":7},"1":{"1a":8}}}"#,
        r#"{"1a":5,"schedule":null,"attachments":[{"9":7}],"w2s":[{"1a":8}]}"#,
        r#"{"lines":[{"form":"1040","line":"1a","amount":5},{"form":"Schedule 1","line":"9","amount":7},{"schedule":"C","line":"1a","amount":8}]}"#,
        r#"{"1a":5,"schedule_c_line_9":7,"Schedule 1, line 1a":8}"#,
        r#"{"taxpayer":{"name":"Ann","ssn":"400-00-0001"},"lines":{"1a":5},"explanations":{"1a":"W-2","9":"sum of 5 and 2"}}"#,
        "## Form 1040\n```json\n{\"1a\": 5}\n```\n## Schedule C (Form 1040)\n```json\n{\"9\": 7, \"1a\": 8}\n```\n",
        "**Schedule 1**\n```\n{\"9\": 7}\n```\n**Form 1040**\n```\n{\"1a\": 5}\n```\n",
    ] {
        check(text, Format::Json, "1a=5");
    }
    for text in [
        r#"{"federal_return":{"form_1040":{"17":1}},"state_return":{"form_540":{"17":4}}}"#,
        r#"{"form_540":{"17":4},"form_1040":{"17":1}}"#,
        r#"{"CA-Return":{"CA-ReturnData":{"CAForm540":{"17":4},"Schedule CA (540)":{"17":1}}}}"#,
    ] {
        assert_eq!(
            stated("ca-ty25", &grade_as("ca-ty25", text)),
            "17=4",
            "{text}"
        );
    }
}

#[test]
fn the_last_statement_counts() {
    check(
        r#"{"draft":{"1a":4},"final":{"1a":5}}"#,
        Format::Json,
        "1a=5",
    );
    check(r#"{"1a":4,"1a":5}"#, Format::Json, "1a=5");
    check(r#"{"zero":{"1a":4},"a":{"1a":5}}"#, Format::Json, "1a=5");
    check(
        r#"{"form_1040":{"1a":5},"summary":{"1a":4}}"#,
        Format::Json,
        "1a=5",
    );
    check(
        r#"{"1a":5,"details":{"1a":"see the W-2"}}"#,
        Format::Json,
        "1a=5",
    );
    check(r#"{"1a":5,"final":{"1a":null}}"#, Format::Json, "1a=blank");
    let told = warnings(r#"{"draft":{"1a":4},"final":{"1a":5}}"#);
    assert_eq!(
        told,
        [(
            "conflicting-lines",
            "line 1a is stated more than once; the last one counts, `4` does not".to_owned()
        )]
    );
    assert_eq!(warnings(r#"{"1a":5,"final":{"1a":5.00}}"#), []);
    let many: Vec<String> = (0..50).map(|at| format!("{{\"1a\":{at}}}")).collect();
    assert_eq!(warnings(&format!("[{}]", many.join(","))).len(), 3);
}

#[test]
fn numbers_are_exact() {
    check(
        r#"{"1a":5.2e4,"9":-1.5E1,"16":1234.50,"24":0e0}"#,
        Format::Json,
        "1a=52000 9=-15 16=1234.50 24=0",
    );
    check(
        r#"{"1a":1.005,"9":1e400,"16":true,"24":"1.2k","33":[5]}"#,
        Format::Json,
        "1a=unreadable 9=unreadable 16=unreadable 24=unreadable 33=unreadable",
    );
    let told = warnings(r#"{"1a":1e400}"#);
    assert_eq!(
        told.first().map(|(code, text)| (*code, text.as_str())),
        Some((
            "unreadable-amount",
            "line 1a: `1e400` is not an amount: it is too large"
        ))
    );
}

#[test]
fn texts_are_read_as_in_a_line() {
    check(
        r#"{"1a":"$2,000 + $3,000 = $5,000","9":"(6) loss","16":"2,792 (Tax Table)","24":"none"}"#,
        Format::Json,
        "1a=5000 9=-6 16=2792 24=blank",
    );
}

#[test]
fn a_bad_item_leaves_the_others() {
    let text = r#"{"lines":[{"line":"1a","amount":5},{"amount":6},null,"x",{"line":{"a":1},"amount":7},{"line":"9","amount":6}]}"#;
    check(text, Format::Json, "1a=5 9=6");
    assert_eq!(
        warnings(text),
        [(
            "unreadable-items",
            "4 of the answer's items name no line and are left out, first `{\"amount\":6}`"
                .to_owned()
        )]
    );
    assert_eq!(
        warnings(r#"{"dependents":[{"name":"Kim","age":9}],"lines":[{"line":"1a","amount":5}]}"#),
        []
    );
}

#[test]
fn unknown_keys_are_counted_and_a_few_named() {
    let keys: Vec<String> = (0..9).map(|at| format!("\"x{at}\":{at}")).collect();
    assert_eq!(
        warnings(&format!("{{\"1a\":5,{}}}", keys.join(","))),
        [(
            "unknown-lines",
            "9 of the answer's keys are no line of the form: `x0`, `x1`, `x2`, `x3`, `x4`, \u{2026}".to_owned()
        )]
    );
}

const FORM: &str = "# Form 1040\nLine 1a: Wages | x | 5\nLine 9: Total income | x | 6\n";

#[test]
fn fences_and_prose() {
    let json = "{\n  \"1a\": 5,\n  \"9\": 6\n}";
    for text in [
        format!("```json\n{json}\n```"),
        format!("```JSON\n{json}\n```\n"),
        format!("```\n{json}\n```"),
        format!("```json5\r\n{json}\r\n```"),
        format!("Here it is:\n\n```json\n{json}\n```\nLine 16 is left out."),
        format!("```json {json}```"),
        format!("Here is the return.\n{json}\nTell me if you need more."),
        format!("The answer: {json}"),
        format!("\u{feff}{json}"),
        format!(
            "<think>First {{\"1a\": 7}} I guess.\n```json\n{{\"1a\":8,\"9\":8,\"16\":8}}\n```</think>\n{json}"
        ),
        format!("<think>hm</think>{json}"),
        format!("I reason [1] first.\n[see below]\n{json}"),
        format!("{{oops\n{json}"),
        format!("```json\n{{\"1a\":1,\"9\":1}}\n```\nCorrected:\n```json\n{json}\n```"),
        format!("```json\n{json}\n```\nas in\n```json\n{{\"16\": }}\n```"),
    ] {
        check(&text, Format::Json, "1a=5 9=6");
    }
}

#[test]
fn an_excerpt_does_not_replace_the_form() {
    for text in [
        format!("{FORM}```json\n{{\"1a\": 7}}\n```\n"),
        format!("```json\n{{\"1a\": 7}}\n```\n{FORM}"),
        format!("{FORM}\n{{\"filing_status\": \"single\", \"x\": 9}}\n"),
    ] {
        check(&text, Format::Text, "1a=5 9=6");
    }
    let whole = format!("{FORM}```json\n{{\"1a\": 7, \"9\": 6}}\n```\n");
    check(&whole, Format::Json, "1a=7 9=6");
    assert_eq!(
        warnings(&whole),
        [(
            "conflicting-lines",
            "the response's JSON counts; its text has other amounts on line 1a".to_owned()
        )]
    );
    let snippet =
        "```json\n{\"1a\":5,\"9\":6,\"16\":1}\n```\nFor example\n```json\n{\"1a\": 4}\n```";
    check(snippet, Format::Json, "1a=5 9=6 16=1");
}

#[test]
fn data_that_cannot_be_read_is_told() {
    let told = warnings("{\"lines\": [{\"line\": \"1a\", \"amo");
    assert_eq!(
        told.first().map(|(code, text)| (*code, text.as_str())),
        Some((
            "unreadable-data",
            "the response looks like JSON and cannot be read as such: the text has no end"
        ))
    );
    let told = warnings(
        "<Return><ReturnData><IRS1040><WagesAmt>5</TaxAmt></IRS1040></ReturnData></Return>",
    );
    assert_eq!(told.first().map(|(code, _)| *code), Some("unreadable-data"));
    assert!(
        told.first().is_some_and(|(_, text)| text.starts_with(
            "the response looks like XML and cannot be read as such: ill-formed document"
        )),
        "{told:?}"
    );
    for text in [
        "{\"a\": 1}",
        "<p>hello</p>",
        "[1]",
        "Line 1a: {} | | 5",
        "",
        "[x] done\nLine 1a: x | | 5",
        &format!("{FORM}{{broken\n"),
    ] {
        assert_eq!(grade(text).format, Format::Text, "{text}");
        assert!(
            !warnings(text)
                .iter()
                .any(|(code, _)| *code == "unreadable-data"),
            "{text}"
        );
    }
}

#[test]
fn data_that_breaks_off_counts_up_to_there() {
    let xml = XML.replace("<TotalIncomeAmt>6", "<TotalIncomeAmt>60");
    for (text, format) in [
        (
            "{\"lines\": [{\"line\": \"1a\", \"amount\": 5}, {\"line\": \"9\", \"amount\": 6",
            Format::Json,
        ),
        ("{\"1a\": 5, \"9\":", Format::Json),
        ("{\"1a\": 5,}", Format::Json),
        (
            "{\"1a\": 5, \"note\": \"two\nlines\", \"9\": 6}",
            Format::Json,
        ),
        (
            xml.split("0</TotalIncomeAmt>").next().unwrap_or_default(),
            Format::Xml,
        ),
        (
            &XML.replace("<TotalIncomeAmt>", "<Name>A & B</Name><TotalIncomeAmt>"),
            Format::Xml,
        ),
    ] {
        check(text, format, "1a=5");
        let told = warnings(text);
        assert!(
            told.iter().any(|(code, text)| *code == "unreadable-data"
                && text.contains("cannot be read to its end: ")),
            "{text} {told:?}"
        );
    }
}

#[test]
fn json_of_several_returns_and_rows_of_many_cells() {
    let both = r#"{"federal":{"9":1,"11":3,"19":4},"state":{"1":7,"9":2}}"#;
    check(both, Format::Json, "9=1 11=3 19=4");
    assert_eq!(stated("il-ty25", &grade_as("il-ty25", both)), "1=7 9=2");
    for text in [
        r#"{"US":{"9":6,"1a":5},"IL":{"1":7,"9":2}}"#,
        r#"[{"jurisdiction":"federal","lines":{"1a":5,"9":6}},{"jurisdiction":"state","lines":{"9":2}}]"#,
        r#"[["1a","Wages",5],["9","Total income","sum",6]]"#,
        r#"[["1a",5,"1040"],["9",6,"Form 1040"],["9",7,"Schedule C"]]"#,
        r#"[{"schedule":"1040","line":"1a","amount":5},{"line":"9","result":6}]"#,
        "{\"Line\u{a0}1a\":5,\"Line\u{a0}9\":6}",
        "<answer>{\"1a\":5,\"9\":6}</answer>",
    ] {
        check(text, Format::Json, "1a=5 9=6");
    }
    check(r#"[["1a","Wages",0]]"#, Format::Json, "1a=0");
    check(
        r#"[["1a","Household",""],["9","AGI",null]]"#,
        Format::Json,
        "1a=blank 9=blank",
    );
    for text in [
        r#"{"lines":[{"line":"1a","name":"Total amount from Form(s) W-2, box 1","amount":5},{"line":"9","type":"Form W-2","amount":6}]}"#,
        r#"{"lines":[{"line":"1a","amount":5,"result":"ok"},{"line":"9","amount":6,"value":"calculated"}]}"#,
        r#"{"9: If line 33 is more than line 24":6,"1a Subtract line 10 from line 9":5}"#,
        r#"[{"title":"Form 1040","lines":{"1a":5,"9":6}},{"title":"Schedule C","lines":{"9":7}}]"#,
    ] {
        check(text, Format::Json, "1a=5 9=6");
    }
    check(r#"{"1a":5,"9":48,662,"24":84}"#, Format::Json, "1a=5");
}

#[test]
fn json_nested_deep_is_left_alone() {
    for depth in [100, 40_000] {
        for text in [
            format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth)),
            format!("{}1{}", "{\"1\":".repeat(depth), "}".repeat(depth)),
            "{\"lines\":[".repeat(depth),
            "[\n".repeat(depth),
        ] {
            assert_eq!(stated("us-ty24", &grade(&text)), "", "{depth}");
        }
    }
}

#[test]
fn xml_whole_and_cut_down() {
    let form = "<IRS1040 documentId=\"1\"><WagesAmt>5</WagesAmt>\n<TotalIncomeAmt>6</TotalIncomeAmt></IRS1040>";
    for text in [
        XML.to_owned(),
        format!("```xml\n{XML}\n```"),
        format!("```XML\n{XML}"),
        XML.replace("<TaxYr>2024</TaxYr>", ""),
        form.to_owned(),
        format!("<?xml version=\"1.0\"?>\n<!-- the return -->\n{form}"),
        format!(
            "\n<!-- {} -->{}{XML}",
            "long ".repeat(1000),
            "<!-- and more -->\n".repeat(20)
        ),
        format!("Here it is:\n```xml\n{form}\n```\nI hope this helps: <b>Ann</b>"),
        format!("Here it is.\n\n{form}\n\nThat is all."),
        format!(
            "<ReturnData>{form}<IRS1040ScheduleC><WagesAmt>9</WagesAmt></IRS1040ScheduleC></ReturnData>"
        ),
        format!("<think><IRS1040><WagesAmt>9</WagesAmt></IRS1040></think>\n{form}"),
        XML.replace('<', "<efile:").replace("<efile:/", "</efile:"),
        format!("<answer>\n{form}\n</answer>"),
        XML.replace(
            "<WagesAmt>",
            "<!-- <think> </Return> --><?x </Return>?><WagesAmt>",
        ),
        XML.replace("<WagesAmt>", "<!-- </think> --><WagesAmt>"),
        format!("\n\u{b}\u{a0}{XML}\u{b}"),
        format!("\u{feff}<?xml version=\"1.0\"?>\n\u{feff} \u{feff}{XML}\u{feff}"),
        XML.replace(
            "<WagesAmt>",
            "<a><![CDATA[</think></Return>]]></a><WagesAmt>",
        ),
        XML.replace(
            "<WagesAmt>",
            "<Return x=\"/>\">the title of a book</Return><Return/><WagesAmt>",
        ),
        format!("<!DOCTYPE Return [<!ELEMENT Return ANY>]>{XML}"),
        format!("<IRS1040><WagesAmt>9</WagesAmt></IRS1040> so far</think>\n{form}"),
    ] {
        check(&text, Format::Xml, "1a=5 9=6");
    }
    let state = "<FormIL1040><IL1040Shared><BaseIncome>7</BaseIncome></IL1040Shared></FormIL1040>";
    assert_eq!(stated("il-ty25", &grade_as("il-ty25", state)), "9=7");
    assert_eq!(stated("us-ty24", &grade(state)), "");
}

#[test]
fn lines_inside_of_data_are_no_text_around_it() {
    let lines = "\n| 1a | Wages | 1 |\n| 9 | x | 3 |\n| 11 | x | 3 |\n| 15 | x | 3 |\n";
    let xml = XML.replace("<WagesAmt>", &format!("<Note>{lines}</Note><WagesAmt>"));
    check(&xml, Format::Xml, "1a=5 9=6");
    check(&format!("```xml\n{xml}\n```\n"), Format::Xml, "1a=5 9=6");
    let empty = format!("<IRS1040><Note>{lines}</Note></IRS1040>");
    check(&empty, Format::Xml, "");
    let beside = format!("<IRS1040></IRS1040>\n{lines}");
    check(&beside, Format::Text, "1a=1 9=3 11=3 15=3");
}

#[test]
fn an_element_with_text_and_elements_is_told() {
    let text = "<IRS1040><WagesAmt>5<x/></WagesAmt><TotalIncomeAmt>6</TotalIncomeAmt></IRS1040>";
    check(text, Format::Xml, "1a=unreadable 9=6");
    let told = warnings(text);
    assert_eq!(
        told,
        [(
            "unreadable-amount",
            "line 1a: `<WagesAmt>5<x/></WagesAmt>` is not an amount: it is not a number".to_owned()
        )]
    );
    let xml = XML.replace("<WagesAmt>5", "<WagesAmt>5<x/>");
    let error = ExpectedReturn::parse(&xml)
        .err()
        .map(|error| error.to_string())
        .unwrap_or_default();
    assert!(
        error.contains("`/Return/ReturnData/IRS1040/WagesAmt` has both a text and elements in it"),
        "{error}"
    );
}

#[test]
fn a_span_is_the_amount() {
    let text = "```json\n{\"1a\": \"$5\", \"9\": 6}\n```";
    let graded = grade(text);
    let spans: Vec<&str> = graded
        .lines
        .iter()
        .filter_map(|line| text.get(line.span.clone()?))
        .collect();
    assert_eq!(spans, ["\"$5\"", "6"]);
    assert_eq!(
        graded.lines.first().and_then(|line| line.actual),
        Some(Cents::from_dollars(5))
    );
}

#[test]
fn replacement_characters_are_told() {
    let text = "Name: Andr\u{fffd}\nLine 1a: Wages | | 4\u{fffd},000\nLine 9: x | | 6\n";
    check(text, Format::Text, "1a=unreadable 9=6");
    let told = warnings(text);
    assert_eq!(
        told.first().map(|(code, _)| *code),
        Some("replaced-characters")
    );
    assert!(
        told.iter()
            .any(|(_, text)| text.contains("has 2 replacement characters"))
    );
    assert_eq!(warnings("Line 1a: \u{ff10} \u{feff}| | 4\n"), []);
}

#[test]
fn the_search_for_data_takes_one_pass() {
    // Each of these would take very long if every beginning were followed to the end of the text.
    for part in [
        "<!--\n",
        "<!-- -->\n",
        "<?xml ?>\n",
        "<IRS1040>\n",
        "<think></think>\n{\n",
        "{\"a\":\n",
        "[\n",
        "```json\n{\"1a\":\n```\n",
    ] {
        let text = part.repeat((1 << 18) / part.len());
        assert_eq!(stated("us-ty24", &grade(&text)), "", "{part:?}");
    }
}
