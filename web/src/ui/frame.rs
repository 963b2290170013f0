//! What stands around the panes: the head of the page, menus, borders that move, messages, help.
#![expect(clippy::float_arithmetic, reason = "sizes of panes")]

use gloo_events::EventListener;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlDetailsElement, HtmlElement, HtmlInputElement, HtmlSelectElement};
use yew::{
    AttrValue, Callback, Children, Event, Html, KeyboardEvent, PointerEvent, Properties,
    TargetCast, component, html, use_effect_with, use_node_ref, use_state_eq,
};

use super::choose::{chosen, press, use_folder};
use super::files::Opener;
use super::icon::{self, icon};
use super::{Store, document, send, set_setting, setting};
use crate::session::{Action, Session, View};

#[wasm_bindgen]
extern "C" {
    type ResizeObserver;

    #[wasm_bindgen(constructor, catch)]
    fn new(callback: &JsValue) -> Result<ResizeObserver, JsValue>;

    #[wasm_bindgen(method)]
    fn observe(this: &ResizeObserver, element: &web_sys::Element);

    #[wasm_bindgen(method)]
    fn disconnect(this: &ResizeObserver);
}

/// Calls back when an element changes its size, until it is dropped.
pub(crate) struct Resize {
    observer: ResizeObserver,
    _callback: Closure<dyn FnMut()>,
}

impl Resize {
    pub(crate) fn watch(
        element: &web_sys::Element,
        changed: impl FnMut() + 'static,
    ) -> Option<Self> {
        let callback = Closure::<dyn FnMut()>::new(changed);
        let observer = ResizeObserver::new(callback.as_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _callback: callback,
        })
    }
}

impl Drop for Resize {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct MenuProps {
    pub(crate) label: AttrValue,
    pub(crate) children: Children,
}

/// A menu that closes on Escape, on a click elsewhere, and when something in it was chosen.
#[component]
pub(crate) fn Menu(MenuProps { label, children }: &MenuProps) -> Html {
    let details = use_node_ref();
    use_effect_with(details.clone(), |details| {
        let details = details.clone();
        let listener = document().map(|document| {
            EventListener::new(&document, "click", move |event| {
                let Some(details) = details.cast::<HtmlDetailsElement>() else {
                    return;
                };
                let target = event
                    .target()
                    .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
                let inside = target
                    .as_ref()
                    .is_some_and(|target| details.contains(Some(target)));
                let chosen = inside
                    && target.is_some_and(|target| {
                        target.closest("button, label").ok().flatten().is_some()
                    });
                if !inside || chosen {
                    details.set_open(false);
                }
            })
        });
        move || drop(listener)
    });
    let onkeydown = {
        let details = details.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape"
                && let Some(details) = details.cast::<HtmlDetailsElement>()
                && details.open()
            {
                event.stop_propagation();
                details.set_open(false);
                if let Ok(Some(summary)) = details.query_selector("summary")
                    && let Ok(summary) = summary.dyn_into::<HtmlElement>()
                {
                    let _ = summary.focus();
                }
            }
        })
    };
    html! {
        <details class="menu" ref={details} {onkeydown}>
            <summary>{ label }{ icon(icon::DOWN) }</summary>
            <div class="sheet-menu">{ children.clone() }</div>
        </details>
    }
}

/// The head of the page.
pub(crate) fn head(store: &Store, opener: &Opener) -> Html {
    let sample = {
        let opener = opener.clone();
        Callback::from(move |_| opener.sample())
    };
    let some = !store.cases.is_empty();
    html! {
        <header class="head">
            <a class="brand" href="#" onclick={home(store)}>{ "taxgrade" }</a>
            if some { { cases(store) } }
            <OpenFiles opener={opener.clone()} />
            <button onclick={sample}>{ "Sample" }</button>
            if some {
                <button class="plain" aria-label="Files" title="What became of every file" aria-pressed={store.files_open.to_string()}
                    onclick={send(store, Action::ShowFiles(!store.files_open))}>{ icon(icon::FILES) }</button>
            }
            <span class="push" />
            if some {
                <nav class="switch" aria-label="View">
                    { for [(View::Case, "Case"), (View::Compare, "Compare"), (View::Board, "Leaderboard")].into_iter().map(|(view, name)| {
                        let current = store.view == view || (view == View::Board && store.view.is_of_all());
                        html! { <button aria-pressed={current.to_string()} onclick={send(store, Action::View(view))}>{ name }</button> }
                    }) }
                </nav>
                <super::export::Export store={store.clone()} />
            }
            { keep(store) }
            <Theme />
        </header>
    }
}

fn home(store: &Store) -> Callback<yew::MouseEvent> {
    let dispatch = store.dispatcher();
    Callback::from(move |event: yew::MouseEvent| {
        event.prevent_default();
        dispatch.dispatch(Action::View(View::Case));
    })
}

