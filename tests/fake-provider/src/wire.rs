//! The four wire formats from the server's side.

use serde_json::{Value, json};

use crate::http::Request;

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wire {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Responses.
    OpenAi,
    /// Gemini generateContent.
    Gemini,
    /// Chat completions.
    Chat,
}

/// How an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum End {
    /// Whole.
    #[default]
    Whole,
    /// With nothing in it.
    Empty,
    /// The model declines.
    Refusal,
    /// A filter stops it.
    Blocked,
    /// A filter stops the prompt.
    BlockedPrompt,
    /// At the token limit.
    MaxTokens,
    /// To be gone on with.
    Pause,
}

pub(crate) struct Script {
    pub(crate) text: String,
    pub(crate) searches: Vec<String>,
    pub(crate) end: End,
    pub(crate) input_tokens: u64,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            text: String::new(),
            searches: Vec::new(),
            end: End::Whole,
            input_tokens: 5_000,
        }
    }
}

const REFUSAL: &str = "I cannot help with this.";

impl Script {
    fn said(&self) -> String {
        match self.end {
            End::Empty | End::BlockedPrompt => String::new(),
            End::Refusal => REFUSAL.to_owned(),
            End::Blocked | End::MaxTokens => self
                .text
                .chars()
                .take(self.text.chars().count() / 2)
                .collect(),
            End::Whole | End::Pause => self.text.clone(),
        }
    }
}

/// Text cut into deltas of a few characters.
fn deltas(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let size = (characters.len() / 200).max(5);
    characters
        .chunks(size)
        .map(|part| part.iter().collect())
        .collect()
}

impl Wire {
    pub(crate) fn of_path(path: &str) -> Option<Self> {
        let path = path.split('?').next().unwrap_or_default();
        if path.contains("/v1beta/models/") {
            return Some(Self::Gemini);
        }
        match path.rsplit("/v1/").next()? {
            "messages" => Some(Self::Anthropic),
            "responses" => Some(Self::OpenAi),
            "chat/completions" => Some(Self::Chat),
            _ => None,
        }
    }

