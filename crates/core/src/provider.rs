//! Asking a model: what to send to a provider, and what its answer means. Nothing here sends.
//!
//! [`Ask::request`] describes a request: method, URL, headers, body. A host sends it, with whatever
//! HTTP client it has, and feeds status, headers and bytes into the [`Reader`] that
//! [`HttpRequest::reader`] makes. The reader turns them into [`Event`]s while they arrive, in
//! pieces of any size, and at the end into an [`Answer`] or a [`CallError`]. [`Retry`] says whether
//! and when to try again. [`Models`] holds what is known of each model, as data.
//!
//! Four wire formats are spoken, each in a module of its own that names its documentation:
//! Anthropic Messages, OpenAI Responses, Gemini generateContent, and the chat completions that
//! Ollama, vLLM, LM Studio and gateways offer under OpenAI's name.

mod anthropic;
mod chat;
mod classify;
mod failure;
mod gemini;
mod key;
mod models;
mod openai;
mod parts;
mod reader;
mod request;
mod retry;
mod sse;
mod thinking;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use failure::{CallError, CallErrorKind};
pub use key::ApiKey;
pub use models::{Benchmark, Model, Models, Price};
pub use parts::Parts;
pub use reader::{Answer, Event, Reader, ResponseHead, Stop, Usage};
pub use request::{Ask, Attachment, Content, Header, HttpRequest, check_base_url, host};
pub use retry::Retry;
pub use sse::{SseEvent, SseParser};
pub use thinking::{Level, Setting};

/// Whose interface is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's Responses.
    OpenAi,
    /// Google's generateContent.
    Gemini,
    /// Chat completions at a base URL of the user's.
    Compatible,
}

impl Provider {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::Anthropic,
        Self::OpenAi,
        Self::Gemini,
        Self::Compatible,
    ];

    /// The name in folders of saved runs and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::Gemini => "gemini",
            Self::Compatible => "compatible",
        }
    }

    /// The provider of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// The provider's own host; for compatible servers where Ollama listens unless told otherwise.
    #[must_use]
    pub const fn default_base_url(self) -> &'static str {
        match self {
            Self::Anthropic => "https://api.anthropic.com",
            Self::OpenAi => "https://api.openai.com",
            Self::Gemini => "https://generativelanguage.googleapis.com",
            Self::Compatible => "http://localhost:11434",
        }
    }

    /// Whether a call needs a key. Local servers mostly need none.
    #[must_use]
    pub const fn needs_key(self) -> bool {
        !matches!(self, Self::Compatible)
    }

    /// What to do when a server answers, but a browser keeps the answer from the page (CORS).
    #[must_use]
    pub const fn cors_help(self) -> &'static str {
        match self {
            Self::Anthropic => {
                "check the key and whether the organization allows requests from browsers; where it \
                 does not, use the command line"
            }
            Self::OpenAi => {
                "check the model's name: OpenAI sends some errors in a form that pages may not read; \
                 the command line shows them"
            }
            Self::Gemini => {
                "check whether the key is restricted to other web sites, and the model's name"
            }
            Self::Compatible => {
                "allow this page's address in the server's settings and restart it. Ollama: set \
                 OLLAMA_ORIGINS to the address. LM Studio: `lms server start --cors`. vLLM: \
                 `--allowed-origins`"
            }
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests;
