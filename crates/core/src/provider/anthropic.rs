//! Anthropic Messages: <https://docs.anthropic.com/en/api/messages>, its stream
//! <https://docs.anthropic.com/en/docs/build-with-claude/streaming>, PDFs
//! <https://docs.anthropic.com/en/docs/build-with-claude/pdf-support>, thinking
//! <https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking>, search
//! <https://docs.anthropic.com/en/docs/agents-and-tools/tool-use/web-search-tool>.

use serde_json::{Value, json};

use super::reader::{Draft, Stop, Usage, count_at, text_at};
use super::request::{Ask, Content, base64, companion, put};
use super::{CallErrorKind, Setting};
use crate::error::{Error, ErrorCode};

pub(super) const VERSION: &str = "2023-06-01";

/// The interface demands a limit; this is what all current models take.
const MAX_TOKENS: u32 = 32_000;

/// The largest request, <https://docs.anthropic.com/en/api/errors>.
const MOST_BYTES: usize = 32 << 20;

pub(super) fn body(ask: &Ask<'_>) -> Result<Value, Error> {
    let mut content: Vec<Value> = Vec::new();
    let mut size = 0;
    for attachment in ask.attachments {
        let name = &attachment.name;
        content.push(match &attachment.content {
            Content::Pdf(bytes) => {
                let data = base64(bytes);
                size += data.len();
                json!({
                    "type": "document",
                    "source": {"type": "base64", "media_type": "application/pdf", "data": data},
                    "title": name,
                })
            }
            Content::Text(text) => json!({"type": "text", "text": companion(name, text)}),
        });
    }
    if size > MOST_BYTES {
        return Err(Error::new(
            ErrorCode::CallInvalid,
            format!("the documents have {size} bytes as base64, Anthropic takes {MOST_BYTES}"),
            "send fewer or smaller documents",
        ));
    }
    content.push(json!({"type": "text", "text": ask.prompt}));
    let mut messages = vec![json!({"role": "user", "content": content})];
    for said in ask.paused {
        messages.push(json!({"role": "assistant", "content": said}));
    }
    let budget = ask.budget().filter(|budget| *budget > 0);
    // The limit covers thinking and answer.
    let max_tokens = ask
        .max_tokens()
        .unwrap_or(MAX_TOKENS)
        .max(budget.map_or(0, |budget| budget.saturating_add(1)));
    // No temperature and the like: newer models refuse them.
    let mut body = json!({
        "model": ask.model.name,
        "max_tokens": max_tokens,
        "stream": ask.stream,
        "messages": messages,
    });
    if let Some(budget) = budget {
        put(
            &mut body,
            "thinking",
            json!({"type": "enabled", "budget_tokens": budget}),
        );
    }
    if let Setting::Effort(effort) = ask.setting() {
        put(&mut body, "thinking", json!({"type": "adaptive"}));
        put(&mut body, "output_config", json!({"effort": effort}));
    }
    if let (true, Some(tool)) = (ask.web_search, &ask.model.web_search) {
        put(
            &mut body,
            "tools",
            json!([{"type": tool, "name": "web_search"}]),
        );
    }
    Ok(body)
}

pub(super) fn event(draft: &mut Draft, data: &Value) {
    match text_at(data, "/type").unwrap_or_default() {
        "message_start" => {
            if let Some(message) = data.get("message") {
                head(draft, message);
                draft.usage(usage(message.get("usage"), draft.usage));
            }
        }
        "content_block_start" => {
            let block = data.get("content_block").cloned().unwrap_or_default();
            match text_at(&block, "/type").unwrap_or_default() {
                "text" => draft.say(text_at(&block, "/text").unwrap_or_default()),
                "thinking" | "redacted_thinking" => draft.think(),
                _ => {}
            }
            draft.partial_json.clear();
            draft.blocks.push(block);
        }
        "content_block_delta" => {
            if let Some(delta) = data.get("delta") {
                block_delta(draft, delta);
            }
        }
        "content_block_stop" => block_stop(draft),
        "message_delta" => {
            draft.usage(usage(data.get("usage"), draft.usage));
            if let Some(delta) = data.get("delta") {
                stop(draft, delta);
            }
        }
        "message_stop" => draft.done = true,
        // `ping`, and what may come.
        _ => {}
    }
}