/// `ty25-ca-901 · CA · 2025`.
fn case_title(session: &Session, case: &crate::session::Case) -> String {
    let repeated = session
        .cases
        .iter()
        .filter(|one| one.name == case.name)
        .count()
        > 1;
    let folder = case.folder.as_ref().filter(|_| repeated);
    let mut title = match folder {
        Some(folder) => format!("{folder}/{}", case.name),
        None => case.name.clone(),
    };
    if let Some(key) = case.key() {
        title.push_str(&format!(
            " \u{b7} {} \u{b7} {}",
            key.jurisdiction.as_str().to_uppercase(),
            key.year
        ));
    } else if case.expected.is_none() {
        title.push_str(" \u{b7} no expected return");
    }
    title
}

fn cases(store: &Store) -> Html {
    let dispatch = store.dispatcher();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>()
            && let Ok(case) = select.value().parse()
        {
            dispatch.dispatch(Action::OpenCase(case));
        }
    });
    html! {
        <select class="case" aria-label="Case" {onchange}>
            { for store.cases.iter().map(|case| html! {
                <option key={case.id} value={case.id.to_string()} selected={store.current == Some(case.id)}>{ case_title(store, case) }</option>
            }) }
        </select>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct OpenProps {
    pub(crate) opener: Opener,
    #[prop_or_default]
    pub(crate) main: bool,
}

/// Buttons that open files or a folder.
#[component]
pub(crate) fn OpenFiles(OpenProps { opener, main }: &OpenProps) -> Html {
    let (files, folder) = (use_node_ref(), use_node_ref());
    let chosen = chosen(opener);
    use_folder(&folder);
    html! {
        <>
            <input type="file" ref={files.clone()} id={if *main { "choose-files-main" } else { "choose-files" }} hidden=true multiple=true aria-label="Files"
                accept=".pdf,.json,.xml,.md,.txt,.zip" onchange={chosen.clone()} />
            <input type="file" ref={folder.clone()} id={if *main { "choose-folder-main" } else { "choose-folder" }} hidden=true aria-label="Folder" onchange={chosen} />
            if *main {
                <button onclick={press(&files)}>{ "Open your files" }</button>
                <button onclick={press(&folder)}>{ "Open a folder" }</button>
            } else {
                <Menu label="Open">
                    <button onclick={press(&files)}>{ "Files or a .zip\u{2026}" }</button>
                    <button onclick={press(&folder)}>{ "A folder\u{2026}" }<small>{ "a case, or a whole benchmark folder" }</small></button>
                </Menu>
            }
        </>
    }
}

/// Whether the session stays in this browser.
fn keep(store: &Store) -> Html {
    let dispatch = store.dispatcher();
    let onchange = Callback::from(move |event: Event| {
        if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
            dispatch.dispatch(Action::Remember(field.checked()));
        }
    });
    let dispatch = store.dispatcher();
    let forget = Callback::from(move |_| {
        super::app::forget(&dispatch);
    });
    html! {
        <Menu label="Session">
            <label class="check"><input type="checkbox" checked={store.remember} {onchange} />{ "Keep it in this browser" }<small>{ "off: closing the page forgets everything" }</small></label>
            { for store.profiles.iter().enumerate().map(|(at, own)| html! {
                <button onclick={send(store, Action::RemoveProfile(at))}>{ format!("Stop grading by {}", own.path) }<small>{ &own.words }</small></button>
            }) }
            <button class="danger" onclick={forget}>{ "Forget everything" }<small>{ "closes all cases and clears what was kept" }</small></button>
        </Menu>
    }
}

/// Light, dark, or as the system has it.
#[component]
fn Theme() -> Html {
    let theme = use_state_eq(|| setting("theme").unwrap_or_default());
    use_effect_with((*theme).clone(), |theme| {
        if let Some(root) = document().and_then(|document| document.document_element()) {
            let _ = match theme.as_str() {
                "light" | "dark" => root.set_attribute("data-theme", theme),
                _ => root.remove_attribute("data-theme"),
            };
        }
    });
    let onclick = {
        let theme = theme.clone();
        Callback::from(move |_| {
            let next = match theme.as_str() {
                "light" => "dark",
                "dark" => "",
                _ => "light",
            };
            set_setting("theme", Some(next).filter(|next| !next.is_empty()));
            theme.set(next.to_owned());
        })
    };
    let name = match theme.as_str() {
        "light" => "Theme: light",
        "dark" => "Theme: dark",
        _ => "Theme: as the system",
    };
    html! { <button class="plain" aria-label={name} title={name} {onclick}>{ icon(icon::THEME) }</button> }
}

#[derive(Properties, PartialEq)]
pub(crate) struct BorderProps {
    /// Name of the pane before it, and of its size.
    pub(crate) pane: &'static str,
    pub(crate) label: &'static str,
    /// Share of the width to begin with, in percent.
    pub(crate) start: u32,
}

