//! Chat completions as other servers offer them under OpenAI's name:
//! <https://platform.openai.com/docs/api-reference/chat>, Ollama
//! <https://github.com/ollama/ollama/blob/main/docs/api/openai-compatibility.mdx>, vLLM
//! <https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html>, LM Studio
//! <https://lmstudio.ai/docs/app/api/endpoints/openai>.
//!
//! Only what all of them take is sent: one text, no documents. What a reasoning parser separated
//! from the answer is dropped; `<think>` blocks inside the answer stay in it.

use serde_json::{Value, json};

use super::reader::{Draft, Stop, Usage, count_at, text_at};
use super::request::{Ask, Content, base64, companion, put};
use super::{CallErrorKind, Setting};
use crate::error::Error;

pub(super) fn body(ask: &Ask<'_>) -> Result<Value, Error> {
    let has_pdf = ask
        .attachments
        .iter()
        .any(|attachment| matches!(attachment.content, Content::Pdf(_)));
    let content = if has_pdf {
        // Gateways that pass PDFs on take OpenAI's form of them.
        let mut parts: Vec<Value> = ask
            .attachments
            .iter()
            .map(|attachment| match &attachment.content {
                Content::Pdf(bytes) => json!({"type": "file", "file": {
                    "filename": attachment.name,
                    "file_data": format!("data:application/pdf;base64,{}", base64(bytes)),
                }}),
                Content::Text(text) => {
                    json!({"type": "text", "text": companion(&attachment.name, text)})
                }
            })
            .collect();
        parts.push(json!({"type": "text", "text": ask.prompt}));
        Value::Array(parts)
    } else {
        let mut text = String::new();
        for attachment in ask.attachments {
            if let Content::Text(content) = &attachment.content {
                text.push_str(&companion(&attachment.name, content));
                text.push_str("\n\n");
            }
        }
        text.push_str(ask.prompt);
        Value::String(text)
    };
    let mut body = json!({
        "model": ask.model.name,
        "stream": ask.stream,
        "messages": [{"role": "user", "content": content}],
    });
    if ask.stream {
        put(&mut body, "stream_options", json!({"include_usage": true}));
    }
    if let Some(tokens) = ask.max_tokens() {
        put(&mut body, "max_tokens", tokens.into());
    }
    if let Setting::Effort(effort) = ask.setting() {
        put(&mut body, "reasoning_effort", effort.as_str().into());
    }
    Ok(body)
}

pub(super) fn event(draft: &mut Draft, data: &Value) {
    common(draft, data);
    if let Some(delta) = data.pointer("/choices/0/delta") {
        message(draft, delta);
    }
    finish(draft, data);
}

/// A response that was not streamed.
pub(super) fn whole(draft: &mut Draft, body: &Value) -> Option<()> {
    common(draft, body);
    message(draft, body.pointer("/choices/0/message")?);
    finish(draft, body);
    Some(())
}

fn common(draft: &mut Draft, data: &Value) {
    if let Some(model) = text_at(data, "/model") {
        draft.model = Some(model.to_owned());
    }
    if let Some(id) = text_at(data, "/id") {
        draft.id = Some(id.to_owned());
    }
    if data.get("usage").is_some_and(Value::is_object) {
        draft.usage(Usage {
            input_tokens: count_at(data, "/usage/prompt_tokens"),
            output_tokens: count_at(data, "/usage/completion_tokens"),
            thinking_tokens: count_at(data, "/usage/completion_tokens_details/reasoning_tokens"),
            cached_tokens: count_at(data, "/usage/prompt_tokens_details/cached_tokens"),
        });
    }
}

fn message(draft: &mut Draft, message: &Value) {
    let thought = ["/reasoning", "/reasoning_content"]
        .iter()
        .any(|field| text_at(message, field).is_some_and(|text| !text.is_empty()));
    if thought {
        draft.think();
    }
    draft.say(text_at(message, "/content").unwrap_or_default());
    if let Some(refusal) = text_at(message, "/refusal").filter(|text| !text.is_empty()) {
        draft.say(refusal);
        draft.stop(Stop::Refusal(None));
    }
}

fn finish(draft: &mut Draft, data: &Value) {
    let Some(reason) = text_at(data, "/choices/0/finish_reason") else {
        return;
    };
    if matches!(draft.stop, Some(Stop::Refusal(_))) {
        return;
    }
    draft.stop(match reason {
        "stop" => Stop::End,
        "length" => Stop::MaxTokens,
        "content_filter" => Stop::Blocked(reason.to_owned()),
        other => Stop::Other(other.to_owned()),
    });
}

/// Kinds by the types that vLLM and others use beside OpenAI's.
pub(super) const KINDS: &[(&str, CallErrorKind)] = &[
    ("BadRequestError", CallErrorKind::BadRequest),
    ("NotFoundError", CallErrorKind::NotFound),
    ("exceed_context_size_error", CallErrorKind::Context),
];
