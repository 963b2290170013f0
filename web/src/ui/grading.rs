//! The line-by-line grading of the response in view.

use taxgrade::Mode;
use web_sys::HtmlSelectElement;
use yew::{
    Callback, Event, Html, Properties, TargetCast, UseStateHandle, classes, component, html,
    use_effect_with, use_mut_ref, use_state_eq,
};

use super::export::Copy;
use super::icon::{self, icon};
use super::lines::{self, Settled};
use super::{Store, dollars, id, send};
use crate::session::{Action, Case, Filter, Response};
use crate::work::{Grade, Key, KeyLine, Mark, Points, Row};
use crate::{chain, edit};

#[derive(Properties, PartialEq)]
pub(crate) struct GradingProps {
    pub(crate) store: Store,
    /// Called to move into the response.
    pub(crate) on_jump: Callback<()>,
}

#[component]
pub(crate) fn GradingPane(GradingProps { store, on_jump }: &GradingProps) -> Html {
    use_effect_with(store.picked, {
        let line = store.line;
        move |_| {
            if let Some(line) = line {
                show_row(line);
            }
        }
    });
    let settled = use_mut_ref(Settled::default);
    let unfolded = use_state_eq(|| false);
    let Some(case) = store.case() else {
        return Html::default();
    };
    let response = case.response();
    let grade = response.and_then(|one| one.grade());
    if let (Some(key), Some(response), Some(grade)) = (case.key(), response, grade) {
        let mode = response.graded.as_ref().map_or(store.mode, |one| one.mode);
        let of = (
            response.id,
            response.given,
            store.picked,
            store.filter,
            mode,
        );
        let lines = key.lines.iter().zip(&grade.rows);
        settled
            .borrow_mut()
            .settle(of, lines.map(|(line, row)| lines::sentence(line, row)));
    }
    html! {
        <section class="pane grading" id="pane-grading" aria-labelledby="grading-title">
            <header class="bar">
                <h2 id="grading-title">{ "Grading" }</h2>
                { filters(store) }
                { mode(store) }
            </header>
            { match (case.key(), grade) {
                (Some(key), Some(grade)) => html! {
                    <>
                        { lines::table(store, key, grade, &settled.borrow(), on_jump) }
                        { diagnosis(store, key, grade, &unfolded) }
                        { notes(grade) }
                        { detail(store, case, key, grade) }
                    </>
                },
                _ => waiting(case),
            } }
        </section>
    }
}

/// Scrolls the row into view without taking the focus.
fn show_row(line: usize) -> Option<()> {
    let row = super::document()?.get_element_by_id(&id("row", line))?;
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    row.scroll_into_view_with_scroll_into_view_options(&options);
    Some(())
}

fn waiting(case: &Case) -> Html {
    if let Some(Err(problem)) = &case.key {
        return html! {
            <div class="blank" role="alert">
                <p><strong>{ "The expected return cannot be used." }</strong></p>
                <p>{ format!("{}. To mend it: {}.", problem.what, problem.remedy) }</p>
            </div>
        };
    }
    let lacks = case.lacks();
    html! {
        <div class="blank">
            { for lacks.iter().map(|one| html! { <p><strong>{ &one.what }</strong>{ format!(": {}.", one.remedy) }</p> }) }
            if lacks.is_empty() && case.response().is_none_or(|one| one.graded.is_none()) { <p>{ "Grading\u{2026}" }</p> }
        </div>
    }
}

const FILTERS: [(Filter, &str, &str); 4] = [
    (Filter::Scored, "All", "The scored lines in form order"),
    (
        Filter::Wrong,
        "Wrong",
        "The scored lines that are not equal",
    ),
    (
        Filter::Roots,
        "Root causes",
        "Each cause, and below it the lines that inherit its error",
    ),
    (
        Filter::All,
        "Unscored too",
        "Also the lines that do not count",
    ),
];

fn filters(store: &Store) -> Html {
    html! {
        <div class="switch" role="group" aria-label="Which lines to show">
            { for FILTERS.into_iter().map(|(filter, name, title)| html! {
                <button {title} aria-pressed={(store.filter == filter).to_string()} onclick={send(store, Action::Filter(filter))}>{ name }</button>
            }) }
        </div>
    }
}

