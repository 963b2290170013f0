//! Reports: what asks for them, and what becomes of them.

use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, html};

use super::export::notice;
use super::{Store, js};
use crate::session::{Action, Case, Response, Session};
use crate::{report, versus};

/// A form to write in: its name, the button, the ending and type of the file.
pub(super) struct Form {
    pub(super) name: &'static str,
    pub(super) button: &'static str,
    pub(super) ending: &'static str,
    pub(super) kind: &'static str,
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
pub(super) const MARKDOWN: Form = form("markdown", "Markdown", "md", "text/markdown");
pub(super) const JSON: Form = form("json", "JSON", "json", "application/json");
pub(super) const CSV: Form = form("csv", "CSV", "csv", "text/csv");
const JUNIT: Form = form("junit", "JUnit", "xml", "application/xml");

/// What was written.
pub(super) struct Written {
    pub(super) text: String,
    /// In postcard's form.
    pub(super) table: Vec<u8>,
    /// Runs that had to be left out.
    pub(super) ungraded: u32,
}

/// What can be written.
#[derive(Debug, Clone, Copy)]
pub(super) enum What<'a> {
    Report,
    Leaderboard,
    /// Of a response to a case, given by its expected return.
    Evaluation(&'a Case, &'a Rc<str>, &'a Response),
    Comparison(&'a [String; 2]),
}

/// Writes it; the error is what a person is told.
pub(super) async fn written(
    session: &Session,
    what: What<'_>,
    form: &str,
) -> Result<Written, String> {
    let mut about: Vec<&str> = Vec::new();
    let (name, (names, texts)) = match what {
        What::Report => ("report", report::files(session, &[0])),
        What::Leaderboard => ("leaderboard", report::files(session, &[0])),
        What::Evaluation(case, xml, response) => {
            about.push(&case.name);
            let texts = vec![Rc::clone(xml), Rc::clone(&response.text)];
            ("evaluation", (Vec::new(), texts))
        }
        What::Comparison(sides) => {
            about.extend(sides.iter().map(String::as_str));
            let sets = sides.each_ref().map(|side| versus::set_of(side));
            ("compare", report::files(session, &sets))
        }
    };
    let given = js_sys::Object::new();
    let put = |name: &str, value: JsValue| {
        let _ = js_sys::Reflect::set(&given, &name.into(), &value);
    };
    let list = |texts: &mut dyn Iterator<Item = &str>| -> JsValue {
        texts.map(JsValue::from_str).collect::<Array>().into()
    };
    put("what", name.into());
    put("names", list(&mut names.iter().map(String::as_str)));
    put("contents", list(&mut texts.iter().map(AsRef::as_ref)));
    put(
        "profiles",
        list(&mut session.profile_texts().iter().map(AsRef::as_ref)),
    );
    put(
        "upstream",
        (session.mode == taxgrade::Mode::Upstream).into(),
    );
    put("form", form.into());
    put("about", list(&mut about.into_iter()));
    let answer = js::write_report(&given)
        .await
        .map_err(|error| js::message(&error))?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count"
    )]
    let ungraded = js::field(&answer, "ungraded").as_f64().unwrap_or(0.0) as u32;
    Ok(Written {
        text: js::field(&answer, "text").as_string().unwrap_or_default(),
        table: Uint8Array::new(&js::field(&answer, "table")).to_vec(),
        ungraded,
    })
}

pub(super) fn left_out(ungraded: u32) -> Option<Action> {
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
            let end = match written(&store, What::Report, form.name).await {
                Ok(Written { text, ungraded, .. }) => {
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