fn block_delta(draft: &mut Draft, delta: &Value) {
    let piece = |name: &str| text_at(delta, name).unwrap_or_default();
    let append = |draft: &mut Draft, field: &str, piece: &str| {
        let slot = draft
            .blocks
            .last_mut()
            .and_then(|block| block.get_mut(field));
        if let Some(Value::String(text)) = slot {
            text.push_str(piece);
        } else if let Some(Value::Object(block)) = draft.blocks.last_mut() {
            block.insert(field.to_owned(), piece.into());
        }
    };
    match piece("/type") {
        "text_delta" => {
            append(draft, "text", piece("/text"));
            draft.say(piece("/text"));
        }
        "thinking_delta" => {
            append(draft, "thinking", piece("/thinking"));
            draft.think();
        }
        "signature_delta" => append(draft, "signature", piece("/signature")),
        "input_json_delta" => draft.partial_json.push_str(piece("/partial_json")),
        "citations_delta" => {
            let citation = delta.get("citation").cloned().unwrap_or_default();
            if let Some(Value::Object(block)) = draft.blocks.last_mut() {
                match block.get_mut("citations") {
                    Some(Value::Array(all)) => all.push(citation),
                    _ => drop(block.insert("citations".to_owned(), json!([citation]))),
                }
            }
        }
        _ => {}
    }
}

fn block_stop(draft: &mut Draft) {
    let json = std::mem::take(&mut draft.partial_json);
    let Some(block) = draft.blocks.last_mut() else {
        return;
    };
    if let (Ok(input), Some(object)) = (serde_json::from_str::<Value>(&json), block.as_object_mut())
    {
        object.insert("input".to_owned(), input);
    }
    let query = query(block).map(str::to_owned);
    if let Some(query) = query {
        draft.search(&query);
    }
}

/// What a block searches for, if it is a search.
fn query(block: &Value) -> Option<&str> {
    let is_search = text_at(block, "/type") == Some("server_tool_use")
        && text_at(block, "/name") == Some("web_search");
    text_at(block, "/input/query").filter(|_| is_search)
}

/// A response that was not streamed.
pub(super) fn whole(draft: &mut Draft, body: &Value) -> Option<()> {
    let blocks = body.get("content")?.as_array()?;
    head(draft, body);
    for block in blocks {
        match text_at(block, "/type").unwrap_or_default() {
            "text" => draft.say(text_at(block, "/text").unwrap_or_default()),
            _ => {
                if let Some(query) = query(block) {
                    draft.search(query);
                }
            }
        }
    }
    draft.blocks = blocks.clone();
    draft.usage(usage(body.get("usage"), Usage::default()));
    stop(draft, body);
    Some(())
}

fn head(draft: &mut Draft, message: &Value) {
    draft.model = text_at(message, "/model").map(str::to_owned);
    draft.id = text_at(message, "/id").map(str::to_owned);
}

fn stop(draft: &mut Draft, holder: &Value) {
    let Some(reason) = text_at(holder, "/stop_reason") else {
        return;
    };
    draft.stop(match reason {
        "end_turn" | "stop_sequence" => Stop::End,
        "max_tokens" => Stop::MaxTokens,
        "model_context_window_exceeded" => Stop::Context,
        "pause_turn" => Stop::Paused,
        "refusal" => Stop::Refusal(text_at(holder, "/stop_details/category").map(str::to_owned)),
        other => Stop::Other(other.to_owned()),
    });
}

/// The counts in `value`; those it does not repeat stay as they were.
fn usage(value: Option<&Value>, before: Usage) -> Usage {
    let Some(value) = value else {
        return before;
    };
    let has = |name: &str| value.get(name).is_some_and(Value::is_u64);
    let input = count_at(value, "/input_tokens")
        + count_at(value, "/cache_creation_input_tokens")
        + count_at(value, "/cache_read_input_tokens");
    Usage {
        input_tokens: if has("input_tokens") {
            input
        } else {
            before.input_tokens
        },
        output_tokens: if has("output_tokens") {
            count_at(value, "/output_tokens")
        } else {
            before.output_tokens
        },
        thinking_tokens: count_at(value, "/output_tokens_details/thinking_tokens")
            .max(before.thinking_tokens),
        cached_tokens: count_at(value, "/cache_read_input_tokens").max(before.cached_tokens),
    }
}

/// Kinds by Anthropic's error types, <https://docs.anthropic.com/en/api/errors>.
pub(super) const KINDS: &[(&str, CallErrorKind)] = &[
    ("authentication_error", CallErrorKind::Auth),
    ("billing_error", CallErrorKind::Quota),
    ("permission_error", CallErrorKind::Permission),
    ("not_found_error", CallErrorKind::NotFound),
    ("request_too_large", CallErrorKind::TooLarge),
    ("rate_limit_error", CallErrorKind::RateLimit),
    ("api_error", CallErrorKind::Server),
    ("timeout_error", CallErrorKind::Server),
    ("overloaded_error", CallErrorKind::Overloaded),
];
