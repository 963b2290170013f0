//! What kind of failure an error response tells of.

use core::time::Duration;

use serde_json::Value;

use super::reader::{ResponseHead, text_at};
use super::{CallError, CallErrorKind, Provider, anthropic, chat, gemini, openai};

/// Words that tell the kind where code and type do not: providers file these under plain
/// "invalid request". Compared in lower case.
const WORDS: &[(&str, CallErrorKind)] = &[
    ("credit balance is too low", CallErrorKind::Quota),
    ("prompt is too long", CallErrorKind::Context),
    ("maximum context length", CallErrorKind::Context),
    ("context length exceeded", CallErrorKind::Context),
    ("exceeds the available context", CallErrorKind::Context),
    ("exceeds the context", CallErrorKind::Context),
    (
        "exceeds the maximum number of tokens",
        CallErrorKind::Context,
    ),
    ("input token count", CallErrorKind::Context),
    ("api key not valid", CallErrorKind::Auth),
    ("overloaded", CallErrorKind::Overloaded),
];

/// Kinds by HTTP status, where the body says nothing that is known.
const STATUSES: &[(u16, CallErrorKind)] = &[
    (400, CallErrorKind::BadRequest),
    (401, CallErrorKind::Auth),
    (402, CallErrorKind::Quota),
    (403, CallErrorKind::Permission),
    (404, CallErrorKind::NotFound),
    (405, CallErrorKind::NotFound),
    (408, CallErrorKind::Server),
    (409, CallErrorKind::Server),
    (413, CallErrorKind::TooLarge),
    (422, CallErrorKind::BadRequest),
    (429, CallErrorKind::RateLimit),
    (503, CallErrorKind::Overloaded),
    (529, CallErrorKind::Overloaded),
];

/// The error that a response with another status than 200 tells of.
pub(super) fn error_of_response(provider: Provider, head: &ResponseHead, body: &[u8]) -> CallError {
    let text = String::from_utf8_lossy(body);
    let mut error = match serde_json::from_str::<Value>(&text) {
        Ok(body) => error_of_body(provider, Some(head.status), &body),
        Err(_) => {
            let mut error = CallError::new(provider, by_status(head.status), plain(&text));
            error.status = Some(head.status);
            error
        }
    };
    if (300..400).contains(&head.status) {
        error.message = "the server sends requests elsewhere, where a key must not follow".into();
    }
    error.retry_after = asked_wait(head).or(error.retry_after);
    error.retry = head
        .header("x-should-retry")
        .and_then(|value| value.parse().ok());
    error
}

/// The error that a JSON body tells of; it may also come inside a stream, without a status.
pub(super) fn error_of_body(provider: Provider, status: Option<u16>, body: &Value) -> CallError {
    // Some gateways wrap the object in a list.
    let body = body.get(0).unwrap_or(body);
    let inner = body
        .get("error")
        .filter(|error| !error.is_null())
        .unwrap_or(body);
    let message = inner
        .as_str()
        .or_else(|| text_at(inner, "/message"))
        .or_else(|| text_at(body, "/message"))
        .or_else(|| text_at(body, "/detail"))
        .unwrap_or("the provider gives no reason");
    let reason = details(inner, "ErrorInfo").and_then(|info| text_at(info, "/reason"));
    let codes: Vec<&str> = [
        reason,
        text_at(inner, "/code"),
        text_at(inner, "/type"),
        text_at(inner, "/status"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let kind = kind(provider, status, inner, &codes, message);
    CallError {
        status,
        code: codes.first().map(|&code| code.to_owned()),
        retry_after: details(inner, "RetryInfo")
            .and_then(|info| text_at(info, "/retryDelay"))
            .and_then(duration)
            .or_else(|| wait_in_words(message)),
        request_id: text_at(body, "/request_id").map(str::to_owned),
        ..CallError::new(provider, kind, shortened(message))
    }
}

fn kind(
    provider: Provider,
    status: Option<u16>,
    error: &Value,
    codes: &[&str],
    message: &str,
) -> CallErrorKind {
    let tables: &[&[(&str, CallErrorKind)]] = match provider {
        Provider::Anthropic => &[anthropic::KINDS],
        Provider::Gemini => &[gemini::KINDS],
        Provider::OpenAi => &[openai::KINDS],
        Provider::Compatible => &[openai::KINDS, chat::KINDS],
    };
    let lower = message.to_lowercase();
    let by_words = || {
        WORDS
            .iter()
            .find(|(words, _)| lower.contains(words))
            .map(|(_, kind)| *kind)
    };
    let by_code = codes.iter().find_map(|code| {
        tables
            .iter()
            .copied()
            .flatten()
            .find(|(known, _)| known == code)
            .map(|(_, kind)| *kind)
    });
    match by_code {
        Some(CallErrorKind::RateLimit) if used_up_for_the_day(error) => CallErrorKind::Quota,
        Some(CallErrorKind::BadRequest) => by_words().unwrap_or(CallErrorKind::BadRequest),
        Some(kind) => kind,
        None => by_words().unwrap_or_else(|| match (status, error.get("code")) {
            (Some(status), _) => by_status(status),
            // vLLM and Gemini give the status as the code inside a stream.
            (None, Some(code)) => code
                .as_u64()
                .and_then(|code| u16::try_from(code).ok())
                .map_or(CallErrorKind::Server, by_status),
            (None, None) => CallErrorKind::Server,
        }),
    }
}

fn by_status(status: u16) -> CallErrorKind {
    let known = STATUSES.iter().find(|(known, _)| *known == status);
    match known {
        Some((_, kind)) => *kind,
        None if status >= 500 => CallErrorKind::Server,
        None => CallErrorKind::BadRequest,
    }
}

/// Whether Gemini's daily allowance is meant, which no short wait brings back.
fn used_up_for_the_day(error: &Value) -> bool {
    details(error, "QuotaFailure")
        .and_then(|failure| failure.get("violations")?.as_array())
        .into_iter()
        .flatten()
        .filter_map(|violation| text_at(violation, "/quotaId"))
        .any(|quota| quota.contains("PerDay"))
}

/// One of Google's typed details.
fn details<'a>(error: &'a Value, kind: &str) -> Option<&'a Value> {
    error
        .get("details")?
        .as_array()?
        .iter()
        .find(|detail| text_at(detail, "/@type").is_some_and(|name| name.ends_with(kind)))
}

