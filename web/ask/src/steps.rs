//! What the page hears of calls: objects with a `kind`, the number of the `call`, and words that
//! are ready to be shown.

use js_sys::{Array, Object, Reflect};
use taxgrade::notes::tokens;
use taxgrade::provider::Usage;
use wasm_bindgen::JsValue;

use crate::Problem;

/// How a call stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Phase {
    Calling,
    Thinking,
    Answering,
    /// Until the time, in milliseconds since 1970, before the next try; for the reason.
    Waiting(u64, String),
    Ended,
}

/// A call on its way, or an answer.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) call: u32,
    /// Host that is asked.
    pub(crate) host: String,
    /// Which of how many runs in a row.
    pub(crate) number: (u32, u32),
    pub(crate) phase: Phase,
    /// Milliseconds since 1970.
    pub(crate) since: u64,
    pub(crate) usage: Usage,
    pub(crate) text: String,
    /// The notes on a call that has ended, as they are kept beside its answer.
    pub(crate) notes: String,
}

struct Step(Object);

impl Step {
    fn new(kind: &str, call: u32) -> Self {
        let step = Self(Object::new());
        step.with("kind", kind).with("call", call)
    }

    fn with(self, name: &str, value: impl Into<JsValue>) -> Self {
        // Setting a field of an object of one's own cannot fail.
        let _ = Reflect::set(&self.0, &name.into(), &value.into());
        self
    }

    fn list(self, name: &str, texts: &[String]) -> Self {
        let list: Array = texts.iter().map(|text| JsValue::from_str(text)).collect();
        self.with(name, list)
    }
}

/// A call has begun, for a case and a configuration.
pub(crate) fn began(case: u32, state: &State, name: [&str; 4]) -> JsValue {
    let [provider, model, thinking, tools] = name;
    state
        .step("began")
        .with("case", case)
        .with("provider", provider)
        .with("model", model)
        .with("thinking", thinking)
        .with("tools", tools)
        .0
        .into()
}

/// How a call stands now, with the whole text so far.
pub(crate) fn said(state: &State) -> JsValue {
    state.step("said").0.into()
}

/// A call gave no answer; the text is what had arrived.
pub(crate) fn failed(call: u32, problem: &Problem, text: &str) -> JsValue {
    Step::new("failed", call)
        .with("what", problem.what.as_str())
        .with("remedy", problem.remedy.as_str())
        .with("text", text)
        .0
        .into()
}

impl State {
    fn step(&self, kind: &str) -> Step {
        let until = match self.phase {
            Phase::Waiting(until, _) => Some(until),
            _ => None,
        };
        let step = Step::new(kind, self.call)
            .with("text", self.text.as_str())
            .with("notes", self.notes.as_str())
            .with("status", self.status())
            .with("ended", self.phase == Phase::Ended)
            .with("further", self.number.0 > 1)
            .with("since", self.since as f64)
            .with("until", until.map(|until| until as f64));
        step.list("facts", &self.facts())
    }

    fn status(&self) -> String {
        let phase = match &self.phase {
            Phase::Calling => "Waiting for the answer".to_owned(),
            Phase::Thinking => "Thinking".to_owned(),
            Phase::Answering => "Answering".to_owned(),
            Phase::Waiting(_, why) => format!("{why}. Next try in"),
            Phase::Ended => String::new(),
        };
        match self.number {
            (_, 1) => phase,
            (at, of) => format!("Run {at} of {of}. {phase}"),
        }
    }

    /// Tokens and host, while it arrives; the notes say the rest.
    fn facts(&self) -> Vec<String> {
        // What arrives is counted by its length until the count comes, four bytes a token.
        let arrived = self.text.len() as u64 / 4;
        let mut usage = self.usage;
        let about = if arrived > usage.output_tokens {
            usage.output_tokens = arrived;
            "about "
        } else {
            ""
        };
        let mut facts = vec![tokens(&usage, about)];
        facts.push(self.host.clone());
        facts
    }
}
