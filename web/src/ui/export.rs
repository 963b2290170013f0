//! What can be taken away: reports, tables, the session; and the button that copies.

use js_sys::Uint8Array;
use serde::Serialize;
use taxgrade::metrics::Aggregate;
use taxgrade::report::{Configuration, summary_markdown, summary_rows};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::{AttrValue, Callback, Html, Properties, component, html, use_state_eq};

use super::frame::Menu;
use super::icon::{self, icon};
use super::{Bridge, Store, js};
use crate::board::{self, Narrow};
use crate::session::{Action, Notice, Session};
use crate::work::{Answer, Ask, Reports};
use crate::{csv, keep};

#[derive(Properties, PartialEq)]
pub(crate) struct CopyProps {
    pub(crate) text: AttrValue,
    pub(crate) label: AttrValue,
}

/// A small button that copies a text and says so.
#[component]
pub(crate) fn Copy(CopyProps { text, label }: &CopyProps) -> Html {
    let done = use_state_eq(|| false);
    let onclick = {
        let (text, done) = (text.clone(), done.clone());
        Callback::from(move |_| {
            let (text, done) = (text.clone(), done.clone());
            spawn_local(async move {
                done.set(copy(&text).await);
                gloo_timers::future::TimeoutFuture::new(1500).await;
                done.set(false);
            });
        })
    };
    html! {
        <button class="plain copy" aria-label={label} {onclick}>
            { icon(icon::COPY) }
            <span role="status">{ if *done { "Copied" } else { "" } }</span>
        </button>
    }
}

async fn copy(text: &str) -> bool {
    let Some(clipboard) = web_sys::window().map(|window| window.navigator().clipboard()) else {
        return false;
    };
    !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Markdown,
    Json,
    Csv,
}

impl Form {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Markdown, "Markdown"),
        (Self::Json, "JSON"),
        (Self::Csv, "CSV"),
    ];

    const fn ending(self) -> (&'static str, &'static str) {
        match self {
            Self::Markdown => ("md", "text/markdown"),
            Self::Json => ("json", "application/json"),
            Self::Csv => ("csv", "text/csv"),
        }
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct ExportProps {
    pub(crate) store: Store,
    pub(crate) bridge: Bridge,
}

#[component]
pub(crate) fn Export(ExportProps { store, bridge }: &ExportProps) -> Html {
    let graded = store
        .case()
        .and_then(|case| case.response()?.grade())
        .is_some();
    let ranked = store.cases.iter().any(|case| case.key().is_some());
    let report = |form: Form, copied: bool| {
        let (store, bridge) = (store.clone(), bridge.clone());
        Callback::from(move |_| {
            with_reports(&store, &bridge, form, copied);
        })
    };
    let table = |form: Form, copied: bool| {
        let store = store.clone();
        Callback::from(move |_| {
            let text = leaderboard(&store, form);
            let name = format!("taxgrade-leaderboard.{}", form.ending().0);
            hand_over(&store, &name, form, text, copied);
        })
    };
    let save = {
        let store = store.clone();
        Callback::from(move |_| {
            let store = store.clone();
            spawn_local(async move {
                match archive(&store).await {
                    Ok(bytes) => js::offer("taxgrade-session.zip", "application/zip", &bytes),
                    Err(error) => store.dispatch(notice(
                        &format!(
                            "The session could not be packed ({}); try again.",
                            js::message(&error)
                        ),
                        true,
                    )),
                }
            });
        })
    };
    let print = Callback::from(|_| {
        if let Some(window) = web_sys::window() {
            let _ = window.print();
        }
    });
    let lines = |what: &'static str,
                 enabled: bool,
                 make: &dyn Fn(Form, bool) -> Callback<yew::MouseEvent>| {
        html! {
            <div class="export" role="group" aria-label={what}>
                <span>{ what }</span>
                { for Form::ALL.iter().map(|(form, name)| html! {
                    <span class="both">
                        <button disabled={!enabled} onclick={make(*form, false)}>{ *name }</button>
                        <button disabled={!enabled} aria-label={format!("Copy {what} as {name}")} title={format!("Copy as {name}")} onclick={make(*form, true)}>{ icon(icon::COPY) }</button>
                    </span>
                }) }
            </div>
        }
    };
    html! {
        <Menu label="Export">
            { lines("Evaluation", graded, &report) }
            { lines("Leaderboard", ranked, &table) }
            { super::report::export(store, ranked) }
            <button disabled={store.cases.is_empty()} onclick={save}>{ "Whole session (.zip)" }<small>{ "loads again here; also a folder for the command line" }</small></button>
            <button disabled={!graded} onclick={print}>{ "Print the report" }</button>
        </Menu>
    }
}

pub(super) fn notice(text: &str, bad: bool) -> Action {
    Action::Notify(Some(Notice {
        text: text.to_owned(),
        bad,
        undo: None,
    }))
}

fn hand_over(store: &Store, name: &str, form: Form, text: String, copied: bool) {
    if !copied {
        js::offer(name, form.ending().1, &JsValue::from_str(&text));
        return;
    }
    let tell = store.dispatcher();
    spawn_local(async move {
        tell.dispatch(if copy(&text).await {
            notice("Copied.", false)
        } else {
            notice(
                "The browser did not allow copying; use the download instead.",
                true,
            )
        });
    });
}

fn with_reports(store: &Store, bridge: &Bridge, form: Form, copied: bool) -> Option<()> {
    let case = store.case()?;
    let response = case.response()?;
    let ask = Ask::Report {
        case: case.name.as_str().into(),
        xml: (*case.expected.as_ref()?.text).into(),
        mode: store.mode,
        text: (*response.text).into(),
    };
    let name: String = format!("{} {}", case.name, response.name())
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        })
        .collect();
    let store = store.clone();
    bridge.ask(&ask, move |reply| match reply {
        Ok(Answer::Reports(Ok(Reports {
            markdown,
            json,
            csv,
        }))) => {
            let text = match form {
                Form::Markdown => markdown,
                Form::Json => json,
                Form::Csv => csv,
            };
            hand_over(
                &store,
                &format!("{name}.{}", form.ending().0),
                form,
                text,
                copied,
            );
        }
        _ => store.dispatch(notice("The report could not be written; try again.", true)),
    });
    Some(())
}

