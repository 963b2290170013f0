//! Two responses of a case side by side.

use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, Properties, TargetCast, classes, component, html, use_state_eq};

use super::{Store, difference, dollars, fraction, id, send, sign};
use crate::compare::{self, Pair, Turn};
use crate::edit;
use crate::session::{Action, Case, Response, View};
use crate::work::Key;

#[derive(Properties, PartialEq)]
pub(crate) struct CompareProps {
    pub(crate) store: Store,
}

#[component]
pub(crate) fn Compare(CompareProps { store }: &CompareProps) -> Html {
    let changed = use_state_eq(|| false);
    let Some(case) = store.case() else {
        return html! { <div class="blank"><p>{ "Open a case with two responses to compare them." }</p></div> };
    };
    let (first, second) = (case.find(store.pair.0), case.find(store.pair.1));
    let grades = first
        .and_then(|one| one.grade())
        .zip(second.and_then(|one| one.grade()));
    let toggle = {
        let changed = changed.clone();
        Callback::from(move |_| changed.set(!*changed))
    };
    html! {
        <section class="wide compare" aria-labelledby="compare-title">
            <header class="bar">
                <h2 id="compare-title">{ format!("Compare responses to {}", case.name) }</h2>
                <div class="switch" role="group" aria-label="Which lines to show">
                    <button aria-pressed={(*changed).to_string()} onclick={toggle}>{ "Only what changed" }</button>
                </div>
                <span class="push" />
                <button class="plain text" onclick={send(store, Action::View(View::Case))}>{ "Back to the case" }</button>
            </header>
            <div class="choose">
                <label>{ "First" }{ choice(store, case, 0) }</label>
                <label>{ "Second" }{ choice(store, case, 1) }</label>
            </div>
            { match (grades, case.key(), first, second) {
                (Some((a, b)), Some(key), Some(first), Some(second)) => {
                    let pairs = compare::pairs(key, a, b);
                    html! { <>{ summary(&pairs) }{ table(store, key, &pairs, first, second, *changed) }</> }
                }
                _ => html! { <div class="blank"><p>{ "Choose two graded responses of this case." }</p></div> },
            } }
        </section>
    }
}

fn choice(store: &Store, case: &Case, side: u8) -> Html {
    let pair = store.pair;
    let dispatch = store.dispatcher();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            let chosen = select.value().parse().ok();
            dispatch.dispatch(if side == 0 {
                Action::Pair(chosen, pair.1)
            } else {
                Action::Pair(pair.0, chosen)
            });
        }
    });
    let chosen = if side == 0 { pair.0 } else { pair.1 };
    html! {
        <select id={id("compare", side)} {onchange}>
            if chosen.is_none() { <option value="" selected=true>{ "\u{2013}" }</option> }
            { for case.responses.iter().map(|one| html! {
                <option value={one.id.to_string()} selected={chosen == Some(one.id)}>
                    { one.name() }
                    if let Some(grade) = one.grade() { { format!(" ({})", fraction(grade.points)) } }
                </option>
            }) }
        </select>
    }
}

fn summary(pairs: &[Pair]) -> Html {
    let turns = compare::turns(pairs);
    html! {
        <p class="turns" role="status">
            { format!("{} now right, {} now wrong, {} differ otherwise, {} the same", turns.fixed, turns.broken, turns.other, turns.same) }
        </p>
    }
}

fn table(
    store: &Store,
    key: &Key,
    pairs: &[Pair],
    first: &Response,
    second: &Response,
    changed: bool,
) -> Html {
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label="Comparison">
            <table class="grades pairs">
                <caption class="unseen">{ "The two responses line by line" }</caption>
                <thead><tr>
                    <th scope="col">{ "Line" }</th><th scope="col">{ "What" }</th>
                    <th scope="col" class="number">{ "Expected" }</th>
                    <th scope="col" class="number">{ first.name() }</th><th scope="col" class="number">{ second.name() }</th>
                    <th scope="col" class="number">{ "Change" }</th><th scope="col">{ "Verdict" }</th>
                    <th scope="col">{ "What the responses say" }</th>
                </tr></thead>
                <tbody>
                    { for pairs.iter().filter(|pair| !changed || pair.turn != Turn::Same).map(|pair| row(store, key, pair, first, second)) }
                </tbody>
            </table>
        </div>
    }
}

fn row(store: &Store, key: &Key, pair: &Pair, first: &Response, second: &Response) -> Html {
    let Some(line) = key.lines.get(pair.line) else {
        return Html::default();
    };
    let turn = match pair.turn {
        Turn::Same => "same",
        Turn::Fixed => "fixed",
        Turn::Broken => "broken",
        Turn::Other => "other",
    };
    let quote = |response: &Response| {
        let (start, _) = response.grade()?.rows.get(pair.line)?.span?;
        Some(edit::line_around(&response.text, start).to_owned())
    };
    let said = (pair.turn != Turn::Same).then(|| (quote(first), quote(second)));
    html! {
        <tr key={pair.line} class={classes!(turn, (store.line == Some(pair.line)).then_some("chosen"))}>
            <td class="line">{ &line.line }</td>
            <td class="what" title={line.xpath.clone()}><span>{ &line.label }</span></td>
            <td class="number">{ dollars(line.expected) }</td>
            <td class="number">{ dollars(pair.first) }{ sign(pair.marks.0) }</td>
            <td class="number">{ dollars(pair.second) }{ sign(pair.marks.1) }</td>
            <td class="number delta">{ difference(pair.first, pair.second) }</td>
            <td class="turn">{ pair.turn.word() }</td>
            <td class="said">
                if let Some((a, b)) = said {
                    if let Some(a) = a { <del>{ a }</del> }
                    if let Some(b) = b { <ins>{ b }</ins> }
                }
            </td>
        </tr>
    }
}
