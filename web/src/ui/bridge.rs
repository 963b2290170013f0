//! The page's end of the line to the worker, and the worker's own loop.
//!
//! Answers come in the order of the requests. A worker that dies, or is silent for long, is
//! replaced at once; what it was asked is answered with `Err`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::js;
use crate::work::{Answer, Ask, Desk};

/// The worker was lost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lost;

pub(crate) type Reply = Result<Answer, Lost>;
type Waiting = Box<dyn FnOnce(Reply)>;

/// Nothing that fits the limits takes this long, even on a slow phone.
const PATIENCE_MS: u32 = 30_000;

#[derive(Clone)]
pub(crate) struct Bridge(Rc<Inner>);

impl PartialEq for Bridge {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

struct Inner {
    live: RefCell<Option<Live>>,
    waiting: RefCell<VecDeque<Waiting>>,
    watch: RefCell<Option<Timeout>>,
    /// Deaths in a row without an answer between them.
    deaths: Cell<u32>,
    on_crash: Box<dyn Fn(String)>,
}

struct Live {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Live {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// A worker that cannot even start is not started for ever.
const MOST_DEATHS: u32 = 5;

impl Bridge {
    /// Starts the worker; `on_crash` hears why one was lost.
    pub(crate) fn new(on_crash: impl Fn(String) + 'static) -> Self {
        let bridge = Self(Rc::new(Inner {
            live: RefCell::new(None),
            waiting: RefCell::new(VecDeque::new()),
            watch: RefCell::new(None),
            deaths: Cell::new(0),
            on_crash: Box::new(on_crash),
        }));
        bridge.start();
        bridge
    }

    fn start(&self) {
        let started = self.spawn();
        if let Err(error) = &started {
            (self.0.on_crash)(js::message(error));
        }
        *self.0.live.borrow_mut() = started.ok();
    }

    fn spawn(&self) -> Result<Live, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name("grader");
        let base = web_sys::window()
            .and_then(|window| window.document())
            .and_then(|document| document.base_uri().ok().flatten())
            .unwrap_or_default();
        let address = web_sys::Url::new_with_base("worker.js", &base)?.href();
        let worker = Worker::new_with_options(&address, &options)?;

        let weak = Rc::downgrade(&self.0);
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).take(&event.data());
            }
        });
        let weak = Rc::downgrade(&self.0);
        let on_error = Closure::new(move |event: JsValue| {
            if let Some(inner) = weak.upgrade() {
                Self(inner).lost(js::message(&event));
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));

        let hello = js_sys::Object::new();
        let glue = js::field(&js_sys::global(), "taxgradeGlue");
        js_sys::Reflect::set(&hello, &"glue".into(), &glue)?;
        js_sys::Reflect::set(&hello, &"module".into(), &wasm_bindgen::module())?;
        worker.post_message(&hello)?;
        Ok(Live {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    /// Asks the worker; `reply` hears the answer.
    pub(crate) fn ask(&self, ask: &Ask<'_>, reply: impl FnOnce(Reply) + 'static) {
        let bytes = postcard::to_allocvec(ask).unwrap_or_default();
        let message = Uint8Array::from(bytes.as_slice());
        let sent = match &*self.0.live.borrow() {
            Some(live) => live.worker.post_message(&message).is_ok(),
            None => false,
        };
        if sent {
            self.0.waiting.borrow_mut().push_back(Box::new(reply));
            self.watch();
        } else {
            // Not from inside the caller, who may be in the middle of a change of state.
            Timeout::new(0, move || reply(Err(Lost))).forget();
        }
    }

    fn watch(&self) {
        let busy = !self.0.waiting.borrow().is_empty();
        let weak = Rc::downgrade(&self.0);
        *self.0.watch.borrow_mut() = busy.then(|| {
            Timeout::new(PATIENCE_MS, move || {
                if let Some(inner) = weak.upgrade() {
                    Self(inner).lost("no answer for half a minute".to_owned());
                }
            })
        });
    }

    fn take(&self, data: &JsValue) {
        self.0.deaths.set(0);
        let reply = self.0.waiting.borrow_mut().pop_front();
        self.watch();
        let Some(reply) = reply else { return };
        reply(postcard::from_bytes(&bytes_of(data)).map_err(|_| Lost));
    }

    /// Ends the worker, answers what it still owed, and starts the next one.
    pub(crate) fn lost(&self, why: String) {
        let waiting: Vec<Waiting> = self.0.waiting.borrow_mut().drain(..).collect();
        *self.0.watch.borrow_mut() = None;
        *self.0.live.borrow_mut() = None;
        self.0.deaths.set(self.0.deaths.get() + 1);
        if self.0.deaths.get() < MOST_DEATHS {
            self.start();
        }
        (self.0.on_crash)(why);
        for reply in waiting {
            reply(Err(Lost));
        }
    }
}

/// The worker's side, when this build runs as one.
pub(crate) fn serve(scope: &DedicatedWorkerGlobalScope) {
    let mut desk = Desk::default();
    let own = scope.clone();
    let answer = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let answer = desk.answer(&bytes_of(&event.data()));
        let _ = own.post_message(&Uint8Array::from(answer.as_slice()));
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    // Lives as long as the worker.
    answer.forget();
}

fn bytes_of(message: &JsValue) -> Vec<u8> {
    message
        .dyn_ref::<Uint8Array>()
        .map(Uint8Array::to_vec)
        .unwrap_or_default()
}
