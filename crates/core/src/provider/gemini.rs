//! Gemini generateContent: <https://ai.google.dev/api/generate-content>, thinking
//! <https://ai.google.dev/gemini-api/docs/thinking>, PDFs
//! <https://ai.google.dev/gemini-api/docs/document-processing>, search
//! <https://ai.google.dev/gemini-api/docs/google-search>.

use std::fmt::Write;

use serde_json::{Value, json};

use super::reader::{Draft, Stop, Usage, count_at, text_at};
use super::request::{Ask, Content, base64, companion, put};
use super::{CallErrorKind, Setting};
use crate::error::Error;

pub(super) fn path(ask: &Ask<'_>) -> String {
    let mut path = "/v1beta/models/".to_owned();
    for byte in ask.model.name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            path.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(path, "%{byte:02X}");
        }
    }
    path.push_str(if ask.stream {
        ":streamGenerateContent?alt=sse"
    } else {
        ":generateContent"
    });
    path
}

pub(super) fn body(ask: &Ask<'_>) -> Result<Value, Error> {
    let mut parts: Vec<Value> = ask
        .attachments
        .iter()
        .flat_map(|attachment| match &attachment.content {
            // A document has no name here, so it is said before it.
            Content::Pdf(bytes) => vec![
                json!({"text": format!("The next document is {}:", attachment.name)}),
                json!({"inlineData": {"mimeType": "application/pdf", "data": base64(bytes)}}),
            ],
            Content::Text(text) => vec![json!({"text": companion(&attachment.name, text)})],
        })
        .collect();
    parts.push(json!({"text": ask.prompt}));
    let mut body = json!({"contents": [{"role": "user", "parts": parts}]});
    let mut config = serde_json::Map::new();
    if let Some(tokens) = ask.max_tokens() {
        config.insert("maxOutputTokens".to_owned(), tokens.into());
    }
    if let Setting::Effort(level) = ask.setting() {
        let level = level.to_ascii_uppercase();
        config.insert("thinkingConfig".to_owned(), json!({"thinkingLevel": level}));
    } else if let Some(budget) = ask.budget() {
        config.insert(
            "thinkingConfig".to_owned(),
            json!({"thinkingBudget": budget}),
        );
    }
    if !config.is_empty() {
        put(&mut body, "generationConfig", Value::Object(config));
    }
    if ask.web_search {
        put(&mut body, "tools", json!([{"googleSearch": {}}]));
    }
    Ok(body)
}

/// A piece of a stream, or a response that was not streamed: both have the same form.
pub(super) fn piece(draft: &mut Draft, data: &Value) {
    if let Some(model) = text_at(data, "/modelVersion") {
        draft.model = Some(model.to_owned());
    }
    if let Some(id) = text_at(data, "/responseId") {
        draft.id = Some(id.to_owned());
    }
    if let Some(counts) = data.get("usageMetadata") {
        let thinking = count_at(counts, "/thoughtsTokenCount");
        draft.usage(Usage {
            input_tokens: count_at(counts, "/promptTokenCount")
                + count_at(counts, "/toolUsePromptTokenCount"),
            // Thinking is counted beside the answer here, and within it elsewhere.
            output_tokens: count_at(counts, "/candidatesTokenCount") + thinking,
            thinking_tokens: thinking,
            cached_tokens: count_at(counts, "/cachedContentTokenCount"),
        });
    }
    if let Some(reason) = text_at(data, "/promptFeedback/blockReason") {
        draft.stop(Stop::Blocked(reason.to_owned()));
    }
    let Some(candidate) = data.pointer("/candidates/0") else {
        return;
    };
    let parts = candidate
        .pointer("/content/parts")
        .and_then(Value::as_array);
    for part in parts.into_iter().flatten() {
        let text = text_at(part, "/text").unwrap_or_default();
        if part.get("thought") == Some(&Value::Bool(true)) {
            draft.think();
        } else {
            draft.say(text);
        }
    }
    let queries = candidate
        .pointer("/groundingMetadata/webSearchQueries")
        .and_then(Value::as_array);
    for query in queries.into_iter().flatten().filter_map(Value::as_str) {
        // Later pieces repeat the list.
        if !draft.searches.iter().any(|known| known == query) {
            draft.search(query);
        }
    }
    if let Some(reason) = text_at(candidate, "/finishReason") {
        draft.stop(match reason {
            "STOP" => Stop::End,
            "MAX_TOKENS" => Stop::MaxTokens,
            "SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => {
                Stop::Blocked(reason.to_owned())
            }
            other => Stop::Other(other.to_owned()),
        });
    }
}

/// Kinds by Google's reasons and statuses, <https://ai.google.dev/gemini-api/docs/troubleshooting>.
/// A wrong key is told by its reason only: the status is INVALID_ARGUMENT.
pub(super) const KINDS: &[(&str, CallErrorKind)] = &[
    ("API_KEY_INVALID", CallErrorKind::Auth),
    ("API_KEY_HTTP_REFERRER_BLOCKED", CallErrorKind::Permission),
    ("UNAUTHENTICATED", CallErrorKind::Auth),
    ("PERMISSION_DENIED", CallErrorKind::Permission),
    ("FAILED_PRECONDITION", CallErrorKind::Permission),
    ("NOT_FOUND", CallErrorKind::NotFound),
    ("RESOURCE_EXHAUSTED", CallErrorKind::RateLimit),
    ("UNAVAILABLE", CallErrorKind::Overloaded),
    ("INTERNAL", CallErrorKind::Server),
    ("DEADLINE_EXCEEDED", CallErrorKind::Server),
];
