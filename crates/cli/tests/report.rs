//! `taxgrade report`, `compare` and `merge` over benchmark folders.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a broken fixture must fail the test that needs it"
)]

mod support;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use support::{copy_folder, data, files_below, run, scratch};

const CASE: &str = "single-w2-interest";

fn checkout(name: &str) -> PathBuf {
    let folder = scratch(name);
    copy_folder(Path::new(&data("ty24")), &folder.join("ty24"));
    folder
}

fn results(folder: &Path, case: &str, model: &str) -> PathBuf {
    folder.join(format!("ty24/results/{case}/{model}"))
}

/// Saves an answer with the notes of its call, or the notes of a call without an answer.
fn save(folder: &Path, thinking: &str, number: u32, answer: Option<&str>, notes: &Value) {
    fs::create_dir_all(folder).unwrap();
    let mut notes = notes.clone();
    if let Some(answer) = answer {
        let name = format!("model_completed_return_{thinking}_{number}.md");
        fs::write(folder.join(name), answer).unwrap();
        let mut hash = String::new();
        for byte in Sha256::digest(answer.as_bytes()) {
            write!(hash, "{byte:02x}").unwrap();
        }
        notes["answerSha256"] = hash.into();
    }
    let name = format!("run_{thinking}_{number}.json");
    fs::write(folder.join(name), notes.to_string()).unwrap();
}

