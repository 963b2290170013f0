//! The command as its users run it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a broken fixture must fail the test that needs it"
)]

mod support;

use std::fs;

use serde_json::{Value, json};
use support::{Run, data, run, run_with_input, scratch};

const CASE: &str = "ty24/test_data/hoh-multiple-w2-unemployment/output.xml";
const RIGHT: &str = "ty24/results/hoh-multiple-w2-unemployment/anthropic/sample-opus/model_completed_return_high_1.md";
const RATE: &str = "ty24/results/hoh-multiple-w2-unemployment/anthropic/sample-opus/model_completed_return_high_2.md";

fn grade(response: &str, more: &[&str]) -> Run {
    let (expected, response) = (data(CASE), data(response));
    let mut arguments = vec!["grade", "--expected", &expected, &response];
    arguments.extend(more);
    run(&arguments)
}

#[test]
fn a_graded_return_ends_with_0_whatever_the_score() {
    let table = grade(RATE, &[]);
    assert_eq!(table.code, 0, "{}", table.stderr);
    assert!(table.stdout.contains("An empty answer"), "{}", table.stdout);
    assert!(table.stdout.contains("2,789") && table.stdout.contains("\u{2248} within"));
}

#[test]
fn demands_turn_the_score_into_the_exit_code() {
    assert_eq!(
        grade(RIGHT, &["--require", "strict", "--fail-under", "100"]).code,
        0
    );
    assert_eq!(grade(RATE, &["--require", "strict"]).code, 1);
    assert_eq!(grade(RATE, &["--require", "lenient"]).code, 0);
    assert_eq!(grade(RATE, &["--fail-under", "78.9"]).code, 0);
    assert_eq!(grade(RATE, &["--fail-under", "79"]).code, 1);
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in [
        &["grade"][..],
        &["grade", "--expected", "x.xml", "--format", "pdf", "y.md"],
        &[
            "grade",
            "--expected",
            "x.xml",
            "--fail-under",
            "101",
            "y.md",
        ],
        &[
            "grade",
            "--expected",
            "x.xml",
            "--tolerance",
            "five",
            "y.md",
        ],
        &["bench", "--data-dir", &data(""), "--provider", "nobody"],
        &["bench", "--data-dir", &data(""), "--model", "nobodys-model"],
        &["bench", "--quick-eval", "--dry-run"],
        &["prompt"],
        &["bench", "--quick-eval", "--skip-already-run"],
        &["bench", "--quick-eval", "--num-runs", "0"],
        &["nonsense"],
        &[],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(!run.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn inputs_that_cannot_be_used_end_with_1_and_say_what_to_do() {
    let missing = grade("no/such.md", &[]);
    assert_eq!(missing.code, 1);
    assert!(missing.stderr.contains("such.md"), "{}", missing.stderr);
    let expected = data("README.md");
    let broken = run(&["grade", "--expected", &expected, &data(RIGHT)]);
    assert_eq!(broken.code, 1);
    assert!(
        broken.stderr.contains("not well-formed XML") && broken.stderr.contains("line 1"),
        "{}",
        broken.stderr
    );
    let as_json = run(&[
        "grade",
        "--expected",
        &expected,
        &data(RIGHT),
        "--format",
        "json",
    ]);
    assert_eq!(as_json.code, 1);
    assert_eq!(as_json.json()["error"]["code"], "xml-malformed");
    let nowhere = run(&[
        "grade",
        "--expected",
        "nowhere.xml",
        &data(RIGHT),
        "--format",
        "json",
    ]);
    assert_eq!(nowhere.code, 1);
    assert_eq!(nowhere.json()["error"]["code"], "input-unreadable");
    let unknown = grade(RIGHT, &["--profile", "us-ty99"]);
    assert_eq!(unknown.code, 1);
    assert!(
        unknown.stderr.contains("us-ty24") && !unknown.stderr.contains("output.xml"),
        "names what there is, and not the return: {}",
        unknown.stderr
    );
}

#[test]
fn json_of_every_kind_fits_the_schema() {
    let schema: Value = serde_json::from_str(include_str!("../schema/answer.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let check = |answer: &Value| {
        let errors: Vec<String> = validator
            .iter_errors(answer)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(
            errors.len(),
            0,
            "{:.300}\n{:.300}",
            answer.to_string(),
            errors.join("\n")
        );
    };
    let mut graded = 0;
    for year in ["ty24", "ty25"] {
        for case in fs::read_dir(data(&format!("{year}/test_data"))).unwrap() {
            let name = case.unwrap().file_name().into_string().unwrap();
            let expected = data(&format!("{year}/test_data/{name}/output.xml"));
            for run_file in support::files_below(&data(&format!("{year}/results/{name}"))) {
                let answer = run(&[
                    "grade",
                    "--format",
                    "json",
                    "--expected",
                    &expected,
                    &run_file,
                ]);
                assert_eq!(answer.code, 0, "{}", answer.stderr);
                check(&answer.json());
                graded += 1;
            }
        }
    }
    assert!(graded > 100, "{graded}");
    let requests = "{}\n{\"id\":[1],\"expected\":\"<\",\"response\":\"\"}\nnot json\n";
    let failures = run_with_input(&["grade", "--jsonl"], requests);
    assert_eq!(failures.code, 1);
    assert_eq!(failures.stdout.lines().count(), 3);
    failures
        .stdout
        .lines()
        .for_each(|line| check(&serde_json::from_str(line).unwrap()));
}

#[test]
fn a_wrong_request_is_answered_under_its_id() {
    let requests = "{\"id\":{\"run\": 1},\"expected\":\"<\",\"response\":null}\n\
        {\"id\":\"b\",\"expected\":\"<\",\"response\":\"\",\"unknown\":1}\n\
        {\"id\":\"c\",\"id\":\"d\"}\n{\"id\":\"e\"\n";
    let answers = run_with_input(&["grade", "--jsonl"], requests);
    assert_eq!(answers.code, 1);
    let ids: Vec<serde_json::Value> = answers
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].clone())
        .collect();
    let null = serde_json::Value::Null;
    assert_eq!(
        ids,
        [
            serde_json::json!({"run": 1}),
            serde_json::json!("b"),
            null.clone(),
            null
        ]
    );
    let last = answers.stdout.lines().last().unwrap();
    assert!(
        last.contains("line 4 of the input") && last.contains("at column 10"),
        "{last}"
    );
}

#[test]
fn wrong_lines_are_explained() {
    let table = grade(RATE, &[]).stdout;
    assert!(
        table.contains("Why: 4 wrong lines, 1 root: line 16 used the rate formula"),
        "{table}"
    );
    assert!(
        table.contains("With line 16 mended: 100.00% of scored lines right"),
        "{table}"
    );
    assert!(!grade(RATE, &["--no-diagnosis"]).stdout.contains("Why:"));
    let answer = grade(RATE, &["--format", "json"]).json();
    assert_eq!(answer["diagnosis"]["roots"][0]["tableSlip"], "rate-formula");
    assert!(
        grade(RATE, &["--format", "json", "--no-diagnosis"])
            .json()
            .get("diagnosis")
            .is_none()
    );
    assert!(
        grade(RATE, &["--format", "markdown"])
            .stdout
            .contains("## Diagnosis")
    );
}

#[test]
fn an_audit_ends_with_0_1_or_2() {
    let clean = run(&["audit", &data("ty24/test_data"), &data("ty25/test_data")]);
    assert_eq!(
        (clean.code, clean.stdout.as_str()),
        (0, "22 returns checked, 0 findings\n")
    );
    let folder = scratch("audit").join("ty25-ca-001");
    fs::create_dir_all(&folder).unwrap();
    let xml = fs::read_to_string(data(CASE))
        .unwrap()
        .replace(">26000<", ">26100<");
    fs::write(folder.join("output.xml"), xml).unwrap();
    let found = run(&["audit", folder.to_str().unwrap()]);
    assert_eq!(found.code, 1);
    assert!(
        found.stdout.contains("line 15") && found.stdout.contains("ty25-ca-001"),
        "{}",
        found.stdout
    );
    let json = run(&["audit", folder.to_str().unwrap(), "--format", "json"]).json();
    let codes: Vec<&str> = json[0]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert!(
        codes.contains(&"formula-violation") && codes.contains(&"case-mismatch"),
        "{codes:?}"
    );
    let text = run(&["audit", &data("README.md")]);
    assert_eq!(text.code, 2);
    let absent = run(&["audit", "/nowhere"]);
    assert_eq!(absent.code, 2);
    for (run, help) in [
        (&text, "pass the case's output.xml unchanged"),
        (
            &absent,
            "pass an expected return, or a folder with an output.xml",
        ),
    ] {
        let mut lines = run.stdout.lines().skip(1);
        assert!(
            lines
                .next()
                .is_some_and(|line| line.starts_with("  ") && line.contains(help)),
            "{}",
            run.stdout
        );
    }
    let json = run(&["audit", "/nowhere", "--format", "json"]).json();
    assert_eq!(json[0]["error"], "there is no expected return here");
    assert!(
        json[0]["help"]
            .as_str()
            .is_some_and(|help| !help.is_empty())
    );
}

#[test]
fn returns_in_utf_16_are_read() {
    let xml = fs::read_to_string(data(CASE)).unwrap();
    let bytes: Vec<u8> = std::iter::once(0xfeff)
        .chain(xml.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let file = scratch("utf-16").join("output.xml");
    fs::write(&file, bytes).unwrap();
    let graded = run(&[
        "grade",
        "--expected",
        file.to_str().unwrap(),
        &data(RIGHT),
        "--require",
        "strict",
    ]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
}

#[test]
fn bytes_that_are_not_utf_8_are_told() {
    let folder = scratch("not-utf-8");
    let path = folder.join("answer.md");
    fs::write(&path, b"Name: Andr\xe9\nLine 1a: Wages | | 43,600\n").unwrap();
    let run = run(&[
        "grade",
        "--expected",
        &data(CASE),
        path.to_str().unwrap(),
        "--format",
        "json",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("answer.md: byte 10 is not UTF-8"),
        "{}",
        run.stderr
    );
    let answer = run.json();
    assert_eq!(answer["lines"][0]["actual"], 43_600);
    assert_eq!(answer["warnings"][0]["code"], "replaced-characters");
}

#[test]
fn the_response_may_come_from_standard_input() {
    let response = fs::read_to_string(data(RIGHT)).unwrap();
    let expected = data(CASE);
    let from_stdin = run_with_input(
        &["grade", "--expected", &expected, "-", "--format", "json"],
        &response,
    );
    assert_eq!(
        from_stdin.json(),
        grade(RIGHT, &["--format", "json"]).json()
    );
}

#[test]
fn csv_and_markdown() {
    let csv = grade(RATE, &["--format", "csv"]).stdout;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 20);
    assert!(
        rows[7].contains(
            ",16,Tax,true,2792,2789,-3,within,amount,label,tax-table,\"Line 16 is $2,789"
        ),
        "{}",
        rows[7]
    );
    let report = grade(RATE, &["--format", "markdown"]).stdout;
    assert!(report.starts_with("Line 1a: \u{2713} correct, expected: 43600.0, actual: 43600.0\n"));
}

#[test]
fn the_case_is_named_by_its_folder_and_cross_checked() {
    assert_eq!(
        grade(RIGHT, &["--format", "json"]).json()["case"],
        "hoh-multiple-w2-unemployment"
    );
    let named = grade(RIGHT, &["--format", "json", "--case", "ty25-ca-001"]).json();
    assert_eq!(named["warnings"][0]["code"], "case-mismatch");
}

#[test]
fn a_stream_of_requests_is_answered_in_order() {
    let xml = fs::read_to_string(data(CASE)).unwrap();
    let mut requests = String::new();
    for id in 0..1500 {
        let request = match id % 3 {
            0 => {
                json!({"id": id, "case": "hoh-multiple-w2-unemployment", "response": "Line 1a: | | 43,600"})
            }
            1 => {
                json!({"id": id, "expected": xml, "response": "\u{1f4b0} Line 1a: | | 1", "mode": "upstream"})
            }
            _ => json!({"id": id, "case": "no-such-case", "response": ""}),
        };
        requests.push_str(&format!("{request}\n\n"));
    }
    let answers = run_with_input(&["grade", "--jsonl", "--data-dir", &data("")], &requests);
    assert_eq!(answers.code, 1, "some requests cannot be answered");
    let answers: Vec<Value> = answers
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 1500);
    for (at, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], at);
        assert_eq!(answer["ok"], at % 3 != 2);
    }
    assert_eq!(answers[0]["lines"][0]["verdict"], "exact");
    assert_eq!(answers[1]["mode"], "upstream");
    assert_eq!(answers[2]["error"]["code"], "request-invalid");
}

#[test]
fn a_tolerance_is_for_requests_that_name_none() {
    let request = |more: &str| {
        format!(
            "{{\"case\": \"{}\", \"response\": \"Line 1a: | | 43,650\"{more}}}\n",
            "hoh-multiple-w2-unemployment"
        )
    };
    let requests = [request(""), request(",\"tolerance\": 5")].concat();
    let filter = ["grade", "--jsonl", "--data-dir", &data(""), "--tolerance"];
    let with = |tolerance| run_with_input(&[&filter[..], &[tolerance]].concat(), &requests);
    let verdicts: Vec<String> = with("50")
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["lines"][0]["verdict"].to_string())
        .collect();
    assert_eq!(verdicts, ["\"within\"", "\"wrong\""]);
    let wrong = with("much");
    assert_eq!(wrong.code, 2, "{}", wrong.stderr);
}

