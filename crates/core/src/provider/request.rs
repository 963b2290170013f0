//! What to send: a description of one HTTP request.

use std::borrow::Cow;
use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::{ApiKey, Level, Model, Provider, Reader, ResponseHead, Setting};
use super::{anthropic, chat, gemini, openai};
use crate::error::{Error, ErrorCode};

/// A document or text that goes with the prompt.
#[derive(Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Its file name.
    pub name: String,
    /// What is in it.
    pub content: Content,
}

/// What is in an attachment.
#[derive(Clone, PartialEq, Eq)]
pub enum Content {
    /// A PDF, which goes as it is.
    Pdf(Vec<u8>),
    /// Text: JSON, or what was read out of a PDF.
    Text(String),
}

/// The size is shown, the content is a taxpayer's.
impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, bytes) = match &self.content {
            Content::Pdf(bytes) => ("PDF", bytes.len()),
            Content::Text(text) => ("text", text.len()),
        };
        write!(f, "Attachment({:?}, {bytes} bytes of {kind})", self.name)
    }
}

/// One question to a model.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// Whom.
    pub model: &'a Model,
    /// How much it may think.
    pub level: Level,
    /// Whether it may search the web.
    pub web_search: bool,
    /// The instructions.
    pub prompt: &'a str,
    /// The case's documents and data.
    pub attachments: &'a [Attachment],
    /// Whether the answer should come in pieces. Long answers must: servers and what lies between
    /// close silent connections.
    pub stream: bool,
    /// Tokens of the answer at most; the model's own limit when `None`.
    pub max_output_tokens: Option<u32>,
    /// Whether a browser sends it, which Anthropic wants to be told.
    pub from_browser: bool,
    /// What the model said in earlier parts of an answer that it paused, from [`Answer::pause`].
    ///
    /// [`Answer::pause`]: super::Answer::pause
    pub paused: &'a [Value],
}

impl<'a> Ask<'a> {
    /// A streamed question without tools, from a program that is no browser.
    #[must_use]
    pub const fn new(
        model: &'a Model,
        level: Level,
        prompt: &'a str,
        attachments: &'a [Attachment],
    ) -> Self {
        Self {
            model,
            level,
            web_search: false,
            prompt,
            attachments,
            stream: true,
            max_output_tokens: None,
            from_browser: false,
            paused: &[],
        }
    }

    /// The request, for the provider's own host or another base URL.
    ///
    /// # Errors
    /// [`ErrorCode::Unsupported`] when the model has not the level, search or documents that are
    /// asked for; [`ErrorCode::CallInvalid`] when the base URL cannot be used or the key is missing.
    pub fn request(
        &self,
        base_url: Option<&str>,
        key: Option<&ApiKey>,
    ) -> Result<HttpRequest, Error> {
        let provider = self.model.provider;
        self.check()?;
        let base = base_url.unwrap_or(provider.default_base_url());
        let base = check_base_url(provider, base)?;
        if provider.needs_key() && key.is_none() {
            return Err(Error::new(
                ErrorCode::CallInvalid,
                format!("{provider} needs a key"),
                "pass an API key",
            ));
        }
        let (path, body) = match provider {
            Provider::Anthropic => ("/v1/messages".into(), anthropic::body(self)?),
            Provider::OpenAi => ("/v1/responses".into(), openai::body(self)?),
            Provider::Gemini => (gemini::path(self), gemini::body(self)?),
            Provider::Compatible => ("/v1/chat/completions".into(), chat::body(self)?),
        };
        let mut headers = vec![Header::plain("content-type", "application/json")];
        match provider {
            Provider::Anthropic => {
                headers.push(Header::plain("anthropic-version", anthropic::VERSION));
                if self.from_browser {
                    headers.push(Header::plain(
                        "anthropic-dangerous-direct-browser-access",
                        "true",
                    ));
                }
                headers.extend(key.map(|key| Header::secret("x-api-key", "", key)));
            }
            Provider::Gemini => {
                headers.extend(key.map(|key| Header::secret("x-goog-api-key", "", key)));
            }
            Provider::OpenAi | Provider::Compatible => {
                headers.extend(key.map(|key| Header::secret("authorization", "Bearer ", key)));
            }
        }
        Ok(HttpRequest {
            provider,
            method: "POST",
            url: join(base, &path),
            headers,
            body: body.to_string(),
            key: key.cloned(),
        })
    }

    /// What the asked-for level means to the model.
    pub(super) fn setting(&self) -> &Setting {
        self.model
            .levels
            .get(&self.level)
            .unwrap_or(&Setting::Default)
    }

    /// The thinking budget of the level, for models that have one.
    pub(super) fn budget(&self) -> Option<u32> {
        match self.setting() {
            Setting::Budget(tokens) => Some(*tokens),
            Setting::MaxBudget => self.model.max_thinking_tokens,
            Setting::Off => Some(0),
            Setting::Default | Setting::Effort(_) => None,
        }
    }

