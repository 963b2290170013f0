//! Reads a response while it arrives.

use core::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::classify::{self, error_of_response};
use super::sse::{SseEvent, SseParser};
use super::{ApiKey, CallError, CallErrorKind, Provider, anthropic, chat, gemini, openai};

/// Bytes of a whole response that are kept.
const MOST_BYTES: usize = 64 << 20;

/// Bytes of an error's body that are kept.
const MOST_ERROR_BYTES: usize = 1 << 20;

/// Status and headers of a response.
#[derive(Debug, Clone, Default)]
pub struct ResponseHead {
    /// The HTTP status.
    pub status: u16,
    /// The headers that the host may read, in any order and case.
    pub headers: Vec<(String, String)>,
}

impl ResponseHead {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim())
    }
}

/// What happens while an answer arrives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The next piece of the answer's text.
    Text(String),
    /// The model is thinking; what it thinks is not kept.
    Thinking,
    /// The model searched the web for this.
    Search(String),
    /// Tokens so far.
    Usage(Usage),
    /// The answer ended.
    Stop(Stop),
    /// The answer broke off with an error.
    Failed(CallError),
}

/// Tokens of a call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Tokens sent, cached ones among them.
    pub input_tokens: u64,
    /// Tokens answered, thinking among them.
    pub output_tokens: u64,
    /// Tokens thought, where the provider counts them.
    pub thinking_tokens: u64,
    /// Tokens sent that the provider had in its cache.
    pub cached_tokens: u64,
}

impl Usage {
    /// The tokens of two calls together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
            thinking_tokens: self.thinking_tokens.saturating_add(other.thinking_tokens),
            cached_tokens: self.cached_tokens.saturating_add(other.cached_tokens),
        }
    }
}

/// Why an answer ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// It was complete.
    End,
    /// It reached the token limit.
    MaxTokens,
    /// Prompt and answer together reached the model's context.
    Context,
    /// The model refused, for a reason that it may name.
    Refusal(Option<String>),
    /// A filter of the provider's blocked prompt or answer, for the reason it names. `SPII` is
    /// Gemini's for personal data such as social security numbers.
    Blocked(String),
    /// A long answer with searches was paused; ask on with [`Answer::pause`].
    Paused,
    /// Anything else, in the provider's word.
    Other(String),
}

impl Stop {
    /// Whether the answer is all that the model wanted to say.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        matches!(self, Self::End)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("end"),
            Self::MaxTokens => f.write_str("max-tokens"),
            Self::Context => f.write_str("context"),
            Self::Refusal(None) => f.write_str("refusal"),
            Self::Refusal(Some(why)) => write!(f, "refusal: {why}"),
            Self::Blocked(why) => write!(f, "blocked: {why}"),
            Self::Paused => f.write_str("paused"),
            Self::Other(word) => f.write_str(word),
        }
    }
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The text, `<think>` blocks of local models among it.
    pub text: String,
    /// What the model searched the web for, in order.
    pub searches: Vec<String>,
    /// Tokens.
    pub usage: Usage,
    /// Why it ended.
    pub stop: Stop,
    /// The model's name as the provider gives it.
    pub model: Option<String>,
    /// The provider's number for the answer.
    pub id: Option<String>,
    /// After [`Stop::Paused`], what to put into [`Ask::paused`] to go on.
    ///
    /// [`Ask::paused`]: super::Ask::paused
    pub pause: Option<Value>,
}

/// What is known so far; the wire formats' modules fill it in.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) text: String,
    pub(super) searches: Vec<String>,
    pub(super) usage: Usage,
    pub(super) stop: Option<Stop>,
    pub(super) model: Option<String>,
    pub(super) id: Option<String>,
    pub(super) error: Option<CallError>,
    /// Anthropic's content blocks, whole, to hand back after a pause.
    pub(super) blocks: Vec<Value>,
    /// JSON of a tool's input, as it comes in pieces.
    pub(super) partial_json: String,
    /// Items of OpenAI's output that are commentary and no answer.
    pub(super) commentary: Vec<u64>,
    /// The provider said that nothing more comes.
    pub(super) done: bool,
    events: Vec<Event>,
}

