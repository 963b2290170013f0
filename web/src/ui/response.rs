//! The responses of a case as tabs, with the one in view.

use std::rc::Rc;

use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::{
    Callback, Html, KeyboardEvent, Properties, UseReducerDispatcher, classes, component, html,
    use_effect_with,
};

use super::ask::{self, Asking};
use super::editor::Editor;
use super::icon::{self, icon};
use super::{Store, document, fraction, id, percent_of, send};
use crate::board;
use crate::session::{Action, Case, Response, Session, View, configuration};

/// The pane of the responses; `jump` counts the wishes to move into the text.
pub(crate) fn pane(store: &Store, asking: &Asking, jump: u32) -> Html {
    let Some(case) = store.case() else {
        return Html::default();
    };
    html! {
        <section class="pane response" id="pane-response" aria-labelledby="response-title">
            <header class="bar">
                <h2 id="response-title">{ "Response" }</h2>
                <div class="tools">
                    { ask::button(asking) }
                    if case.responses.len() > 1 {
                        <button class="plain text" onclick={send(store, Action::View(View::Compare))}>{ "Compare" }</button>
                    }
                    <button class="plain text" onclick={paste(store)} title="Paste a response from the clipboard, or start an empty one">
                        { icon(icon::PLUS) }{ "Paste" }
                    </button>
                </div>
            </header>
            <Tabs store={store.dispatcher()} case={case.clone()} />
            { ask::failures(store, case) }
            if let Some(response) = case.response() {
                { opened(store, case, response, jump) }
            } else {
                <div class="blank">
                    <p>{ "There is no response in view. Paste a model\u{2019}s answer, drop a saved one (.md, .txt, .json, .xml), or ask a model." }</p>
                    <button class="main" onclick={paste(store)}>{ "Paste a response" }</button>
                </div>
            }
        </section>
    }
}

/// The clipboard's text as a new response; an empty one where the browser does not give it.
fn paste<E>(store: &Store) -> Callback<E> {
    let dispatch = store.dispatcher();
    Callback::from(move |_| {
        let dispatch = dispatch.clone();
        spawn_local(async move {
            let text = match web_sys::window().map(|window| window.navigator().clipboard()) {
                Some(clipboard) if !clipboard.is_undefined() => {
                    JsFuture::from(clipboard.read_text()).await.ok()
                }
                _ => None,
            };
            let text = text.and_then(|text| text.as_string()).unwrap_or_default();
            dispatch.dispatch(Action::Paste(text.into()));
        });
    })
}

#[derive(Properties, PartialEq)]
struct TabsProps {
    store: UseReducerDispatcher<Session>,
    case: Rc<Case>,
}

