use super::*;
use crate::grade::Verdict;

const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
    <WagesAmt>47900</WagesAmt><TotalIncomeAmt>48000</TotalIncomeAmt></IRS1040></ReturnData></Return>";

fn json(request: &serde_json::Value) -> serde_json::Value {
    serde_json::from_str(&grade_json(&request.to_string())).unwrap_or_default()
}

#[test]
fn a_request_and_its_answer() {
    let response = "Line 1a: Total amount from Form(s) W-2, box 1 | \u{1f4b0} | $47,900\n\
                    Line 9: x | | 48,003.50";
    let answer = json(&serde_json::json!({"case": "a", "expected": XML, "response": response}));
    assert_eq!(answer["ok"], true);
    assert_eq!(answer["taxYear"], 2024);
    assert_eq!(answer["strictCorrect"], false);
    let line = &answer["lines"][0];
    assert_eq!(line["actual"], 47900);
    assert_eq!(line["verdict"], "exact");
    assert_eq!(line["matchedBy"], "label");
    let units: Vec<u16> = response.encode_utf16().collect();
    let (start, end) = (line["span"]["start"].as_u64(), line["span"]["end"].as_u64());
    let at = |n: Option<u64>| usize::try_from(n.unwrap_or_default()).unwrap_or_default();
    assert_eq!(
        String::from_utf16_lossy(&units[at(start)..at(end)]),
        "$47,900"
    );
    let total = answer["lines"]
        .as_array()
        .and_then(|lines| lines.iter().find(|one| one["line"] == "9"));
    let total = total.unwrap_or(&serde_json::Value::Null);
    assert_eq!(total["difference"], 3.5);
    assert_eq!(total["verdict"], "within");
}

#[test]
fn shares_and_amounts_are_written_as_javascript_writes_them() {
    let text = grade_json(
        &serde_json::json!({"expected": XML, "response": "Line 1a: | | 47900\nLine 9: | | 48000"})
            .to_string(),
    );
    assert!(
        text.contains(
            "\"strictCorrect\":true,\"lenientCorrect\":true,\"correctByLine\":1,\"lenientByLine\":1"
        ),
        "{text}"
    );
    assert!(!text.contains(".0,") && !text.contains(".0}"), "{text}");
}

#[test]
fn bad_input_is_an_answer() {
    for (request, code) in [
        (
            serde_json::json!({"expected": "<x", "response": ""}),
            "xml-malformed",
        ),
        (
            serde_json::json!({"expected": "<x/>", "response": ""}),
            "return-unknown",
        ),
        (serde_json::json!({"expected": XML}), "request-invalid"),
        (
            serde_json::json!({"expected": XML, "response": "", "mode": "fuzzy"}),
            "request-invalid",
        ),
        (
            serde_json::json!({"expected": XML, "response": "", "tolerance": -1}),
            "request-invalid",
        ),
        (
            serde_json::json!({"expected": XML, "response": "", "profile": "xx"}),
            "profile-missing",
        ),
        (
            serde_json::json!({"expected": XML, "response": "", "profile": "ca-ty25"}),
            "profile-mismatch",
        ),
        (
            serde_json::json!({"expected": XML, "response": "", "profile": {"id": 1}}),
            "profile-invalid",
        ),
        (
            serde_json::json!({"expected": XML, "response": "", "colour": 1}),
            "request-invalid",
        ),
        (
            serde_json::json!({"expected": XML.replace("47900", "4x"), "response": ""}),
            "expected-amount",
        ),
    ] {
        let answer = json(&request);
        assert_eq!(answer["ok"], false, "{request}");
        assert_eq!(answer["error"]["code"], code, "{request}");
        assert!(
            answer["error"]["help"]
                .as_str()
                .is_some_and(|help| !help.is_empty()),
            "{request}"
        );
    }
}

#[test]
fn a_case_of_another_jurisdiction_is_noted() {
    let answer = json(&serde_json::json!({"case": "ty25-ca-001", "expected": XML, "response": ""}));
    let codes: Vec<&str> = answer["warnings"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["code"].as_str())
        .collect();
    assert_eq!(codes, ["no-lines", "case-mismatch"]);
}

