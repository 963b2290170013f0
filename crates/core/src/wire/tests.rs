use super::*;

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