    pub(super) fn max_tokens(&self) -> Option<u32> {
        self.max_output_tokens.or(self.model.max_output_tokens)
    }

    /// A rough number of tokens that the request has, to compare with a server's count and to plan
    /// a batch: four bytes of text a token, 2,000 tokens a page of a PDF (Anthropic names 1,500 to
    /// 3,000, <https://docs.anthropic.com/en/docs/build-with-claude/pdf-support>).
    #[must_use]
    pub fn estimated_tokens(&self) -> u64 {
        let attachments: u64 = self
            .attachments
            .iter()
            .map(|attachment| match &attachment.content {
                Content::Text(text) => text.len() as u64 / 4,
                Content::Pdf(bytes) => pages(bytes) * 2_000,
            })
            .sum();
        self.prompt.len() as u64 / 4 + attachments
    }

    /// What is wrong with a model's context, as sentences: that the prompt is larger, and that a
    /// server read much less than was sent. `read` is the server's count, 0 before there is one.
    #[must_use]
    pub fn context_warnings(&self, read: u64) -> Vec<String> {
        let mut warnings = Vec::new();
        let sent = self.estimated_tokens();
        // A server that cuts a prompt says so nowhere but in its count.
        if self.model.provider == Provider::Compatible && read > 0 && read.saturating_mul(2) < sent
        {
            warnings.push(format!(
                "the server read {read} tokens of about {sent}: its context is probably too small \
                 and the prompt was cut; for Ollama set OLLAMA_CONTEXT_LENGTH"
            ));
        }
        let context = self.model.context_tokens;
        if let Some(context) = context.filter(|most| sent > u64::from(*most)) {
            warnings.push(format!(
                "about {sent} tokens are sent, the model takes {context}"
            ));
        }
        warnings
    }

    fn check(&self) -> Result<(), Error> {
        let model = self.model;
        let unsupported =
            |message: String, help: String| Err(Error::new(ErrorCode::Unsupported, message, help));
        if !model.levels.contains_key(&self.level) {
            let known: Vec<&str> = model.levels.keys().map(|level| level.as_str()).collect();
            return unsupported(
                format!("{} has no thinking level {}", model.name, self.level),
                format!("it has {}", known.join(", ")),
            );
        }
        if self.web_search && model.web_search.is_none() {
            return unsupported(
                format!("{} has no web search", model.name),
                "ask without it".to_owned(),
            );
        }
        let pdf = self
            .attachments
            .iter()
            .find(|attachment| matches!(attachment.content, Content::Pdf(_)));
        match pdf {
            Some(pdf) if !model.documents => unsupported(
                format!("{} takes no PDF such as {}", model.name, pdf.name),
                "send the text of the documents".to_owned(),
            ),
            _ => Ok(()),
        }
    }
}

/// Host and port of a base URL; a name, a password or a path may be a gateway's secret.
#[must_use]
pub fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split('/').next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default()
}

/// Pages of a PDF as far as they can be counted without reading it, at least one.
fn pages(pdf: &[u8]) -> u64 {
    let count = |what: &[u8]| memchr::memmem::find_iter(pdf, what).count();
    let pages = (count(b"/Type /Page") + count(b"/Type/Page"))
        .saturating_sub(count(b"/Type /Pages") + count(b"/Type/Pages"));
    pages.max(1) as u64
}

pub(super) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Adds a field to a JSON object.
pub(super) fn put(body: &mut Value, name: &str, value: Value) {
    if let Value::Object(fields) = body {
        fields.insert(name.to_owned(), value);
    }
}

/// A text attachment as it stands in a message: its name, then its content between marks that the
/// content cannot close by accident.
pub(super) fn companion(name: &str, text: &str) -> String {
    format!("<document name=\"{name}\">\n{text}\n</document>")
}

/// A base URL without its trailing slash, if nothing in it could leak a key or mislead.
///
/// # Errors
/// [`ErrorCode::CallInvalid`] says what is wrong with it.
pub fn check_base_url(provider: Provider, url: &str) -> Result<&str, Error> {
    let refuse = |message: String| {
        Err(Error::new(
            ErrorCode::CallInvalid,
            message,
            format!("a base URL looks like {}", provider.default_base_url()),
        ))
    };
    let secure = url.strip_prefix("https://");
    let Some(rest) = secure.or_else(|| url.strip_prefix("http://")) else {
        return refuse("the base URL does not begin with https:// or http://".to_owned());
    };
    if !rest.bytes().all(|byte| byte.is_ascii_graphic()) || rest.contains(['?', '#', '@', '\\']) {
        return refuse(
            "the base URL has a name, password, query or character that does not belong in it"
                .to_owned(),
        );
    }
    let authority = rest.split('/').next().unwrap_or_default();
    if authority.is_empty() {
        return refuse("the base URL names no host".to_owned());
    }
    // A key must not cross a network in the clear. Compatible servers stand in one's own.
    if secure.is_none() && provider.needs_key() && !is_loopback(authority) {
        return refuse(format!(
            "the key for {provider} would go to {authority} unencrypted"
        ));
    }
    Ok(url.trim_end_matches('/'))
}

