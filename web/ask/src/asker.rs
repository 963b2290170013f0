//! What outlives the panel: keys, the calls on their way, and the ends of the line to the page.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use gloo_events::EventListener;
use js_sys::{Function, Promise, Uint8Array};
use taxgrade::provider::{ApiKey, Models, Provider};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal, Document, Element, HtmlElement, HtmlInputElement};
use yew::{Renderer, UseReducerDispatcher};

use crate::about::message;
use crate::form::{Change, Form};
use crate::panel::Panel;
use crate::policy::{Page, Policy};

/// Id of the field for the key.
pub(crate) const KEY_FIELD: &str = "ask-key";

/// The page's button that opens the panel.
const BUTTON: &str = "ask-open";

#[derive(Clone, Default)]
pub(crate) struct Asker(Rc<Inner>);

#[derive(Default)]
struct Inner {
    keys: RefCell<Vec<(Provider, ApiKey)>>,
    abort: RefCell<Option<AbortController>>,
    models: OnceCell<Models>,
    page: OnceCell<Page>,
    line: OnceCell<Line>,
    panel: OnceCell<UseReducerDispatcher<Form>>,
    /// Changes from before the panel was there.
    early: RefCell<Vec<Change>>,
    calls: Cell<u32>,
}

struct Line {
    host: Element,
    tell: Function,
    pdf_text: Function,
    _leaving: Option<EventListener>,
}

pub(crate) fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn element<T: JsCast>(id: &str) -> Option<T> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// Moves the focus to an element.
pub(crate) fn focus(id: &str) {
    if let Some(element) = element::<HtmlElement>(id) {
        let _ = element.focus();
    }
}

impl Asker {
    pub(crate) fn start(&self, host: Element, tell: Function, pdf_text: Function) {
        // A page that is left may be kept alive by the browser and come back, without the keys.
        let own = self.clone();
        let leaving = web_sys::window()
            .map(|window| EventListener::new(&window, "pagehide", move |_| own.leave()));
        let line = Line {
            host: host.clone(),
            tell,
            pdf_text,
            _leaving: leaving,
        };
        if self.0.line.set(line).is_ok() {
            Renderer::<Panel>::with_root(host).render();
        }
    }

    /// Changes the panel.
    pub(crate) fn change(&self, change: Change) {
        match self.0.panel.get() {
            Some(panel) => panel.dispatch(change),
            None => self.0.early.borrow_mut().push(change),
        }
    }

    /// The panel is there.
    pub(crate) fn take_panel(&self, panel: UseReducerDispatcher<Form>) {
        for change in self.0.early.take() {
            panel.dispatch(change);
        }
        // Set once: there is one panel.
        let _ = self.0.panel.set(panel);
    }

    /// Shows or hides the panel's element; the focus goes along.
    pub(crate) fn show(&self, open: bool) {
        let Some(line) = self.0.line.get() else {
            return;
        };
        if open {
            let _ = line.host.remove_attribute("hidden");
        } else if !line.host.has_attribute("hidden") {
            let _ = line.host.set_attribute("hidden", "");
            focus(BUTTON);
        }
    }

    /// Tells the page of a step.
    pub(crate) fn tell(&self, step: &JsValue) {
        if let Some(line) = self.0.line.get() {
            let _ = line.tell.call1(&JsValue::NULL, step);
        }
    }

    /// The text of a PDF.
    pub(crate) async fn pdf_text(&self, bytes: &[u8]) -> Result<String, String> {
        let Some(line) = self.0.line.get() else {
            return Err("the page is not ready".to_owned());
        };
        let promise: Promise = line
            .pdf_text
            .call1(&JsValue::NULL, &Uint8Array::from(bytes))
            .map_err(|error| message(&error))?
            .unchecked_into();
        let text = JsFuture::from(promise)
            .await
            .map_err(|error| message(&error))?;
        Ok(text.as_string().unwrap_or_default())
    }

    pub(crate) fn key(&self, provider: Provider) -> Option<ApiKey> {
        let keys = self.0.keys.borrow();
        keys.iter()
            .find(|(of, _)| *of == provider)
            .map(|(_, key)| key.clone())
    }

    pub(crate) fn set_key(&self, provider: Provider, key: Option<ApiKey>) {
        let mut keys = self.0.keys.borrow_mut();
        keys.retain(|(of, _)| *of != provider);
        keys.extend(key.map(|key| (provider, key)));
    }

    /// Forgets all keys, in the field too.
    pub(crate) fn forget(&self) {
        self.0.keys.borrow_mut().clear();
        if let Some(field) = element::<HtmlInputElement>(KEY_FIELD) {
            field.set_value("");
        }
        self.change(Change::KeysForgotten);
    }

    /// The page is left or cleared.
    pub(crate) fn leave(&self) {
        self.cancel();
        self.forget();
        self.change(Change::Open(false));
    }

    /// Ends the calls on their way, and the waits between them, at once.
    pub(crate) fn cancel(&self) {
        if let Some(abort) = self.0.abort.borrow_mut().take() {
            abort.abort();
        }
    }

    /// What ends the calls that begin now; none where the browser cannot.
    pub(crate) fn begin(&self) -> Option<AbortSignal> {
        let abort = AbortController::new().ok()?;
        let signal = abort.signal();
        *self.0.abort.borrow_mut() = Some(abort);
        Some(signal)
    }

    /// A number for the next call.
    pub(crate) fn next_call(&self) -> u32 {
        self.0.calls.set(self.0.calls.get() + 1);
        self.0.calls.get()
    }

    pub(crate) fn models(&self) -> &Models {
        self.0.models.get_or_init(Models::builtin)
    }

    pub(crate) fn page(&self) -> &Page {
        self.0.page.get_or_init(|| {
            let meta = document().and_then(|document| {
                document
                    .query_selector("meta[http-equiv='Content-Security-Policy']")
                    .ok()?
            });
            let policy = meta.and_then(|meta| meta.get_attribute("content"));
            let location = web_sys::window().map(|window| window.location());
            Page {
                origin: location
                    .and_then(|location| location.origin().ok())
                    .unwrap_or_default(),
                policy: Policy::read(&policy.unwrap_or_default()),
            }
        })
    }
}
