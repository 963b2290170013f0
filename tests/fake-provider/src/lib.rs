//! A server on the loopback interface that speaks the wire formats of Anthropic Messages, OpenAI
//! Responses, Gemini generateContent and chat completions, as their documentation has them, good
//! days and bad days alike. It knows no model: the model's name says what kind of day it is
//! ([`Scenario`]), so that a test in a browser can choose one as well as a test of the command.
//!
//! `GET /__requests` lists what was asked, keys included, and `POST /__reset` forgets it.

mod cors;
mod http;
mod scenario;
mod wire;

use std::collections::HashMap;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

pub use http::Request;
pub use scenario::Scenario;
pub use wire::Wire;

/// Connections at a time; more are closed at once.
const MOST_CONNECTIONS: usize = 64;
/// Requests that are remembered.
const MOST_REMEMBERED: usize = 10_000;

/// How the server answers.
#[derive(Debug, Clone)]
pub struct Options {
    /// The text of a good answer.
    pub answer: String,
    /// Time before every answer.
    pub delay: Duration,
    /// Bytes of a stream that are written at a time: small and odd, so that pieces end anywhere.
    pub piece: usize,
    /// Port on the loopback interface; 0 for any.
    pub port: u16,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            answer: "Form 1040: U.S. Individual Income Tax Return\n==================\n\
                     Line 1a: Total amount from Form(s) W-2, box 1 | \u{20ac} is no $ \u{1f600} | 47900\n"
                .to_owned(),
            delay: Duration::ZERO,
            piece: 7,
            port: 0,
        }
    }
}

/// A running server, which stops when dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    state: Arc<State>,
}

#[derive(Debug)]
struct State {
    options: Options,
    requests: Mutex<Vec<Request>>,
    /// How often each model was asked.
    asked: Mutex<HashMap<String, usize>>,
    open: AtomicUsize,
    most_open: AtomicUsize,
    stopped: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Server {
    /// Starts a server on the loopback interface.
    ///
    /// # Errors
    /// When no port can be had.
    pub fn start(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", options.port))?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            options,
            requests: Mutex::default(),
            asked: Mutex::default(),
            open: AtomicUsize::new(0),
            most_open: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        });
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if shared.stopped.load(Ordering::SeqCst) {
                    break;
                }
                let Ok(stream) = stream else { continue };
                let state = Arc::clone(&shared);
                if state.open.fetch_add(1, Ordering::SeqCst) >= MOST_CONNECTIONS {
                    state.open.fetch_sub(1, Ordering::SeqCst);
                    continue;
                }
                thread::spawn(move || {
                    // A client that goes away is part of the tests.
                    let _ = serve(&state, &stream);
                    state.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Ok(Self { address, state })
    }

    /// The base URL, without a slash at its end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The requests for answers so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        locked(&self.state.requests).clone()
    }

    /// The most requests that were being answered at the same time.
    #[must_use]
    pub fn most_at_a_time(&self) -> usize {
        self.state.most_open.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.state.stopped.store(true, Ordering::SeqCst);
        // Wakes the loop that waits for a connection.
        drop(TcpStream::connect(self.address));
    }
}

fn serve(state: &State, stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    stream.set_nodelay(true)?;
    let request = http::read(stream)?;
    let mut out = stream;
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/__requests") => {
            let all: Vec<Value> = locked(&state.requests).iter().map(Request::json).collect();
            let body = Value::Array(all).to_string();
            return http::respond(&mut out, 200, &cors::ANY, body.as_bytes());
        }
        ("POST", "/__reset") => {
            locked(&state.requests).clear();
            locked(&state.asked).clear();
            return http::respond(&mut out, 204, &cors::ANY, b"");
        }
        _ => {}
    }
    let Some(wire) = Wire::of_path(&request.path) else {
        let body = json!({"error": {"message": "no such path"}}).to_string();
        return http::respond(&mut out, 404, &cors::NONE, body.as_bytes());
    };
    let cors = cors::headers(wire, &request);
    if request.method == "OPTIONS" {
        let status = if cors.is_empty() { 403 } else { 204 };
        return http::respond(&mut out, status, &cors, b"");
    }
    // A browser's page may be refused before anything else is looked at.
    if wire == Wire::Chat && request.header("origin").is_some() && cors.is_empty() {
        return http::respond(&mut out, 403, &cors::NONE, b"");
    }
    let open = state.open.load(Ordering::SeqCst);
    state.most_open.fetch_max(open, Ordering::SeqCst);
    let model = wire.model(&request);
    let before = {
        let mut asked = locked(&state.asked);
        let count = asked.entry(model.clone()).or_default();
        *count += 1;
        *count - 1
    };
    {
        let mut requests = locked(&state.requests);
        if requests.len() < MOST_REMEMBERED {
            requests.push(request.clone());
        }
    }
    thread::sleep(state.options.delay);
    let scenario = Scenario::of_model(&model);
    scenario::answer(
        &mut out,
        state_view(state, &request, wire, before),
        scenario,
        &cors,
    )?;
    out.flush()
}

fn state_view<'a>(
    state: &'a State,
    request: &'a Request,
    wire: Wire,
    before: usize,
) -> scenario::Asked<'a> {
    scenario::Asked {
        options: &state.options,
        request,
        wire,
        before,
    }
}

#[cfg(test)]
mod tests;