impl Draft {
    pub(super) fn say(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.push_str(text);
            self.events.push(Event::Text(text.to_owned()));
        }
    }

    pub(super) fn think(&mut self) {
        if self.events.last() != Some(&Event::Thinking) {
            self.events.push(Event::Thinking);
        }
    }

    pub(super) fn search(&mut self, query: &str) {
        self.searches.push(query.to_owned());
        self.events.push(Event::Search(query.to_owned()));
    }

    pub(super) fn usage(&mut self, usage: Usage) {
        if self.usage != usage {
            self.usage = usage;
            self.events.push(Event::Usage(usage));
        }
    }

    pub(super) fn stop(&mut self, stop: Stop) {
        if self.stop.as_ref() != Some(&stop) {
            self.stop = Some(stop.clone());
            self.events.push(Event::Stop(stop));
        }
    }

    pub(super) fn fail(&mut self, error: CallError) {
        if self.error.is_none() {
            self.error = Some(error);
        }
    }
}

#[derive(Debug)]
enum Body {
    /// Server-sent events.
    Stream(SseParser),
    /// One JSON document, or an error of any form.
    Whole(Vec<u8>),
}

/// Reads one response, in pieces of any size.
#[derive(Debug)]
pub struct Reader {
    provider: Provider,
    head: ResponseHead,
    key: Option<ApiKey>,
    body: Body,
    draft: Draft,
    bytes: usize,
    failure_told: bool,
}

impl Reader {
    pub(super) fn new(provider: Provider, head: ResponseHead, key: Option<ApiKey>) -> Self {
        let streams = head.status == 200
            && head
                .header("content-type")
                .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/event-stream"));
        Self {
            provider,
            head,
            key,
            body: if streams {
                Body::Stream(SseParser::new())
            } else {
                Body::Whole(Vec::new())
            },
            draft: Draft::default(),
            bytes: 0,
            failure_told: false,
        }
    }

    /// Takes the next bytes of the body and returns what they tell.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        self.bytes = self.bytes.saturating_add(bytes.len());
        if self.bytes > MOST_BYTES && self.is_success() {
            self.draft.fail(CallError::new(
                self.provider,
                CallErrorKind::AnswerTooLong,
                format!("the answer has more than {MOST_BYTES} bytes"),
            ));
        }
        if !self.is_done() {
            match &mut self.body {
                Body::Stream(parser) => {
                    for event in parser.push(bytes) {
                        take(self.provider, &mut self.draft, &event);
                    }
                }
                Body::Whole(whole) => {
                    let most = if self.head.status == 200 {
                        MOST_BYTES
                    } else {
                        MOST_ERROR_BYTES
                    };
                    let room = most.saturating_sub(whole.len()).min(bytes.len());
                    whole.extend_from_slice(bytes.get(..room).unwrap_or_default());
                }
            }
        }
        self.events()
    }

    /// Whether the answer is over: the rest of the body need not be read.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.draft.done || self.draft.error.is_some()
    }

    /// What has been said so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.draft.text
    }

    /// The answer, once the body has ended or [`Reader::is_done`].
    ///
    /// # Errors
    /// What the provider reported, or [`CallErrorKind::Interrupted`] when the body ended before the
    /// answer.
    pub fn finish(mut self) -> Result<Answer, CallError> {
        let key = self.key.take();
        self.read_rest();
        let answer = self.answer();
        match answer {
            Ok(mut answer) => {
                if let Some(key) = &key {
                    answer.text = key.redact(&answer.text);
                    for text in answer.searches.iter_mut() {
                        *text = key.redact(text);
                    }
                    for text in [&mut answer.model, &mut answer.id] {
                        *text = text.take().map(|text| key.redact(&text));
                    }
                    answer.stop = redacted(answer.stop, key);
                }
                Ok(answer)
            }
            Err(mut error) => {
                error.request_id = error.request_id.or_else(|| self.request_id());
                Err(error.redacted(key.as_ref()))
            }
        }
    }

    fn is_success(&self) -> bool {
        self.head.status == 200
    }

    fn events(&mut self) -> Vec<Event> {
        let mut events = std::mem::take(&mut self.draft.events);
        if let (Some(error), false) = (&self.draft.error, self.failure_told) {
            self.failure_told = true;
            events.push(Event::Failed(error.clone().redacted(self.key.as_ref())));
        }
        events
    }

    fn request_id(&self) -> Option<String> {
        ["request-id", "x-request-id"]
            .iter()
            .find_map(|name| self.head.header(name))
            .map(str::to_owned)
    }

    fn read_rest(&mut self) {
        if self.is_done() {
            return;
        }
        match &mut self.body {
            Body::Stream(parser) => {
                if let Some(event) = parser.finish() {
                    // An event without its empty line may be cut short.
                    if serde_json::from_str::<serde::de::IgnoredAny>(&event.data).is_ok() {
                        take(self.provider, &mut self.draft, &event);
                    }
                }
                if parser.overflowed() {
                    self.draft.fail(CallError::new(
                        self.provider,
                        CallErrorKind::AnswerTooLong,
                        "the answer holds a line too long to read",
                    ));
                }
            }
            Body::Whole(bytes) if self.head.status == 200 => {
                let bytes = std::mem::take(bytes);
                match serde_json::from_slice::<Value>(&bytes) {
                    Ok(body) => match body.get("error").filter(|error| !error.is_null()) {
                        Some(_) => {
                            self.draft
                                .fail(classify::error_of_body(self.provider, None, &body));
                        }
                        None => whole(self.provider, &mut self.draft, &body),
                    },
                    Err(error) => self.draft.fail(CallError::new(
                        self.provider,
                        CallErrorKind::Malformed,
                        format!("the answer is no JSON: {error}"),
                    )),
                }
            }
            Body::Whole(bytes) => {
                let bytes = std::mem::take(bytes);
                self.draft
                    .fail(error_of_response(self.provider, &self.head, &bytes));
            }
        }
    }

    fn answer(&mut self) -> Result<Answer, CallError> {
        let draft = std::mem::take(&mut self.draft);
        if let Some(error) = draft.error {
            return Err(error);
        }
        let Some(stop) = draft.stop else {
            return Err(CallError::new(
                self.provider,
                CallErrorKind::Interrupted,
                "the answer broke off before its end",
            ));
        };
        let pause = (stop == Stop::Paused).then_some(Value::Array(draft.blocks));
        Ok(Answer {
            text: draft.text,
            searches: draft.searches,
            usage: draft.usage,
            stop,
            model: draft.model,
            id: draft.id,
            pause,
        })
    }
}

