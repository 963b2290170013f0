use serde_json::{Value, json};

use super::{KEY, key};
use crate::error::ErrorCode;
use crate::provider::{Ask, Attachment, Content, HttpRequest, Level, Model, Models, Provider};

fn model(provider: Provider, name: &str) -> Model {
    Models::builtin().get(provider, name)
}

fn documents() -> Vec<Attachment> {
    vec![
        Attachment {
            name: "w2_1.pdf".to_owned(),
            content: Content::Pdf(b"%PDF-1.7".to_vec()),
        },
        Attachment {
            name: "remaining_data.json".to_owned(),
            content: Content::Text("{\"input\": {}}".to_owned()),
        },
    ]
}

/// Compares a request with a golden file field by field, and names the first field that differs.
fn compare(request: &HttpRequest, golden: &str) {
    let headers: serde_json::Map<String, Value> = request
        .headers
        .iter()
        .map(|header| (header.name.to_owned(), header.expose().into()))
        .collect();
    let body: Value = serde_json::from_str(&request.body).unwrap();
    let found =
        json!({"method": request.method, "url": request.url, "headers": headers, "body": body});
    let golden: Value = serde_json::from_str(golden).unwrap();
    difference("", &found, &golden);
}

fn difference(path: &str, found: &Value, golden: &Value) {
    match (found, golden) {
        (Value::Object(a), Value::Object(b)) => {
            for (name, value) in b {
                let path = format!("{path}/{name}");
                difference(&path, a.get(name).unwrap_or(&Value::Null), value);
            }
            let more: Vec<&String> = a.keys().filter(|name| !b.contains_key(*name)).collect();
            assert!(more.is_empty(), "{path} has {more:?} as well");
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (found, golden)) in a.iter().zip(b).enumerate() {
                difference(&format!("{path}/{at}"), found, golden);
            }
        }
        _ => assert_eq!(found, golden, "at {path}"),
    }
}

#[test]
fn requests_are_as_documented() {
    let documents = documents();
    let opus = model(Provider::Anthropic, "claude-opus-4-8");
    let ask = Ask {
        web_search: true,
        ..Ask::new(&opus, Level::High, "Calculate.", &documents)
    };
    let key = key();
    compare(
        &ask.request(None, Some(&key)).unwrap(),
        include_str!("../golden/anthropic_search.json"),
    );
    let sonnet = model(Provider::Anthropic, "claude-sonnet-4-20250514");
    let paused = [json!([{"type": "text", "text": "So far."}])];
    let ask = Ask {
        from_browser: true,
        paused: &paused,
        ..Ask::new(&sonnet, Level::Ultrathink, "Calculate.", &[])
    };
    compare(
        &ask.request(None, Some(&key)).unwrap(),
        include_str!("../golden/anthropic_budget.json"),
    );
    let gpt = model(Provider::OpenAi, "gpt-5.5");
    let ask = Ask {
        web_search: true,
        ..Ask::new(&gpt, Level::High, "Calculate.", &documents)
    };
    compare(
        &ask.request(None, Some(&key)).unwrap(),
        include_str!("../golden/openai_search.json"),
    );
    let pro = model(Provider::Gemini, "gemini-3.1-pro-preview");
    let ask = Ask {
        web_search: true,
        ..Ask::new(&pro, Level::High, "Calculate.", &documents)
    };
    compare(
        &ask.request(None, Some(&key)).unwrap(),
        include_str!("../golden/gemini_level.json"),
    );
    let flash = model(Provider::Gemini, "gemini-2.5-flash-preview-05-20");
    let ask = Ask {
        stream: false,
        ..Ask::new(&flash, Level::Lobotomized, "Calculate.", &[])
    };
    compare(
        &ask.request(Some("http://127.0.0.1:9/"), Some(&key))
            .unwrap(),
        include_str!("../golden/gemini_budget.json"),
    );
    let qwen = model(Provider::Compatible, "qwen3:32b");
    let text = [Attachment {
        name: "w2_1.pdf".to_owned(),
        content: Content::Text("Box 1 47900".to_owned()),
    }];
    let ask = Ask::new(&qwen, Level::Medium, "Calculate.", &text);
    compare(
        &ask.request(None, None).unwrap(),
        include_str!("../golden/compatible.json"),
    );
}

