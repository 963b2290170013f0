//! Good days and bad days.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::Options;
use crate::http::{self, Headers, Request};
use crate::wire::{End, Script, Wire};

/// What happens, chosen by the model's name. Any other name gets a good answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// A whole answer; also for every name not listed here.
    Good,
    /// `status-<number>`: an error of that status.
    Status(u16),
    /// `status-<number>-then-good`: that error twice, then a good answer.
    StatusThenGood(u16),
    /// `quota`: 429 for an account with nothing left, which no waiting helps.
    Quota,
    /// `context`: more tokens than the model takes.
    Context,
    /// `echo-key`: an error that repeats the key.
    EchoKey,
    /// `echo-key-answer`: an answer that repeats the key.
    EchoKeyAnswer,
    /// `html`: a gateway's error page.
    Html,
    /// `redirect`: sends the caller elsewhere.
    Redirect,
    /// `malformed`: a stream with something in it that is no JSON.
    Malformed,
    /// `malformed-body`: a body that is no JSON.
    MalformedBody,
    /// `cut`: the connection ends in the middle of the answer.
    Cut,
    /// `cut-then-good`: that twice, then a good answer.
    CutThenGood,
    /// `overloaded`: an error inside the stream, after status 200.
    Overloaded,
    /// `slow`: a few bytes a second.
    Slow,
    /// `drip`: a good answer, event by event over some seconds.
    Drip,
    /// `silent`: no answer for a minute.
    Silent,
    /// `refusal`, `blocked`, `blocked-prompt`, `max-tokens`, `empty`, `pause`: how an answer ends.
    End(End),
    /// `huge`: 20 MB.
    Huge,
    /// `endless`: never stops.
    Endless,
    /// `think`: a local model that thinks aloud.
    Think,
    /// `small-context`: a local server that cut the prompt.
    SmallContext,
    /// `whole`: the answer comes in one piece, whatever was asked.
    Whole,
}

impl Scenario {
    /// The scenario of a model's name.
    #[must_use]
    pub fn of_model(name: &str) -> Self {
        if let Some(rest) = name.strip_prefix("status-") {
            let (number, then) = rest.split_once('-').unwrap_or((rest, ""));
            if let Ok(status) = number.parse() {
                return match then {
                    "then-good" => Self::StatusThenGood(status),
                    _ => Self::Status(status),
                };
            }
        }
        match name {
            "quota" => Self::Quota,
            "context" => Self::Context,
            "echo-key" => Self::EchoKey,
            "echo-key-answer" => Self::EchoKeyAnswer,
            "html" => Self::Html,
            "redirect" => Self::Redirect,
            "malformed" => Self::Malformed,
            "malformed-body" => Self::MalformedBody,
            "cut" => Self::Cut,
            "cut-then-good" => Self::CutThenGood,
            "overloaded" => Self::Overloaded,
            "slow" => Self::Slow,
            "drip" => Self::Drip,
            "silent" => Self::Silent,
            "refusal" => Self::End(End::Refusal),
            "blocked" => Self::End(End::Blocked),
            "blocked-prompt" => Self::End(End::BlockedPrompt),
            "max-tokens" => Self::End(End::MaxTokens),
            "empty" => Self::End(End::Empty),
            "pause" => Self::End(End::Pause),
            "huge" => Self::Huge,
            "endless" => Self::Endless,
            "think" => Self::Think,
            "small-context" => Self::SmallContext,
            "whole" => Self::Whole,
            _ => Self::Good,
        }
    }
}

pub(crate) struct Asked<'a> {
    pub(crate) options: &'a Options,
    pub(crate) request: &'a Request,
    pub(crate) wire: Wire,
    /// How often this model was asked before.
    pub(crate) before: usize,
}

pub(crate) fn answer(
    out: &mut impl Write,
    asked: Asked<'_>,
    scenario: Scenario,
    cors: &Headers,
) -> io::Result<()> {
    let wire = asked.wire;
    let key = wire.key(asked.request).unwrap_or_default();
    let mut reply = Reply {
        out,
        asked: &asked,
        cors,
    };
    // A key with this word in it is a wrong one.
    if (key.is_empty() && wire != Wire::Chat) || key.contains("wrong") {
        return reply.error(wire.auth_status());
    }
    let good = Script {
        text: asked.options.answer.clone(),
        searches: wire.searches(asked.request),
        ..Script::default()
    };
    match scenario {
        Scenario::Status(status) => reply.error(status),
        Scenario::StatusThenGood(status) if asked.before < 2 => reply.error(status),
        Scenario::Quota => reply.json(429, &[], &wire.quota()),
        Scenario::Context => reply.json(400, &[], &wire.context()),
        Scenario::EchoKey => {
            let body = json!({"error": {"message": format!("bad request with {key}"), "type": key}});
            reply.json(400, &[("x-request-id", &key)], &body)
        }
        Scenario::EchoKeyAnswer => reply.stream(&Script {
            text: format!("your key is {key}\n"),
            searches: vec![key.clone()],
            ..good
        }),
        Scenario::Html => reply.body(
            502,
            "text/html",
            b"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>",
        ),
        Scenario::Redirect => {
            let mut headers = cors.clone();
            headers.push(("location".to_owned(), "/v1/elsewhere".to_owned()));
            http::respond(reply.out, 307, &headers, b"")
        }
        Scenario::Malformed => {
            let mut bytes = wire.stream(&good, 1);
            bytes.truncate(bytes.len() / 3);
            bytes.extend_from_slice(b"\n\ndata: {\"half\n\n");
            reply.sse(&bytes, Pace::Quick)
        }
        Scenario::MalformedBody => reply.body(200, "application/json", b"{\"half"),
        Scenario::Cut => reply.cut(&good),
        Scenario::CutThenGood if asked.before < 2 => reply.cut(&good),
        Scenario::Overloaded => {
            let mut bytes = wire.stream(&good, 0);
            cut_after_event(&mut bytes);
            bytes.extend_from_slice(&wire.overloaded());
            reply.sse(&bytes, Pace::Quick)
        }
        Scenario::Slow => reply.sse(&wire.stream(&good, 0), Pace::Slow),
        Scenario::Drip => reply.drip(&wire.stream(&good, 0)),
        Scenario::Silent => {
            thread::sleep(Duration::from_secs(60));
            Ok(())
        }
        // Asked again with what was said, a paused model goes on to its end.
        Scenario::End(End::Pause) if wire.goes_on(asked.request) => reply.stream(&Script {
            text: "and so on\n".to_owned(),
            ..good
        }),
        Scenario::End(end) => reply.stream(&Script { end, ..good }),
        Scenario::Huge => reply.sse(
            &wire.stream(
                &Script {
                    text: "Line 1a: x | y | 1\n".repeat(1_000_000),
                    ..good
                },
                0,
            ),
            Pace::Bulk,
        ),
        Scenario::Endless => {
            let script = Script {
                text: "x".repeat(1 << 20),
                ..good
            };
            let mut bytes = wire.stream(&script, 0);
            cut_after_event(&mut bytes);
            reply.endless(&bytes)
        }
        Scenario::Think => reply.stream(&Script {
            text: format!("<think>Line 1a: wages | | 1\n</think>\n{}", good.text),
            ..good
        }),
        Scenario::SmallContext => reply.stream(&Script {
            input_tokens: 100,
            ..good
        }),
        Scenario::Whole => reply.json(200, &[], &wire.whole(&good)),
        Scenario::Good | Scenario::StatusThenGood(_) | Scenario::CutThenGood => reply.stream(&good),
    }
}

