//! The documents of a case: PDFs, input data, and where an amount is printed in them.
#![expect(clippy::float_arithmetic, reason = "zoom and sizes")]

use std::collections::HashMap;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::{
    Callback, Html, InputEvent, KeyboardEvent, Properties, Reducible, TargetCast, classes,
    component, html, use_effect_with, use_mut_ref, use_node_ref, use_reducer, use_state,
    use_state_eq,
};

use super::icon::{self, icon};
use super::pdf::{Page, Pdf};
use super::response::{focus_later, step};
use super::tree::Data;
use super::{Store, dollars, id, send};
use crate::find::{self, Hit};
use crate::session::{Action, Case, Content, Input};
use crate::tree;

#[derive(Properties, PartialEq)]
pub(crate) struct DocumentsProps {
    pub(crate) store: Store,
}

/// The opened PDFs by the id of their input.
#[derive(Default, Clone)]
struct Opened(HashMap<u32, Result<Rc<Pdf>, String>>);

enum Change {
    Add(u32, Result<Pdf, String>),
    /// Forgets all but these: documents hold memory.
    Only(Vec<u32>),
}

impl Reducible for Opened {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        let mut next = (*self).clone();
        match change {
            Change::Add(id, result) => {
                next.0.insert(id, result.map(Rc::new));
            }
            Change::Only(ids) => next.0.retain(|id, _| ids.contains(id)),
        }
        Rc::new(next)
    }
}

/// Where an amount or a text was found.
#[derive(Clone, PartialEq)]
struct Found {
    input: usize,
    name: String,
    /// A place in a PDF, or the label in the data.
    place: Result<Hit, String>,
}