fn is_loopback(authority: &str) -> bool {
    let host = authority
        .strip_prefix('[')
        .and_then(|rest| rest.split(']').next())
        .unwrap_or_else(|| authority.split(':').next().unwrap_or_default());
    host == "localhost"
        || host
            .parse::<core::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Base URL and path, where the base may already end in the path's version, as many servers'
/// documentation has it.
fn join(base: &str, path: &str) -> String {
    let version = path.split('/').nth(1).unwrap_or_default();
    let base = base
        .strip_suffix(version)
        .and_then(|base| base.strip_suffix('/'))
        .filter(|_| !version.is_empty())
        .unwrap_or(base);
    format!("{base}{path}")
}

/// One header.
#[derive(Clone)]
pub struct Header {
    /// Its name in lower case.
    pub name: &'static str,
    value: HeaderValue,
}

#[derive(Clone)]
enum HeaderValue {
    Plain(&'static str),
    Secret { prefix: &'static str, key: ApiKey },
}

impl Header {
    const fn plain(name: &'static str, value: &'static str) -> Self {
        Self {
            name,
            value: HeaderValue::Plain(value),
        }
    }

    fn secret(name: &'static str, prefix: &'static str, key: &ApiKey) -> Self {
        Self {
            name,
            value: HeaderValue::Secret {
                prefix,
                key: key.clone(),
            },
        }
    }

    /// Whether it holds the key.
    #[must_use]
    pub const fn is_secret(&self) -> bool {
        matches!(self.value, HeaderValue::Secret { .. })
    }

    /// The value to send. This is the one place where a key comes out; give it to the HTTP client
    /// and to nothing else.
    #[must_use]
    pub fn expose(&self) -> Cow<'static, str> {
        match &self.value {
            HeaderValue::Plain(value) => Cow::Borrowed(value),
            HeaderValue::Secret { prefix, key } => Cow::Owned(format!("{prefix}{}", key.expose())),
        }
    }
}

impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match &self.value {
            HeaderValue::Plain(value) => value,
            HeaderValue::Secret { .. } => "[key]",
        };
        write!(f, "{}: {value}", self.name)
    }
}

/// A request to send.
#[derive(Clone)]
pub struct HttpRequest {
    /// Whose.
    pub provider: Provider,
    /// The method.
    pub method: &'static str,
    /// The whole URL. It holds no key.
    pub url: String,
    /// The headers.
    pub headers: Vec<Header>,
    /// The body, JSON.
    pub body: String,
    key: Option<ApiKey>,
}

impl HttpRequest {
    /// Reads the response to this request.
    #[must_use]
    pub fn reader(&self, head: ResponseHead) -> Reader {
        Reader::new(self.provider, head, self.key.clone())
    }

    /// The failure for a request that got no response, without the key.
    #[must_use]
    pub fn failed(&self, kind: super::CallErrorKind, message: &str) -> super::CallError {
        super::CallError::new(self.provider, kind, message).redacted(self.key.as_ref())
    }
}

impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpRequest")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &self.headers)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls() {
        let check = |provider, url| check_base_url(provider, url).is_ok();
        assert!(check(Provider::Anthropic, "https://proxy.example/a/"));
        assert!(check(Provider::Anthropic, "http://127.0.0.1:9"));
        assert!(check(Provider::OpenAi, "http://[::1]:9"));
        assert!(check(Provider::Compatible, "http://192.168.1.7:8000/v1"));
        for bad in [
            "http://proxy.example",
            "ftp://x",
            "https://",
            "https://u:p@host",
            "https://host?key=1",
            "https://host/#x",
            "https://ho st",
            "http://127.0.0.1@evil.example",
            "http://127.evil.example",
        ] {
            assert!(!check(Provider::Anthropic, bad), "{bad}");
        }
    }

    #[test]
    fn hosts_without_what_may_be_secret() {
        for (url, expected) in [
            ("https://api.example", "api.example"),
            ("https://api.example:1/tenant-7/v1", "api.example:1"),
            ("http://name:word@[::1]:9/", "[::1]:9"),
            ("api.example/x", "api.example"),
        ] {
            assert_eq!(host(url), expected);
        }
    }

    #[test]
    fn versions_are_not_doubled() {
        for base in ["http://h:1", "http://h:1/v1"] {
            assert_eq!(join(base, "/v1/responses"), "http://h:1/v1/responses");
        }
        assert_eq!(
            join("https://h/openai/v1", "/v1/x"),
            "https://h/openai/v1/x"
        );
        assert_eq!(join("https://h/pv1", "/v1/x"), "https://h/pv1/v1/x");
    }
}
