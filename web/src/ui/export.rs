//! What can be taken away: reports, tables, the session; and the button that copies.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::{AttrValue, Callback, Html, Properties, component, html, use_state_eq};

use super::frame::Menu;
use super::icon::{self, icon};
use super::report::{What, left_out, written};
use super::{Store, js};
use crate::keep;
use crate::session::{Action, Notice, Session};

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

    /// As the part of the page that writes it knows it.
    const fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }

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
}

#[component]
pub(crate) fn Export(ExportProps { store }: &ExportProps) -> Html {
    let graded = store
        .case()
        .and_then(|case| case.response()?.grade())
        .is_some();
    let ranked = store.cases.iter().any(|case| case.key().is_some());
    let report = |form: Form, copied: bool| {
        let store = store.clone();
        Callback::from(move |_| {
            let store = store.clone();
            spawn_local(async move {
                let _ = evaluation(&store, form, copied).await;
            });
        })
    };
    let table = |form: Form, copied: bool| {
        let store = store.clone();
        Callback::from(move |_| {
            let store = store.clone();
            spawn_local(async move {
                write(
                    &store,
                    What::Leaderboard,
                    "taxgrade-leaderboard",
                    form,
                    copied,
                )
                .await;
            });
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

/// Writes the evaluation of the response in view.
async fn evaluation(store: &Store, form: Form, copied: bool) -> Option<()> {
    let case = store.case()?;
    let response = case.response()?;
    let xml = &case.expected.as_ref()?.text;
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
    let what = What::Evaluation(case, xml, response);
    write(store, what, &name, form, copied).await;
    Some(())
}

/// Writes something and hands it over.
async fn write(store: &Store, what: What<'_>, name: &str, form: Form, copied: bool) {
    match written(store, what, form.name()).await {
        Ok(written) => {
            if let Some(action) = left_out(written.ungraded) {
                store.dispatch(action);
            }
            let name = format!("{name}.{}", form.ending().0);
            hand_over(store, &name, form, written.text, copied);
        }
        Err(error) => {
            let text = format!("It could not be written: {error}.");
            store.dispatch(notice(&text, true));
        }
    }
}

/// The session as files: names and contents.
pub(crate) fn loose(session: &Session) -> (Array, Array) {
    let (names, contents) = keep::files(session);
    let names = names.iter().map(|name| JsValue::from_str(name)).collect();
    let contents = contents
        .iter()
        .map(|one| JsValue::from(Uint8Array::from(one.as_slice())))
        .collect();
    (names, contents)
}

/// The session as an archive.
pub(crate) async fn archive(session: &Session) -> Result<Uint8Array, JsValue> {
    let (names, contents) = loose(session);
    js::pack(names, contents)
        .await
        .map(|bytes| Uint8Array::new(&bytes))
}