#[test]
fn a_case_name_cannot_lead_out_of_the_data_folder() {
    for case in ["../../../etc", "..", "/etc", "a/b", ""] {
        let request = json!({"case": case, "response": ""}).to_string();
        let answer = run_with_input(&["grade", "--jsonl", "--data-dir", &data("")], &request);
        assert_eq!(answer.json()["error"]["code"], "request-invalid", "{case}");
    }
}

#[test]
fn requests_that_wait_for_their_answer_get_it() {
    // One request at a time, as a worker of another program sends them.
    let mut session = support::Session::start(&["grade", "--jsonl"]);
    let xml = fs::read_to_string(data(CASE)).unwrap();
    for id in 0..3 {
        let request = json!({"id": id, "expected": xml, "response": ""});
        let answer: Value = serde_json::from_str(&session.ask(&request.to_string())).unwrap();
        assert_eq!(answer["id"], id);
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let (code, stderr) = support::run_into_closed_pipe(&["profile", "show", "ny-ty25"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
}

#[test]
fn profiles_are_listed_shown_edited_and_passed_back() {
    let list = run(&["profile", "list"]).stdout;
    assert!(
        [
            "us-ty24", "us-ty25", "ca-ty25", "il-ty25", "ny-ty25", "va-ty25"
        ]
        .iter()
        .all(|id| list.contains(id))
    );
    let folder = scratch("profiles");
    let mut profile: Value = run(&["profile", "show", "us-ty24"]).json();
    for line in profile["lines"].as_array_mut().unwrap() {
        line["scored"] = json!(line["line"] == "16");
    }
    let file = folder.join("mine.json");
    fs::write(&file, profile.to_string()).unwrap();
    let graded = grade(
        RATE,
        &["--format", "json", "--profile", file.to_str().unwrap()],
    )
    .json();
    assert_eq!(graded["correctByLine"], 0);
    assert_eq!(graded["lenientByLine"], 1);
    fs::write(&file, "{\"id\": 5}").unwrap();
    let broken = grade(RATE, &["--profile", file.to_str().unwrap()]);
    assert_eq!(broken.code, 1);
    assert!(
        broken.stderr.contains("profile") && !broken.stderr.contains("output.xml"),
        "{}",
        broken.stderr
    );
}

#[test]
fn cases_say_what_is_incomplete_and_why() {
    let good = run(&["cases", &data("")]);
    assert_eq!(good.code, 0);
    assert!(
        good.stdout.contains("22 cases, 0 incomplete or wrong"),
        "{}",
        good.stdout
    );
    let folder = scratch("cases");
    let case = |name: &str| folder.join("ty25/test_data").join(name);
    for name in ["ty25-ca-001", "ty25-us-001", "empty"] {
        fs::create_dir_all(case(name)).unwrap();
    }
    fs::copy(
        data("ty25/test_data/ty25-us-901/output.xml"),
        case("ty25-ca-001").join("output.xml"),
    )
    .unwrap();
    fs::write(case("ty25-us-001").join("output.xml"), "<Return>").unwrap();
    let bad = run(&["cases", folder.to_str().unwrap(), "--format", "json"]);
    assert_eq!(bad.code, 1);
    let cases = bad.json();
    let problems = |name: &str| {
        let case = cases
            .as_array()
            .unwrap()
            .iter()
            .find(|case| case["case"] == name)
            .unwrap();
        case["problems"].to_string()
    };
    assert!(problems("ty25-ca-001").contains("is a us return"));
    assert!(problems("ty25-us-001").contains("not well-formed"));
    assert!(problems("empty").contains("output.xml is missing"));
    assert_eq!(run(&["cases", "/nowhere/at/all"]).code, 1);
}

#[test]
fn completions_and_manual_page() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.code, 0);
        assert!(script.stdout.contains("quick-eval"), "{shell}");
    }
    let page = run(&["man"]).stdout;
    assert!(page.contains(".TH taxgrade "), "{page}");
    assert!(page.contains("line by line"), "{page}");
    // Every page that one refers to can be had.
    for (command, about) in [
        (&["bench"][..], "quick\\-eval"),
        (&["profile"], "taxgrade\\-profile\\-import(1)"),
        (&["profile", "import"], "tax\\-year"),
    ] {
        let of_command = run(&[&["man"], command].concat());
        let title = format!(".TH taxgrade-{} ", command.join("-"));
        assert!(
            of_command.stdout.contains(&title) && of_command.stdout.contains(about),
            "{}",
            of_command.stdout
        );
    }
    let unknown = run(&["man", "profile", "nope"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (2, ""));
    assert!(
        unknown.stderr.contains("no command `profile nope`"),
        "{}",
        unknown.stderr
    );
    assert!(run(&["--version"]).stdout.starts_with("taxgrade "));
}

#[test]
fn profiles_that_score_nothing_are_refused() {
    let answer = data(
        "ty24/results/single-w2-interest/anthropic/sample-opus/model_completed_return_high_1.md",
    );
    let builtin = grade(&answer, &["--profile", "builtin", "--format", "csv"]);
    assert_eq!(builtin.code, 0, "{}", builtin.stderr);
    assert_eq!(builtin.stdout, grade(&answer, &["--format", "csv"]).stdout);
    let bench = |profile: &str| {
        let root = data("");
        let arguments = [
            "bench",
            "--quick-eval",
            "--tax-year",
            "ty24",
            "--data-dir",
            &root,
        ];
        run(&[&arguments[..], &["--profile", profile]].concat())
    };
    let other_year = bench("ca-ty25");
    assert_eq!((other_year.code, other_year.stdout.as_str()), (2, ""));
    assert!(
        other_year
            .stderr
            .contains("`ca-ty25` is for 2025, the returns of ty24 are for 2024"),
        "{}",
        other_year.stderr
    );
    let none = scratch("no-profile").join("none.json");
    fs::write(&none, "[]").unwrap();
    let none = bench(none.to_str().unwrap());
    assert_eq!(none.code, 1);
    assert!(none.stderr.contains("holds no profile"), "{}", none.stderr);
    // Of a file with several years, the return's own counts.
    let both = scratch("both-years").join("both.json");
    let show = |name: &str| run(&["profile", "show", name]).stdout;
    fs::write(&both, format!("[{},{}]", show("us-ty25"), show("us-ty24"))).unwrap();
    let graded = grade(
        &answer,
        &["--profile", both.to_str().unwrap(), "--format", "json"],
    );
    assert_eq!(graded.json()["profile"], "us-ty24", "{}", graded.stderr);
}

#[test]
fn an_input_that_cannot_be_read_is_named() {
    let folder = scratch("unreadable");
    let name = folder.to_str().unwrap();
    let run = run(&["grade", "--jsonl", name]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.contains(&format!("cannot read {name}: ")),
        "{}",
        run.stderr
    );
}
