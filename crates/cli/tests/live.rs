//! `taxgrade bench` calling models: a fake provider server on this machine answers.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a broken fixture must fail the test that needs it"
)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use fake_provider::Options;
use serde_json::{Value, json};
use support::files_below;
use support::live::{KEY, Live, finish, kill, wait_until};

const PROVIDERS: [&str; 4] = ["anthropic", "openai", "gemini", "compatible"];

/// The thinking level each provider's unknown models are run at here.
fn level(provider: &str) -> &'static str {
    if provider == "compatible" {
        "lobotomized"
    } else {
        "high"
    }
}

fn file(provider: &str, kind: &str, ending: &str) -> String {
    format!("{kind}_{}_1.{ending}", level(provider))
}

#[test]
fn answers_are_saved_graded_and_described() {
    let live = Live::answering("live-good");
    for provider in PROVIDERS {
        for model in ["good", "whole"] {
            let run = live.ask(provider, model, &["--format", "json"]);
            assert_eq!(run.code, 0, "{}", run.stderr);
            let row = &run.json()["rows"][0];
            assert_eq!(
                (&row["provider"], &row["model"]),
                (&json!(provider), &json!(model))
            );
            assert_eq!(row["strict"], json!(1), "{provider} {model}");
            let answer = file(provider, "model_completed_return", "md");
            let saved = fs::read_to_string(live.saved(provider, model, &answer)).unwrap();
            assert!(
                saved.contains("Line 1a: ") && !saved.contains("999"),
                "{saved}"
            );
            let report = file(provider, "evaluation_result", "md");
            let report = fs::read_to_string(live.saved(provider, model, &report)).unwrap();
            assert!(
                report.starts_with("Line 1a: ") && report.contains("Strictly correct return: True")
            );
            let json = live.json(provider, model, &file(provider, "run", "json"));
            assert_eq!(json["model"], model);
            assert_eq!(json["servedModel"], "served-name");
            assert_eq!(json["stop"], "end");
            assert_eq!(json["usage"]["inputTokens"], 5000);
            assert_eq!(json["usage"]["outputTokens"], 300);
            assert_eq!(
                (&json["tries"], &json["failure"]),
                (&json!(1), &Value::Null)
            );
            assert_eq!(json["promptSha256"].as_str().map(str::len), Some(64));
        }
    }
    // Saved as the rest of the command finds it.
    let again = live.bench(&["--quick-eval", "--tax-year", "ty24", "--format", "json"]);
    assert_eq!(again.json()["rows"].as_array().map(Vec::len), Some(8));
}

