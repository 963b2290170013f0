//! The part of the playground that asks models: the panel, what it would send, and the calls. The
//! page loads it when somebody wants to ask one, so that grading alone needs none of it.
//!
//! The page tells what the case in view is about, and hears of every change to a call as a plain
//! object; see `steps`. Keys live in this module's memory and nowhere else.

mod about;
mod asker;
mod call;
#[allow(
    clippy::float_arithmetic,
    reason = "times in a page are floats; amounts never are"
)]
mod clock;
mod form;
mod panel;
mod plan;
mod policy;
mod preview;
mod run;
mod steps;
mod words;

use wasm_bindgen::prelude::*;

use about::About;
use asker::Asker;
use form::Change;

/// What was wrong, what it means and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Problem {
    what: String,
    remedy: String,
}

impl Problem {
    fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            remedy: remedy.into(),
        }
    }
}

impl From<&taxgrade::Error> for Problem {
    fn from(error: &taxgrade::Error) -> Self {
        Self::new(error.to_string(), error.help())
    }
}

thread_local! {
    static ASKER: Asker = Asker::default();
}

fn asker() -> Asker {
    ASKER.with(Clone::clone)
}

/// Puts the closed panel into an element. `tell` hears the steps of calls; `pdf_text` reads the
/// text of a PDF.
#[wasm_bindgen]
pub fn start(host: web_sys::Element, tell: js_sys::Function, pdf_text: js_sys::Function) {
    asker().start(host, tell, pdf_text);
}

/// Opens the panel for a case.
#[wasm_bindgen]
pub fn open(about: &JsValue) {
    asker().change(Change::About(About::read(about)));
    asker().change(Change::Open(true));
}

/// Another case is in view, or the same one with other documents.
#[wasm_bindgen]
pub fn about(about: &JsValue) {
    asker().change(Change::About(About::read(about)));
}

/// Ends the calls on their way.
#[wasm_bindgen]
pub fn cancel() {
    asker().cancel();
}

/// Ends the calls on their way, closes the panel, and forgets the keys.
#[wasm_bindgen]
pub fn forget() {
    asker().leave();
}
