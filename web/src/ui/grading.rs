//! The line-by-line grading of the response in view.

use std::rc::Rc;

use taxgrade::Mode;
use web_sys::HtmlSelectElement;
use yew::{
    Callback, Event, Html, KeyboardEvent, Properties, TargetCast, classes, component, html,
    use_effect_with,
};

use super::editor::focus_row;
use super::export::Copy;
use super::{Store, difference, dollars, id, mark, send};
use crate::edit;
use crate::session::{Action, Case, Filter, Response};
use crate::work::{Grade, Key, KeyLine, Mark, Read, Row};

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
    let Some(case) = store.case() else {
        return Html::default();
    };
    let grade = case.response().and_then(|one| one.grade());
    html! {
        <section class="pane grading" id="pane-grading" aria-labelledby="grading-title">
            <header class="bar">
                <h2 id="grading-title">{ "Grading" }</h2>
                { filters(store, grade) }
                { mode(store) }
            </header>
            { match (case.key(), grade) {
                (Some(key), Some(grade)) => html! {
                    <>
                        { table(store, key, grade, on_jump) }
                        { diagnosis(store, key, grade) }
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

fn filters(store: &Store, grade: Option<&Rc<Grade>>) -> Html {
    let diagnosed = grade.is_some_and(|grade| !grade.roots.is_empty());
    let mut all = vec![(Filter::Scored, "Scored"), (Filter::Wrong, "Wrong")];
    if diagnosed {
        all.push((Filter::Roots, "Root causes"));
    }
    all.push((Filter::All, "All lines"));
    html! {
        <div class="switch" role="group" aria-label="Which lines to show">
            { for all.into_iter().map(|(filter, name)| html! {
                <button aria-pressed={(store.filter == filter).to_string()} onclick={send(store, Action::Filter(filter))}>{ name }</button>
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

/// Whether a line is shown.
fn shown(filter: Filter, line: &KeyLine, row: &Row) -> bool {
    match filter {
        Filter::Scored => line.scored,
        Filter::Wrong => line.scored && row.mark.is_some_and(|mark| mark != Mark::Exact),
        Filter::Roots | Filter::All => {
            line.scored || line.xpath.is_some() || row.read != Read::Missing
        }
    }
}

/// The lines to show: in the form's order, or each root cause with what follows from it.
fn order(filter: Filter, key: &Key, grade: &Grade) -> Vec<usize> {
    let lines = || key.lines.iter().zip(&grade.rows).enumerate();
    if filter != Filter::Roots {
        return lines()
            .filter(|(_, (line, row))| shown(filter, line, row))
            .map(|(at, _)| at)
            .collect();
    }
    grade
        .roots
        .iter()
        .flat_map(|(root, _)| {
            let follows = lines().filter(|(at, (_, row))| {
                at != root
                    && row
                        .why
                        .as_ref()
                        .is_some_and(|why| !why.root && why.roots.first() == Some(root))
            });
            std::iter::once(*root)
                .chain(follows.map(|(at, _)| at))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn table(store: &Store, key: &Rc<Key>, grade: &Rc<Grade>, on_jump: &Callback<()>) -> Html {
    let rows: Vec<(usize, &KeyLine, &Row)> = order(store.filter, key, grade)
        .into_iter()
        .filter_map(|at| Some((at, key.lines.get(at)?, grade.rows.get(at)?)))
        .collect();
    let order: Vec<usize> = rows.iter().map(|(at, ..)| *at).collect();
    let entry = store
        .line
        .filter(|line| order.contains(line))
        .or_else(|| order.first().copied());
    let onkeydown = {
        let (store, on_jump) = (store.clone(), on_jump.clone());
        Callback::from(move |event: KeyboardEvent| {
            let at = store
                .line
                .and_then(|line| order.iter().position(|one| *one == line));
            let last = order.len().saturating_sub(1);
            let to = match event.key().as_str() {
                "ArrowDown" => at.map_or(0, |at| (at + 1).min(last)),
                "ArrowUp" => at.map_or(0, |at| at.saturating_sub(1)),
                "Home" => 0,
                "End" => last,
                "PageDown" => (at.unwrap_or(0) + 10).min(last),
                "PageUp" => at.unwrap_or(0).saturating_sub(10),
                "Enter" => {
                    event.prevent_default();
                    on_jump.emit(());
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            if let Some(line) = order.get(to) {
                store.dispatch(Action::Pick(Some(*line)));
                focus_row(*line);
            }
        })
    };
    html! {
        <div class="scroll">
            <table class="grades" role="grid" aria-label="Lines of the return" {onkeydown}>
                <thead><tr>
                    <th scope="col">{ "Line" }</th><th scope="col">{ "What" }</th>
                    <th scope="col" class="number">{ "Expected" }</th><th scope="col" class="number">{ "Model" }</th>
                    <th scope="col" class="number" aria-label="Difference">{ "\u{394}" }</th>
                    <th scope="col">{ "Verdict" }</th><th scope="col">{ "Read by" }</th>
                </tr></thead>
                <tbody>
                    { for rows.iter().map(|(at, line, row)| {
                        grade_row(store, *at, line, row, entry == Some(*at), depth(grade, *at), reason(key, line, row))
                    }) }
                </tbody>
            </table>
            if rows.is_empty() {
                <p class="hint">{ "No line to show: every scored line is equal." }</p>
            }
        </div>
    }
}

/// How many wrong lines a consequence is away from its root.
fn depth(grade: &Grade, line: usize) -> usize {
    let mut at = line;
    // A chain can be no longer than the form.
    for depth in 0..8usize {
        let why = grade.rows.get(at).and_then(|row| row.why.as_ref());
        let from = why.filter(|why| !why.root).and_then(|why| why.from.first());
        match from {
            Some(next) if *next != at => at = *next,
            _ => return depth,
        }
    }
    8
}

/// Why a line is wrong, in a few words that do not name the line again.
fn reason(key: &Key, line: &KeyLine, row: &Row) -> Option<String> {
    let why = row.why.as_ref()?;
    if why.root {
        return Some(after_number(&why.phrase, &line.line).to_owned());
    }
    let names: Vec<&str> = why
        .roots
        .iter()
        .filter_map(|root| Some(key.lines.get(*root)?.line.as_str()))
        .collect();
    Some(format!("follows from line {}", names.join(", ")))
}

/// A sentence about a line without `Line 14` at its start.
fn after_number<'t>(sentence: &'t str, line: &str) -> &'t str {
    ["Line ", "line "]
        .iter()
        .find_map(|start| {
            sentence
                .strip_prefix(start)?
                .strip_prefix(line)?
                .strip_prefix(' ')
        })
        .unwrap_or(sentence)
}

fn grade_row(
    store: &Store,
    at: usize,
    line: &KeyLine,
    row: &Row,
    entry: bool,
    depth: usize,
    reason: Option<String>,
) -> Html {
    let chosen = store.line == Some(at);
    let class = classes!(
        row.mark.map(Mark::class),
        chosen.then_some("chosen"),
        (!line.scored).then_some("unscored"),
        (depth > 0).then(|| format!("carried depth-{}", depth.min(3))),
    );
    html! {
        <tr key={at} id={id("row", at)} {class} aria-selected={chosen.to_string()}
            tabindex={if entry { "0" } else { "-1" }}
            title={line.xpath.clone().unwrap_or_else(|| "no element in the e-file XML".to_owned())}
            onclick={send(store, Action::Pick(Some(at)))}>
            <td class="line">{ &line.line }</td>
            <td class="what">
                <span>{ &line.label }</span>
                if let Some(reason) = reason { <small>{ reason }</small> }
            </td>
            <td class="number">{ dollars(line.expected) }</td>
            <td class="number">{ match row.read {
                Read::Unreadable if row.actual.is_none() => "?".to_owned(),
                _ => dollars(row.actual),
            } }</td>
            <td class="number delta">{ difference(line.expected, row.actual) }</td>
            <td>{ for row.mark.map(mark) }</td>
            <td class="read">{ row.read.short() }</td>
        </tr>
    }
}

/// Root causes first: what to mend, and what it would mend.
fn diagnosis(store: &Store, key: &Key, grade: &Grade) -> Html {
    if grade.roots.is_empty() {
        return Html::default();
    }
    let root = |(at, mended): &(usize, crate::work::Points)| {
        let line = key.lines.get(*at)?;
        let why = grade.rows.get(*at)?.why.as_ref()?;
        Some(html! {
            <li>
                <button class="link" onclick={send(store, Action::Pick(Some(*at)))}>{ format!("Line {}", line.line) }</button>
                { format!(" {} ", after_number(&why.sentence, &line.line)) }
                <small>{ format!("mended: {}/{} lines right", mended.exact, mended.total) }</small>
            </li>
        })
    };
    html! {
        <details class="notes roots">
            <summary>{ &grade.summary }</summary>
            <ul>{ for grade.roots.iter().filter_map(root) }</ul>
        </details>
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
