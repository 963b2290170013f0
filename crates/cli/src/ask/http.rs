//! Sends the core's requests.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use taxgrade::provider::{Answer, CallError, CallErrorKind, HttpRequest, ResponseHead};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(30);

/// The client, shared by all threads.
pub(crate) fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        // A key must not follow to wherever a server points.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_connect(Some(CONNECT))
        .user_agent(concat!("taxgrade/", env!("CARGO_PKG_VERSION")))
        .build()
        .into()
}

/// Sends one request and reads the answer to its end, until the deadline at the latest.
pub(crate) fn send(
    agent: &ureq::Agent,
    request: &HttpRequest,
    deadline: Instant,
) -> Result<Answer, CallError> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(timed_out(request));
    }
    let mut builder = agent
        .post(&request.url)
        .config()
        .timeout_global(Some(left))
        .build();
    for header in &request.headers {
        builder = builder.header(header.name, header.expose().as_ref());
    }
    let response = builder
        .send(request.body.as_str())
        .map_err(|error| failure(request, &error))?;
    let head = ResponseHead {
        status: response.status().as_u16(),
        headers: response
            .headers()
            .iter()
            .filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
            .collect(),
    };
    let is_success = head.status == 200;
    let mut reader = request.reader(head);
    let mut body = response.into_body().into_reader();
    let mut buffer = vec![0; 64 << 10];
    while !reader.is_done() {
        if Instant::now() >= deadline {
            return Err(timed_out(request));
        }
        match body.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => drop(reader.push(buffer.get(..count).unwrap_or_default())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if is_timeout(&error) => return Err(timed_out(request)),
            // The status tells enough of a failure whose body breaks off.
            Err(_) if !is_success => break,
            Err(error) => {
                // Unless the answer was complete before.
                return reader.finish().map_err(|found| match found.kind {
                    CallErrorKind::Interrupted => request.failed(
                        CallErrorKind::Interrupted,
                        &format!("the answer broke off: {error}"),
                    ),
                    _ => found,
                });
            }
        }
    }
    reader.finish()
}

fn timed_out(request: &HttpRequest) -> CallError {
    request.failed(
        CallErrorKind::Timeout,
        "no whole answer in the time allowed",
    )
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock
    ) || error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<ureq::Error>())
        .is_some_and(|inner| matches!(inner, ureq::Error::Timeout(_)))
}

fn failure(request: &HttpRequest, error: &ureq::Error) -> CallError {
    match error {
        ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
            request.failed(CallErrorKind::Network, "no connection in time")
        }
        ureq::Error::Timeout(_) => timed_out(request),
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => {
            request.failed(CallErrorKind::BadRequest, &error.to_string())
        }
        other => request.failed(CallErrorKind::Network, &other.to_string()),
    }
}
