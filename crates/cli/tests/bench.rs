//! `taxgrade bench --quick-eval` over benchmark folders.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a broken fixture must fail the test that needs it"
)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::{copy_folder, data, files_below, run, scratch};

/// A copy of the bundled TY24 data set below `folder`, to write reports into.
fn checkout(folder: &Path) -> PathBuf {
    copy_folder(Path::new(&data("ty24")), &folder.join("ty24"));
    folder.to_path_buf()
}

fn bench(folder: &Path, more: &[&str]) -> support::Run {
    let folder = folder.to_str().unwrap();
    let mut arguments = vec![
        "bench",
        "--quick-eval",
        "--tax-year",
        "ty24",
        "--data-dir",
        folder,
    ];
    arguments.extend(more);
    run(&arguments)
}

fn reports(folder: &Path) -> Vec<String> {
    files_below(folder.to_str().unwrap())
        .into_iter()
        .filter(|path| path.contains("evaluation_result_"))
        .collect()
}

#[test]
fn saved_outputs_without_their_case_are_told() {
    let folder = checkout(&scratch("without-case"));
    let all = bench(&folder, &[]);
    assert!(!all.stderr.contains("left out"), "{}", all.stderr);
    fs::remove_dir_all(folder.join("ty24/test_data/single-w2-interest")).unwrap();
    let fewer = bench(&folder, &[]);
    assert_eq!(fewer.code, 0, "{}", fewer.stderr);
    assert!(
        fewer.stderr.contains("are left out: single-w2-interest\n"),
        "{}",
        fewer.stderr
    );
    let report = run(&["report", folder.to_str().unwrap()]);
    assert!(
        report.stderr.contains("are left out: single-w2-interest\n"),
        "{}",
        report.stderr
    );
    let one = bench(&folder, &["--test-name", "single-w2-eic-no-children"]);
    assert!(!one.stderr.contains("left out"), "{}", one.stderr);
    let cases = run(&["cases", folder.to_str().unwrap()]);
    assert_eq!(cases.code, 1);
    assert!(
        cases
            .stdout
            .contains("there are saved runs of it, but no case"),
        "{}",
        cases.stdout
    );
}

#[test]
fn the_summary_has_upstreams_columns_segments_and_passes() {
    let table = bench(Path::new(&data("")), &["--print-pass-k"]);
    assert_eq!(table.code, 0, "{}", table.stderr);
    for part in [
        "Model Name",
        "Thinking",
        "Tools",
        "Tests Run",
        "Correct Returns (strict)",
        "Correct Returns (lenient)",
        "Correct (by line)",
        "Correct (by line, lenient)",
        "web-search",
        "16/16",
        "14\u{d7}1/16",
        "2\u{d7}4/16",
        "9\u{d7}1/16",
        "pass@1",
        "pass^4",
    ] {
        assert!(
            table.stdout.contains(part),
            "no {part} in\n{}",
            table.stdout
        );
    }
    assert!(!bench(Path::new(&data("")), &[]).stdout.contains("pass@1"));
    assert!(
        table.stderr.contains("98 runs graded") && table.stderr.contains("built-in profiles"),
        "{}",
        table.stderr
    );
    assert!(
        !table.stderr.contains('\r'),
        "no progress bar off a terminal"
    );
}

