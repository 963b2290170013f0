//! The whole page: the panes, what is dropped on it, its keys, and the worker's errands.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, HtmlElement, KeyboardEvent};
use yew::{
    Callback, Html, UseReducerDispatcher, classes, component, html, use_effect, use_effect_with,
    use_memo, use_mut_ref, use_reducer, use_state_eq,
};

use super::ask;
use super::board::Board;
use super::compare::Compare;
use super::documents::DocumentsPane;
use super::editor::focus_row;
use super::export::{archive, loose};
use super::files::Opener;
use super::frame::{Border, Help, OpenFiles};
use super::grading::GradingPane;
use super::icon::{self, icon};
use super::{
    Bridge, Store, document, files, frame, js, response, send, set_setting, setting, strip,
};
use crate::intake::Incoming;
use crate::session::{Action, Batch, Notice, Outcome, Session, View};
use crate::work::Answer;

/// The setting that says that a session is kept.
const KEEP: &str = "keep";

/// Changes are kept after a pause, not one by one.
const KEEP_MS: u32 = 800;

#[component]
pub(crate) fn App() -> Html {
    let store = use_reducer(Session::default);
    let bridge = use_memo((), {
        let dispatch = store.dispatcher();
        move |()| Bridge::new(move |why| dispatch.dispatch(Action::Notify(Some(crashed(&why)))))
    });
    let bridge = (*bridge).clone();
    let stop = use_memo((), |()| Rc::new(Cell::new(false)));
    let opener = Opener {
        store: store.dispatcher(),
        stop: Rc::clone(&stop),
        aside: false,
    };
    let jump = use_state_eq(|| 0_u32);
    let help = use_state_eq(|| false);
    let over = use_state_eq(|| false);
    let pane = use_state_eq(|| "grading");
    let busy = use_mut_ref(|| false);

    use_effect_with((), {
        let opener = opener.clone();
        |()| begin(opener)
    });
    // One batch at a time: what the person does next goes before what is still due.
    {
        let (bridge, busy, store) = (bridge.clone(), Rc::clone(&busy), store.clone());
        use_effect(move || {
            if *busy.borrow() {
                return;
            }
            if let Some(batch) = store.next_batch() {
                *busy.borrow_mut() = true;
                run(batch, &bridge, store.dispatcher(), busy);
            }
        });
    }
    use_keep(&store);
    use_address(&store);
    let asking = ask::use_asking(&store);

    let keys = {
        let (store, jump, help, pane) = (store.clone(), jump.clone(), help.clone(), pane.clone());
        let asking = asking.clone();
        move |event: &KeyboardEvent| key(event, &store, &asking, &jump, &help, &pane)
    };
    let latest = use_mut_ref(|| None::<Rc<dyn Fn(&KeyboardEvent)>>);
    *latest.borrow_mut() = Some(Rc::new(keys));
    use_effect_with((), move |()| {
        let listener = document().map(|document| {
            let options = gloo_events::EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&document, "keydown", options, move |event| {
                let handler = latest.borrow().clone();
                if let (Some(handler), Some(event)) = (handler, event.dyn_ref::<KeyboardEvent>()) {
                    handler(event);
                }
            })
        });
        move || drop(listener)
    });

    let drag = |to: bool| {
        let over = over.clone();
        Callback::from(move |event: DragEvent| {
            // Text that is dragged goes where the browser lets it.
            if has_files(&event) {
                event.prevent_default();
                over.set(to);
            }
        })
    };
    let ondrop = {
        let (opener, over) = (opener.clone(), over.clone());
        Callback::from(move |event: DragEvent| {
            if !has_files(&event) {
                return;
            }
            event.prevent_default();
            over.set(false);
            if let Some(transfer) = event.data_transfer() {
                opener.drop(&transfer);
            }
        })
    };
    let on_jump = {
        let (jump, pane) = (jump.clone(), pane.clone());
        Callback::from(move |()| {
            pane.set("response");
            jump.set(*jump + 1);
        })
    };
    let stop = Callback::from(move |_| {
        stop.set(true);
        js::stop_unpacking();
    });
    html! {
        <div class={classes!("app", (*over).then_some("over"))} ondragover={drag(true)} ondragleave={drag(false)} {ondrop}>
            { frame::head(&store, &opener) }
            if store.cases.is_empty() {
                { files::list(&store) }
                { welcome(&opener) }
            } else if store.view.is_of_all() {
                <main class="whole">{ files::list(&store) }<Board store={store.clone()} opener={opener.clone()} /></main>
            } else if store.view == View::Compare {
                <main class="whole">{ files::list(&store) }<Compare store={store.clone()} /></main>
            } else {
                { strip::strip(&store) }
                { files::list(&store) }
                <main class="panes" id="panes" data-pane={*pane}>
                    <DocumentsPane store={store.clone()} />
                    <Border pane="documents" label="Width of the documents" start={24} />
                    { response::pane(&store, &asking, *jump) }
                    <Border pane="response" label="Width of the response" start={33} />
                    <GradingPane store={store.clone()} {on_jump} />
                </main>
                { bottom(&pane) }
            }
            { progress(&store, &stop) }
            { notice(&store) }
            if *help { <Help on_close={Callback::from(move |()| help.set(false))} /> }
            if *over { <div class="target" aria-hidden="true"><p>{ "Drop files, a folder or a .zip" }</p></div> }
        </div>
    }
}