#[test]
fn tolerance_and_mode_are_obeyed() {
    let response = "Line 1a: | | **$47,910**";
    let ask = |mode: &str, tolerance: u32| {
        let answer = json(
            &serde_json::json!({"expected": XML, "response": response, "mode": mode, "tolerance": tolerance}),
        );
        answer["lines"][0]["verdict"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(ask("robust", 5), "wrong");
    assert_eq!(ask("robust", 10), "within");
    assert_eq!(ask("upstream", 10), "wrong");
}

fn ask(answer: String) -> serde_json::Value {
    serde_json::from_str(&answer).unwrap_or_default()
}

#[test]
fn many_requests_are_answered_like_single_ones() {
    let other = XML.replace("48000", "48001");
    let requests = [
        serde_json::json!({"id": 7, "expected": XML, "response": "Line 1a: | | 47900"}),
        serde_json::json!({"expected": XML, "response": "Line 9: | | 48000", "tolerance": 0}),
        serde_json::json!({"expected": other, "response": "Line 9: | | 48000", "mode": "upstream"}),
        serde_json::json!({"expected": "<x", "response": ""}),
        serde_json::json!({"expected": XML, "response": "Line 9: | | 48000", "profile": "us-ty24"}),
    ];
    let single: Vec<String> = requests
        .iter()
        .map(|request| grade_json(&request.to_string()))
        .collect();
    let many = grade_many_json(&serde_json::json!(requests).to_string());
    assert_eq!(many, format!("[{}]", single.join(",")));
}

#[test]
fn one_bad_request_does_not_spoil_the_others() {
    let requests = serde_json::json!([{"expected": XML, "response": ""}, {"response": 1}]);
    let answers = ask(grade_many_json(&requests.to_string()));
    assert_eq!(answers[0]["ok"], true);
    assert_eq!(answers[1]["error"]["code"], "request-invalid");
    let message = answers[1]["error"]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("request 2: "), "{message}");
    assert_eq!(ask(grade_many_json("{}"))["ok"], false);
}

#[test]
fn a_response_is_read_without_a_key() {
    let response = "Line 1a: Wages | \u{1f4b0} | $47,900\nLine 9: x | | about a lot\nLine 16: | |";
    let request = serde_json::json!({"response": response, "profile": "us-ty24"});
    let answer = ask(parse_response_json(&request.to_string()));
    let lines = answer["lines"].as_array().cloned().unwrap_or_default();
    let seen: Vec<String> = lines
        .iter()
        .map(|line| format!("{} {} {}", line["line"], line["amount"], line["reading"]))
        .collect();
    assert_eq!(
        seen,
        [
            "\"1a\" 47900 \"amount\"",
            "\"9\" null \"unreadable\"",
            "\"16\" 0 \"blank\""
        ]
    );
    assert_eq!(
        lines[0]["span"],
        serde_json::json!({"start": 22, "end": 29})
    );
    assert_eq!(answer["warnings"][0]["code"], "unreadable-amount");
    let unknown = serde_json::json!({"response": "", "profile": "xx"});
    let answer = ask(parse_response_json(&unknown.to_string()));
    assert_eq!(answer["error"]["code"], "profile-missing");
}

#[test]
fn an_expected_return_is_read_by_itself() {
    let answer = ask(parse_expected_json(
        &serde_json::json!({"expected": XML}).to_string(),
    ));
    assert_eq!(answer["profile"], "us-ty24");
    let lines = answer["lines"].as_array().cloned().unwrap_or_default();
    let amount = |name: &str| {
        let line = lines.iter().find(|line| line["line"] == name);
        line.map(|line| line["amount"].clone())
    };
    assert_eq!(amount("1a"), Some(serde_json::json!(47900)));
    assert_eq!(amount("16"), Some(serde_json::json!(0)));
    assert_eq!(
        answer["values"][1],
        serde_json::json!({"path": "/Return/ReturnData/IRS1040/WagesAmt", "text": "47900"})
    );
    assert_eq!(
        ask(parse_expected_json("{\"expected\":\"<x\"}"))["ok"],
        false
    );
}

#[test]
fn a_report_is_rendered() {
    let request = serde_json::json!({"expected": XML, "response": "Line 1a: | | 47900"});
    let answer = ask(markdown_json(&request.to_string()));
    let text = answer["markdown"].as_str().unwrap_or_default();
    assert!(
        text.starts_with("Line 1a: \u{2713} correct, expected: 47900.0, actual: 47900.0\n"),
        "{text}"
    );
    assert_eq!(ask(markdown_json("{}"))["ok"], false);
}

#[test]
fn runs_become_a_leaderboard() {
    let run = |model: &str, case: &str, response: &str| {
        let request = serde_json::json!({"case": case, "expected": XML, "response": response});
        let mut answer = json(&request);
        answer["model"] = model.into();
        answer
    };
    let right = "Line 1a: | | 47900\nLine 9: | | 48000";
    let close = "Line 1a: | | 47900\nLine 9: | | 48003";
    let runs = [
        run("b", "one", right),
        run("b", "one", close),
        run("b", "two", right),
        run("a", "one", close),
    ];
    let answer = ask(aggregate_json(
        &serde_json::json!({"runs": runs, "total": 51}).to_string(),
    ));
    let entry = &answer["entries"][0];
    assert_eq!(
        (&entry["model"], &entry["strict"]),
        (&"b".into(), &serde_json::json!(0.75))
    );
    assert_eq!(entry["lenient"], 1);
    let twice = &entry["segments"][1];
    assert_eq!(
        twice["passAt"][1],
        serde_json::json!({"k": 2, "strict": 1, "lenient": 1})
    );
    assert_eq!(
        twice["passHat"][1],
        serde_json::json!({"k": 2, "strict": 0, "lenient": 1})
    );
    assert_eq!(answer["entries"][1]["model"], "a");
    let table = answer["markdown"].as_str().unwrap_or_default();
    assert!(table.contains("| b |  | - | 2/51 | 75.00% |"), "{table}");
    for (runs, why) in [
        (serde_json::json!([{"lines": []}]), "run 1 has no `case`"),
        (
            serde_json::json!([{"case": "a", "lines": []}]),
            "run 1 has no scored line",
        ),
        (
            serde_json::json!([{"ok": false, "error": {}}]),
            "missing field `lines`",
        ),
    ] {
        let answer = ask(aggregate_json(
            &serde_json::json!({"runs": runs}).to_string(),
        ));
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn a_diagnosis_unless_it_is_not_wanted() {
    let response = "Line 1a: | | 47900\nLine 9: | | 47900";
    let request = serde_json::json!({"expected": XML, "response": response});
    let answer = json(&request);
    let diagnosis = &answer["diagnosis"];
    assert_eq!(diagnosis["wrongLines"], 1);
    assert_eq!(diagnosis["firstWrongLine"], "9");
    let root = &diagnosis["roots"][0];
    assert_eq!(
        (&root["line"], &root["kind"]),
        (&"9".into(), &"arithmetic".into())
    );
    assert_eq!(root["ifMended"]["strictCorrect"], true);
    assert_eq!(root["ifMended"]["becomesRight"], serde_json::json!(["9"]));
    let line = &diagnosis["lines"][0];
    assert_eq!(
        (&line["expected"], &line["actual"]),
        (&48_000.into(), &47_900.into())
    );
    assert!(
        line["sentence"]
            .as_str()
            .is_some_and(|one| one.starts_with("Line 9 is $47,900"))
    );
    let mut request = request;
    request["diagnose"] = false.into();
    assert_eq!(json(&request).get("diagnosis"), None);
}

/// What serde writes for a value, and what is written by hand.
fn both(value: &(impl serde::Serialize + crate::json::ToJson)) -> String {
    let written = crate::json::to_json(value);
    assert_eq!(written, serde_json::to_string(value).unwrap_or_default());
    written
}

#[test]
fn answers_are_written_as_their_types_declare() {
    let text = "Line 1a: \"W-2\" | \u{1f4b0} | $47,900.5\nLine 1a: | | 1\nLine 9: | | 1.234,56\n\
                Line 15: | | 26,000\nLine 16: | | 2789\nLine 24: | | 2789\nLine 34: x | | (12.05)";
    let xml = XML.replace(
        "<WagesAmt>",
        "<IndividualReturnFilingStatusCd>4</IndividualReturnFilingStatusCd>\
         <TaxableIncomeAmt>26000</TaxableIncomeAmt><TaxAmt>2792</TaxAmt>\
         <TotalTaxAmt>2792</TotalTaxAmt><WagesAmt>",
    );
    let mut kinds = String::new();
    for (expected, response) in [
        (xml.as_str(), text),
        (XML, "{\"1a\": 47900, \"none\": 1}"),
        (XML, XML),
        (XML, ""),
        ("<Return", ""),
    ] {
        for (mode, diagnose) in [(Mode::Robust, None), (Mode::Upstream, Some(false))] {
            let request = GradeRequest {
                case: Some("ty25-ca-001\t".into()),
                mode: Some(mode),
                diagnose,
                ..GradeRequest::new(expected, response)
            };
            kinds += &both(&grade(&request));
        }
        let request = ParseResponseRequest {
            response: response.into(),
            profile: ProfileChoice::Name("us-ty24".to_owned()),
            mode: None,
        };
        kinds += &both(&match parse_response(&request) {
            Ok(parsed) => ParseResponseAnswer::Parsed(parsed),
            Err(error) => ParseResponseAnswer::Failed((&error).into()),
        });
        let request = KeyRequest {
            expected: expected.into(),
            profile: None,
            tolerance: None,
        };
        kinds += &both(&match parse_expected(request) {
            Ok(parsed) => ParseExpectedAnswer::Parsed(parsed),
            Err(error) => ParseExpectedAnswer::Failed((&error).into()),
        });
    }
    // Every part has been there, so that none can be written wrongly unseen.
    for part in [
        "\"tableSlip\":\"rate-formula\"",
        "\"ifMended\":{",
        "\"becomesRight\":[\"",
        "\"byOwnLines\":",
        "\"upstream\":[\"",
        "\"span\":{",
        "\"position\":{",
        "\"values\":[{",
        "\"format\":\"xml\"",
        "\"format\":\"json\"",
        "\"actual\":-12.05",
        "\"actual\":null",
    ] {
        assert!(kinds.contains(part), "no {part} in {kinds}");
    }
}

#[test]
fn figures_are_written_as_their_types_declare() {
    let line = |verdict| RunLine {
        scored: true,
        verdict: Some(verdict),
    };
    let run = |case: &str, second| Run {
        case: Some(case.to_owned()),
        provider: None,
        model: Some("a \"model\"".to_owned()),
        thinking: None,
        tools: None,
        lines: vec![line(Verdict::Exact), line(second), line(Verdict::Exact)],
    };
    let runs = vec![
        run("a", Verdict::Wrong),
        run("a", Verdict::Within),
        run("a", Verdict::Exact),
        run("b", Verdict::Wrong),
    ];
    for runs in [
        runs,
        Vec::new(),
        vec![Run {
            case: None,
            ..run("", Verdict::Exact)
        }],
    ] {
        both(&match aggregate(AggregateRequest { runs, total: None }) {
            Ok(figures) => AggregateAnswer::Aggregated(figures),
            Err(error) => AggregateAnswer::Failed((&error).into()),
        });
    }
    let rendered = RenderedMarkdown {
        ok: true,
        markdown: "# x\n\u{2713}".to_owned(),
    };
    both(&MarkdownAnswer::Rendered(rendered));
}

#[test]
fn every_name_is_the_declared_one() {
    use crate::diagnose::TableSlip;
    use crate::response::{Format, MatchedBy};

    fn named(name: &str, value: &impl serde::Serialize) {
        let declared = serde_json::to_value(value).unwrap_or_default();
        assert_eq!(declared, name);
    }
    for one in [
        MatchedBy::Label,
        MatchedBy::Number,
        MatchedBy::Alias,
        MatchedBy::Path,
    ] {
        named(one.as_str(), &one);
    }
    for one in [Format::Text, Format::Json, Format::Xml] {
        named(one.as_str(), &one);
    }
    for one in [Verdict::Exact, Verdict::Within, Verdict::Wrong] {
        named(one.as_str(), &one);
    }
    for one in [
        TableSlip::RateFormula,
        TableSlip::OtherStatus,
        TableSlip::NeighbouringBand,
        TableSlip::OtherYear,
        TableSlip::BeyondTable,
    ] {
        named(one.as_str(), &one);
    }
}
