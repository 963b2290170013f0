//! Requests against golden files, answers out of streams cut anywhere, errors by their kind.

mod answers;
mod errors;
mod models;
mod requests;

use super::*;

const KEY: &str = "sk-test-0123456789";

fn key() -> ApiKey {
    ApiKey::new(KEY).unwrap()
}

/// A request to read responses to.
fn request(provider: Provider) -> HttpRequest {
    let model = Models::builtin().get(provider, "any");
    let level = *model.levels.keys().next().unwrap();
    Ask::new(&model, level, "Calculate.", &[])
        .request(None, Some(&key()))
        .unwrap()
}

fn head(status: u16, content_type: &str) -> ResponseHead {
    ResponseHead {
        status,
        headers: vec![("Content-Type".to_owned(), content_type.to_owned())],
    }
}

/// Feeds a body in pieces of one size.
fn read(
    provider: Provider,
    head: ResponseHead,
    body: &[u8],
    piece: usize,
) -> (Vec<Event>, Result<Answer, CallError>) {
    let mut reader = request(provider).reader(head);
    let events = body
        .chunks(piece)
        .flat_map(|bytes| reader.push(bytes))
        .collect();
    (events, reader.finish())
}