#[component]
pub(crate) fn DocumentsPane(DocumentsProps { store }: &DocumentsProps) -> Html {
    let opened = use_reducer(Opened::default);
    let page = use_state_eq(|| 1_u32);
    // In percent of the pane's width.
    let zoom = use_state_eq(|| 100_u32);
    let search = use_state_eq(String::new);
    // The place to show: input, page, place, and how often it was asked for.
    let target = use_state(|| None::<(usize, Hit, u32)>);
    let frame = use_node_ref();
    let width = use_state_eq(|| 0.0_f64);
    let asked = use_mut_ref(Vec::<u32>::new);

    // PDFs are opened when their case is, one after the other.
    let pdfs: Vec<u32> = store
        .case()
        .map(|case| {
            case.inputs
                .iter()
                .filter(|one| matches!(one.content, Content::Pdf(_)))
                .map(|one| one.id)
                .collect()
        })
        .unwrap_or_default();
    use_effect_with(pdfs, {
        let dispatch = opened.dispatcher();
        let case = store.case().cloned();
        move |pdfs: &Vec<u32>| {
            dispatch.dispatch(Change::Only(pdfs.clone()));
            let new: Vec<u32> = pdfs
                .iter()
                .copied()
                .filter(|id| !asked.borrow().contains(id))
                .collect();
            asked.borrow_mut().clone_from(pdfs);
            if let Some(case) = case.filter(|_| !new.is_empty()) {
                spawn_local(async move {
                    for input in case.inputs.iter().filter(|one| new.contains(&one.id)) {
                        if let Content::Pdf(bytes) = &input.content {
                            dispatch.dispatch(Change::Add(input.id, Pdf::open(bytes).await));
                        }
                    }
                });
            }
        }
    });
    let at = store.case().map_or(0, |case| {
        case.input.min(case.inputs.len().saturating_sub(1))
    });
    use_effect_with((store.current, at), {
        let (page, target, frame) = (page.clone(), target.clone(), frame.clone());
        move |(_, at)| {
            let wanted = target.as_ref().filter(|(input, ..)| input == at);
            page.set(wanted.map_or(1, |(_, hit, _)| hit.page));
            if wanted.is_none()
                && let Some(frame) = frame.cast::<HtmlElement>()
            {
                frame.set_scroll_top(0);
            }
        }
    });
    // Pages fit the pane, whatever changes its width.
    use_effect_with(frame.clone(), {
        let width = width.clone();
        move |frame| {
            let measure = {
                let frame = frame.clone();
                move || {
                    if let Some(frame) = frame.cast::<HtmlElement>() {
                        width.set(f64::from(frame.client_width() - 24).max(0.0));
                    }
                }
            };
            measure();
            let observer = frame
                .cast::<web_sys::Element>()
                .and_then(|element| super::frame::Resize::watch(&element, measure));
            move || drop(observer)
        }
    });

    let Some(case) = store.case() else {
        return Html::default();
    };
    let amounts = amounts(store);
    let wanted = search.trim().to_owned();
    let input = case.inputs.get(at);
    let pdf = input.and_then(|input| opened.0.get(&input.id));
    let (hits, focus) = match pdf {
        Some(Ok(pdf)) => page_hits(
            pdf,
            *page,
            &wanted,
            &amounts,
            target.as_ref().filter(|(input, ..)| *input == at),
        ),
        _ => (Vec::new(), None),
    };
    let go = {
        let (page, target, store) = (page.clone(), target.clone(), store.clone());
        Callback::from(move |found: Found| {
            if let Ok(hit) = &found.place {
                let count = target.as_ref().map_or(0, |(_, _, count)| count + 1);
                page.set(hit.page);
                target.set(Some((found.input, hit.clone(), count)));
            }
            store.dispatch(Action::OpenInput(found.input));
        })
    };
    let pages = match pdf {
        Some(Ok(pdf)) => pdf.pages,
        _ => 0,
    };
    let turn = {
        let page = page.clone();
        Callback::from(move |by: i64| {
            let to = (i64::from(*page) + by).clamp(1, i64::from(pages.max(1)));
            page.set(u32::try_from(to).unwrap_or(1));
        })
    };
    let scale = {
        let zoom = zoom.clone();
        Callback::from(move |by: i32| {
            let steps = [40, 50, 65, 80, 100, 125, 150, 200, 250, 300, 400, 600];
            zoom.set(match by {
                1 => steps.into_iter().find(|one| *one > *zoom).unwrap_or(*zoom),
                -1 => steps
                    .into_iter()
                    .rev()
                    .find(|one| *one < *zoom)
                    .unwrap_or(*zoom),
                _ => 100,
            });
        })
    };
    let onkeydown = {
        let (turn, scale) = (turn.clone(), scale.clone());
        Callback::from(move |event: KeyboardEvent| {
            match event.key().as_str() {
                "PageDown" | "n" => turn.emit(1),
                "PageUp" | "p" => turn.emit(-1),
                "+" | "=" => scale.emit(1),
                "-" => scale.emit(-1),
                "0" => scale.emit(0),
                _ => return,
            }
            event.prevent_default();
        })
    };
    let oninput = {
        let search = search.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                search.set(field.value());
            }
        })
    };
    let found = if wanted.is_empty() {
        None
    } else {
        Some(everywhere(
            case,
            &opened,
            |runs| find::words(runs, &wanted),
            |label, value| {
                let wanted = wanted.to_lowercase();
                label.to_lowercase().contains(&wanted) || value.to_lowercase().contains(&wanted)
            },
        ))
    };
    html! {
        <section class="pane documents" id="pane-documents" aria-labelledby="documents-title">
            <header class="bar">
                <h2 id="documents-title">{ "Documents" }</h2>
                <input type="search" id="search" placeholder="Search the documents" aria-label="Search the documents" value={(*search).clone()} {oninput} />
            </header>
            { tabs(store, case, at) }
            <div class="panel" role="tabpanel" id="document-panel" aria-label={input.map(|one| one.name().to_owned())}>
                if pages > 0 { { controls(*page, pages, *zoom, &turn, &scale) } }
                <div class="view" ref={frame} tabindex="0" role="region" aria-label="Document" {onkeydown}>
                    { match (input.map(|one| &one.content), pdf) {
                        (Some(Content::Pdf(_)), Some(Ok(pdf))) => html! {
                            <Page pdf={Rc::clone(pdf)} name={input.map(|one| one.name().to_owned()).unwrap_or_default()} page={(*page).min(pdf.pages)} zoom={f64::from(*zoom) / 100.0} width={*width} {hits} {focus} />
                        },
                        (Some(Content::Pdf(_)), Some(Err(why))) => html! {
                            <div class="blank" role="alert"><p><strong>{ "This PDF cannot be shown." }</strong></p><p>{ format!("{why}. Open it in another program and save it again, or reload the page.") }</p></div>
                        },
                        (Some(Content::Pdf(_)), None) => html! { <p class="hint" role="status">{ "Opening\u{2026}" }</p> },
                        (Some(Content::Data(json)), _) => html! {
                            <Data json={Rc::clone(json)} search={wanted.clone()} amounts={amounts.iter().map(|(_, cents)| *cents).collect::<Vec<_>>()} />
                        },
                        (None, _) => html! { <div class="blank"><p>{ "This case has no documents. Drop its PDFs and remaining_data.json here." }</p></div> },
                    } }
                </div>
            </div>
            <div class="hits" role="region" aria-label="Places found" tabindex="0">
                { match found {
                    Some(found) => html! { <>
                        <h3>{ format!("\u{201c}{}\u{201d}: {}", *search, places(found.len())) }</h3>
                        { list(&found, &go) }
                    </> },
                    None => amounts.iter().map(|(what, cents)| {
                        let found = everywhere(case, &opened, |runs| find::amount(runs, *cents), |_, value| find::is_amount(value, *cents));
                        html! { <>
                            <h3>{ *what }<b>{ dollars(Some(*cents)) }</b><span>{ if *cents == 0 { "zero is not looked for".to_owned() } else { places(found.len()) } }</span></h3>
                            { list(&found, &go) }
                        </> }
                    }).collect::<Html>(),
                } }
                if amounts.is_empty() && wanted.is_empty() {
                    <p class="hint">{ "Select a line to see where its amount is printed." }</p>
                }
            </div>
        </section>
    }
}