fn mode(store: &Store) -> Html {
    let dispatch = store.dispatcher();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            dispatch.dispatch(Action::Mode(match select.value().as_str() {
                "upstream" => Mode::Upstream,
                _ => Mode::Robust,
            }));
        }
    });
    html! {
        <select class="quiet" aria-label="How amounts are read" {onchange}
            title="Robust reads what models mean; upstream takes only a plain number after the last pipe, as TaxCalcBench does">
            { for [Mode::Robust, Mode::Upstream].into_iter().map(|one| html! {
                <option value={one.as_str()} selected={store.mode == one}>{ format!("{} reading", one.as_str()) }</option>
            }) }
        </select>
    }
}

/// Root causes first: what to mend, what it would mend, and where the error went from there.
fn diagnosis(store: &Store, key: &Key, grade: &Grade, unfolded: &UseStateHandle<bool>) -> Html {
    if grade.roots.is_empty() {
        return Html::default();
    }
    let links = chain::links(grade);
    let name = |at: usize| key.lines.get(at).map(|line| line.line.as_str());
    let root = |(at, mended): &(usize, Points)| {
        let why = grade.rows.get(*at)?.why.as_ref()?;
        let number = name(*at)?;
        let below: Vec<&str> = links
            .iter()
            .filter(|link| link.root == *at && link.line != *at)
            .filter_map(|link| name(link.line))
            .collect();
        let plural = if below.len() == 1 { "" } else { "s" };
        Some(html! {
            <li>
                <button class="link" onclick={send(store, Action::Pick(Some(*at)))}>{ format!("Line {number}") }</button>
                { format!(" {} ", chain::after_number(&why.sentence, number)) }
                <small>
                    if !below.is_empty() { { format!("Carried on to line{plural} {}. ", below.join(", ")) } }
                    { format!("Mended, {}/{} lines are right.", mended.exact, mended.total) }
                </small>
            </li>
        })
    };
    let onclick = {
        let unfolded = unfolded.clone();
        Callback::from(move |_| unfolded.set(!*unfolded))
    };
    html! {
        <section class={classes!("notes", "roots", unfolded.then_some("unfolded"))} aria-label="Diagnosis">
            <button class="fold" aria-expanded={unfolded.to_string()} {onclick}>{ icon(icon::DOWN) }{ &grade.summary }</button>
            <ul>{ for grade.roots.iter().filter_map(root) }</ul>
        </section>
    }
}

fn notes(grade: &Grade) -> Html {
    if grade.notes.is_empty() {
        return Html::default();
    }
    let count = match grade.notes.len() {
        1 => "1 note on this response".to_owned(),
        n => format!("{n} notes on this response"),
    };
    html! {
        <details class="notes">
            <summary>{ count }</summary>
            <ul>{ for grade.notes.iter().take(50).map(|note| html! { <li>{ &note.message }</li> }) }</ul>
        </details>
    }
}

/// The selected line in full. It keeps its height, so that nothing moves when rows are picked.
fn detail(store: &Store, case: &Case, key: &Key, grade: &Grade) -> Html {
    let picked = store
        .line
        .and_then(|at| Some((key.lines.get(at)?, grade.rows.get(at)?)));
    html! {
        <div class="detail" tabindex="0" role="region" aria-label="The selected line">
            { match picked {
                Some((line, row)) => about(case.response().map(AsRef::as_ref), line, row, store.mode),
                None => html! { <p class="hint">{ "Select a line to see where its amount stands, in the response and in the documents." }</p> },
            } }
        </div>
    }
}

fn about(response: Option<&Response>, line: &KeyLine, row: &Row, mode: Mode) -> Html {
    let quote = response
        .zip(row.span)
        .map(|(response, (start, _))| edit::line_around(&response.text, start).to_owned());
    let other = (row.mark != row.other_mark).then(|| {
        format!(
            "In {} reading: {} ({}).",
            mode.other().as_str(),
            dollars(row.other_actual),
            row.other_mark.map_or("", Mark::word)
        )
    });
    html! {
        <>
            <h3>{ format!("Line {}", line.line) }<span>{ &line.label }</span></h3>
            if let Some(xpath) = &line.xpath {
                <p class="xpath"><code>{ xpath }</code><Copy text={xpath.clone()} label="Copy the XPath" /></p>
            }
            if let Some(why) = &row.why { <p class="why">{ &why.sentence }</p> }
            <p>
                { row.read.sentence() }
                if let Some(other) = other { { " " }{ other } }
            </p>
            if let Some(quote) = quote { <blockquote>{ quote }</blockquote> }
        </>
    }
}
