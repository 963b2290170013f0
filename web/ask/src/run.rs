//! Runs in a row: each with its tries, each a response that grows.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Interval;
use gloo_timers::future::TimeoutFuture;
use taxgrade::notes::AnsweredCall;
use taxgrade::provider::{
    Answer, ApiKey, CallError, CallErrorKind, Event, Parts, Retry, Usage, host,
};
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortSignal;

use crate::Problem;
use crate::asker::Asker;
use crate::call::{self, Silence};
use crate::clock::{now, random};
use crate::form::{Change, Form};
use crate::plan::Plan;
use crate::steps::{self, Phase, State};
use crate::words::failed;

/// Text that arrives is shown and graded this often. Long texts less often: each showing copies
/// them whole.
const SHOW_MS: u32 = 150;

/// Bytes that are shown at the full rate.
const QUICK: usize = 64 << 10;

/// How finely a wait can be cancelled.
const WAIT_MS: u32 = 50;

/// Starts the runs.
pub(crate) fn start(asker: &Asker, form: &Form, plan: Plan, case: u32) {
    let Some(signal) = asker.begin() else {
        return;
    };
    let job = Job {
        case,
        runs: form.runs,
        key: asker.key(form.provider),
        plan,
        signal,
        asker: asker.clone(),
    };
    spawn_local(job.make());
}

struct Job {
    case: u32,
    plan: Plan,
    key: Option<ApiKey>,
    runs: u32,
    signal: AbortSignal,
    asker: Asker,
}

/// A run on its way, as the page is told of it.
struct Live {
    state: State,
    changed: bool,
    ticks: usize,
    asker: Asker,
}

impl Live {
    fn show(&mut self) {
        self.ticks += 1;
        // One tick more for every 64 KB.
        if self.changed && self.ticks > self.state.text.len() / QUICK {
            self.tell();
        }
    }

    fn tell(&mut self) {
        self.ticks = 0;
        self.changed = false;
        self.asker.tell(&steps::said(&self.state));
    }

    fn hear(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::Text(_) => self.state.phase = Phase::Answering,
                Event::Thinking => self.state.phase = Phase::Thinking,
                Event::Usage(usage) => self.state.usage = usage,
                Event::Search(_) | Event::Stop(_) | Event::Failed(_) => {}
            }
            self.changed = true;
        }
    }
}

/// Why there is no answer, for people, and whether further runs would end the same way.
struct Unanswered {
    problem: Problem,
    text: String,
    last: bool,
}

impl Job {
    async fn make(self) {
        self.asker.change(Change::Busy(true));
        for at in 0..self.runs {
            if !self.one(at).await {
                break;
            }
        }
        self.asker.change(Change::Busy(false));
    }

    /// Makes one run; returns whether the next one may be begun.
    async fn one(&self, at: u32) -> bool {
        let state = State {
            call: self.asker.next_call(),
            host: host(&self.plan.base_url).to_owned(),
            number: (at + 1, self.runs),
            phase: Phase::Calling,
            since: now(),
            usage: Usage::default(),
            notes: String::new(),
            text: String::new(),
        };
        let tools = if self.plan.web_search {
            "web-search"
        } else {
            ""
        };
        let model = &self.plan.model;
        let name = [
            model.provider.as_str(),
            &model.name,
            self.plan.level.as_str(),
            tools,
        ];
        self.asker.tell(&steps::began(self.case, &state, name));
        let live = Rc::new(RefCell::new(Live {
            state,
            changed: false,
            ticks: 0,
            asker: self.asker.clone(),
        }));
        let shown = Rc::clone(&live);
        let show = Interval::new(SHOW_MS, move || shown.borrow_mut().show());
        let outcome = self.ask(&live).await;
        drop(show);
        let mut live = live.borrow_mut();
        match outcome {
            Ok(answer) => {
                self.end(&mut live, answer);
                true
            }
            Err(Unanswered {
                mut problem,
                text,
                last,
            }) => {
                let left = self.runs - at - 1;
                if last && left > 0 && !self.signal.aborted() {
                    problem.what.push_str(&format!(
                        "; {left} more would have failed the same way and were not begun"
                    ));
                }
                let step = steps::failed(live.state.call, &problem, &text);
                self.asker.tell(&step);
                !last
            }
        }
    }