/// A configuration in the leaderboard's JSON; shares are between 0 and 1.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Ranked<'a> {
    provider: &'a str,
    model: &'a str,
    thinking: &'a str,
    tools: &'a str,
    /// Cases with at least one run.
    tests: usize,
    runs: usize,
    total_tests: usize,
    strict: f64,
    lenient: f64,
    by_line: f64,
    lenient_by_line: f64,
}

fn leaderboard(session: &Session, form: Form) -> String {
    let narrow = Narrow::default();
    let all: Vec<(Configuration, Aggregate)> =
        board::aggregates(session, &narrow).into_iter().collect();
    let total = board::total(session, &narrow);
    match form {
        Form::Markdown => summary_markdown(&summary_rows(&all, total, true)),
        Form::Csv => csv::summary(&summary_rows(&all, total, true)),
        Form::Json => {
            let rows: Vec<Ranked<'_>> = all
                .iter()
                .map(|(name, runs)| {
                    let figures = runs.figures();
                    Ranked {
                        provider: &name.provider,
                        model: &name.model,
                        thinking: &name.thinking,
                        tools: &name.tools,
                        tests: runs.case_count(),
                        runs: runs.run_count(),
                        total_tests: total,
                        strict: figures.strict,
                        lenient: figures.lenient,
                        by_line: figures.by_line,
                        lenient_by_line: figures.lenient_by_line,
                    }
                })
                .collect();
            let mut json = serde_json::to_string_pretty(&rows).unwrap_or_default();
            json.push('\n');
            json
        }
    }
}

/// The session as an archive.
pub(crate) async fn archive(session: &Session) -> Result<Uint8Array, JsValue> {
    let (names, contents) = keep::files(session);
    let names = names.iter().map(|name| JsValue::from_str(name)).collect();
    let contents = contents
        .iter()
        .map(|one| JsValue::from(Uint8Array::from(one.as_slice())))
        .collect();
    js::pack(names, contents)
        .await
        .map(|bytes| Uint8Array::new(&bytes))
}