    pub(crate) fn model(self, request: &Request) -> String {
        match self {
            Self::Gemini => {
                let name = request.path.rsplit("/models/").next().unwrap_or_default();
                name.split(':').next().unwrap_or_default().to_owned()
            }
            _ => request.body_json()["model"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        }
    }

    pub(crate) fn key(self, request: &Request) -> Option<String> {
        let value = match self {
            Self::Anthropic => request.header("x-api-key"),
            Self::Gemini => request.header("x-goog-api-key"),
            Self::OpenAi | Self::Chat => request
                .header("authorization")
                .and_then(|value| value.strip_prefix("Bearer ")),
        };
        value.map(str::to_owned)
    }

    pub(crate) fn wants_stream(self, request: &Request) -> bool {
        match self {
            Self::Gemini => request.path.contains(":streamGenerateContent"),
            _ => request.body_json()["stream"] == true,
        }
    }

    /// What the model searches for, if it was given the tool.
    pub(crate) fn searches(self, request: &Request) -> Vec<String> {
        match request.body_json().get("tools") {
            Some(_) => vec![
                "2025 tax table".to_owned(),
                "form 540 instructions".to_owned(),
            ],
            None => Vec::new(),
        }
    }

    /// Whether the request hands back what was said before a pause.
    pub(crate) fn goes_on(self, request: &Request) -> bool {
        self == Self::Anthropic && request.body_json()["messages"][1]["role"] == "assistant"
    }

    pub(crate) fn auth_status(self) -> u16 {
        if self == Self::Gemini { 400 } else { 401 }
    }

    /// The error body of a status.
    pub(crate) fn error(self, status: u16) -> Value {
        match self {
            Self::Anthropic => {
                let (kind, message) = match status {
                    400 => (
                        "invalid_request_error",
                        "messages: at least one message is required",
                    ),
                    401 => ("authentication_error", "invalid x-api-key"),
                    403 => ("permission_error", "your key may not use this"),
                    404 => ("not_found_error", "model: no such model"),
                    413 => ("request_too_large", "Request exceeds the maximum size"),
                    429 => ("rate_limit_error", "too many requests"),
                    529 => ("overloaded_error", "Overloaded"),
                    _ => ("api_error", "Internal server error"),
                };
                json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"})
            }
            Self::Gemini => {
                let (name, message, reason) = match status {
                    400 => (
                        "INVALID_ARGUMENT",
                        "API key not valid. Please pass a valid API key.",
                        "API_KEY_INVALID",
                    ),
                    403 => ("PERMISSION_DENIED", "Permission denied", "FORBIDDEN"),
                    404 => ("NOT_FOUND", "models/x is not found", "NOT_FOUND"),
                    429 => (
                        "RESOURCE_EXHAUSTED",
                        "Resource exhausted",
                        "RATE_LIMIT_EXCEEDED",
                    ),
                    503 => (
                        "UNAVAILABLE",
                        "The model is overloaded. Please try again later.",
                        "BUSY",
                    ),
                    _ => ("INTERNAL", "An internal error has occurred", "INTERNAL"),
                };
                let mut details = vec![
                    json!({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason}),
                ];
                if status == 429 {
                    details.push(json!({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}));
                }
                json!({"error": {"code": status, "message": message, "status": name, "details": details}})
            }
            Self::OpenAi | Self::Chat => {
                let (kind, code, message) = match status {
                    401 => (
                        "invalid_request_error",
                        "invalid_api_key",
                        "Incorrect API key provided",
                    ),
                    404 => (
                        "invalid_request_error",
                        "model_not_found",
                        "The model does not exist",
                    ),
                    429 => (
                        "requests",
                        "rate_limit_exceeded",
                        "Rate limit reached. Please try again in 1s.",
                    ),
                    400 | 403 | 413 => (
                        "invalid_request_error",
                        "unsupported_parameter",
                        "Unsupported parameter",
                    ),
                    _ => ("server_error", "server_error", "The server had an error"),
                };
                json!({"error": {"message": message, "type": kind, "param": null, "code": code}})
            }
        }
    }

    pub(crate) fn quota(self) -> Value {
        match self {
            Self::Anthropic => {
                json!({"type": "error", "error": {"type": "invalid_request_error", "message": "Your credit balance is too low to access the API."}})
            }
            Self::Gemini => {
                json!({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "You exceeded your current quota", "details": [
                {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1s"}]}})
            }
            _ => {
                json!({"error": {"message": "You exceeded your current quota", "type": "insufficient_quota", "code": "insufficient_quota"}})
            }
        }
    }

    pub(crate) fn context(self) -> Value {
        match self {
            Self::Anthropic => {
                json!({"type": "error", "error": {"type": "invalid_request_error", "message": "prompt is too long: 210000 tokens > 200000 maximum"}})
            }
            Self::Gemini => {
                json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}})
            }
            Self::OpenAi => {
                json!({"error": {"message": "Your input exceeds the context window of this model.", "type": "invalid_request_error", "code": "context_length_exceeded"}})
            }
            Self::Chat => {
                json!({"object": "error", "message": "This model's maximum context length is 4096 tokens.", "type": "BadRequestError", "code": 400})
            }
        }
    }

    /// An error inside a stream.
    pub(crate) fn overloaded(self) -> Vec<u8> {
        let data = match self {
            Self::Anthropic => return sse(&[("error", self.error(529))], "\n"),
            Self::OpenAi => {
                json!({"type": "error", "code": "server_is_overloaded", "message": "overloaded", "param": null})
            }
            Self::Gemini => self.error(503),
            Self::Chat => json!({"error": {"message": "overloaded", "code": 503}}),
        };
        sse(&[("", data)], "\n")
    }

    /// The stream of an answer. `variant` chooses the line ends.
    pub(crate) fn stream(self, script: &Script, variant: usize) -> Vec<u8> {
        let mut events = match self {
            Self::Anthropic => anthropic(script),
            Self::OpenAi => openai(script),
            Self::Gemini => gemini(script),
            Self::Chat => chat(script),
        };
        let end = ["\n", "\r\n", "\r"][variant % 3];
        if self == Self::OpenAi {
            for (at, (_, data)) in events.iter_mut().enumerate() {
                data["sequence_number"] = at.into();
            }
        }
        let mut bytes = sse(&events, end);
        if self == Self::Chat {
            bytes.extend_from_slice(format!("data: [DONE]{end}{end}").as_bytes());
        }
        bytes
    }

    /// The same answer in one piece.
    pub(crate) fn whole(self, script: &Script) -> Value {
        match self {
            Self::Anthropic => {
                let (reason, details) = anthropic_end(script.end);
                let mut content: Vec<Value> =
                    vec![json!({"type": "thinking", "thinking": "hm", "signature": "c2ln"})];
                for query in &script.searches {
                    content.push(json!({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": query}}));
                }
                content.push(json!({"type": "text", "text": script.said()}));
                json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "served-name", "content": content,
                    "stop_reason": reason, "stop_details": details, "usage": anthropic_usage(script)})
            }
            Self::OpenAi => openai_response(script),
            Self::Gemini => {
                let pieces = gemini(script);
                let mut last = pieces
                    .last()
                    .map(|(_, data)| data.clone())
                    .unwrap_or_default();
                if last.get("candidates").is_some() {
                    last["candidates"][0]["content"] = json!({"role": "model", "parts": [{"text": "hm", "thought": true}, {"text": script.said()}]});
                }
                last
            }
            Self::Chat => {
                json!({"id": "chatcmpl-1", "object": "chat.completion", "model": "served-name",
                "choices": [{"index": 0, "message": {"role": "assistant", "content": script.said(), "reasoning": "hm"}, "finish_reason": chat_end(script.end)}],
                "usage": {"prompt_tokens": script.input_tokens, "completion_tokens": 300, "total_tokens": script.input_tokens + 300}})
            }
        }
    }
}

fn sse(events: &[(&str, Value)], end: &str) -> Vec<u8> {
    let mut text = String::new();
    for (name, data) in events {
        if !name.is_empty() {
            text.push_str(&format!("event: {name}{end}"));
        }
        text.push_str(&format!("data: {data}{end}{end}"));
    }
    text.into_bytes()
}

fn anthropic_end(end: End) -> (&'static str, Value) {
    match end {
        End::Whole | End::Empty => ("end_turn", Value::Null),
        End::Refusal | End::Blocked | End::BlockedPrompt => {
            ("refusal", json!({"category": "policy"}))
        }
        End::MaxTokens => ("max_tokens", Value::Null),
        End::Pause => ("pause_turn", Value::Null),
    }
}

fn anthropic_usage(script: &Script) -> Value {
    json!({"input_tokens": script.input_tokens, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
        "output_tokens": 300, "output_tokens_details": {"thinking_tokens": 100}, "server_tool_use": {"web_search_requests": script.searches.len()}})
}

fn anthropic(script: &Script) -> Vec<(&'static str, Value)> {
    let mut usage = anthropic_usage(script);
    usage["output_tokens"] = 1.into();
    let mut events = vec![
        (
            "message_start",
            json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant",
            "model": "served-name", "content": [], "stop_reason": null, "usage": usage}}),
        ),
        ("ping", json!({"type": "ping"})),
        (
            "content_block_start",
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": "", "signature": ""}}),
        ),
        (
            "content_block_delta",
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Line 1a: not | said | 999"}}),
        ),
        (
            "content_block_delta",
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "c2ln"}}),
        ),
        (
            "content_block_stop",
            json!({"type": "content_block_stop", "index": 0}),
        ),
    ];
    let mut index = 0;
    for query in &script.searches {
        index += 1;
        let input = json!({"query": query}).to_string();
        let (first, second) = input.split_at(6);
        events.push(("content_block_start", json!({"type": "content_block_start", "index": index, "content_block": {"type": "server_tool_use", "id": format!("srvtoolu_{index}"), "name": "web_search", "input": {}}})));
        for part in [first, second] {
            events.push(("content_block_delta", json!({"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": part}})));
        }
        events.push((
            "content_block_stop",
            json!({"type": "content_block_stop", "index": index}),
        ));
        index += 1;
        events.push(("content_block_start", json!({"type": "content_block_start", "index": index, "content_block": {"type": "web_search_tool_result", "tool_use_id": format!("srvtoolu_{}", index - 1), "content": [{"type": "web_search_result", "url": "https://www.irs.gov/x", "title": "x", "encrypted_content": "ZW5j"}]}})));
        events.push((
            "content_block_stop",
            json!({"type": "content_block_stop", "index": index}),
        ));
    }
    index += 1;
    events.push(("content_block_start", json!({"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}})));
    for delta in deltas(&script.said()) {
        events.push(("content_block_delta", json!({"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": delta}})));
    }
    events.push((
        "content_block_stop",
        json!({"type": "content_block_stop", "index": index}),
    ));
    let (reason, details) = anthropic_end(script.end);
    events.push(("message_delta", json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_details": details, "stop_sequence": null},
        "usage": {"output_tokens": 300, "output_tokens_details": {"thinking_tokens": 100}}})));
    events.push(("message_stop", json!({"type": "message_stop"})));
    events
}