#[test]
fn what_the_runs_have_in_common_stands_below() {
    let table = bench(Path::new(&data("")), &[]).stdout;
    assert!(
        table.contains("Lines that fail most:\n  us-ty24 line"),
        "{table}"
    );
    assert!(table.contains("by the Tax Table alone; roots: "), "{table}");
    let insight = &bench(Path::new(&data("")), &["--format", "json"]).json()["insight"];
    let opus = insight["mistakes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["model"] == "sample-opus")
        .unwrap();
    assert!(opus["tableOnly"].as_u64().unwrap() > 0, "{opus}");
    assert!(insight["failingLines"].as_array().unwrap().len() > 5);
}

#[test]
fn filters_choose_runs() {
    let rows = |more: &[&str]| -> Vec<(String, String, String, i64)> {
        let all = [&["--format", "json"], more].concat();
        let summary: Value = bench(Path::new(&data("")), &all).json();
        summary["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let text = |key: &str| row[key].as_str().unwrap().to_owned();
                (
                    text("model"),
                    text("thinking"),
                    text("tools"),
                    row["runs"].as_i64().unwrap(),
                )
            })
            .collect()
    };
    let row = |model: &str, thinking: &str, tools: &str, runs: i64| {
        (
            model.to_owned(),
            thinking.to_owned(),
            tools.to_owned(),
            runs,
        )
    };
    assert_eq!(rows(&[]).len(), 6);
    assert_eq!(
        rows(&["--thinking-level", "none"]),
        [row("sample-opus", "lobotomized", "", 16)]
    );
    assert_eq!(
        rows(&["--tool-use", "web-search"]),
        [row("sample-gpt", "high", "web-search", 16)]
    );
    assert_eq!(
        rows(&["--provider", "gemini", "--thinking-level", "low"]),
        [row("sample-pro", "low", "", 9)]
    );
    assert_eq!(
        rows(&[
            "--model",
            "sample-opus",
            "--thinking-level",
            "high",
            "--num-runs",
            "1"
        ]),
        [row("sample-opus", "high", "", 16)]
    );
    assert_eq!(
        rows(&[
            "--test-name",
            "single-w2-interest",
            "--model",
            "sample-pro",
            "--thinking-level",
            "ultrathink"
        ]),
        [row("sample-pro", "ultrathink", "", 1)]
    );
    assert_eq!(
        bench(Path::new(&data("")), &["--test-name", "no-such-case"]).code,
        1
    );
    assert_eq!(
        bench(Path::new(&data("")), &["--model", "no-such-model"]).code,
        1
    );
}

#[test]
fn every_accepted_folder_gives_the_same_table() {
    let expected = bench(Path::new(&data("")), &["--format", "csv"]).stdout;
    let folder = scratch("layouts");
    checkout(&folder.join("upstream/tax_calc_bench"));
    for place in [
        "upstream",
        "upstream/tax_calc_bench",
        "upstream/tax_calc_bench/ty24",
        "upstream/tax_calc_bench/ty24/test_data",
    ] {
        assert_eq!(
            bench(&folder.join(place), &["--format", "csv"]).stdout,
            expected,
            "{place}"
        );
    }
    let wrong_year = run(&[
        "bench",
        "--quick-eval",
        "--data-dir",
        folder.join("upstream").to_str().unwrap(),
    ]);
    assert_eq!(wrong_year.code, 1);
    assert!(
        wrong_year.stderr.contains("no ty25 cases"),
        "{}",
        wrong_year.stderr
    );
}