/// Keeps about the first half of a stream, to the end of an event.
fn cut_after_event(bytes: &mut Vec<u8>) {
    bytes.truncate(bytes.len() / 2);
    let end = bytes.windows(2).rposition(|two| two == b"\n\n");
    bytes.truncate(end.map_or(0, |at| at + 2));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    Quick,
    Slow,
    Bulk,
}

struct Reply<'a, W> {
    out: &'a mut W,
    asked: &'a Asked<'a>,
    cors: &'a Headers,
}

impl<W: Write> Reply<'_, W> {
    fn error(&mut self, status: u16) -> io::Result<()> {
        let wait = [("retry-after", "1")];
        let headers: &[(&str, &str)] = if status == 429 { &wait } else { &[] };
        self.json(status, headers, &self.asked.wire.error(status))
    }

    fn json(
        &mut self,
        status: u16,
        more: &[(&str, &str)],
        body: &serde_json::Value,
    ) -> io::Result<()> {
        let mut headers = self.cors.clone();
        headers.extend(more.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())));
        headers.push(("content-type".to_owned(), "application/json".to_owned()));
        http::respond(self.out, status, &headers, body.to_string().as_bytes())
    }

    fn body(&mut self, status: u16, kind: &str, body: &[u8]) -> io::Result<()> {
        let mut headers = self.cors.clone();
        headers.push(("content-type".to_owned(), kind.to_owned()));
        http::respond(self.out, status, &headers, body)
    }

    /// A stream, or the same in one piece if none was asked for.
    fn stream(&mut self, script: &Script) -> io::Result<()> {
        let wire = self.asked.wire;
        if !wire.wants_stream(self.asked.request) {
            return self.json(200, &[], &wire.whole(script));
        }
        // Line ends differ from request to request.
        let bytes = wire.stream(script, self.asked.before);
        self.sse(&bytes, Pace::Quick)
    }

    fn sse_head(&mut self) -> io::Result<()> {
        let mut headers = self.cors.clone();
        headers.push((
            "content-type".to_owned(),
            "text/event-stream; charset=utf-8".to_owned(),
        ));
        headers.push(("transfer-encoding".to_owned(), "chunked".to_owned()));
        http::head(self.out, 200, &headers)?;
        self.out.write_all(b"\r\n")
    }

    fn sse(&mut self, bytes: &[u8], pace: Pace) -> io::Result<()> {
        self.sse_head()?;
        let piece = match pace {
            Pace::Bulk => 1 << 16,
            // Pieces of a few bytes, but not so many that a long answer takes seconds.
            _ => self.asked.options.piece.max(bytes.len() / 4_000).max(1),
        };
        for bytes in bytes.chunks(piece) {
            http::chunk(self.out, bytes)?;
            if pace == Pace::Slow {
                self.out.flush()?;
                thread::sleep(Duration::from_millis(200));
            }
        }
        http::chunk(self.out, b"")
    }

    /// Whole events with time between them.
    fn drip(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sse_head()?;
        let mut rest = bytes;
        while let Some(end) = rest.windows(2).position(|two| two == b"\n\n") {
            let (event, after) = rest.split_at(end + 2);
            http::chunk(self.out, event)?;
            self.out.flush()?;
            thread::sleep(Duration::from_millis(75));
            rest = after;
        }
        http::chunk(self.out, b"")
    }

    /// Half of a stream and no end.
    fn cut(&mut self, script: &Script) -> io::Result<()> {
        let bytes = self.asked.wire.stream(script, 0);
        self.sse_head()?;
        http::chunk(self.out, &bytes[..bytes.len() / 2])
    }

    fn endless(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sse_head()?;
        // Bounded all the same.
        for _ in 0..1_000 {
            http::chunk(self.out, bytes)?;
        }
        Ok(())
    }
}
