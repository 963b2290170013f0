//! The response as text: editable, with the amounts that were read marked where they stand.
//!
//! The marks lie on a sheet under a text area of the same size and type, so that the text area
//! stays an ordinary one: undo, selection and screen readers work as everywhere. Both grow to the
//! height of the text, and the frame around them scrolls.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::{
    Callback, Html, InputEvent, MouseEvent, NodeRef, Properties, TargetCast, classes, component,
    html, use_effect_with, use_memo, use_mut_ref, use_node_ref,
};

use super::{Store, document, id};
use crate::edit::{self, Place, TextLine};
use crate::session::{Action, Response};
use crate::work::{Grade, Key, Mark};

/// Longer texts are shown without marks: drawing a hundred thousand lines again on every key would
/// make typing lag.
const MOST_MARKED: usize = 256 << 10;

/// Longer texts are graded when typing pauses.
const AT_ONCE: usize = 64 << 10;
const PAUSE_MS: u32 = 150;

#[derive(Properties, PartialEq)]
pub(crate) struct EditorProps {
    pub(crate) store: Store,
    pub(crate) response: Rc<Response>,
    pub(crate) key_lines: Option<Rc<Key>>,
    /// Raised to move the caret to the selected line's amount.
    pub(crate) jump: u32,
}

#[component]
pub(crate) fn Editor(props: &EditorProps) -> Html {
    let EditorProps {
        store,
        response,
        key_lines,
        jump,
    } = props;
    let area = use_node_ref();
    let frame = use_node_ref();
    let pending = use_mut_ref(|| None::<Timeout>);
    let long = response.text.len() > MOST_MARKED;
    let shown = use_mut_ref(|| 0_u32);
    let arrives = response.is_live();

    // The text area owns its text while a person types; another response, or one put back, is
    // handed to it.
    use_effect_with((response.id, response.given), {
        let (area, text, frame) = (area.clone(), Rc::clone(&response.text), frame.clone());
        let dispatch = store.dispatcher();
        let pending = Rc::clone(&pending);
        let id = response.id;
        // Text that arrives is followed by whoever reads at its end, and moves nobody else.
        let stays = shown.replace(id) == id && response.asked.is_some();
        let sheet = frame.cast::<HtmlElement>();
        let at_end = sheet.as_ref().is_some_and(|frame| {
            frame.scroll_height() - frame.scroll_top() - frame.client_height() < 60
        });
        move |_| {
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                area.set_value(&text);
            }
            if let Some(frame) = frame.cast::<HtmlElement>() {
                if !stays {
                    frame.set_scroll_top(0);
                } else if at_end {
                    frame.set_scroll_top(frame.scroll_height());
                }
            }
            // What was typed last is not lost when another response takes the place.
            move || {
                if let (Some(timeout), Some(area)) = (
                    pending.borrow_mut().take(),
                    area.cast::<HtmlTextAreaElement>(),
                ) {
                    timeout.cancel();
                    dispatch.dispatch(Action::Edit(id, area.value().into()));
                }
            }
        }
    });

    use_effect_with((store.picked, store.line, response.id), {
        let (frame, area) = (frame.clone(), area.clone());
        let (response, line) = (Rc::clone(response), store.line);
        move |(picked, ..)| {
            if *picked > 0
                && let Some(line) = line
            {
                if long {
                    select(&area, &response, line, false);
                } else {
                    scroll_to(&frame, line);
                }
            }
        }
    });
    use_effect_with(*jump, {
        let (area, response, line) = (area.clone(), Rc::clone(response), store.line);
        move |jump| {
            if let Some(line) = line.filter(|_| *jump > 0) {
                select(&area, &response, line, true);
            }
        }
    });

    let oninput = {
        let dispatch = store.dispatcher();
        let id = response.id;
        Callback::from(move |event: InputEvent| {
            let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>() else {
                return;
            };
            let dispatch = dispatch.clone();
            // The length is known without copying the text.
            if area.text_length() as usize <= AT_ONCE {
                *pending.borrow_mut() = None;
                dispatch.dispatch(Action::Edit(id, area.value().into()));
            } else {
                let slot = Rc::clone(&pending);
                *pending.borrow_mut() = Some(Timeout::new(PAUSE_MS, move || {
                    slot.borrow_mut().take();
                    dispatch.dispatch(Action::Edit(id, area.value().into()));
                }));
            }
        })
    };
    let onclick = {
        let (store, response) = (store.clone(), Rc::clone(response));
        Callback::from(move |event: MouseEvent| {
            if let Some(area) = event.target_dyn_into::<HtmlTextAreaElement>()
                && let Some(line) = line_at_caret(&area, &response)
                && store.line != Some(line)
            {
                store.dispatch(Action::Pick(Some(line)));
            }
        })
    };
    let grade = response.grade().cloned();
    let sheet = use_memo(
        (
            Rc::clone(&response.text),
            grade,
            store.line,
            store.picked,
            key_lines.clone(),
        ),
        |(text, grade, line, picked, key)| {
            if long {
                return Html::default();
            }
            sheet(text, grade.as_deref(), key.as_deref(), *line, *picked)
        },
    );
    let notes = format!("The response {}, editable", response.name());
    html! {
        <div class={classes!("editor", long.then_some("long"), arrives.then_some("arrives"))} ref={frame}>
            if long {
                <p class="hint">
                    { format!("This response has {} KB: it is graded as a whole, but amounts are marked only in shorter ones. Select a row to jump to its amount.", response.text.len() >> 10) }
                </p>
            }
            <div class="stack">
                { (*sheet).clone() }
                <textarea ref={area} readonly={arrives} spellcheck="false" autocomplete="off" autocapitalize="off"
                    aria-label={notes} {oninput} {onclick} />
            </div>
        </div>
    }
}