/// The responses to choose from. There may be a thousand: a tab is drawn again only when its own
/// response changes.
#[component]
fn Tabs(TabsProps { store, case }: &TabsProps) -> Html {
    // The open tab may lie beyond the others, also when the scores widen them.
    let graded = case.responses.iter().filter(|one| one.grade().is_some());
    use_effect_with((case.open, graded.count()), |(open, _)| {
        let tab = open.and_then(|open| document()?.get_element_by_id(&id("response", open)));
        if let Some(tab) = tab {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            options.set_inline(ScrollLogicalPosition::Center);
            tab.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    let at = case
        .responses
        .iter()
        .position(|one| Some(one.id) == case.open);
    let ids: Vec<u32> = case.responses.iter().map(|one| one.id).collect();
    let dispatch = store.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let Some(to) = step(&event, at, ids.len()) else {
            return;
        };
        event.prevent_default();
        if let Some(one) = ids.get(to) {
            dispatch.dispatch(Action::OpenResponse(*one));
            focus_later(id("response", one).to_string());
        }
    });
    html! {
        <div class="tabs" role="tablist" aria-label="Responses" {onkeydown}>
            { for case.responses.iter().map(|response| html! {
                <Tab key={response.id} store={store.clone()} response={response.clone()} open={case.open == Some(response.id)} />
            }) }
        </div>
    }
}

/// The tab that an arrow key leads to.
pub(crate) fn step(event: &KeyboardEvent, at: Option<usize>, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    let at = at.unwrap_or(0);
    match event.key().as_str() {
        "ArrowRight" => Some(if at == last { 0 } else { at + 1 }),
        "ArrowLeft" => Some(if at == 0 { last } else { at - 1 }),
        "Home" => Some(0),
        "End" => Some(last),
        _ => None,
    }
}

/// Focuses an element once the page shows it.
pub(crate) fn focus_later(id: String) {
    gloo_timers::callback::Timeout::new(0, move || {
        use wasm_bindgen::JsCast;
        let element = document().and_then(|document| document.get_element_by_id(&id));
        if let Some(element) = element.and_then(|one| one.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = element.focus();
        }
    })
    .forget();
}

#[derive(Properties, PartialEq)]
struct TabProps {
    store: UseReducerDispatcher<Session>,
    response: Rc<Response>,
    open: bool,
}

#[component]
fn Tab(props: &TabProps) -> Html {
    let TabProps {
        store,
        response,
        open,
    } = props;
    let onclick = {
        let (dispatch, id) = (store.clone(), response.id);
        Callback::from(move |_| dispatch.dispatch(Action::OpenResponse(id)))
    };
    html! {
        <button id={id("response", response.id)} role="tab"
            class={classes!("tab", open.then_some("open"))}
            aria-selected={open.to_string()} aria-controls="response-panel"
            tabindex={if *open { "0" } else { "-1" }} {onclick}>
            <span>{ response.name() }if response.is_live() { { "\u{2026}" } }</span>
            if let Some(grade) = response.grade() {
                <span class={classes!("score", grade.points.strict().then_some("whole"))}>{ fraction(grade.points) }</span>
            }
        </button>
    }
}

fn opened(store: &Store, case: &Case, response: &Rc<Response>, jump: u32) -> Html {
    let failed = response
        .graded
        .as_ref()
        .and_then(|graded| graded.result.as_ref().err());
    html! {
        <div class="panel" id="response-panel" role="tabpanel" aria-labelledby={id("response", response.id)}>
            { ask::about_response(response) }
            <div class="about">
                <span>{ size(response) }</span>
                if let Some(grade) = response.grade() { <span>{ format!("read as {}", grade.format) }</span> }
                { for repeats(case, response) }
                <span class="push" />
                if response.is_edited() {
                    <button class="plain text" onclick={send(store, Action::Restore(response.id))}>{ "Undo my edits" }</button>
                }
                if !response.is_live() {
                    <button class="plain text" onclick={send(store, Action::RemoveResponse(response.id))}>{ "Remove" }</button>
                }
            </div>
            if let Some(problem) = failed {
                <div class="alert" role="alert">
                    <p>{ format!("{}: {}.", problem.what, problem.remedy) }</p>
                    <button onclick={send(store, Action::Again(response.id))}>{ "Grade again" }</button>
                </div>
            }
            <Editor store={store.clone()} response={response.clone()} key_lines={case.key().cloned()} {jump} />
        </div>
    }
}

fn size(response: &Response) -> String {
    let bytes = response.text.len();
    let size = if bytes < 10_000 {
        format!("{bytes} bytes")
    } else {
        format!("{} KB", bytes >> 10)
    };
    if response.is_edited() {
        format!("{size}, edited")
    } else {
        size
    }
}

/// pass@k and pass^k of the runs with this one's settings.
fn repeats(case: &Case, response: &Response) -> Option<Html> {
    let crate::session::Source::Run(name, _) = &response.source else {
        return None;
    };
    let one = board::repeats(case)
        .into_iter()
        .find(|one| one.name == *name)?;
    let (n, c) = (one.runs, one.strict);
    let chance = |share: f64| super::board::percent(share);
    let pass = taxgrade::metrics::pass_at(n, c, n);
    let hat = taxgrade::metrics::pass_hat(n, c, n);
    let title = format!(
        "{} runs of {}: {} strictly correct, {} within $5. pass@{n}: at least one of {n} runs is correct; pass^{n}: all are.",
        n,
        configuration(name),
        one.strict,
        one.lenient
    );
    let first = percent_of(u32::try_from(c).ok()?, u32::try_from(n).ok()?);
    Some(html! {
        <span class="passes" {title}>
            { format!("{n} runs: pass@1 {first}, pass@{n} {}, pass^{n} {}", chance(pass), chance(hat)) }
        </span>
    })
}
