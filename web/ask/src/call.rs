//! One call: sends what the core describes, and feeds the core what arrives.

use gloo_net::http::{Method, RequestBuilder, Response};
use js_sys::Uint8Array;
use taxgrade::provider::{
    Answer, CallError, CallErrorKind, Event, HttpRequest, Reader, ResponseHead,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, ReadableStreamDefaultReader, RequestCache, RequestCredentials, RequestMode,
    RequestRedirect,
};

use crate::about::field;

/// Bytes of an answer's text that the page takes: a hundred long returns.
const MOST_TEXT: usize = 4 << 20;

/// Sends a request and reads the answer to its end; `on` hears what arrives. The error comes with
/// the text that had arrived.
pub(super) async fn send(
    request: &HttpRequest,
    signal: &AbortSignal,
    mut on: impl FnMut(&Reader, Vec<Event>),
) -> Result<Answer, (CallError, String)> {
    let failed = |kind, message: &str| (request.failed(kind, message), String::new());
    let mut builder = RequestBuilder::new(&request.url)
        .method(Method::POST)
        .credentials(RequestCredentials::Omit)
        .cache(RequestCache::NoStore)
        // A key must not follow to wherever a server points.
        .redirect(RequestRedirect::Manual)
        .abort_signal(Some(signal));
    for header in &request.headers {
        builder = builder.header(header.name, &header.expose());
    }
    let sent = match builder.body(request.body.as_str()) {
        Ok(request) => request.send().await,
        Err(error) => return Err(failed(CallErrorKind::BadRequest, &error.to_string())),
    };
    let Ok(response) = sent else {
        return Err(failed(unanswered(signal), ""));
    };
    let mut reader = request.reader(head(&response));
    let ended = read(&response, &mut reader, signal, &mut on).await;
    let text = reader.text().to_owned();
    let whole = reader.is_done();
    match ended {
        Err(kind) if !whole => Err((request.failed(kind, words(kind)), text)),
        _ => reader.finish().map_err(|error| (error, text)),
    }
}

/// Why there was no response: browsers tell a page nothing more.
fn unanswered(signal: &AbortSignal) -> CallErrorKind {
    if signal.aborted() {
        CallErrorKind::Cancelled
    } else {
        CallErrorKind::Network
    }
}

const fn words(kind: CallErrorKind) -> &'static str {
    match kind {
        CallErrorKind::AnswerTooLong => "more than 4 MB of text came",
        CallErrorKind::Interrupted => "the connection ended before the answer did",
        _ => "",
    }
}

fn head(response: &Response) -> ResponseHead {
    ResponseHead {
        // A redirection that is not followed has status 0 here.
        status: match response.status() {
            0 => 307,
            status => status,
        },
        headers: response.headers().entries().collect(),
    }
}

/// Reads the body as far as it goes.
async fn read(
    response: &Response,
    reader: &mut Reader,
    signal: &AbortSignal,
    on: &mut impl FnMut(&Reader, Vec<Event>),
) -> Result<(), CallErrorKind> {
    let Some(body) = response.body() else {
        return Ok(());
    };
    let stream: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut ended = Ok(());
    while !reader.is_done() {
        match JsFuture::from(stream.read()).await {
            Ok(piece) if field(&piece, "done") == JsValue::TRUE => return Ok(()),
            Ok(piece) => {
                let bytes = Uint8Array::new(&field(&piece, "value")).to_vec();
                let events = reader.push(&bytes);
                if reader.text().len() > MOST_TEXT {
                    ended = Err(CallErrorKind::AnswerTooLong);
                    break;
                }
                on(reader, events);
            }
            Err(_) if signal.aborted() => return Err(CallErrorKind::Cancelled),
            // The status tells enough of a failure whose body breaks off.
            Err(_) if !response.ok() => return Ok(()),
            Err(_) => return Err(CallErrorKind::Interrupted),
        }
    }
    // What still comes is of no use; the connection need not stay open for it.
    drop(stream.cancel());
    ended
}

/// Why a call got no answer that the page may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
    /// The browser has no network.
    Offline,
    /// Nobody answers there.
    Unreachable,
    /// Somebody answers, but not to this page (CORS).
    Refused,
}

/// Looks whether somebody answers at a base URL: a request whose answer no page may read succeeds
/// where only the permission is missing. It carries nothing.
pub(super) async fn silence(base_url: &str, signal: &AbortSignal) -> Silence {
    let probe = RequestBuilder::new(base_url)
        .mode(RequestMode::NoCors)
        .credentials(RequestCredentials::Omit)
        .cache(RequestCache::NoStore)
        .abort_signal(Some(signal))
        .send()
        .await;
    let online = web_sys::window().is_none_or(|window| window.navigator().on_line());
    match probe {
        Ok(_) => Silence::Refused,
        Err(_) if online => Silence::Unreachable,
        Err(_) => Silence::Offline,
    }
}