fn openai_response(script: &Script) -> Value {
    let mut output = vec![json!({"type": "reasoning", "id": "rs_1", "summary": []})];
    for query in &script.searches {
        output.push(json!({"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": query}}));
    }
    output.push(json!({"type": "message", "id": "msg_0", "role": "assistant", "phase": "commentary", "content": [{"type": "output_text", "text": "Let me see.", "annotations": []}]}));
    let content = match script.end {
        End::Refusal => json!([{"type": "refusal", "refusal": REFUSAL}]),
        _ => json!([{"type": "output_text", "text": script.said(), "annotations": []}]),
    };
    output.push(json!({"type": "message", "id": "msg_1", "role": "assistant", "phase": "final_answer", "content": content}));
    let (status, details) = match script.end {
        End::MaxTokens => ("incomplete", json!({"reason": "max_output_tokens"})),
        End::Blocked | End::BlockedPrompt => ("incomplete", json!({"reason": "content_filter"})),
        _ => ("completed", Value::Null),
    };
    json!({"id": "resp_1", "object": "response", "status": status, "incomplete_details": details, "error": null,
        "model": "served-name", "output": output, "usage": {"input_tokens": script.input_tokens, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 300, "output_tokens_details": {"reasoning_tokens": 100}, "total_tokens": script.input_tokens + 300}})
}

