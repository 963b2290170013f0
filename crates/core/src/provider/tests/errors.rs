use core::time::Duration;

use super::{KEY, head, read};
use crate::provider::CallErrorKind::{self, *};
use crate::provider::Provider::{self, *};
use crate::provider::{CallError, Event, ResponseHead};

fn error(provider: Provider, status: u16, body: &str) -> CallError {
    read(
        provider,
        head(status, "application/json"),
        body.as_bytes(),
        7,
    )
    .1
    .unwrap_err()
}

/// Bodies as the providers' documentation and users' reports have them.
const BODIES: &[(Provider, u16, &str, CallErrorKind)] = &[
    (
        Anthropic,
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: too large"}}"#,
        BadRequest,
    ),
    (
        Anthropic,
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
        Context,
    ),
    (
        Anthropic,
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}"#,
        Quota,
    ),
    (
        Anthropic,
        401,
        r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
        Auth,
    ),
    (
        Anthropic,
        403,
        r#"{"type":"error","error":{"type":"permission_error","message":"no"}}"#,
        Permission,
    ),
    (
        Anthropic,
        404,
        r#"{"type":"error","error":{"type":"not_found_error","message":"model: x"}}"#,
        NotFound,
    ),
    (
        Anthropic,
        413,
        r#"{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
        TooLarge,
    ),
    (
        Anthropic,
        413,
        "<html>413 Request Entity Too Large</html>",
        TooLarge,
    ),
    (
        Anthropic,
        429,
        r#"{"type":"error","error":{"type":"rate_limit_error","message":"x"}}"#,
        RateLimit,
    ),
    (
        Anthropic,
        500,
        r#"{"type":"error","error":{"type":"api_error","message":"x"}}"#,
        Server,
    ),
    (
        Anthropic,
        529,
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
        Overloaded,
    ),
    (
        OpenAi,
        401,
        r#"{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}}"#,
        Auth,
    ),
    (
        OpenAi,
        429,
        r#"{"error":{"message":"Rate limit reached. Please try again in 1.2s.","type":"tokens","code":"rate_limit_exceeded"}}"#,
        RateLimit,
    ),
    (
        OpenAi,
        429,
        r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}"#,
        Quota,
    ),
    (
        OpenAi,
        429,
        r#"{"error":{"message":"x","type":"insufficient_quota","code":"project_spend_limit_exceeded"}}"#,
        Quota,
    ),
    (
        OpenAi,
        400,
        r#"{"error":{"message":"x","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
        Context,
    ),
    (OpenAi, 422, r#"{"error":{"message":"x"}}"#, BadRequest),
    (OpenAi, 503, "", Overloaded),
    (
        Gemini,
        400,
        r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}"#,
        Auth,
    ),
    (
        Gemini,
        400,
        r#"{"error":{"code":400,"message":"Unknown name \"x\"","status":"INVALID_ARGUMENT"}}"#,
        BadRequest,
    ),
    (
        Gemini,
        403,
        r#"[{"error":{"code":403,"message":"x","status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_HTTP_REFERRER_BLOCKED"}]}}]"#,
        Permission,
    ),
    (
        Gemini,
        429,
        r#"{"error":{"code":429,"message":"x","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"47s"}]}}"#,
        RateLimit,
    ),
    (
        Gemini,
        429,
        r#"{"error":{"code":429,"message":"x","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel"}]}]}}"#,
        Quota,
    ),
    (
        Gemini,
        503,
        r#"{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}"#,
        Overloaded,
    ),
    (
        Compatible,
        400,
        r#"{"object":"error","message":"This model's maximum context length is 4096 tokens.","type":"BadRequestError","code":400}"#,
        Context,
    ),
    (
        Compatible,
        400,
        r#"{"error":"json: cannot unmarshal"}"#,
        BadRequest,
    ),
    (
        Compatible,
        404,
        r#"{"error":{"message":"model 'x' not found"}}"#,
        NotFound,
    ),
    (Compatible, 403, "", Permission),
    (Compatible, 302, "", BadRequest),
    (Compatible, 418, "{}", BadRequest),
];