fn has_files(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|transfer| transfer.types());
    types.is_some_and(|types| types.includes(&"Files".into(), 0))
}

fn crashed(why: &str) -> Notice {
    Notice {
        text: format!(
            "The grader stopped unexpectedly ({why}) and was started again. Nothing was lost."
        ),
        bad: true,
        undo: None,
    }
}

/// Takes the page over from the loading message, and brings back what was kept.
fn begin(opener: Opener) {
    if let Some(boot) = document().and_then(|document| document.get_element_by_id("boot")) {
        let _ = boot.set_attribute("hidden", "");
    }
    if setting(KEEP).is_none() {
        return;
    }
    opener.store.dispatch(Action::Remember(true));
    spawn_local(async move {
        match js::kept_session().await {
            Ok(kept) if kept.is_object() => opener.unpack(kept_files(&kept)).await,
            Ok(_) => {}
            Err(error) => opener.store.dispatch(Action::Notify(Some(Notice {
                text: format!(
                    "The kept session could not be read ({}); this one starts empty.",
                    js::message(&error)
                ),
                bad: true,
                undo: None,
            }))),
        }
    });
}

fn run(
    batch: Batch,
    bridge: &Bridge,
    dispatch: UseReducerDispatcher<Session>,
    busy: Rc<RefCell<bool>>,
) {
    let sent = batch.clone();
    bridge.ask(&batch.ask(), move |reply| {
        *busy.borrow_mut() = false;
        dispatch.dispatch(match reply {
            Ok(Answer::Graded { key, grades }) => Action::Graded(Box::new(Outcome {
                batch: sent,
                key,
                grades,
            })),
            _ => Action::Crashed(Box::new(sent)),
        });
    });
}

/// What was kept: an archive, or files that there was no time to pack.
fn kept_files(kept: &JsValue) -> Vec<Incoming> {
    let file = |path: String, bytes: &JsValue| Incoming {
        path,
        bytes: Uint8Array::new(bytes).to_vec().into(),
        unread: None,
    };
    let names = js::field(kept, "names");
    if !names.is_object() {
        return vec![file("kept session.zip".to_owned(), kept)];
    }
    let contents = Array::from(&js::field(kept, "contents"));
    Array::from(&names)
        .iter()
        .zip(contents.iter())
        .map(|(name, bytes)| file(name.as_string().unwrap_or_default(), &bytes))
        .collect()
}

/// Keeps what is not kept yet when the page is left, or may be: what is hidden can be closed without
/// another word.
#[yew::hook]
fn use_keep_on_leaving(pending: &Rc<RefCell<Option<Store>>>) {
    let pending = Rc::clone(pending);
    use_effect_with((), move |()| {
        let keep = move |_: &web_sys::Event| {
            if let Some(store) = &*pending.borrow() {
                let (names, contents) = loose(store);
                // Nobody is left to be told that it did not work.
                let _ = js::keep_at_once(&names, &contents);
            }
        };
        let window = web_sys::window();
        let leaving = window
            .as_ref()
            .map(|window| EventListener::new(window, "pagehide", keep.clone()));
        let hidden = document().map(|document| {
            EventListener::new(&document.clone(), "visibilitychange", move |event| {
                if document.hidden() {
                    keep(event);
                }
            })
        });
        move || drop((leaving, hidden))
    });
}