fn openai(script: &Script) -> Vec<(&'static str, Value)> {
    let response = openai_response(script);
    let mut started = response.clone();
    started["status"] = "in_progress".into();
    started["output"] = json!([]);
    started["usage"] = Value::Null;
    let mut events = vec![(
        "response.created",
        json!({"type": "response.created", "response": started}),
    )];
    let items = response["output"].as_array().cloned().unwrap_or_default();
    for (index, item) in items.iter().enumerate() {
        let mut bare = item.clone();
        bare["content"] = json!([]);
        events.push((
            "response.output_item.added",
            json!({"type": "response.output_item.added", "output_index": index, "item": bare}),
        ));
        let part = &item["content"][0];
        let (name, text) = match part["refusal"].as_str() {
            Some(refusal) => ("response.refusal.delta", refusal),
            None => (
                "response.output_text.delta",
                part["text"].as_str().unwrap_or_default(),
            ),
        };
        for delta in deltas(text) {
            events.push((name, json!({"type": name, "item_id": item["id"], "output_index": index, "content_index": 0, "delta": delta})));
        }
        events.push((
            "response.output_item.done",
            json!({"type": "response.output_item.done", "output_index": index, "item": item}),
        ));
    }
    let name = if response["status"] == "completed" {
        "response.completed"
    } else {
        "response.incomplete"
    };
    events.push((name, json!({"type": name, "response": response})));
    events
}

fn gemini(script: &Script) -> Vec<(&'static str, Value)> {
    let usage = json!({"promptTokenCount": script.input_tokens, "candidatesTokenCount": 200, "thoughtsTokenCount": 100, "totalTokenCount": script.input_tokens + 300});
    if script.end == End::BlockedPrompt {
        return vec![(
            "",
            json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": usage, "modelVersion": "served-name", "responseId": "r1"}),
        )];
    }
    let piece = |parts: Value| json!({"candidates": [{"content": {"role": "model", "parts": parts}, "index": 0}], "usageMetadata": usage, "modelVersion": "served-name", "responseId": "r1"});
    let mut events = vec![(
        "",
        piece(json!([{"text": "Line 1a: not | said | 999", "thought": true}])),
    )];
    for delta in deltas(&script.said()) {
        events.push(("", piece(json!([{"text": delta}]))));
    }
    let reason = match script.end {
        End::MaxTokens => "MAX_TOKENS",
        End::Refusal | End::Blocked => "SPII",
        _ => "STOP",
    };
    let mut last = json!({"candidates": [{"finishReason": reason, "index": 0}], "usageMetadata": usage, "modelVersion": "served-name", "responseId": "r1"});
    if !script.searches.is_empty() {
        last["candidates"][0]["groundingMetadata"] = json!({"webSearchQueries": script.searches});
    }
    events.push(("", last));
    events
}

fn chat_end(end: End) -> &'static str {
    match end {
        End::MaxTokens => "length",
        End::Blocked | End::BlockedPrompt => "content_filter",
        _ => "stop",
    }
}

fn chat(script: &Script) -> Vec<(&'static str, Value)> {
    let piece = |choices: Value| json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "served-name", "choices": choices});
    let mut events = vec![
        (
            "",
            piece(
                json!([{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": null}]),
            ),
        ),
        (
            "",
            piece(json!([{"index": 0, "delta": {"reasoning": "hm"}, "finish_reason": null}])),
        ),
    ];
    for delta in deltas(&script.said()) {
        events.push((
            "",
            piece(json!([{"index": 0, "delta": {"content": delta}, "finish_reason": null}])),
        ));
    }
    events.push((
        "",
        piece(json!([{"index": 0, "delta": {}, "finish_reason": chat_end(script.end)}])),
    ));
    let mut usage = piece(json!([]));
    usage["usage"] = json!({"prompt_tokens": script.input_tokens, "completion_tokens": 300, "total_tokens": script.input_tokens + 300});
    events.push(("", usage));
    events
}