fn places(count: usize) -> String {
    match count {
        0 => "printed in no document".to_owned(),
        1 => "1 place".to_owned(),
        n => format!("{n} places"),
    }
}

/// What to look for: the selected line's expected amount, and the model's where it differs.
fn amounts(store: &Store) -> Vec<(&'static str, i64)> {
    let picked = store.line.and_then(|at| {
        let case = store.case()?;
        let actual = case
            .response()
            .and_then(|one| one.grade()?.rows.get(at)?.actual);
        Some((case.key()?.lines.get(at)?.expected, actual))
    });
    let mut amounts = Vec::new();
    if let Some((expected, actual)) = picked {
        if let Some(expected) = expected {
            amounts.push(("Expected", expected));
        }
        if let Some(actual) = actual.filter(|_| actual != expected) {
            amounts.push(("Model", actual));
        }
    }
    amounts
}

fn everywhere(
    case: &Case,
    opened: &Opened,
    in_pdf: impl Fn(&[find::Run]) -> Vec<Hit>,
    in_data: impl Fn(&str, &str) -> bool,
) -> Vec<Found> {
    const MOST: usize = 100;
    let mut all = Vec::new();
    for (at, input) in case.inputs.iter().enumerate() {
        let name = || input.name().to_owned();
        match (&input.content, opened.0.get(&input.id)) {
            (Content::Pdf(_), Some(Ok(pdf))) => {
                all.extend(in_pdf(&pdf.runs).into_iter().map(|hit| Found {
                    input: at,
                    name: name(),
                    place: Ok(hit),
                }));
            }
            (Content::Data(json), _) => {
                let leaves = tree::read(json)
                    .map(|nodes| tree::leaves(&nodes))
                    .unwrap_or_default();
                all.extend(
                    leaves
                        .into_iter()
                        .filter(|(label, value)| in_data(label, value))
                        .map(|(label, value)| Found {
                            input: at,
                            name: name(),
                            place: Err(format!("{label}: {value}")),
                        }),
                );
            }
            _ => {}
        }
    }
    all.truncate(MOST);
    all
}