/// The wait that headers ask for. A date is not understood: that would need a clock, and no
/// provider sends one.
fn asked_wait(head: &ResponseHead) -> Option<Duration> {
    let milliseconds = head
        .header("retry-after-ms")
        .and_then(|value| duration(&format!("{value}ms")));
    milliseconds.or_else(|| {
        head.header("retry-after")
            .and_then(|value| duration(&format!("{value}s")))
    })
}

/// The wait in "Please try again in 1.2s", which is OpenAI's.
fn wait_in_words(message: &str) -> Option<Duration> {
    let (_, rest) = message.split_once("try again in ")?;
    let word = rest.split_whitespace().next()?;
    duration(word.trim_end_matches(['.', ',']))
}

/// Reads `47s`, `1.5s`, `350ms`, `1m2.5s`, `6h0m1s`. `None` for anything else.
fn duration(text: &str) -> Option<Duration> {
    let mut total = Duration::ZERO;
    let mut rest = text;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, after) = rest.split_at(end);
        if number.is_empty() {
            return None;
        }
        let unit = after
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(unit);
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        let thousandths: u64 = format!("{whole}{:0<3.3}", part).parse().ok()?;
        let millis = match unit {
            "ms" => thousandths.div_ceil(1000),
            "s" => thousandths,
            "m" => thousandths.checked_mul(60)?,
            "h" => thousandths.checked_mul(3600)?,
            _ => return None,
        };
        total = total.checked_add(Duration::from_millis(millis))?;
        rest = after;
    }
    Some(total)
}

/// The words of an error page, without its tags.
fn plain(body: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for c in body.chars().take(4_000) {
        match c {
            '<' => in_tag = true,
            '>' => {
                in_tag = false;
                text.push(' ');
            }
            _ if in_tag => {}
            _ => text.push(c),
        }
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return "the server gives no reason".to_owned();
    }
    shortened(&words.join(" "))
}

/// At most 500 characters: a server may repeat the request, which holds a taxpayer's data.
fn shortened(message: &str) -> String {
    let line: String = message
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(500)
        .collect();
    if line.len() < message.len() {
        format!("{line}\u{2026}")
    } else {
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let millis = |text| duration(text).map(|duration| duration.as_millis());
        assert_eq!(millis("47s"), Some(47_000));
        assert_eq!(millis("1.5s"), Some(1_500));
        assert_eq!(millis("0.0207s"), Some(20));
        assert_eq!(millis("350ms"), Some(350));
        assert_eq!(millis("1m2.5s"), Some(62_500));
        assert_eq!(millis("6h0m1s"), Some(21_601_000));
        for bad in [
            "",
            "s",
            "soon",
            "-1s",
            "1",
            "99999999999999999999s",
            "Wed, 21 Oct 2026s",
        ] {
            assert_eq!(millis(bad), None, "{bad}");
        }
    }
}
