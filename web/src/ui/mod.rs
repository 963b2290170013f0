//! The page.

mod app;
mod ask;
mod board;
mod bridge;
mod choose;
mod compare;
mod documents;
mod editor;
mod export;
mod files;
mod frame;
mod grading;
mod icon;
mod insight;
mod js;
mod lines;
mod pdf;
mod report;
mod response;
mod strip;
mod tree;
mod versus;

use taxgrade::Cents;
use taxgrade::money::Style;
use wasm_bindgen::JsCast;
use yew::{AttrValue, Callback, Html, Renderer, UseReducerHandle, html};

use crate::session::{Action, Session};
use crate::work::{Mark, Points};

pub(crate) use bridge::Bridge;

/// The state and its changes, as every component gets them.
pub(crate) type Store = UseReducerHandle<Session>;

/// Starts the page, or the worker where this build runs as one.
pub(crate) fn start() {
    let global = js_sys::global();
    if let Some(scope) = global.dyn_ref::<web_sys::DedicatedWorkerGlobalScope>() {
        bridge::serve(scope);
        return;
    }
    std::panic::set_hook(Box::new(|info| {
        let _ = show_end(&info.to_string());
    }));
    let root = document().and_then(|document| document.get_element_by_id("app"));
    if let Some(root) = root {
        Renderer::<app::App>::with_root(root).render();
    }
}

/// A page that died says so: what stands on it no longer works.
fn show_end(why: &str) -> Option<()> {
    let document = document()?;
    let boot = document.get_element_by_id("boot")?;
    boot.set_class_name("failed");
    let say = |id, text: &str| {
        if let Some(line) = document.get_element_by_id(id) {
            line.set_text_content(Some(text));
        }
    };
    say(
        "boot-what",
        "taxgrade stopped because of an error of its own.",
    );
    say(
        "boot-help",
        "Reload the page to go on; please report what stands below.",
    );
    say("boot-detail", why);
    boot.remove_attribute("hidden").ok()
}

pub(crate) fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}

/// Sends an action on any event.
pub(crate) fn send<E>(store: &Store, action: Action) -> Callback<E> {
    let dispatch = store.dispatcher();
    Callback::from(move |_| dispatch.dispatch(action.clone()))
}

/// `1,234`, or nothing.
pub(crate) fn dollars(cents: Option<i64>) -> String {
    cents.map_or_else(
        || "\u{2013}".to_owned(),
        |cents| Cents::new(cents).format(Style::Grouped),
    )
}

/// `+3`, `−3`, or a dash for none.
pub(crate) fn difference(expected: Option<i64>, actual: Option<i64>) -> String {
    match (expected, actual) {
        (Some(expected), Some(actual)) if expected == actual => "\u{2013}".to_owned(),
        (Some(expected), Some(actual)) => {
            let text = Cents::new(actual)
                .minus(Cents::new(expected))
                .format(Style::Grouped);
            if actual > expected {
                format!("+{text}")
            } else {
                text
            }
        }
        _ => String::new(),
    }
}

/// `83.3 %` of a count; only all is 100 and only none is 0.
pub(crate) fn percent_of(part: u32, whole: u32) -> String {
    if whole == 0 {
        return "\u{2013}".to_owned();
    }
    let tenths = (u64::from(part) * 1000 + u64::from(whole) / 2) / u64::from(whole);
    format!("{}.{}\u{202f}%", tenths / 10, tenths % 10)
}

/// A mark with its word, never colour alone.
pub(crate) fn mark(mark: Mark) -> Html {
    html! {
        <span class={yew::classes!("mark", mark.class())}>
            <span class="sign" aria-hidden="true">{ mark.sign() }</span><span class="word">{ mark.word() }</span>
        </span>
    }
}

/// A mark as its sign, with the word for those who do not see it.
pub(crate) fn sign(mark: Option<Mark>) -> Html {
    let Some(mark) = mark else {
        return Html::default();
    };
    html! {
        <span class={yew::classes!("mark", mark.class())} title={mark.word()}>
            <span class="sign" aria-hidden="true">{ mark.sign() }</span>
            <span class="unseen">{ mark.word() }</span>
        </span>
    }
}

pub(crate) fn fraction(points: Points) -> String {
    format!("{}/{}", points.exact, points.total)
}

/// Reads a setting of the page, never content. Storage may be blocked.
pub(crate) fn setting(name: &str) -> Option<String> {
    let storage = web_sys::window()?.local_storage().ok()??;
    storage.get_item(&format!("taxgrade-{name}")).ok()?
}

pub(crate) fn set_setting(name: &str, value: Option<&str>) {
    let storage = web_sys::window().and_then(|window| window.local_storage().ok()?);
    if let Some(storage) = storage {
        let name = format!("taxgrade-{name}");
        let _ = match value {
            Some(value) => storage.set_item(&name, value),
            None => storage.remove_item(&name),
        };
    }
}

/// An element's id for a thing's number.
pub(crate) fn id(what: &str, number: impl std::fmt::Display) -> AttrValue {
    format!("{what}-{number}").into()
}
