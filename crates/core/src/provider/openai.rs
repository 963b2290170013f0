//! OpenAI Responses: <https://platform.openai.com/docs/api-reference/responses>, its stream
//! <https://platform.openai.com/docs/api-reference/responses-streaming>, PDFs
//! <https://platform.openai.com/docs/guides/pdf-files>, search
//! <https://platform.openai.com/docs/guides/tools-web-search>.

use serde_json::{Value, json};

use super::classify::error_of_body;
use super::reader::{Draft, Stop, Usage, count_at, text_at};
use super::request::{Ask, Content, base64, companion, put};
use super::{CallErrorKind, Provider, Setting};
use crate::error::Error;

pub(super) fn body(ask: &Ask<'_>) -> Result<Value, Error> {
    let mut content: Vec<Value> = ask
        .attachments
        .iter()
        .map(|attachment| match &attachment.content {
            Content::Pdf(bytes) => json!({
                "type": "input_file",
                "filename": attachment.name,
                "file_data": format!("data:application/pdf;base64,{}", base64(bytes)),
            }),
            Content::Text(text) => {
                json!({"type": "input_text", "text": companion(&attachment.name, text)})
            }
        })
        .collect();
    content.push(json!({"type": "input_text", "text": ask.prompt}));
    let mut body = json!({
        "model": ask.model.name,
        // Kept for 30 days otherwise, and these are a taxpayer's documents.
        "store": false,
        "stream": ask.stream,
        "input": [{"role": "user", "content": content}],
    });
    if let Some(tokens) = ask.max_tokens() {
        put(&mut body, "max_output_tokens", tokens.into());
    }
    if let Setting::Effort(effort) = ask.setting() {
        put(&mut body, "reasoning", json!({"effort": effort}));
    }
    if let (true, Some(tool)) = (ask.web_search, &ask.model.web_search) {
        put(&mut body, "tools", json!([{"type": tool}]));
    }
    Ok(body)
}

pub(super) fn event(draft: &mut Draft, data: &Value) {
    match text_at(data, "/type").unwrap_or_default() {
        "response.output_item.added" if text_at(data, "/item/phase") == Some("commentary") => {
            draft.commentary.push(count_at(data, "/output_index"));
        }
        "response.output_text.delta" | "response.refusal.delta"
            if !draft.commentary.contains(&count_at(data, "/output_index")) =>
        {
            draft.say(text_at(data, "/delta").unwrap_or_default());
        }
        "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => draft.think(),
        "response.output_item.done" => {
            if let Some(item) = data.get("item") {
                for query in queries(item) {
                    draft.search(query);
                }
            }
        }
        "response.completed" | "response.incomplete" | "response.failed" => {
            if let Some(response) = data.get("response") {
                end(draft, response);
            }
            draft.done = true;
        }
        _ => {}
    }
}

/// A response that was not streamed.
pub(super) fn whole(draft: &mut Draft, body: &Value) -> Option<()> {
    body.get("output")?.as_array()?;
    end(draft, body);
    Some(())
}

/// The whole response, which repeats what was streamed.
fn end(draft: &mut Draft, response: &Value) {
    draft.model = text_at(response, "/model").map(str::to_owned);
    draft.id = text_at(response, "/id").map(str::to_owned);
    draft.usage(Usage {
        input_tokens: count_at(response, "/usage/input_tokens"),
        output_tokens: count_at(response, "/usage/output_tokens"),
        thinking_tokens: count_at(response, "/usage/output_tokens_details/reasoning_tokens"),
        cached_tokens: count_at(response, "/usage/input_tokens_details/cached_tokens"),
    });
    let items = response
        .get("output")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let (text, refused) = said(items);
    if draft.text.is_empty() {
        draft.say(&text);
    } else if !text.is_empty() {
        draft.text = text;
    }
    if draft.searches.is_empty() {
        for query in items.iter().flat_map(queries) {
            draft.search(query);
        }
    }
    match text_at(response, "/status").unwrap_or_default() {
        "completed" if refused => draft.stop(Stop::Refusal(None)),
        "completed" => draft.stop(Stop::End),
        "incomplete" => {
            let reason = text_at(response, "/incomplete_details/reason").unwrap_or("incomplete");
            draft.stop(match reason {
                "max_output_tokens" => Stop::MaxTokens,
                "content_filter" => Stop::Blocked(reason.to_owned()),
                other => Stop::Other(other.to_owned()),
            });
        }
        _ => draft.fail(error_of_body(Provider::OpenAi, None, response)),
    }
}

/// The answer's text, and whether it is a refusal. Where the model marks its final answer, what it
/// said on the way to it does not count.
fn said(items: &[Value]) -> (String, bool) {
    let messages = |final_only: bool| {
        items.iter().filter(move |item| {
            text_at(item, "/type") == Some("message")
                && (!final_only || text_at(item, "/phase") == Some("final_answer"))
        })
    };
    let marked = messages(true).next().is_some();
    let parts: Vec<&Value> = messages(marked)
        .filter_map(|item| item.get("content")?.as_array())
        .flatten()
        .collect();
    let text = parts
        .iter()
        .filter_map(|part| text_at(part, "/text").or_else(|| text_at(part, "/refusal")))
        .collect();
    let refused = parts
        .iter()
        .any(|part| text_at(part, "/type") == Some("refusal"));
    (text, refused)
}

/// What an item of the output searched for, if it is a search.
fn queries(item: &Value) -> Vec<&str> {
    if text_at(item, "/type") != Some("web_search_call") {
        return Vec::new();
    }
    let several = item.pointer("/action/queries").and_then(Value::as_array);
    match several.filter(|queries| !queries.is_empty()) {
        Some(queries) => queries.iter().filter_map(Value::as_str).collect(),
        None => text_at(item, "/action/query").into_iter().collect(),
    }
}

/// Kinds by OpenAI's error codes and types, <https://platform.openai.com/docs/guides/error-codes>.
pub(super) const KINDS: &[(&str, CallErrorKind)] = &[
    ("invalid_api_key", CallErrorKind::Auth),
    ("insufficient_quota", CallErrorKind::Quota),
    ("billing_hard_limit_reached", CallErrorKind::Quota),
    ("credit_balance_exhausted", CallErrorKind::Quota),
    ("organization_spend_limit_exceeded", CallErrorKind::Quota),
    ("project_spend_limit_exceeded", CallErrorKind::Quota),
    ("organization_usage_limit_exceeded", CallErrorKind::Quota),
    ("context_length_exceeded", CallErrorKind::Context),
    ("model_not_found", CallErrorKind::NotFound),
    ("rate_limit_exceeded", CallErrorKind::RateLimit),
    ("slow_down", CallErrorKind::RateLimit),
    ("server_error", CallErrorKind::Server),
    ("server_is_overloaded", CallErrorKind::Overloaded),
];
