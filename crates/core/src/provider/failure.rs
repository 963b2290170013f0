//! Why a call gave no answer.

use core::time::Duration;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ApiKey, Provider};

/// What kind of failure it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CallErrorKind {
    /// The key is missing or wrong.
    Auth,
    /// The key may not do this.
    Permission,
    /// Nothing is left to pay with, or a spending limit or a day's allowance is used up.
    Quota,
    /// Too many requests or tokens in a short time.
    RateLimit,
    /// The provider has too much to do.
    Overloaded,
    /// The provider failed.
    Server,
    /// No answer in time.
    Timeout,
    /// The request is not one the provider takes.
    BadRequest,
    /// The model, or the address, is not known there.
    NotFound,
    /// The request has too many bytes.
    TooLarge,
    /// The request has more tokens than the model takes.
    Context,
    /// The provider could not be reached.
    Network,
    /// The answer broke off on its way.
    Interrupted,
    /// The answer cannot be read.
    Malformed,
    /// The answer has more bytes than are kept.
    AnswerTooLong,
    /// The caller stopped it.
    Cancelled,
}

impl CallErrorKind {
    /// The word in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::Permission => "permission",
            Self::Quota => "quota",
            Self::RateLimit => "rate-limit",
            Self::Overloaded => "overloaded",
            Self::Server => "server",
            Self::Timeout => "timeout",
            Self::BadRequest => "bad-request",
            Self::NotFound => "not-found",
            Self::TooLarge => "too-large",
            Self::Context => "context",
            Self::Network => "network",
            Self::Interrupted => "interrupted",
            Self::Malformed => "malformed",
            Self::AnswerTooLong => "answer-too-long",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether every further call with this key would fail the same way.
    #[must_use]
    pub const fn is_about_the_key(self) -> bool {
        matches!(self, Self::Auth | Self::Quota)
    }
}

/// A failed call. It holds nothing of the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallError {
    /// Whose.
    pub provider: Provider,
    /// What kind.
    pub kind: CallErrorKind,
    /// The HTTP status, when there was one that tells of the failure.
    pub status: Option<u16>,
    /// The provider's own code or type.
    pub code: Option<String>,
    /// What was wrong, mostly in the provider's words.
    pub message: String,
    /// How long the provider asks to wait.
    pub retry_after: Option<Duration>,
    /// What the provider says about trying again, when it says so outright.
    pub retry: Option<bool>,
    /// The provider's number for the request, for its support.
    pub request_id: Option<String>,
}

impl CallError {
    /// A failure with nothing but its kind and message.
    pub fn new(provider: Provider, kind: CallErrorKind, message: impl Into<String>) -> Self {
        Self {
            provider,
            kind,
            status: None,
            code: None,
            message: message.into(),
            retry_after: None,
            retry: None,
            request_id: None,
        }
    }

    /// The same without the key.
    #[must_use]
    pub fn redacted(mut self, key: Option<&ApiKey>) -> Self {
        if let Some(key) = key {
            self.message = key.redact(&self.message);
            for text in [&mut self.code, &mut self.request_id] {
                *text = text.take().map(|text| key.redact(&text));
            }
        }
        self
    }

    /// What to do about it.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        match (self.kind, self.provider) {
            (CallErrorKind::Auth, Provider::Anthropic) => {
                "check the key; keys are made at https://console.anthropic.com/settings/keys"
            }
            (CallErrorKind::Auth, Provider::OpenAi) => {
                "check the key; keys are made at https://platform.openai.com/api-keys"
            }
            (CallErrorKind::Auth, Provider::Gemini) => {
                "check the key; keys are made at https://aistudio.google.com/apikey"
            }
            (CallErrorKind::Auth, Provider::Compatible) => {
                "check the key the server was started with"
            }
            (CallErrorKind::Permission, _) => {
                "the key may not use this model or feature, or not from this country; check the \
                 account's settings"
            }
            (CallErrorKind::Quota, _) => {
                "the account's credit, spending limit or daily allowance is used up; waiting a \
                 minute does not help"
            }
            (CallErrorKind::RateLimit, _) => "make fewer calls at a time, or wait",
            (CallErrorKind::Overloaded | CallErrorKind::Server, _) => {
                "the trouble is at the provider's; try again later"
            }
            (CallErrorKind::Timeout, _) => {
                "the model may think longer than the time limit allows; allow more, or a lower \
                 thinking level"
            }
            (CallErrorKind::BadRequest, Provider::Compatible) => {
                "the server may not know a setting that was sent; the lobotomized thinking level \
                 sends none"
            }
            (CallErrorKind::BadRequest, _) => {
                "the model may not take a setting that was sent; correct its entry in a model file"
            }
            (CallErrorKind::NotFound, Provider::Compatible) => {
                "check the base URL and that the server has the model"
            }
            (CallErrorKind::NotFound, _) => {
                "check the model's name, and the base URL if you set one"
            }
            (CallErrorKind::TooLarge, _) => "send fewer or smaller documents",
            (CallErrorKind::Context, Provider::Compatible) => {
                "start the server with a larger context; for Ollama set OLLAMA_CONTEXT_LENGTH"
            }
            (CallErrorKind::Context, _) => {
                "send fewer documents, or choose a model that takes more"
            }
            (CallErrorKind::Network, Provider::Compatible) => {
                "check that the server runs and the base URL is right"
            }
            (CallErrorKind::Network, _) => "check the connection, and the base URL if you set one",
            (CallErrorKind::Interrupted, _) => "try again",
            (CallErrorKind::Malformed, _) => {
                "something between here and the provider may have answered in its place; check the \
                 base URL"
            }
            (CallErrorKind::AnswerTooLong, _) => {
                "the model does not come to an end; set `maxOutputTokens` in a model file"
            }
            (CallErrorKind::Cancelled, _) => "",
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind.as_str())?;
        if let Some(status) = self.status {
            write!(f, " (HTTP {status})")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for CallError {}
