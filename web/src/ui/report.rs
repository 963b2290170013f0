//! Reports and comparisons: what asks for them, and what becomes of them.

use js_sys::Array;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlSelectElement;
use yew::{
    Callback, Event, Html, Properties, TargetCast, UseReducerDispatcher, component, html,
    use_state_eq,
};

use super::export::notice;
use super::{Store, js};
use crate::report;
use crate::session::{Action, Session};

/// A form to write in: its name, the button, the ending and type of the file.
struct Form {
    name: &'static str,
    button: &'static str,
    ending: &'static str,
    kind: &'static str,
}

const fn form(
    name: &'static str,
    button: &'static str,
    ending: &'static str,
    kind: &'static str,
) -> Form {
    Form {
        name,
        button,
        ending,
        kind,
    }
}

const HTML: Form = form("html", "HTML", "html", "text/html");
const MARKDOWN: Form = form("markdown", "Markdown", "md", "text/markdown");
const JSON: Form = form("json", "JSON", "json", "application/json");
const CSV: Form = form("csv", "CSV", "csv", "text/csv");
const JUNIT: Form = form("junit", "JUnit", "xml", "application/xml");

/// Writes a report, or a comparison of two sides; the error is what a person is told.
async fn written(
    session: &Session,
    form: &str,
    sides: Option<&(String, String)>,
) -> Result<(String, u32), String> {
    let (names, texts) = report::files(session);
    let names: Array = names.iter().map(|name| JsValue::from_str(name)).collect();
    let texts: Array = texts.iter().map(|text| JsValue::from_str(text)).collect();
    let sides = match sides {
        Some((first, second)) => Array::of2(&first.as_str().into(), &second.as_str().into()).into(),
        None => JsValue::UNDEFINED,
    };
    let upstream = session.mode == taxgrade::Mode::Upstream;
    let answer = js::write_report(names, texts, upstream, form, sides)
        .await
        .map_err(|error| js::message(&error))?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count"
    )]
    let ungraded = js::field(&answer, "ungraded").as_f64().unwrap_or(0.0) as u32;
    let text = js::field(&answer, "text").as_string().unwrap_or_default();
    Ok((text, ungraded))
}

fn left_out(ungraded: u32) -> Option<Action> {
    (ungraded > 0).then(|| {
        notice(
            &format!("{ungraded} runs are left out: they could not be graded, or their case has no expected return."),
            true,
        )
    })
}

fn hand_out(store: &Store, form: &'static Form, open: bool) -> Callback<yew::MouseEvent> {
    let store = store.clone();
    Callback::from(move |_| {
        let store = store.clone();
        store.dispatch(notice("Writing the report\u{2026}", false));
        spawn_local(async move {
            let end = match written(&store, form.name, None).await {
                Ok((text, ungraded)) => {
                    let opened = open && js::open_page(&text);
                    if !opened {
                        let name = format!("taxgrade-report.{}", form.ending);
                        js::offer(&name, form.kind, &JsValue::from_str(&text));
                    }
                    left_out(ungraded).unwrap_or_else(|| match (open, opened) {
                        (true, false) => notice(
                            "The browser opens no page that long after the click; the report was saved instead.",
                            false,
                        ),
                        _ => Action::Notify(None),
                    })
                }
                Err(error) => notice(&format!("The report could not be written: {error}."), true),
            };
            store.dispatch(end);
        });
    })
}

/// The row of the export menu.
pub(crate) fn export(store: &Store, enabled: bool) -> Html {
    html! {
        <div class="export" role="group" aria-label="Report">
            <span>{ "Report" }</span>
            <button disabled={!enabled} title="In a page of its own" onclick={hand_out(store, &HTML, true)}>{ "Open" }</button>
            { for [&HTML, &MARKDOWN, &JSON, &CSV, &JUNIT].into_iter().map(|form| html! {
                <button disabled={!enabled} onclick={hand_out(store, form, false)}>{ form.button }</button>
            }) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct VersusProps {
    pub(crate) store: Store,
}

/// Two models side by side, below the leaderboard.
#[component]
pub(crate) fn Versus(VersusProps { store }: &VersusProps) -> Html {
    let sides = report::sides(store);
    let picked = use_state_eq(|| (None::<String>, None::<String>));
    let result = use_state_eq(|| None::<((String, String), Result<String, String>)>);
    let (Some(one), Some(two)) = (sides.first(), sides.get(1)) else {
        return Html::default();
    };
    let known = |side: &Option<String>| side.clone().filter(|side| sides.contains(side));
    let pair = (
        known(&picked.0).unwrap_or_else(|| one.clone()),
        known(&picked.1).unwrap_or_else(|| two.clone()),
    );
    let select = |label: &'static str, chosen: &String, second: bool| {
        let (picked, pair) = (picked.clone(), pair.clone());
        let onchange = Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                let value = Some(select.value());
                let (a, b) = (Some(pair.0.clone()), Some(pair.1.clone()));
                picked.set(if second { (a, value) } else { (value, b) });
            }
        });
        html! {
            <select aria-label={label} {onchange}>
                { for sides.iter().map(|side| html! {
                    <option value={side.clone()} selected={side == chosen}>{ side }</option>
                }) }
            </select>
        }
    };
    let compare = {
        let (store, pair, result) = (store.clone(), pair.clone(), result.clone());
        Callback::from(move |_| {
            let (store, pair, result) = (store.clone(), pair.clone(), result.clone());
            spawn_local(async move {
                let answer = written(&store, "words", Some(&pair)).await;
                if let Ok((_, ungraded)) = &answer
                    && let Some(action) = left_out(*ungraded)
                {
                    store.dispatch(action);
                }
                result.set(Some((pair, answer.map(|(text, _)| text))));
            });
        })
    };
    let save = |form: &'static Form| {
        let (store, pair) = (store.clone(), pair.clone());
        Callback::from(move |_| save_comparison(store.clone(), pair.clone(), form))
    };
    let shown = result.as_ref().filter(|(of, _)| *of == pair);
    html! {
        <section class="versus" aria-labelledby="versus-title">
            <h3 id="versus-title">{ "Two models on the same cases" }</h3>
            <p>
                { select("First model", &pair.0, false) }
                { select("Second model", &pair.1, true) }
                <button disabled={pair.0 == pair.1} onclick={compare}>{ "Compare" }</button>
                if let Some((_, Ok(_))) = shown {
                    { for [&MARKDOWN, &JSON, &CSV].into_iter().map(|form| html! {
                        <button aria-label={format!("Save the comparison as {}", form.button)} onclick={save(form)}>{ form.button }</button>
                    }) }
                }
            </p>
            <div role="status">
                { match shown {
                    None => Html::default(),
                    Some((_, Ok(text))) => html! { <pre class="compared" tabindex="0">{ text }</pre> },
                    Some((_, Err(error))) => html! { <p class="problem">{ format!("Nothing to compare: {error}.") }</p> },
                } }
            </div>
        </section>
    }
}

fn save_comparison(store: Store, pair: (String, String), form: &'static Form) {
    let dispatch: UseReducerDispatcher<Session> = store.dispatcher();
    spawn_local(async move {
        match written(&store, form.name, Some(&pair)).await {
            Ok((text, _)) => {
                let name = format!("taxgrade-comparison.{}", form.ending);
                js::offer(&name, form.kind, &JsValue::from_str(&text));
            }
            Err(error) => {
                let text = format!("The comparison could not be written: {error}.");
                dispatch.dispatch(notice(&text, true));
            }
        }
    });
}