/// A right answer to the case.
fn right(folder: &Path) -> String {
    fs::read_to_string(
        results(folder, CASE, "gemini/sample-pro").join("model_completed_return_ultrathink_1.md"),
    )
    .unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn every_form_of_the_report_is_written() {
    let folder = scratch("report-forms");
    let report = |format: &str| {
        let run = run(&["report", &data(""), "--format", format]);
        assert_eq!(run.code, 0, "{format}: {}", run.stderr);
        run.stdout
    };
    let terminal = report("terminal");
    for part in [
        "ty24: 98 runs of 16 cases graded",
        "ty25: ",
        "95% Interval (strict)",
        "not distinguishable on these 16 cases",
        "Lines that fail most",
    ] {
        assert!(terminal.contains(part), "no {part} in\n{terminal}");
    }
    assert!(report("markdown").contains("### Why lines are wrong"));
    let json: Value = serde_json::from_str(&report("json")).unwrap();
    assert_eq!(json["dataSets"][0]["runs"].as_array().unwrap().len(), 98);
    let row = &json["dataSets"][0]["rows"][0];
    for interval in ["bootstrap", "studentT"] {
        let strict = &row["uncertainty"]["strict"][interval];
        let (low, high) = (strict["low"].as_f64(), strict["high"].as_f64());
        assert!(low < Some(0.8281) && high > Some(0.8281), "{row}");
    }
    assert_eq!(
        report("csv")
            .lines()
            .filter(|line| line.starts_with("ty24,"))
            .count(),
        98
    );
    assert!(report("junit").contains(
        "<testsuite name=\"ty24 anthropic/sample-opus high\" tests=\"22\" failures=\"5\""
    ));
    let html = folder.join("new/report.html");
    let written = run(&["report", &data(""), "--format", "html", "-o", text(&html)]);
    assert_eq!(
        (written.code, written.stdout.as_str()),
        (0, ""),
        "{}",
        written.stderr
    );
    let html = fs::read_to_string(html).unwrap();
    assert_eq!(html, report("html"), "the same bytes every time");
    assert!(html.contains("Content-Security-Policy") && !html.contains("<script"));
    assert_eq!(run(&["report", text(&folder)]).code, 1);
}

#[test]
fn the_four_pictures_are_written() {
    let folder = scratch("report-charts").join("images");
    let run = run(&[
        "report",
        &data(""),
        "--charts",
        text(&folder),
        "--format",
        "csv",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let without_fonts = run.stderr.contains("no font on this machine");
    for name in [
        "ty24-overall",
        "ty24-detailed",
        "ty25-overall",
        "ty25-detailed",
    ] {
        let svg = fs::read_to_string(folder.join(format!("{name}-results.svg"))).unwrap();
        assert!(
            svg.contains("sample-opus") && svg.contains("<desc"),
            "{svg}"
        );
        let png = fs::read(folder.join(format!("{name}-results.png")));
        if without_fonts {
            assert!(png.is_err());
        } else {
            let png = png.unwrap();
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
            assert_eq!(
                png[16..20],
                1520_u32.to_be_bytes(),
                "twice the width of the drawing"
            );
        }
    }
}

#[test]
fn generation_failures_are_counted_apart_in_every_table() {
    let folder = checkout("report-failures");
    let model = results(&folder, CASE, "openai/new");
    let call = json!({"stop": "end", "usage": {"inputTokens": 900, "outputTokens": 100}, "cost": "0.025000"});
    save(&model, "high", 1, Some(&right(&folder)), &call);
    let refused = json!({"stop": "refusal: policy"});
    save(&model, "high", 2, Some("I cannot do that."), &refused);
    save(
        &model,
        "high",
        3,
        Some("Line 1a: | | 1"),
        &json!({"stop": "max-tokens"}),
    );
    save(
        &model,
        "high",
        4,
        None,
        &json!({"stop": null, "failure": {"kind": "server"}}),
    );
    let words = "3 (1 refused, 1 truncated, 1 call-failed)";
    for arguments in [
        &["bench", "--quick-eval", "--tax-year", "ty24", "--data-dir"][..],
        &[
            "bench",
            "--quick-eval",
            "--tax-year",
            "ty24",
            "--format",
            "markdown",
            "--data-dir",
        ],
        &[
            "bench",
            "--quick-eval",
            "--tax-year",
            "ty24",
            "--format",
            "csv",
            "--data-dir",
        ],
        &["report"],
        &["report", "--format", "markdown"],
        &["report", "--format", "html"],
    ] {
        let mut arguments = arguments.to_vec();
        arguments.push(text(&folder));
        let run = run(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains(words), "{arguments:?}\n{}", run.stdout);
    }
    let bench = run(&[
        "bench",
        "--quick-eval",
        "--tax-year",
        "ty24",
        "--format",
        "json",
        "--model",
        "new",
        "--data-dir",
        text(&folder),
    ])
    .json();
    let row = &bench["rows"][0];
    let strict = row["strict"].as_f64().unwrap();
    assert!(
        (strict - 1.0 / 3.0).abs() < 1e-9,
        "graded as they stand: {row}"
    );
    let failures = &row["generationFailures"];
    assert_eq!(
        failures["kinds"],
        json!({"refused": 1, "truncated": 1, "call-failed": 1})
    );
    assert_eq!(failures["completeOnly"]["strict"]["mean"], 1.0);
    assert_eq!(failures["unrecorded"], 0);
    // Notes of another answer say nothing of this one.
    fs::write(
        model.join("model_completed_return_high_2.md"),
        "edited by hand",
    )
    .unwrap();
    let edited = run(&[
        "report",
        text(&folder),
        "--model",
        "new",
        "--format",
        "markdown",
    ]);
    assert!(
        edited.stdout.contains("2 (1 truncated, 1 call-failed)"),
        "{}",
        edited.stdout
    );
    assert!(
        edited.stdout.contains("For 1 of 3 runs there is no record"),
        "{}",
        edited.stdout
    );
    assert!(
        edited
            .stdout
            .contains("| openai/new high | 1 | 900 | 100 | 0 | 1 | $0.03 |"),
        "{}",
        edited.stdout
    );
}

#[test]
fn two_folders_are_compared_and_gate() {
    let (before, after) = (checkout("compare-before"), checkout("compare-after"));
    let compare = |more: &[&str]| {
        let mut arguments = vec!["compare", text(&before), text(&after), "--tax-year", "ty24"];
        arguments.extend(more);
        run(&arguments)
    };
    let same = compare(&["--fail-on-regression"]);
    assert_eq!(same.code, 0, "{}", same.stderr);
    assert!(
        same.stdout.contains("Lines:   0 broken, 0 fixed"),
        "{}",
        same.stdout
    );
    // One line of one answer is lost.
    let answer =
        results(&after, CASE, "gemini/sample-pro").join("model_completed_return_ultrathink_1.md");
    let kept = fs::read_to_string(&answer).unwrap();
    let lost: Vec<&str> = kept
        .lines()
        .filter(|line| !line.contains("Line 25d"))
        .collect();
    fs::write(&answer, lost.join("\n")).unwrap();
    let worse = compare(&["--fail-on-regression"]);
    assert_eq!(worse.code, 1);
    assert!(
        worse.stdout.contains("single-w2-interest (gemini/sample-pro ultrathink): broken (lines: 1 broken, 0 fixed), strictly correct in 1/1 \u{2192} 0/1 runs\n  line 25d broken"),
        "{}",
        worse.stdout
    );
    assert!(
        worse
            .stdout
            .contains("not distinguishable on these 16 cases")
    );
    assert_eq!(compare(&[]).code, 0, "the score alone is no failure");
    assert_eq!(compare(&["--fail-on-regression=return"]).code, 1);
    assert_eq!(compare(&["--fail-on-regression=significant"]).code, 0);
    let json = compare(&["--format", "json"]).json();
    assert_eq!(
        json["returns"],
        json!({"broken": 1, "fixed": 0, "unchanged": 88})
    );
    assert_eq!(json["changes"][0]["lines"][0]["line"], "25d");
    let csv = compare(&["--format", "csv"]).stdout;
    assert_eq!(
        csv.lines()
            .filter(|line| line.contains(",broken,1,1,0,1,"))
            .count(),
        1
    );
    // The results alone, with the cases of another folder.
    let only = after.join("ty24/results");
    let again = run(&[
        "compare",
        text(&before.join("ty24/results")),
        text(&only),
        "--data-dir",
        text(&before),
        "--tax-year",
        "ty24",
        "--format",
        "markdown",
    ]);
    assert!(
        again
            .stdout
            .contains("Returns: 1 broken, 0 fixed, 88 unchanged"),
        "{}{}",
        again.stdout,
        again.stderr
    );
}

#[test]
fn models_and_days_are_compared() {
    let folder = checkout("compare-models");
    let models = run(&[
        "compare",
        "anthropic/sample-opus/high",
        "anthropic/sample-opus/lobotomized",
        "--data-dir",
        text(&folder),
        "--fail-on-regression=significant",
    ]);
    assert_eq!(models.code, 1);
    assert!(
        models
            .stdout
            .contains("Verdict: the second is worse on these 16 cases"),
        "{}",
        models.stdout
    );
    let nothing = run(&[
        "compare",
        "openai/sample-gpt",
        "gemini/sample-pro",
        "--data-dir",
        text(&folder),
    ]);
    assert_eq!(nothing.code, 1);
    assert!(
        nothing.stderr.contains("nothing to compare"),
        "{}",
        nothing.stderr
    );
    let model = results(&folder, CASE, "openai/new");
    let on = |day: u64| json!({"stop": "end", "startedUnixMs": day * 86_400_000 + 5_000});
    save(&model, "high", 1, Some("Line 1a: | | 1"), &on(20_543));
    save(&model, "high", 2, Some(&right(&folder)), &on(20_544));
    let days = run(&[
        "compare",
        "2026-03-31",
        "2026-04-01",
        "--data-dir",
        text(&folder),
    ]);
    assert_eq!(days.code, 0, "{}", days.stderr);
    assert!(
        days.stdout
            .contains("Returns: 0 broken, 1 fixed, 0 unchanged"),
        "{}",
        days.stdout
    );
    let empty = run(&[
        "compare",
        "2026-03-30",
        "2026-04-01",
        "--data-dir",
        text(&folder),
    ]);
    assert_eq!(empty.code, 1);
    assert!(
        empty.stderr.contains("no saved outputs of 2026-03-30"),
        "{}",
        empty.stderr
    );
    assert_eq!(run(&["compare", "what", "that"]).code, 2);
}

#[test]
fn aggregates_of_parts_merge_into_the_whole() {
    let folder = scratch("merge");
    let bench = |name: &str, more: &[&str]| {
        let path = folder.join(name);
        let mut arguments = vec![
            "bench",
            "--quick-eval",
            "--tax-year",
            "ty24",
            "--aggregate",
            text(&path),
            "--format",
            "csv",
            "--print-pass-k",
            "--data-dir",
        ];
        let root = data("");
        arguments.push(&root);
        arguments.extend(more);
        let run = run(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        (path.to_str().unwrap().to_owned(), run.stdout)
    };
    let (whole, board) = bench("whole.json", &[]);
    let parts: Vec<String> = ["anthropic", "openai", "gemini"]
        .iter()
        .map(|provider| bench(&format!("{provider}.json"), &["--provider", provider]).0)
        .collect();
    let merged = folder.join("merged.json");
    let run_merge = run(&[
        "merge",
        &parts[2],
        &parts[0],
        &parts[1],
        "--aggregate",
        text(&merged),
        "--format",
        "csv",
        "--print-pass-k",
    ]);
    assert_eq!(run_merge.code, 0, "{}", run_merge.stderr);
    assert_eq!(run_merge.stdout, board);
    assert_eq!(
        fs::read_to_string(&merged).unwrap(),
        fs::read_to_string(&whole).unwrap()
    );
    let report = folder.join("report.json");
    let written = run(&[
        "report",
        &data(""),
        "--tax-year",
        "ty24",
        "--aggregate",
        text(&report),
        "--format",
        "csv",
    ]);
    assert_eq!(written.code, 0);
    assert_eq!(
        fs::read_to_string(&report).unwrap(),
        fs::read_to_string(&whole).unwrap()
    );
    fs::write(&merged, "{}").unwrap();
    let twice = run(&["merge", &parts[0], &parts[0]]);
    assert_eq!(twice.code, 2, "{}", twice.stderr);
    assert!(twice.stderr.contains("is given twice"), "{}", twice.stderr);
    let copy = folder.join("copy.json");
    fs::copy(&parts[0], &copy).unwrap();
    let copied = run(&["merge", &parts[0], &parts[1], text(&copy)]);
    assert_eq!((copied.code, copied.stdout.as_str()), (2, ""));
    assert!(
        copied
            .stderr
            .contains(&format!("copy.json holds the same runs as {}", parts[0]))
            && copied.stderr.contains("--allow-equal"),
        "{}",
        copied.stderr
    );
    let meant = run(&[
        "merge",
        &parts[0],
        text(&copy),
        "--allow-equal",
        "--format",
        "csv",
    ]);
    assert_eq!(meant.code, 0, "{}", meant.stderr);
    let empty = folder.join("empty.json");
    fs::write(
        &empty,
        "{\"format\":\"taxgrade-aggregate\",\"version\":1,\"dataSet\":[\"a\"],\"configurations\":[]}",
    )
    .unwrap();
    fs::copy(&empty, &copy).unwrap();
    assert_eq!(run(&["merge", text(&empty), text(&copy)]).code, 0);
    let broken = run(&["merge", text(&merged)]);
    assert_eq!(broken.code, 1);
    assert!(
        broken.stderr.contains("not an aggregate"),
        "{}",
        broken.stderr
    );
    assert!(
        files_below(text(&folder))
            .iter()
            .all(|path| !path.contains(".taxgrade-"))
    );
}

#[test]
fn streams_write_aggregates_too() {
    let folder = scratch("jsonl-aggregate");
    let answer = right(&data_root());
    let line = |id: Value, case: Option<&str>, response: &str| {
        let mut request = json!({"id": id, "response": response});
        match case {
            Some(case) => request["case"] = case.into(),
            None => {
                let xml = data(&format!("ty24/test_data/{CASE}/output.xml"));
                request["expected"] = fs::read_to_string(xml).unwrap().into();
            }
        }
        format!("{request}\n")
    };
    let id = json!({"provider": "p", "model": "m", "thinking": "high", "mine": 7, "stop": "end"});
    let refused = json!({"provider": "p", "model": "m", "thinking": "high", "stop": "refusal"});
    let input = [
        line(id.clone(), Some(CASE), &answer),
        line(refused, Some(CASE), "No."),
        line(json!({"case": CASE, "model": "n"}), None, &answer),
    ]
    .concat();
    let path = folder.join("counts.json");
    let grade = |input: &str| {
        support::run_with_input(
            &[
                "grade",
                "--jsonl",
                "--data-dir",
                &data(""),
                "--aggregate",
                text(&path),
            ],
            input,
        )
    };
    let graded = grade(&input);
    assert_eq!(
        (graded.code, graded.stdout.lines().count()),
        (0, 3),
        "{}",
        graded.stderr
    );
    let merged = run(&["merge", text(&path), "--format", "csv"]).stdout;
    assert!(merged.contains("m,high,-,1\u{d7}2/1,50.00%"), "{merged}");
    assert!(merged.contains(",1 (1 refused)\n"), "{merged}");
    assert!(merged.contains("n,,-,1\u{d7}1/1,100.00%"), "{merged}");
    fs::remove_file(&path).unwrap();
    let nameless = grade(&line(json!(1), None, &answer));
    assert_eq!(nameless.code, 1);
    assert!(
        nameless.stderr.contains("belong to no case"),
        "{}",
        nameless.stderr
    );
    assert!(!path.exists());
}

fn data_root() -> PathBuf {
    PathBuf::from(data(""))
}