#[test]
fn what_a_model_cannot_do_is_said_before_it_is_asked() {
    let documents = documents();
    let key = key();
    let code = |ask: Ask<'_>| ask.request(None, Some(&key)).unwrap_err().code();
    let qwen = model(Provider::Compatible, "qwen3:32b");
    let ask = Ask::new(&qwen, Level::Low, "x", &documents);
    assert_eq!(code(ask), ErrorCode::Unsupported);
    let ask = Ask {
        web_search: true,
        ..Ask::new(&qwen, Level::Low, "x", &[])
    };
    assert_eq!(code(ask), ErrorCode::Unsupported);
    assert_eq!(
        code(Ask::new(&qwen, Level::Ultrathink, "x", &[])),
        ErrorCode::Unsupported
    );
    let opus = model(Provider::Anthropic, "claude-opus-4-8");
    let keyless = Ask::new(&opus, Level::Low, "x", &[]).request(None, None);
    assert_eq!(keyless.unwrap_err().code(), ErrorCode::CallInvalid);
    let large = [Attachment {
        name: "large.pdf".to_owned(),
        content: Content::Pdf(vec![0; 25 << 20]),
    }];
    assert_eq!(
        code(Ask::new(&opus, Level::Low, "x", &large)),
        ErrorCode::CallInvalid
    );
}

#[test]
fn odd_model_names_cannot_leave_their_place_in_the_url() {
    let odd = model(Provider::Gemini, "a/../b?key=1#\u{e9}");
    let level = *odd.levels.keys().next().unwrap();
    let request = Ask::new(&odd, level, "x", &[])
        .request(None, Some(&key()))
        .unwrap();
    assert!(
        request.url.ends_with(
            "/v1beta/models/a%2F..%2Fb%3Fkey%3D1%23%C3%A9:streamGenerateContent?alt=sse"
        ),
        "{}",
        request.url
    );
}

#[test]
fn nothing_shows_the_key() {
    let opus = model(Provider::Anthropic, "claude-opus-4-8");
    let documents = documents();
    let request = Ask::new(&opus, Level::Low, "x", &documents)
        .request(None, Some(&key()))
        .unwrap();
    let reader = request.reader(super::head(200, "text/event-stream"));
    let failed = request.failed(crate::provider::CallErrorKind::Network, KEY);
    let shown = format!(
        "{:?} {request:?} {:#?} {reader:?} {failed:?} {failed} {documents:?}",
        key(),
        request.headers
    );
    assert!(!shown.contains("0123456789"), "{shown}");
    assert!(!request.url.contains(KEY) && !request.body.contains(KEY));
    assert_eq!(
        request
            .headers
            .iter()
            .filter(|header| header.is_secret())
            .count(),
        1
    );
    for bad in ["", " \n", "two words", "line\nbreak", "h\u{e9}llo"] {
        let error = crate::provider::ApiKey::new(bad).unwrap_err();
        assert!(bad.trim().is_empty() || !error.to_string().contains(bad));
    }
}

#[test]
fn tokens_are_estimated() {
    let opus = model(Provider::Anthropic, "claude-opus-4-8");
    let prompt = "x".repeat(4_000);
    let mut documents = documents();
    documents.push(Attachment {
        name: "two.pdf".to_owned(),
        content: Content::Pdf(b"/Type /Pages /Type /Page /Type/Page ".to_vec()),
    });
    let ask = Ask::new(&opus, Level::Low, &prompt, &documents);
    assert_eq!(ask.estimated_tokens(), 1_000 + 2_000 + 3 + 4_000);
}
