//! Asking a model: the way to the part of the page that does it, what it reports, and how the
//! responses that came from it are shown.

use std::rc::Rc;

use gloo_timers::callback::Interval;
use js_sys::{Array, Object, Reflect, Uint8Array};
use taxgrade::notes::AnsweredCall;
use taxgrade::report::Configuration;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yew::{
    AttrValue, Callback, Html, Properties, UseReducerDispatcher, component, html, use_effect_with,
    use_memo, use_state_eq,
};

use super::icon::{self, icon};
use super::{Store, js, send};
use crate::ask::{Asked, Failure, Step};
use crate::session::{Action, Case, Content, Notice, Response, Session};
use crate::work::Problem;

/// The way to the part that asks.
#[derive(Clone)]
pub(crate) struct Asking {
    store: Store,
    tell: Rc<Closure<dyn Fn(JsValue)>>,
}

impl PartialEq for Asking {
    fn eq(&self, other: &Self) -> bool {
        self.store == other.store
    }
}

#[yew::hook]
pub(crate) fn use_asking(store: &Store) -> Asking {
    let tell = use_memo((), {
        let dispatch = store.dispatcher();
        move |()| {
            Rc::new(Closure::<dyn Fn(JsValue)>::new(move |step| {
                if let Some(step) = read(&step) {
                    dispatch.dispatch(Action::Ask(step));
                }
            }))
        }
    });
    let current = store.case().map(|case| {
        let inputs: Vec<u32> = case.inputs.iter().map(|input| input.id).collect();
        (case.id, inputs, case.key().is_some())
    });
    use_effect_with(current, {
        let store = store.clone();
        move |_| match store.case() {
            Some(case) => js::ask_about(&about(case)),
            None => js::forget_ask(),
        }
    });
    Asking {
        store: store.clone(),
        tell: (*tell).clone(),
    }
}

impl Asking {
    /// Opens the panel for the case in view.
    pub(crate) fn open(&self) {
        let Some(case) = self.store.case() else {
            return;
        };
        let (about, tell) = (about(case), Rc::clone(&self.tell));
        let dispatch: UseReducerDispatcher<Session> = self.store.dispatcher();
        spawn_local(async move {
            let tell = (*tell).as_ref().unchecked_ref();
            if let Err(error) = js::open_ask(&about, tell).await {
                dispatch.dispatch(Action::Notify(Some(Notice {
                    text: format!(
                        "The part of the page that asks models did not load ({}). Check the connection and try again.",
                        js::message(&error)
                    ),
                    bad: true,
                    undo: None,
                })));
            }
        });
    }
}

/// What the part that asks is told of a case; see `web/ask/src/about.rs`.
fn about(case: &Case) -> JsValue {
    let object = Object::new();
    let put = |name: &str, value: &JsValue| {
        // Setting a field of an object of one's own cannot fail.
        let _ = Reflect::set(&object, &name.into(), value);
    };
    put("id", &case.id.into());
    match &case.key {
        Some(Ok(key)) => {
            put("jurisdiction", &key.jurisdiction.as_str().into());
            put("year", &key.year.into());
        }
        Some(Err(problem)) => {
            put("what", &problem.what.as_str().into());
            put("remedy", &problem.remedy.as_str().into());
        }
        None => {
            put(
                "what",
                &"The expected return is missing, and with it the form and year to ask for".into(),
            );
            put("remedy", &"add the case\u{2019}s output.xml".into());
        }
    }
    let inputs = &case.inputs;
    let names: Array = inputs
        .iter()
        .map(|input| JsValue::from_str(input.name()))
        .collect();
    let contents: Array = inputs
        .iter()
        .map(|input| match &input.content {
            Content::Data(text) => JsValue::from_str(text),
            Content::Pdf(bytes) => Uint8Array::from(&**bytes).into(),
        })
        .collect();
    put("names", &names);
    put("contents", &contents);
    object.into()
}

/// A step as the part that asks tells it; see `web/ask/src/steps.rs`.
fn read(step: &JsValue) -> Option<Step> {
    let text = |name: &str| js::field(step, name).as_string().unwrap_or_default();
    let list = |name: &str| {
        let list: Array = js::field(step, name).unchecked_into();
        list.iter().filter_map(|one| one.as_string()).collect()
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts and times"
    )]
    let number = |name: &str| js::field(step, name).as_f64().map(|number| number as u64);
    let small = |name: &str| u32::try_from(number(name)?).ok();
    let call = small("call")?;
    let kind = text("kind");
    if kind == "failed" {
        let problem = Problem::new(text("what"), text("remedy"));
        return Some(Step::Failed(call, problem, text("text").into()));
    }
    let since = number("since")?;
    let ended = js::field(step, "ended").is_truthy();
    let asked = Rc::new(Asked {
        call,
        further: js::field(step, "further").is_truthy(),
        status: text("status"),
        ended,
        since,
        until: number("until"),
        facts: list("facts"),
        notes: text("notes").into(),
    });
    Some(match kind.as_str() {
        "began" => {
            let name = Configuration {
                provider: text("provider"),
                model: text("model"),
                thinking: text("thinking"),
                tools: text("tools"),
            };
            Step::Began(small("case")?, name, asked)
        }
        _ => Step::Said(text("text").into(), asked),
    })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number of milliseconds"
)]
fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// The button that opens the panel.
pub(crate) fn button(asking: &Asking) -> Html {
    let asking = asking.clone();
    let onclick = Callback::from(move |_| asking.open());
    html! {
        <button id="ask-open" class="plain text" title="Send the documents to a language model and grade its answer" {onclick}>
            { "Ask a model" }
        </button>
    }
}