/// The marks of a grade, by index of the line in the key. A blank amount has no characters: its
/// line stands for it.
fn places(
    text: &str,
    grade: Option<&Grade>,
    key: Option<&Key>,
) -> Vec<Place<(usize, Option<Mark>)>> {
    let (Some(grade), Some(key)) = (grade, key) else {
        return Vec::new();
    };
    grade
        .rows
        .iter()
        .zip(&key.lines)
        .enumerate()
        .filter_map(|(at, (row, line))| {
            let mark = row.mark.filter(|_| line.scored);
            let (start, end) = row.span?;
            Some(Place {
                span: if start == end {
                    edit::line_at(text, start)
                } else {
                    (start, end)
                },
                tag: (at, mark),
            })
        })
        .collect()
}

fn sheet(
    text: &str,
    grade: Option<&Grade>,
    key: Option<&Key>,
    chosen: Option<usize>,
    picked: u32,
) -> Html {
    let lines = edit::cut(text, &edit::line_ranges(text), &places(text, grade, key));
    html! {
        <div class="sheet" aria-hidden="true">
            { for lines.iter().enumerate().map(|(at, line)| row(text, at + 1, line, chosen, picked)) }
        </div>
    }
}

fn row(
    text: &str,
    number: usize,
    line: &TextLine<(usize, Option<Mark>)>,
    chosen: Option<usize>,
    picked: u32,
) -> Html {
    let mark = line.pieces.iter().find_map(|(_, tag)| tag.as_ref()?.1);
    let piece = |(range, tag): &(std::ops::Range<usize>, Option<(usize, Option<Mark>)>)| {
        let text = text.get(range.clone()).unwrap_or_default().to_owned();
        match tag {
            None => html! { { text } },
            Some((at, mark)) => {
                let chosen = (chosen == Some(*at)).then_some(if picked % 2 == 0 {
                    "chosen even"
                } else {
                    "chosen odd"
                });
                let blank = text.contains('|').then_some("blank-amount");
                let class = classes!("amount", mark.map(Mark::class), chosen, blank);
                html! { <span {class} id={id("amount", at)}>{ text }</span> }
            }
        }
    };
    html! {
        <div key={number} class={classes!("line", mark.map(Mark::class))}>
            <span class="gutter"><i>{ mark.map(Mark::sign) }</i>{ number }</span>
            { for line.pieces.iter().map(piece) }
            // A line without text is as high as the others, and so is the one after a last line feed.
            if line.pieces.is_empty() { { "\u{200b}" } }
        </div>
    }
}

fn scroll_to(frame: &NodeRef, line: usize) -> Option<()> {
    let frame = frame.cast::<HtmlElement>()?;
    let amount = document()?.get_element_by_id(&id("amount", line))?;
    let (inner, outer) = (
        amount.get_bounding_client_rect(),
        frame.get_bounding_client_rect(),
    );
    let away = middle(inner.top(), inner.bottom(), outer.top(), outer.bottom());
    let options = web_sys::ScrollToOptions::new();
    options.set_top(f64::from(frame.scroll_top()) + away);
    frame.scroll_to_with_scroll_to_options(&options);
    Some(())
}

/// How far a place is from the middle of its frame; nothing when it is well in view.
#[expect(clippy::float_arithmetic, reason = "places on the screen")]
fn middle(top: f64, bottom: f64, from: f64, to: f64) -> f64 {
    if top > from + 24.0 && bottom < to - 24.0 {
        return 0.0;
    }
    f64::midpoint(top, bottom) - f64::midpoint(from, to)
}

fn select(area: &NodeRef, response: &Response, line: usize, focus: bool) -> Option<()> {
    let area = area.cast::<HtmlTextAreaElement>()?;
    let (start, end) = response.grade()?.rows.get(line)?.span?;
    let text = &response.text;
    let (first, last) = (edit::units(text, start), edit::units(text, end));
    area.set_selection_range(first, last).ok()?;
    if focus || response.text.len() > MOST_MARKED {
        // A collapsed selection scrolls into view on focus, in every browser.
        let _ = area.blur();
        area.focus().ok()?;
    }
    Some(())
}

/// The line of the form whose amount, or whose line of text, holds the caret.
fn line_at_caret(area: &HtmlTextAreaElement, response: &Response) -> Option<usize> {
    if response.text.len() > MOST_MARKED {
        return None;
    }
    let caret = area.selection_start().ok()?? as usize;
    let mut units = 0;
    let byte = response
        .text
        .char_indices()
        .find(|(_, c)| {
            let here = units >= caret;
            units += c.len_utf16();
            here
        })
        .map_or(response.text.len(), |(at, _)| at);
    let before = response.text.get(..byte)?;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let length = response.text.get(start..)?.find('\n');
    let end = length.map_or(response.text.len(), |length| start + length);
    let rows = &response.grade()?.rows;
    rows.iter().position(|row| {
        row.span
            .is_some_and(|(from, to)| from >= start && to <= end)
    })
}

/// Moves the focus to the table of the grades.
pub(crate) fn focus_row(line: usize) -> Option<()> {
    let row = document()?.get_element_by_id(&id("row", line))?;
    row.dyn_into::<HtmlElement>().ok()?.focus().ok()
}