fn redacted(stop: Stop, key: &ApiKey) -> Stop {
    match stop {
        Stop::Refusal(Some(why)) => Stop::Refusal(Some(key.redact(&why))),
        Stop::Blocked(why) => Stop::Blocked(key.redact(&why)),
        Stop::Other(word) => Stop::Other(key.redact(&word)),
        other => other,
    }
}

fn take(provider: Provider, draft: &mut Draft, event: &SseEvent) {
    if draft.done || draft.error.is_some() {
        return;
    }
    if event.data == "[DONE]" {
        draft.done = true;
        return;
    }
    let data: Value = match serde_json::from_str(&event.data) {
        Ok(data) => data,
        Err(error) => {
            draft.fail(CallError::new(
                provider,
                CallErrorKind::Malformed,
                format!("the answer's stream holds what is no JSON: {error}"),
            ));
            return;
        }
    };
    let is_error = data.get("error").is_some_and(|error| !error.is_null())
        || data.get("type").and_then(Value::as_str) == Some("error");
    if is_error {
        draft.fail(classify::error_of_body(provider, None, &data));
        return;
    }
    match provider {
        Provider::Anthropic => anthropic::event(draft, &data),
        Provider::OpenAi => openai::event(draft, &data),
        Provider::Gemini => gemini::piece(draft, &data),
        Provider::Compatible => chat::event(draft, &data),
    }
}

fn whole(provider: Provider, draft: &mut Draft, body: &Value) {
    let known = match provider {
        Provider::Anthropic => anthropic::whole(draft, body),
        Provider::OpenAi => openai::whole(draft, body),
        Provider::Gemini => {
            gemini::piece(draft, body);
            Some(())
        }
        Provider::Compatible => chat::whole(draft, body),
    };
    // A body that says nothing of an end is not an answer of this provider's.
    if known.is_none() || (draft.stop.is_none() && draft.error.is_none()) {
        draft.fail(CallError::new(
            provider,
            CallErrorKind::Malformed,
            "the answer is JSON, but not what this provider sends",
        ));
    }
}

/// A string below a value, by a JSON pointer.
pub(super) fn text_at<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

/// A whole number below a value, 0 where there is none.
pub(super) fn count_at(value: &Value, pointer: &str) -> u64 {
    value.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
}