/// Keeps the session in the browser, if that is turned on.
#[yew::hook]
fn use_keep(store: &Store) {
    let timer = use_mut_ref(|| None::<Timeout>);
    let was = use_mut_ref(|| false);
    let latest = use_mut_ref(|| 0_u32);
    // What is not kept yet.
    let pending = use_mut_ref(|| None::<Store>);
    use_keep_on_leaving(&pending);
    let state = (store.remember, store.changes, store.mode, store.current);
    let store = store.clone();
    use_effect_with(state, move |(remember, ..)| {
        let before = was.replace(*remember);
        // What is being packed is out of date, or was forgotten.
        let turn = latest.replace_with(|turn| *turn + 1) + 1;
        if !*remember {
            if before {
                set_setting(KEEP, None);
                spawn_local(async {
                    let _ = js::forget_session().await;
                });
            }
            *timer.borrow_mut() = None;
            *pending.borrow_mut() = None;
            return;
        }
        set_setting(KEEP, Some("1"));
        if !before {
            spawn_local(async {
                // Where storage is blocked, keeping fails and says so.
                let _ = js::hold_storage().await;
            });
        }
        *pending.borrow_mut() = (!store.cases.is_empty()).then(|| store.clone());
        *timer.borrow_mut() = Some(Timeout::new(KEEP_MS, move || {
            let dispatch = store.dispatcher();
            if store.cases.is_empty() {
                return;
            }
            spawn_local(async move {
                let packed = archive(&store).await;
                if *latest.borrow() != turn {
                    return;
                }
                let kept = match packed {
                    Ok(bytes) => js::keep_session(bytes).await,
                    Err(error) => Err(error),
                };
                if kept.is_ok() && *latest.borrow() == turn {
                    *pending.borrow_mut() = None;
                }
                if let Err(error) = kept {
                    dispatch.dispatch(Action::Remember(false));
                    dispatch.dispatch(Action::Notify(Some(Notice {
                        text: format!(
                            "The session cannot be kept in this browser ({}). Use Export, Whole session, instead.",
                            js::message(&error)
                        ),
                        bad: true,
                        undo: None,
                    })));
                }
            });
        }));
    });
}

/// Forgets all cases and what was kept.
pub(crate) fn forget(dispatch: &UseReducerDispatcher<Session>) {
    set_setting(KEEP, None);
    dispatch.dispatch(Action::Forget);
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let kept = js::forget_session().await;
        dispatch.dispatch(Action::Notify(Some(match kept {
            // Storage that is blocked holds nothing either.
            Ok(_) | Err(_) => Notice {
                text: "Everything was forgotten.".to_owned(),
                bad: false,
                undo: None,
            },
        })));
    });
}

/// The address holds the view and the line, never content.
#[yew::hook]
fn use_address(store: &Store) {
    use_effect_with((), {
        let dispatch = store.dispatcher();
        move |()| {
            let hash = web_sys::window()
                .and_then(|window| window.location().hash().ok())
                .unwrap_or_default();
            if let Some(view) = View::from_word(hash.trim_start_matches('#')) {
                dispatch.dispatch(Action::View(view));
            }
        }
    });
    let empty = store.cases.is_empty();
    use_effect_with((store.view, empty), |(view, empty)| {
        if *empty {
            return;
        }
        let history = web_sys::window().and_then(|window| window.history().ok());
        if let Some(history) = history {
            let _ = history.replace_state_with_url(
                &JsValue::NULL,
                "",
                Some(&format!("#{}", view.word())),
            );
        }
    });
}