fn list(found: &[Found], go: &Callback<Found>) -> Html {
    html! {
        <ul>
            { for found.iter().map(|one| {
                let onclick = go.reform({ let one = one.clone(); move |_| one.clone() });
                let (place, context) = match &one.place {
                    Ok(hit) => (format!("p. {}{}", hit.page, if hit.rounded { ", before rounding" } else { "" }), hit.context.clone()),
                    Err(label) => ("data".to_owned(), label.clone()),
                };
                html! { <li><button {onclick}><span>{ &one.name }</span><span>{ place }</span><q>{ context }</q></button></li> }
            }) }
        </ul>
    }
}

/// The places on the page in view, and which of them was asked for.
fn page_hits(
    pdf: &Pdf,
    page: u32,
    wanted: &str,
    amounts: &[(&'static str, i64)],
    target: Option<&(usize, Hit, u32)>,
) -> (Vec<Hit>, Option<(usize, u32)>) {
    let all = if wanted.is_empty() {
        amounts
            .iter()
            .flat_map(|(_, cents)| find::amount(&pdf.runs, *cents))
            .collect()
    } else {
        find::words(&pdf.runs, wanted)
    };
    let hits: Vec<Hit> = all.into_iter().filter(|hit| hit.page == page).collect();
    let focus = target.and_then(|(_, wanted, count)| {
        let at = hits.iter().position(|hit| hit == wanted)?;
        Some((at, *count))
    });
    (hits, focus)
}

fn tabs(store: &Store, case: &Case, at: usize) -> Html {
    let count = case.inputs.len();
    let ids: Vec<u32> = case.inputs.iter().map(|one| one.id).collect();
    let dispatch = store.dispatcher();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if let Some(to) = step(&event, Some(at), count) {
            event.prevent_default();
            dispatch.dispatch(Action::OpenInput(to));
            if let Some(one) = ids.get(to) {
                focus_later(id("input", one).to_string());
            }
        }
    });
    let tab = |(index, input): (usize, &Input)| {
        let open = index == at;
        html! {
            <button key={input.id} id={id("input", input.id)} role="tab" class={classes!("tab", open.then_some("open"))}
                aria-selected={open.to_string()} aria-controls="document-panel" tabindex={if open { "0" } else { "-1" }}
                onclick={send(store, Action::OpenInput(index))}>{ input.name() }</button>
        }
    };
    html! {
        <div class="tabs" role="tablist" aria-label="Documents" {onkeydown}>
            { for case.inputs.iter().enumerate().map(tab) }
        </div>
    }
}

fn controls(page: u32, pages: u32, zoom: u32, turn: &Callback<i64>, scale: &Callback<i32>) -> Html {
    let go = |by: i64| turn.reform(move |_| by);
    let size = |by: i32| scale.reform(move |_| by);
    html! {
        <div class="controls" role="toolbar" aria-label="Page and zoom">
            <button class="plain" aria-label="Previous page" disabled={page <= 1} onclick={go(-1)}>{ icon(icon::LEFT) }</button>
            <span>{ format!("{page} / {pages}") }</span>
            <button class="plain" aria-label="Next page" disabled={page >= pages} onclick={go(1)}>{ icon(icon::RIGHT) }</button>
            <span class="push" />
            <button class="plain" aria-label="Smaller" onclick={size(-1)}>{ icon(icon::MINUS) }</button>
            <span>{ format!("{zoom}\u{202f}%") }</span>
            <button class="plain" aria-label="Larger" onclick={size(1)}>{ icon(icon::PLUS) }</button>
            <button class="plain" aria-label="Fit the width" onclick={size(0)}>{ icon(icon::FIT) }</button>
        </div>
    }
}