    fn end(&self, live: &mut Live, answer: Answer) {
        let state = &mut live.state;
        let price = self.plan.model.price.as_ref();
        let read = answer.usage.input_tokens;
        let call = AnsweredCall {
            usage: Some(answer.usage),
            cost_micros: price.map(|price| price.cost_micros(&answer.usage)),
            stop: answer.stop.to_string(),
            host: state.host.clone(),
            text_extracted: self.plan.text_extracted,
            searches: answer.searches,
            started_unix_ms: Some(state.since),
            duration_ms: Some(now().saturating_sub(state.since)),
            warnings: self.plan.ask().context_warnings(read),
        };
        state.notes = call.to_json(&answer.text);
        state.phase = Phase::Ended;
        state.usage = answer.usage;
        state.text = answer.text;
        live.tell();
    }

    /// Asks until there is an answer, trying again as often as the core finds that it helps.
    async fn ask(&self, live: &Rc<RefCell<Live>>) -> Result<Answer, Unanswered> {
        let retry = Retry {
            // A browser does not tell a refusal from a lost connection, and no refusal goes away.
            kinds: Retry::default()
                .kinds
                .into_iter()
                .filter(|kind| *kind != CallErrorKind::Network)
                .collect(),
            ..Retry::default()
        };
        let mut parts = Parts::default();
        let mut tries = 0;
        loop {
            let mut question = self.plan.ask();
            question.paused = parts.paused();
            let request = question
                .request(Some(&self.plan.base_url), self.key.as_ref())
                .map_err(|error| Unanswered {
                    problem: Problem::from(&error),
                    text: String::new(),
                    last: true,
                })?;
            tries += 1;
            let before = parts.text().to_owned();
            let sent = call::send(&request, &self.signal, |reader, events| {
                let mut live = live.borrow_mut();
                live.hear(events);
                live.state.text = self.without_key(&format!("{before}{}", reader.text()));
            })
            .await;
            match sent {
                Ok(part) => {
                    if let Some(answer) = parts.take(part) {
                        return Ok(answer);
                    }
                }
                Err((error, text)) => {
                    let wait = retry.wait(tries, &error, random());
                    let Some(wait) = wait.filter(|_| !self.signal.aborted()) else {
                        return Err(self.explain(error, tries, before + &text).await);
                    };
                    let until = now() + u64::try_from(wait.as_millis()).unwrap_or_default();
                    let why = failed(&error, 0, None).what;
                    {
                        let mut live = live.borrow_mut();
                        live.state.phase = Phase::Waiting(until, why);
                        live.state.text = before;
                        live.tell();
                    }
                    while now() < until && !self.signal.aborted() {
                        TimeoutFuture::new(WAIT_MS).await;
                    }
                    let mut live = live.borrow_mut();
                    live.state.phase = Phase::Calling;
                    live.changed = true;
                    if self.signal.aborted() {
                        let cancelled = request.failed(CallErrorKind::Cancelled, "");
                        return Err(self.unanswered(&cancelled, tries, None, text));
                    }
                }
            }
        }
    }

    fn without_key(&self, text: &str) -> String {
        match &self.key {
            Some(key) => key.redact(text),
            None => text.to_owned(),
        }
    }

    fn unanswered(
        &self,
        error: &CallError,
        tries: u32,
        remedy: Option<String>,
        text: String,
    ) -> Unanswered {
        // What lies at the moment, and not at the request, may be over with the next run.
        let passes = matches!(
            error.kind,
            CallErrorKind::RateLimit
                | CallErrorKind::Overloaded
                | CallErrorKind::Server
                | CallErrorKind::Interrupted
                | CallErrorKind::Malformed
                | CallErrorKind::AnswerTooLong
        );
        Unanswered {
            problem: failed(error, tries, remedy),
            text: self.without_key(&text),
            last: !passes,
        }
    }

    /// A failure in words, after a look at the connection where the browser said nothing.
    async fn explain(&self, mut error: CallError, tries: u32, text: String) -> Unanswered {
        if error.kind != CallErrorKind::Network {
            return self.unanswered(&error, tries, None, text);
        }
        let host = host(&self.plan.base_url);
        let provider = self.plan.model.provider;
        let (message, remedy) = match call::silence(&self.plan.base_url, &self.signal).await {
            Silence::Offline => (
                "this browser is offline".to_owned(),
                Some("connect to the network and try again".to_owned()),
            ),
            Silence::Unreachable => (
                format!(
                    "nobody answers at {host}, or an extension or the browser blocks the request"
                ),
                None,
            ),
            Silence::Refused => (
                format!(
                    "{host} answers, but does not let this page read the answer: its permission for pages from {} is missing (CORS)",
                    self.asker.page().origin
                ),
                Some(provider.cors_help().to_owned()),
            ),
        };
        error.message = message;
        self.unanswered(&error, tries, remedy, text)
    }
}