#[test]
fn requests_carry_the_case_as_each_provider_wants_it() {
    let live = Live::answering("live-requests");
    let ty25 = |provider: &str, model: &str, level: &str| {
        let run = live.bench(&[
            "--provider",
            provider,
            "--model",
            model,
            "--thinking-level",
            level,
            "--test-name",
            "ty25-ca-901",
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        live.server.requests().pop().unwrap()
    };
    let pdf = |name: &str| {
        let path = live
            .folder
            .join("ty25/test_data/ty25-ca-901/input")
            .join(name);
        (name.to_owned(), fs::read(path).unwrap())
    };
    let pdfs = [pdf("1099g_1.pdf"), pdf("1099int_1.pdf"), pdf("w2_1.pdf")];
    let remaining = String::from_utf8(pdf("remaining_data.json").1).unwrap();

    let request = ty25("anthropic", "claude-opus-4-8", "none");
    assert_eq!(request.path, "/v1/messages");
    assert_eq!(request.header("x-api-key"), Some(KEY));
    assert_eq!(request.header("anthropic-version"), Some("2023-06-01"));
    assert_eq!(
        request.header("anthropic-dangerous-direct-browser-access"),
        None
    );
    let body = request.body_json();
    assert_eq!(body["output_config"]["effort"], "low");
    let content = body["messages"][0]["content"].as_array().unwrap();
    for (part, (name, bytes)) in content.iter().zip(&pdfs) {
        assert_eq!(part["title"], name.as_str());
        assert_eq!(decoded(&part["source"]["data"]), *bytes);
    }
    assert!(content[3]["text"].as_str().unwrap().contains(&remaining));
    let prompt = content[4]["text"].as_str().unwrap().to_owned();
    assert!(
        prompt.contains("Form 540") && prompt.contains("- w2_1.pdf\n"),
        "{prompt}"
    );
    let printed = finish(&mut live.command(&["prompt", "ty25-ca-901"]));
    assert_eq!(printed.stdout, prompt, "`prompt` prints what is sent");

    let request = ty25("openai", "gpt-5.5", "ultrathink");
    assert_eq!(request.path, "/v1/responses");
    assert_eq!(
        request.header("authorization"),
        Some(format!("Bearer {KEY}").as_str())
    );
    let body = request.body_json();
    assert_eq!(
        (&body["reasoning"]["effort"], &body["store"]),
        (&json!("xhigh"), &json!(false))
    );
    let content = body["input"][0]["content"].as_array().unwrap();
    for (part, (name, bytes)) in content.iter().zip(&pdfs) {
        assert_eq!(part["filename"], name.as_str());
        let data = part["file_data"].as_str().unwrap();
        assert_eq!(
            decoded(&data.strip_prefix("data:application/pdf;base64,").into()),
            *bytes
        );
    }

    let request = ty25("gemini", "gemini-3.1-pro-preview", "medium");
    assert_eq!(
        request.path,
        "/v1beta/models/gemini-3.1-pro-preview:streamGenerateContent?alt=sse"
    );
    assert_eq!(request.header("x-goog-api-key"), Some(KEY));
    let body = request.body_json();
    assert_eq!(
        body["generationConfig"]["thinkingConfig"]["thinkingLevel"],
        "MEDIUM"
    );
    let parts = body["contents"][0]["parts"].as_array().unwrap();
    assert_eq!(decoded(&parts[1]["inlineData"]["data"]), pdfs[0].1);

    let request = ty25("compatible", "qwen3", "low");
    assert_eq!(request.path, "/v1/chat/completions");
    let body = request.body_json();
    assert_eq!(body["reasoning_effort"], "low");
    let text = body["messages"][0]["content"].as_str().unwrap();
    assert!(text.contains("<document name=\"w2_1.pdf\">") && text.contains(&remaining));
}

fn decoded(base64: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for c in base64.as_str().unwrap().bytes().filter(|c| *c != b'=') {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}

#[test]
fn searches_are_captured_and_reported() {
    let live = Live::answering("live-search");
    for provider in ["anthropic", "openai", "gemini"] {
        let run = live.ask(
            provider,
            "good",
            &["--tool-use", "web-search", "--format", "json"],
        );
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(run.json()["rows"][0]["tools"], "web-search");
        let report = live.saved(provider, "good", "evaluation_result_high_web_search_1.md");
        let read = fs::read_to_string(&report).unwrap();
        let section = "## Web Search Tool Use\n\n1. 2025 tax table\n2. form 540 instructions\n";
        assert!(read.ends_with(section), "{read}");
        // A report that was lost is made again with its searches.
        fs::remove_file(&report).unwrap();
        let again = live.bench(&["--quick-eval", "--tax-year", "ty24", "--save-outputs"]);
        assert_eq!(again.code, 0);
        assert!(fs::read_to_string(&report).unwrap().ends_with(section));
    }
    let none = live.ask("compatible", "good", &["--tool-use", "web-search"]);
    assert_eq!(none.code, 2);
}

#[test]
fn answers_that_are_not_whole_are_saved_and_graded() {
    let live = Live::answering("live-ends");
    for (provider, model, stop) in [
        ("anthropic", "refusal", "refusal: policy"),
        ("anthropic", "max-tokens", "max-tokens"),
        ("anthropic", "empty", "end"),
        ("openai", "refusal", "refusal"),
        ("openai", "blocked", "blocked: content_filter"),
        ("openai", "max-tokens", "max-tokens"),
        ("gemini", "blocked", "blocked: SPII"),
        ("gemini", "blocked-prompt", "blocked: PROHIBITED_CONTENT"),
        ("gemini", "max-tokens", "max-tokens"),
        ("compatible", "max-tokens", "max-tokens"),
        ("compatible", "empty", "end"),
    ] {
        let run = live.ask(provider, model, &["--format", "json"]);
        assert_eq!(run.code, 0, "{provider} {model}: {}", run.stderr);
        let json = live.json(provider, model, &file(provider, "run", "json"));
        assert_eq!(json["stop"], stop, "{provider} {model}");
        let row = &run.json()["rows"][0];
        assert!(row["runs"] == 1 && row["strict"] == json!(0), "{row}");
        let kind = match stop.split(':').next() {
            Some("refusal") => "refused",
            Some("max-tokens") => "truncated",
            Some("blocked") => "blocked",
            _ => "empty",
        };
        let failures = &row["generationFailures"];
        assert_eq!(failures["kinds"], json!({kind: 1}), "{provider} {model}");
        let later = live.bench(&[
            "--quick-eval",
            "--tax-year",
            "ty24",
            "--provider",
            provider,
            "--model",
            model,
            "--format",
            "json",
        ]);
        let later = later.json();
        assert_eq!(
            &later["rows"][0]["generationFailures"], failures,
            "the same from the saved answer"
        );
        let saved = live.saved(
            provider,
            model,
            &file(provider, "model_completed_return", "md"),
        );
        assert!(saved.is_file(), "{provider} {model}");
        let word = if model == "empty" { "empty" } else { stop };
        assert!(
            run.stderr
                .contains(&format!("otherwise than complete: {word}")),
            "{}",
            run.stderr
        );
    }
    // Thought aloud, kept, and not read.
    let run = live.ask("compatible", "think", &["--format", "json"]);
    assert_eq!(run.json()["rows"][0]["strict"], json!(1));
    let saved = live.saved(
        "compatible",
        "think",
        "model_completed_return_lobotomized_1.md",
    );
    assert!(fs::read_to_string(saved).unwrap().starts_with("<think>"));
    // Paused and gone on with.
    let run = live.ask("anthropic", "pause", &["--tool-use", "web-search"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let saved = live.saved(
        "anthropic",
        "pause",
        "model_completed_return_high_web_search_1.md",
    );
    assert!(fs::read_to_string(saved).unwrap().ends_with("and so on\n"));
    let json = live.json("anthropic", "pause", "run_high_web_search_1.json");
    assert_eq!(json["usage"]["outputTokens"], 600);
    assert_eq!(json["searches"].as_array().map(Vec::len), Some(4));
}

#[test]
fn failed_calls_are_listed_and_not_graded() {
    let live = Live::answering("live-failures");
    let no_wait = ["--retries", "0"];
    for (provider, model, kind) in [
        ("anthropic", "status-400", "bad-request (HTTP 400)"),
        ("anthropic", "status-401", "auth (HTTP 401)"),
        ("anthropic", "status-403", "permission (HTTP 403)"),
        ("anthropic", "status-404", "not-found (HTTP 404)"),
        ("anthropic", "status-413", "too-large (HTTP 413)"),
        ("anthropic", "status-429", "rate-limit (HTTP 429)"),
        ("anthropic", "status-500", "server (HTTP 500)"),
        ("anthropic", "status-529", "overloaded (HTTP 529)"),
        ("anthropic", "quota", "quota (HTTP 429)"),
        ("anthropic", "context", "context (HTTP 400)"),
        ("anthropic", "overloaded", "overloaded: Overloaded"),
        ("anthropic", "cut", "interrupted: "),
        ("anthropic", "malformed", "malformed: "),
        ("openai", "quota", "quota (HTTP 429)"),
        ("openai", "status-503", "server (HTTP 503)"),
        ("openai", "overloaded", "overloaded: "),
        ("openai", "cut", "interrupted: "),
        ("openai", "malformed-body", "malformed: "),
        ("gemini", "status-400", "auth (HTTP 400)"),
        ("gemini", "quota", "quota (HTTP 429)"),
        ("gemini", "status-503", "overloaded (HTTP 503)"),
        ("gemini", "overloaded", "overloaded: "),
        ("gemini", "cut", "interrupted: "),
        ("compatible", "context", "context (HTTP 400)"),
        ("compatible", "html", "server (HTTP 502): 502 Bad Gateway"),
        (
            "compatible",
            "redirect",
            "bad-request (HTTP 307): the server sends requests elsewhere",
        ),
        ("compatible", "cut", "interrupted: "),
        ("compatible", "endless", "answer-too-long: "),
    ] {
        let before = live.server.requests().len();
        let run = live.ask(provider, model, &no_wait);
        assert_eq!(run.code, 1, "{provider} {model}");
        let listed = format!(
            "single-w2-interest {provider}/{model} {} run 1: {kind}",
            level(provider)
        );
        assert!(
            run.stderr.contains(&listed),
            "no {listed} in {}",
            run.stderr
        );
        assert!(run.stderr.contains("1 generation failure (not graded)"));
        assert_eq!(run.stdout, "", "{provider} {model}: nothing to grade");
        assert_eq!(
            live.server.requests().len(),
            before + 1,
            "{provider} {model}: one try"
        );
        let answer = file(provider, "model_completed_return", "md");
        assert!(!live.saved(provider, model, &answer).exists());
        let json = live.json(provider, model, &file(provider, "run", "json"));
        assert!(json["failure"]["message"].is_string() && json["stop"].is_null());
    }
    let run = live.ask(
        "openai",
        "good",
        &["--base-url", "http://127.0.0.1:1", "--retries", "0"],
    );
    assert!(
        run.code == 1 && run.stderr.contains("network: "),
        "{}",
        run.stderr
    );
}

#[test]
fn what_helps_is_tried_again_and_what_does_not_is_not() {
    let live = Live::answering("live-retries");
    for (provider, model) in [
        ("anthropic", "status-529-then-good"),
        ("anthropic", "cut-then-good"),
        ("openai", "status-429-then-good"),
        ("gemini", "status-503-then-good"),
    ] {
        let started = Instant::now();
        let run = live.ask(provider, model, &[]);
        assert_eq!(run.code, 0, "{provider} {model}: {}", run.stderr);
        assert_eq!(live.json(provider, model, "run_high_1.json")["tries"], 3);
        if model.contains("429") {
            // `retry-after: 1`, twice.
            assert!(started.elapsed() >= Duration::from_secs(2));
        }
    }
    for model in ["status-400", "quota", "context"] {
        let before = live.server.requests().len();
        assert_eq!(live.ask("openai", model, &[]).code, 1);
        assert_eq!(live.server.requests().len(), before + 1, "{model}");
    }
    // An answer that was there stays when a second call fails.
    let answer = live.saved("openai", "quota", "model_completed_return_high_1.md");
    fs::write(&answer, "mine").unwrap();
    assert_eq!(live.ask("openai", "quota", &[]).code, 1);
    assert_eq!(fs::read_to_string(&answer).unwrap(), "mine");
}

#[test]
fn a_wrong_key_is_tried_once_and_not_for_every_case() {
    let live = Live::answering("live-wrong-key");
    let mut command = live.command(&[
        "bench",
        "--tax-year",
        "ty24",
        "--provider",
        "gemini",
        "--model",
        "good",
        "--jobs",
        "1",
    ]);
    let run = finish(command.env("GEMINI_API_KEY", "a-wrong-key"));
    assert_eq!(run.code, 1);
    assert_eq!(live.server.requests().len(), 1);
    assert!(run.stderr.contains("16 generation failures") && run.stderr.contains("not tried"));
    let run = finish(live.command(&["bench"]).env_remove("GEMINI_API_KEY"));
    assert!(
        run.code == 2 && run.stderr.contains("GEMINI_API_KEY"),
        "{}",
        run.stderr
    );
    // From a file in the working folder.
    fs::write(
        live.folder.join(".env"),
        format!("export GEMINI_API_KEY='{KEY}'\n"),
    )
    .unwrap();
    let mut command = live.command(&[
        "bench",
        "--tax-year",
        "ty24",
        "--provider",
        "gemini",
        "--model",
        "good",
        "--test-name",
        "single-w2-interest",
    ]);
    let run = finish(command.env_remove("GEMINI_API_KEY"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        live.server
            .requests()
            .pop()
            .unwrap()
            .header("x-goog-api-key"),
        Some(KEY)
    );
}

#[test]
fn time_is_limited() {
    let live = Live::answering("live-time");
    for model in ["silent", "slow"] {
        let started = Instant::now();
        let run = live.ask("anthropic", model, &["--timeout", "1"]);
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains("timeout: "), "{}", run.stderr);
        assert!(started.elapsed() < Duration::from_secs(10), "{model}");
    }
}

#[test]
fn a_huge_answer_is_saved_whole() {
    let live = Live::answering("live-huge");
    let run = live.ask("compatible", "huge", &[]);
    let saved = live.saved(
        "compatible",
        "huge",
        "model_completed_return_lobotomized_1.md",
    );
    assert_eq!(fs::metadata(saved).unwrap().len(), 19_000_000);
    // More than is graded, which is said.
    assert!(
        run.code == 1 && run.stderr.contains("19000000 bytes"),
        "{}",
        run.stderr
    );
}

#[test]
fn local_servers_get_the_text_of_documents() {
    let live = Live::answering("live-text");
    let run = live.bench(&[
        "--provider",
        "compatible",
        "--model",
        "small-context",
        "--test-name",
        "ty25-us-902",
        "--save-outputs",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("OLLAMA_CONTEXT_LENGTH"),
        "{}",
        run.stderr
    );
    let request = live.server.requests().pop().unwrap();
    let body = request.body_json();
    let text = body["messages"][0]["content"].as_str().unwrap();
    assert!(
        text.contains("[form fields]") && !text.contains("JVBER"),
        "{text}"
    );
    let path = "ty25/results/ty25-us-902/compatible/small-context/run_lobotomized_1.json";
    let json: Value =
        serde_json::from_str(&fs::read_to_string(live.folder.join(path)).unwrap()).unwrap();
    assert_eq!(json["textExtracted"], true);
    assert!(json["warnings"][0].as_str().unwrap().contains("100 tokens"));
}

#[test]
fn a_dry_run_says_what_would_be_called_and_calls_nobody() {
    let live = Live::answering("live-dry");
    let mut command = live.command(&["bench", "--dry-run", "--num-runs", "2"]);
    let run = finish(command.env_remove("OPENAI_API_KEY"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    // Five levels of four models and three of Gemini's, six cases, two runs.
    assert!(
        run.stdout.contains("276 calls would be made"),
        "{}",
        run.stdout
    );
    for part in [
        "claude-opus-4-8",
        "ultrathink",
        "gpt-5.5",
        "OPENAI_API_KEY is NOT set",
        "$",
    ] {
        assert!(run.stdout.contains(part), "no {part} in {}", run.stdout);
    }
    let searching = live.bench(&["--dry-run", "--tool-use", "web-search"]);
    assert!(
        searching.stdout.contains("120 calls would be made"),
        "{}",
        searching.stdout
    );
    let ty24 = live.bench(&["--dry-run", "--tax-year", "ty24", "--format", "json"]);
    assert!(
        ty24.stdout.contains("272 calls would be made"),
        "{}",
        ty24.stdout
    );
    assert_eq!(live.server.requests().len(), 0);
    assert!(
        !run.stdout.contains(KEY)
            && files_below(live.folder.join("ty25/results").to_str().unwrap()).is_empty()
    );
}

#[test]
fn at_most_so_many_calls_at_a_time() {
    let live = Live::start(
        "live-jobs",
        Options {
            delay: Duration::from_millis(50),
            ..Options::default()
        },
    );
    let run = live.bench(&[
        "--tax-year",
        "ty24",
        "--provider",
        "openai",
        "--model",
        "good",
        "--jobs",
        "3",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(live.server.requests().len(), 16);
    let most = live.server.most_at_a_time();
    assert!((2..=3).contains(&most), "{most}");
    assert!(run.stderr.contains("not saved") && run.stderr.contains("80000 tokens sent"));
}

#[test]
fn ones_own_prompt_and_models() {
    let live = Live::answering("live-own");
    fs::write(live.folder.join("prompt.md"), "For {{year}}, please.").unwrap();
    fs::write(
        live.folder.join("models.json"),
        r#"{"models": [{"provider": "openai", "model": "mine", "thinking": {"high": {"effort": "turbo"}}, "maxOutputTokens": 99, "price": {"input": "2", "output": "10"}}]}"#,
    )
    .unwrap();
    let more = ["--prompt-file", "prompt.md", "--models-file", "models.json"];
    let run = live.ask("openai", "mine", &more);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // 5,000 tokens at $2 and 300 at $10 a million.
    assert!(run.stderr.contains("about $0.01"), "{}", run.stderr);
    let body = live.server.requests().pop().unwrap().body_json();
    assert_eq!(
        body["input"][0]["content"][1]["text"],
        "For 2024, please.\n"
    );
    assert_eq!(
        (&body["reasoning"]["effort"], &body["max_output_tokens"]),
        (&json!("turbo"), &json!(99))
    );
    let json = live.json("openai", "mine", "run_high_1.json");
    assert_eq!(
        (&json["cost"], &json["promptSource"]),
        (&json!("0.013000"), &json!("file"))
    );
    fs::write(live.folder.join("prompt.md"), "{{nonsense}}").unwrap();
    assert_eq!(live.ask("openai", "mine", &more).code, 1);
    assert_eq!(
        live.server.requests().len(),
        1,
        "nothing is called with a broken prompt"
    );
}

/// Searches everything that was printed and written.
#[test]
fn the_key_is_found_nowhere() {
    let live = Live::answering("live-leak");
    let mut printed = String::new();
    for (provider, model) in [
        ("anthropic", "good"),
        ("anthropic", "status-401"),
        ("openai", "echo-key"),
        ("compatible", "echo-key"),
        ("compatible", "echo-key-answer"),
        ("openai", "echo-key-answer"),
        ("anthropic", "echo-key-answer"),
        ("gemini", "cut"),
        ("gemini", "redirect"),
        ("openai", "malformed"),
    ] {
        let run = live.ask(
            provider,
            model,
            &[
                "--retries",
                "0",
                "--print-results",
                "--tool-use",
                "web-search",
            ],
        );
        printed.push_str(&run.stdout);
        printed.push_str(&run.stderr);
        let run = live.ask(provider, model, &["--retries", "0", "--print-results"]);
        printed.push_str(&run.stdout);
        printed.push_str(&run.stderr);
    }
    let dry = live.bench(&["--dry-run"]);
    printed.push_str(&dry.stdout);
    printed.push_str(&dry.stderr);
    let bad_key = finish(
        live.command(&["bench"])
            .env("OPENAI_API_KEY", format!("{KEY} {KEY}")),
    );
    assert_eq!(bad_key.code, 1, "{}", bad_key.stderr);
    printed.push_str(&bad_key.stderr);
    assert!(!printed.contains(KEY), "{printed}");
    assert!(printed.contains("[key]"), "the server did repeat it");
    let files = files_below(live.folder.to_str().unwrap());
    assert!(
        files
            .iter()
            .any(|path| path.contains("echo-key-answer/model_completed_return_"))
    );
    for path in files {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        assert!(!path.contains(KEY) && !text.contains(KEY), "{path}");
    }
}

#[test]
fn killed_in_mid_batch_nothing_is_lost_and_nothing_made_twice() {
    let live = Live::start(
        "live-kill",
        Options {
            delay: Duration::from_millis(15),
            ..Options::default()
        },
    );
    let arguments = [
        "bench",
        "--tax-year",
        "ty24",
        "--provider",
        "anthropic",
        "--model",
        "good",
        "--num-runs",
        "4",
        "--jobs",
        "4",
        "--save-outputs",
        "--skip-already-run",
    ];
    let results = live.folder.join("ty24/results");
    let answers = || -> BTreeMap<String, (Vec<u8>, std::time::SystemTime)> {
        files_below(results.to_str().unwrap())
            .into_iter()
            .filter(|path| path.contains("/model_completed_return_"))
            .map(|path| {
                let content = fs::read(&path).unwrap();
                let time = fs::metadata(&path).unwrap().modified().unwrap();
                (path, (content, time))
            })
            .collect()
    };
    let whole = Options::default().answer.into_bytes();
    let mut kills = 0;
    for enough in [5, 17, 30, 44] {
        let mut child = live
            .command(&arguments)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        wait_until(|| answers().len() >= enough);
        kill(&mut child);
        kills += 1;
        let there = answers();
        assert!(there.len() < 64, "killed before the end");
        for (path, (content, _)) in &there {
            assert_eq!(content, &whole, "{path} is whole");
            let json = path
                .replace("model_completed_return_", "run_")
                .replace(".md", ".json");
            let json: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
            assert_eq!(json["stop"], "end");
        }
    }
    // Something a kill may leave: it goes when it is old.
    let left = results.join("single-w2-interest/anthropic/good/.taxgrade-left");
    let hours_ago = std::time::SystemTime::now() - Duration::from_hours(2);
    fs::File::create(&left)
        .unwrap()
        .set_modified(hours_ago)
        .unwrap();
    fs::remove_file(left.with_file_name("model_completed_return_high_4.md")).unwrap_or_default();
    let before = answers();
    let calls = live.server.requests().len();
    let run = finish(&mut live.command(&arguments));
    assert!(!left.exists());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let after = answers();
    assert_eq!(after.len(), 64);
    for (path, saved) in &before {
        assert_eq!(&after[path], saved, "{path} was made again");
    }
    assert_eq!(live.server.requests().len() - calls, 64 - before.len());
    // What was on its way when the process died is all that was asked twice.
    assert!(live.server.requests().len() <= 64 + kills * 4);
    assert!(run.stderr.contains("64 runs graded"), "{}", run.stderr);
    let reports = files_below(results.to_str().unwrap())
        .into_iter()
        .filter(|path| path.contains("/evaluation_result_"))
        .count();
    assert_eq!(
        reports, 64,
        "reports that the kill prevented are made up for"
    );
    let calls = live.server.requests().len();
    assert_eq!(finish(&mut live.command(&arguments)).code, 0);
    assert_eq!(live.server.requests().len(), calls, "all is there");
}