#[test]
fn bodies_tell_the_kind() {
    for (provider, status, body, kind) in BODIES {
        let error = error(*provider, *status, body);
        assert_eq!(error.kind, *kind, "{provider} {status} {body}");
        assert_eq!(error.status, Some(*status));
        assert!(
            !error.help().is_empty() && !error.message.is_empty(),
            "{error:?}"
        );
    }
}

#[test]
fn waits_come_from_headers_bodies_and_words() {
    let wait = |name: &str, value: &str| {
        let head = ResponseHead {
            status: 429,
            headers: vec![(name.to_owned(), value.to_owned())],
        };
        read(Anthropic, head, b"{}", 1).1.unwrap_err().retry_after
    };
    assert_eq!(wait("Retry-After", "12"), Some(Duration::from_secs(12)));
    assert_eq!(
        wait("retry-after-ms", "250"),
        Some(Duration::from_millis(250))
    );
    assert_eq!(wait("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT"), None);
    assert_eq!(wait("retry-after", "-5"), None);
    let from = |at: usize| {
        let (provider, status, body, _) = BODIES[at];
        error(provider, status, body).retry_after
    };
    assert_eq!(from(12), Some(Duration::from_millis(1200)));
    let gemini = BODIES
        .iter()
        .position(|body| body.2.contains("47s"))
        .unwrap();
    assert_eq!(from(gemini), Some(Duration::from_secs(47)));
    let mut head = head(500, "text/plain");
    head.headers
        .push(("x-should-retry".to_owned(), "false".to_owned()));
    head.headers
        .push(("request-id".to_owned(), "req_7".to_owned()));
    let error = read(Anthropic, head, b"x", 1).1.unwrap_err();
    assert_eq!(
        (error.retry, error.request_id.as_deref()),
        (Some(false), Some("req_7"))
    );
}

#[test]
fn errors_hold_no_key_and_no_long_text() {
    let body = format!(
        r#"{{"error":{{"message":"{} {KEY}","type":"{KEY}"}},"request_id":"{KEY}"}}"#,
        "x".repeat(400)
    );
    let shown = format!("{:?}", error(OpenAi, 400, &body));
    assert!(!shown.contains(KEY) && shown.contains("[key]"), "{shown}");
    let page = error(
        Compatible,
        502,
        &format!("<html><b>502</b> Bad   Gateway {}", "y".repeat(9_000)),
    );
    assert!(page.message.starts_with("502 Bad Gateway"), "{page}");
    assert!(page.message.chars().count() <= 501);
}

#[test]
fn errors_inside_a_stream() {
    for (provider, data, kind) in [
        (
            Anthropic,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            Overloaded,
        ),
        (
            OpenAi,
            r#"{"type":"error","code":"rate_limit_exceeded","message":"x"}"#,
            RateLimit,
        ),
        (
            OpenAi,
            r#"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"x"},"output":[]}}"#,
            Server,
        ),
        (
            Gemini,
            r#"{"error":{"code":503,"message":"x","status":"UNAVAILABLE"}}"#,
            Overloaded,
        ),
        (
            Compatible,
            r#"{"error":{"message":"x","code":400}}"#,
            BadRequest,
        ),
        (Compatible, "{not json", Malformed),
        (Compatible, r#"{"choices":[]}"#, Interrupted),
    ] {
        let stream = format!("data: {data}\n\n");
        let (events, end) = read(
            provider,
            head(200, "text/event-stream"),
            stream.as_bytes(),
            5,
        );
        let error = end.unwrap_err();
        assert_eq!(error.kind, kind, "{data}");
        let told = events
            .iter()
            .filter(|event| matches!(event, Event::Failed(_)))
            .count();
        assert_eq!(told, usize::from(kind != Interrupted), "{data}");
    }
    for (body, kind) in [
        ("", Malformed),
        ("{}", Malformed),
        ("[]", Malformed),
        (r#"{"error":{"message":"x"}}"#, Server),
    ] {
        for provider in Provider::ALL {
            let (_, end) = read(provider, head(200, "application/json"), body.as_bytes(), 5);
            assert_eq!(end.unwrap_err().kind, kind, "{provider} {body}");
        }
    }
}