/// `4.2 s`, `1:05 min`.
fn seconds(ms: u64) -> String {
    match ms / 1_000 {
        seconds @ 0..60 => format!("{seconds}.{} s", ms % 1_000 / 100),
        seconds => format!("{}:{:02} min", seconds / 60, seconds % 60),
    }
}

#[derive(Properties, PartialEq)]
struct ClockProps {
    /// When it began, in milliseconds since 1970.
    since: u64,
    /// Or what it counts down to.
    #[prop_or_default]
    until: Option<u64>,
}

/// A clock that runs.
#[component]
fn Clock(ClockProps { since, until }: &ClockProps) -> Html {
    let time = use_state_eq(now);
    use_effect_with((), {
        let time = time.clone();
        move |()| {
            let interval = Interval::new(100, move || time.set(now()));
            move || drop(interval)
        }
    });
    let shown = match until {
        Some(until) => until.saturating_sub(*time),
        None => time.saturating_sub(*since),
    };
    html! { <span class="clock">{ seconds(shown) }</span> }
}

/// The lines above a response that a model was asked for, here or elsewhere.
pub(crate) fn about_response(response: &Response) -> Html {
    match (&response.asked, &response.call) {
        (Some(asked), _) if !asked.ended => live(asked),
        (_, Some(call)) => call
            .answered
            .as_ref()
            .map(|answered| ended(answered, &response.original))
            .unwrap_or_default(),
        _ => Html::default(),
    }
}

fn live(asked: &Asked) -> Html {
    html! {
        <div class="asked live">
            <div>
                <p role="status">{ &asked.status }</p>
                <p>
                    <Clock since={asked.since} until={asked.until} />
                    { facts(&asked.facts) }
                </p>
            </div>
            <button onclick={Callback::from(|_| js::cancel_ask())}>{ "Cancel" }</button>
        </div>
    }
}

fn facts(facts: &[String]) -> Html {
    html! { { for facts.iter().map(|fact| html! { <span>{ fact }</span> }) } }
}

fn ended(call: &AnsweredCall, answer: &str) -> Html {
    html! {
        <div class="asked">
            <div>
                { for call.remarks(answer).into_iter().map(|remark| html! { <p class="remark">{ remark }</p> }) }
                <p>
                    if let Some(took) = call.duration_ms { <span>{ seconds(took) }</span> }
                    { facts(&call.facts()) }
                </p>
                if !call.searches.is_empty() {
                    <details>
                        <summary>{ match call.searches.len() {
                            1 => "1 web search".to_owned(),
                            some => format!("{some} web searches"),
                        } }</summary>
                        <ol>{ for call.searches.iter().map(|query| html! { <li>{ query }</li> }) }</ol>
                    </details>
                }
            </div>
        </div>
    }
}

/// How many calls gave no answer, over all cases.
pub(crate) fn failed_calls(session: &Session) -> Option<Html> {
    let count: usize = session.cases.iter().map(|case| case.failures.len()).sum();
    let words = match count {
        0 => return None,
        1 => "1 call gave no answer, not graded".to_owned(),
        some => format!("{some} calls gave no answer, not graded"),
    };
    Some(html! { <p class="problem">{ words }</p> })
}

/// The calls of a case that gave no answer.
pub(crate) fn failures(store: &Store, case: &Case) -> Html {
    if case.failures.is_empty() {
        return Html::default();
    }
    let one = |(at, failure): (usize, &Rc<Failure>)| {
        let dismiss: AttrValue = format!("Dismiss the failure of {}", failure.name).into();
        html! {
            <li>
                <div>
                    <p><strong>{ &failure.name }</strong>{ ": " }{ &failure.problem.what }{ "." }</p>
                    if !failure.problem.remedy.is_empty() {
                        <p class="remedy">{ format!("What to do: {}.", failure.problem.remedy) }</p>
                    }
                </div>
                if !failure.text.trim().is_empty() {
                    <button class="plain text" title="Takes what had arrived as a pasted response, and grades it"
                        onclick={send(store, Action::Paste(failure.text.clone()))}>{ "Keep the text" }</button>
                }
                <button class="plain" aria-label={dismiss}
                    onclick={send(store, Action::Ask(Step::Dismiss(case.id, at)))}>{ icon(icon::CLOSE) }</button>
            </li>
        }
    };
    html! {
        <section class="failures" role="alert" aria-labelledby="failures-title">
            <h3 id="failures-title">{ match case.failures.len() {
                1 => "1 call gave no answer. It is not graded.".to_owned(),
                some => format!("{some} calls gave no answer. They are not graded."),
            } }</h3>
            <ul>{ for case.failures.iter().enumerate().map(one) }</ul>
        </section>
    }
}