/// Most of the width that a pane gets, in percent.
const WIDEST: u32 = 60;

/// A border that is moved by dragging and by arrow keys; the pane before it gets its size.
#[component]
pub(crate) fn Border(BorderProps { pane, label, start }: &BorderProps) -> Html {
    let size = {
        let (pane, start) = (*pane, *start);
        use_state_eq(move || {
            setting(pane)
                .and_then(|text| text.parse().ok())
                .filter(|size| *size <= WIDEST)
                .unwrap_or(start)
        })
    };
    let dragged = use_state_eq(|| false);
    use_effect_with(*size, {
        let pane = *pane;
        move |size| {
            if let Some(main) = document().and_then(|document| document.get_element_by_id("panes"))
                && let Ok(main) = main.dyn_into::<HtmlElement>()
            {
                let _ = main
                    .style()
                    .set_property(&format!("--{pane}"), &format!("{size}%"));
                let _ = main
                    .class_list()
                    .toggle_with_force(&format!("no-{pane}"), *size == 0);
            }
            set_setting(pane, Some(&size.to_string()));
        }
    });
    // Below this a pane shows nothing of use: it closes.
    let set = {
        let size = size.clone();
        move |to: u32| size.set(if to < 8 { 0 } else { to.min(WIDEST) })
    };
    let onkeydown = {
        let (size, set, start) = (size.clone(), set.clone(), *start);
        Callback::from(move |event: KeyboardEvent| {
            match event.key().as_str() {
                "ArrowLeft" => set(size.saturating_sub(2)),
                "ArrowRight" => set((*size + 2).max(12)),
                "Home" => set(0),
                "End" => set(WIDEST),
                "Enter" => set(if *size == 0 { start } else { 0 }),
                _ => return,
            }
            event.prevent_default();
        })
    };
    let onpointerdown = {
        let dragged = dragged.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(border) = event.target_dyn_into::<web_sys::Element>() {
                let _ = border.set_pointer_capture(event.pointer_id());
                dragged.set(true);
            }
        })
    };
    let onpointermove = {
        let dragged = dragged.clone();
        let pane = *pane;
        Callback::from(move |event: PointerEvent| {
            let main = document().and_then(|document| document.get_element_by_id("panes"));
            let before =
                document().and_then(|document| document.get_element_by_id(&format!("pane-{pane}")));
            if let (true, Some(main), Some(before)) = (*dragged, main, before) {
                let width = main.get_bounding_client_rect().width().max(1.0);
                let left = before.get_bounding_client_rect().left();
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "between 0 and 100"
                )]
                set(
                    ((f64::from(event.client_x()) - left) / width * 100.0).clamp(0.0, 100.0) as u32,
                );
            }
        })
    };
    let onpointerup = { Callback::from(move |_: PointerEvent| dragged.set(false)) };
    html! {
        <div class="border" role="separator" aria-orientation="vertical" aria-label={*label} tabindex="0"
            aria-valuemin="0" aria-valuemax={WIDEST.to_string()} aria-valuenow={size.to_string()} aria-controls={format!("pane-{pane}")}
            title="Drag, or use the arrow keys; Enter closes and opens"
            {onkeydown} {onpointerdown} {onpointermove} {onpointerup} />
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct HelpProps {
    pub(crate) on_close: Callback<()>,
}

const KEYS: [(&str, &str); 12] = [
    ("\u{2191} \u{2193}", "previous and next line of the grading"),
    ("Enter", "from a line into the response, at its amount"),
    ("Esc", "back to the grading; closes what is open"),
    ("/", "search the documents"),
    ("[  ]", "previous and next response"),
    ("g", "to the grading table"),
    ("a", "ask a model"),
    (
        "\u{2190} \u{2192}",
        "between tabs; moves a border between panes",
    ),
    ("Page Up, Page Down", "pages of the document in view"),
    ("+  \u{2212}  0", "zoom of the document; 0 fits the width"),
    ("c, l", "compare; leaderboard"),
    ("?", "this list"),
];

/// The list of keys.
#[component]
pub(crate) fn Help(HelpProps { on_close }: &HelpProps) -> Html {
    let button = use_node_ref();
    use_effect_with(button.clone(), |button| {
        if let Some(button) = button.cast::<HtmlElement>() {
            let _ = button.focus();
        }
    });
    let close = on_close.reform(|_| ());
    html! {
        <div class="help" role="dialog" aria-modal="false" aria-labelledby="help-title">
            <header><h2 id="help-title">{ "Keys" }</h2>
                <button ref={button} class="plain" aria-label="Close" onclick={close}>{ icon(icon::CLOSE) }</button>
            </header>
            <dl>{ for KEYS.iter().map(|(key, what)| html! { <div><dt><kbd>{ *key }</kbd></dt><dd>{ *what }</dd></div> }) }</dl>
        </div>
    }
}