fn key(
    event: &KeyboardEvent,
    store: &Store,
    asking: &ask::Asking,
    jump: &yew::UseStateHandle<u32>,
    help: &yew::UseStateHandle<bool>,
    pane: &yew::UseStateHandle<&'static str>,
) {
    let focused = document().and_then(|document| document.active_element());
    let typing = focused
        .as_ref()
        .is_some_and(|one| matches!(one.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    if event.key() == "Escape" {
        if **help {
            help.set(false);
        } else if store.notice.is_some() {
            store.dispatch(Action::Notify(None));
        } else if store.files_open {
            store.dispatch(Action::ShowFiles(false));
        } else if **pane == "documents" {
            // On narrow screens they lie over the rest.
            pane.set("grading");
        } else if typing && let Some(line) = store.line {
            // On narrow screens the row is on another pane.
            pane.set("grading");
            Timeout::new(0, move || {
                let _ = focus_row(line);
            })
            .forget();
        }
        return;
    }
    if typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match event.key().as_str() {
        "?" => help.set(!**help),
        "/" => focus("search"),
        // There is nothing to view yet.
        _ if store.cases.is_empty() => return,
        "a" => {
            pane.set("response");
            store.dispatch(Action::View(View::Case));
            asking.open();
        }
        "c" => store.dispatch(Action::View(View::Compare)),
        "l" => store.dispatch(Action::View(View::Board)),
        "g" => {
            pane.set("grading");
            store.dispatch(Action::View(View::Case));
            Timeout::new(0, || {
                let row = document().and_then(|document| {
                    document.query_selector(".grades tr[tabindex='0']").ok()?
                });
                if let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
                    let _ = row.focus();
                }
            })
            .forget();
        }
        "[" | "]" => {
            let Some(case) = store.case() else { return };
            let Some(at) = case
                .responses
                .iter()
                .position(|one| Some(one.id) == case.open)
            else {
                return;
            };
            let to = if event.key() == "]" {
                at + 1
            } else {
                at.wrapping_sub(1)
            };
            if let Some(response) = case.responses.get(to) {
                store.dispatch(Action::OpenResponse(response.id));
            }
        }
        "Enter" if focused.is_none_or(|one| one.tag_name() == "BODY") && store.line.is_some() => {
            jump.set(**jump + 1);
        }
        _ => return,
    }
    event.prevent_default();
}

fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|one| one.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

const LAYOUT: &str = "ty25/test_data/<case>/output.xml              the expected return
ty25/test_data/<case>/input/*.pdf             the documents
ty25/test_data/<case>/input/remaining_data.json
ty25/results/<case>/<provider>/<model>/
    model_completed_return_<thinking>_<run>.md   saved answers";

fn welcome(opener: &Opener) -> Html {
    let sample = {
        let opener = opener.clone();
        Callback::from(move |_| opener.sample())
    };
    html! {
        <main class="welcome">
            <h1>{ "Grade a tax return that a language model wrote, line by line, against the expected return." }</h1>
            <p class="buttons">
                <button class="main" onclick={sample}>{ "Try the sample case" }</button>
                <OpenFiles opener={opener.clone()} main=true />
            </p>
            <p>{ "Or drop files here: PDFs, remaining_data.json, the expected output.xml, saved answers, a folder or a .zip of them." }</p>
            <p class="privacy">{ "Nothing leaves this page except to the provider you choose: your files are read and graded in this browser, and only asking a model sends them anywhere." }</p>
            <details>
                <summary>{ "How folders are laid out" }</summary>
                <pre>{ LAYOUT }</pre>
                <p>{ "Loose files work too: together they make up one case. Tax year and jurisdiction are read from the XML." }</p>
            </details>
        </main>
    }
}

fn bottom(pane: &yew::UseStateHandle<&'static str>) -> Html {
    html! {
        <nav class="bottom" aria-label="Panes">
            { for [("documents", "Documents"), ("response", "Response"), ("grading", "Grading")].into_iter().map(|(one, name)| {
                let open = **pane == one;
                let onclick = { let pane = pane.clone(); Callback::from(move |_| pane.set(one)) };
                html! { <button aria-pressed={open.to_string()} {onclick}>{ name }</button> }
            }) }
        </nav>
    }
}

fn progress(store: &Store, stop: &Callback<yew::MouseEvent>) -> Html {
    let Some(progress) = &store.progress else {
        return Html::default();
    };
    html! {
        <div class="progress" role="status">
            <span>{ &progress.what }{ "\u{2026}" }</span>
            if progress.total > 0 {
                <progress max={progress.total.to_string()} value={progress.done.to_string()} aria-label={progress.what.clone()} />
                <span>{ format!("{} of {}", progress.done, progress.total) }</span>
            } else {
                <progress aria-label={progress.what.clone()} />
            }
            <button onclick={stop}>{ "Cancel" }</button>
        </div>
    }
}

fn notice(store: &Store) -> Html {
    let Some(notice) = &store.notice else {
        return Html::default();
    };
    html! {
        <div class={classes!("notice", notice.bad.then_some("bad"))} role={if notice.bad { "alert" } else { "status" }}>
            <span>{ &notice.text }</span>
            if notice.undo.is_some() { <button onclick={send(store, Action::Undo)}>{ "Undo" }</button> }
            <button class="plain" aria-label="Dismiss" onclick={send(store, Action::Notify(None))}>{ icon(icon::CLOSE) }</button>
        </div>
    }
}