#[test]
fn reports_are_written_whole_once_and_keep_the_list_of_searches() {
    let folder = checkout(&scratch("reports"));
    assert_eq!(bench(&folder, &[]).code, 0);
    assert_eq!(reports(&folder).len(), 0, "nothing is written unasked");
    let search =
        "ty24/results/single-w2-interest/openai/sample-gpt/evaluation_result_high_web_search_1.md";
    fs::write(
        folder.join(search),
        "old\n\n## Web Search Tool Use\n1. 2024 tax table\n",
    )
    .unwrap();
    assert_eq!(bench(&folder, &["--save-outputs"]).code, 0);
    assert_eq!(reports(&folder).len(), 98);
    let kept = fs::read_to_string(folder.join(search)).unwrap();
    assert!(
        kept.starts_with("Line 1a: ")
            && kept.ends_with("## Web Search Tool Use\n1. 2024 tax table\n"),
        "{kept}"
    );
    let path = folder
        .join("ty24/results/single-w2-interest/anthropic/sample-opus/evaluation_result_high_1.md");
    fs::write(&path, "mine").unwrap();
    assert_eq!(
        bench(&folder, &["--save-outputs", "--skip-already-run"]).code,
        0
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    assert_eq!(bench(&folder, &["--save-outputs"]).code, 0);
    assert!(fs::read_to_string(&path).unwrap().starts_with("Line 1a: "));
    let leftovers = files_below(folder.to_str().unwrap())
        .into_iter()
        .filter(|path| path.contains(".taxgrade-"))
        .count();
    assert_eq!(leftovers, 0);
}

#[test]
fn printed_results_come_in_order_and_are_the_reports() {
    let printed = bench(
        Path::new(&data("")),
        &["--print-results", "--test-name", "single-w2-interest"],
    );
    let again = bench(
        Path::new(&data("")),
        &[
            "--print-results",
            "--test-name",
            "single-w2-interest",
            "--jobs",
            "1",
        ],
    );
    assert_eq!(
        printed.stdout, again.stdout,
        "the number of threads does not matter"
    );
    assert_eq!(
        printed.stdout.matches("Strictly correct return: ").count(),
        7
    );
    let json = bench(
        Path::new(&data("")),
        &[
            "--print-results",
            "--test-name",
            "single-w2-interest",
            "--format",
            "json",
        ],
    );
    assert!(json.stdout.starts_with('{'), "{}", json.stdout);
    assert_eq!(json.stderr.matches("Strictly correct return: ").count(), 7);
}

#[test]
fn a_broken_file_is_reported_and_the_batch_goes_on() {
    let folder = checkout(&scratch("broken"));
    fs::write(
        folder.join("ty24/test_data/single-w2-interest/output.xml"),
        "<Return>",
    )
    .unwrap();
    let unreadable = "ty24/results/single-early-ira-distribution/anthropic/sample-opus/model_completed_return_high_1.md";
    fs::remove_file(folder.join(unreadable)).unwrap();
    fs::create_dir(folder.join(unreadable)).unwrap();
    let run = bench(&folder, &[]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("sample-opus"), "{}", run.stdout);
    assert!(
        run.stderr.contains("single-w2-interest")
            && run.stderr.contains("single-early-ira-distribution"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr
            .contains("90 runs graded, 8 could not be graded (1 case has no usable key)"),
        "{}",
        run.stderr
    );
}

#[test]
fn scored_lines_are_read_from_a_checkouts_own_definitions() {
    let folder = checkout(&scratch("definitions").join("tax_calc_bench"));
    let root = folder.parent().unwrap();
    let source = folder.join("tax_return_evaluator.py");
    let definitions = "LINES = {\n    'Line 1a: Total amount from Form(s) W-2, box 1': '/Return/ReturnData/IRS1040/WagesAmt',\n    'Line 16: Tax': (\n        '/Return/ReturnData/'  # the tax\n        'IRS1040/TaxAmt'),\n}\n";
    fs::write(&source, definitions).unwrap();
    let read = bench(root, &["--format", "json"]);
    assert_eq!(read.code, 0, "{}", read.stderr);
    assert!(
        read.stderr.contains("scored lines read from") && read.stderr.contains("us-ty24 2 lines"),
        "{}",
        read.stderr
    );
    fs::write(
        &source,
        definitions.replace(
            "'/Return/ReturnData/IRS1040/WagesAmt'",
            "BASE + '/WagesAmt'",
        ),
    )
    .unwrap();
    let broken = bench(root, &[]);
    assert_eq!(broken.code, 1);
    assert!(
        broken.stderr.contains("line 2") && broken.stderr.contains("--profile builtin"),
        "{}",
        broken.stderr
    );
    let chosen = bench(root, &["--profile", "builtin"]);
    assert_eq!(chosen.code, 0);
    assert!(
        chosen.stderr.contains("built-in profiles"),
        "{}",
        chosen.stderr
    );
    fs::write(&source, definitions).unwrap();
    let imported = run(&[
        "profile",
        "import",
        source.to_str().unwrap(),
        "--tax-year",
        "ty24",
    ])
    .json();
    let scored = imported["lines"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["scored"] == true)
        .count();
    assert_eq!((imported["id"].as_str(), scored), (Some("us-ty24"), 2));
}

#[test]
fn definitions_are_found_from_every_accepted_folder() {
    let folder = checkout(&scratch("definitions-from").join("tax_calc_bench"));
    let source = "X = {'Line 1a: Wages': '/Return/ReturnData/IRS1040/WagesAmt'}\n";
    fs::write(folder.join("tax_return_evaluator.py"), source).unwrap();
    let cases = folder.join("ty24/test_data");
    for place in [
        folder.parent().unwrap(),
        &folder,
        &folder.join("ty24"),
        &cases,
    ] {
        let run = bench(place, &[]);
        assert!(
            run.stderr.contains("us-ty24 1 line"),
            "{}: {}",
            place.display(),
            run.stderr
        );
        let within = support::run_in(place, &["bench", "--quick-eval", "--tax-year", "ty24"]);
        assert!(
            within.stderr.contains("us-ty24 1 line"),
            "in {}: {}",
            place.display(),
            within.stderr
        );
    }
    let above = support::run_in(&cases, &["report", "..", "--format", "csv"]);
    assert_eq!(above.code, 0, "{}", above.stderr);
    let right = above.stdout.lines().nth(1).unwrap();
    assert!(right.contains(",1,"), "{right}");
}

#[test]
fn an_aggregate_that_cannot_be_written_is_told_before_anything_is_graded() {
    let folder = scratch("no-aggregate");
    let path = folder.join("nope/x.json");
    let name = path.to_str().unwrap();
    let data = data("");
    let commands: [&[&str]; 3] = [
        &[
            "bench",
            "--quick-eval",
            "--tax-year",
            "ty24",
            "--print-results",
            "--data-dir",
            &data,
            "--aggregate",
            name,
        ],
        &["report", &data, "--aggregate", name],
        &["grade", "--jsonl", "--aggregate", name],
    ];
    for command in commands {
        let run = run(command);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
        assert!(
            run.stderr
                .contains(&format!("cannot write {name}: the folder"))
                && !run.stderr.contains(".taxgrade-"),
            "{}",
            run.stderr
        );
    }
    let itself = run(&["report", &data, "--aggregate", folder.to_str().unwrap()]);
    assert!(itself.stderr.contains("is a folder"), "{}", itself.stderr);
    assert_eq!((itself.code, itself.stdout.as_str()), (1, ""));
}

/// Not every file system takes names that are not UTF-8; Linux's own do.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8_leave_nothing_out() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = checkout(&scratch("other-names"));
    let case = folder.join("ty24/results/single-w2-interest");
    let rename = |folder: &Path, from: &str, to: &[u8]| {
        fs::rename(folder.join(from), folder.join(OsStr::from_bytes(to))).unwrap();
    };
    rename(&case.join("anthropic"), "sample-opus", b"m\xe9");
    let cases = folder.join("ty24/test_data");
    for place in [&cases, &folder.join("ty24/results")] {
        rename(place, "single-w2-eic-no-children", b"c\xe9");
    }
    let run = bench(&folder, &["--format", "csv"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("98 runs graded"), "{}", run.stderr);
    assert!(run.stdout.contains("m\u{fffd},high"), "{}", run.stdout);
}

/// A device or a pipe is written to; it must not be replaced by a file.
#[cfg(unix)]
#[test]
fn a_named_pipe_gets_the_aggregate() {
    use std::os::unix::fs::FileTypeExt;

    let pipe = scratch("named-pipe").join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let run = bench(
        Path::new(&data("")),
        &[
            "--test-name",
            "single-w2-interest",
            "--aggregate",
            pipe.to_str().unwrap(),
        ],
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert!(reader.join().unwrap().contains("taxgrade-aggregate"));
}
