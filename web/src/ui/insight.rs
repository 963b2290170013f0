//! Below the leaderboard: what fails most, why, and what nobody gets right.

use yew::{Html, html};

use super::{Store, percent_of, send};
use crate::board::Narrow;
use crate::board::insight::{LineCount, Mistakes, insight};
use crate::session::{Action, configuration};

/// Lines that are listed.
const MOST_LINES: usize = 10;

pub(crate) fn below(store: &Store, narrow: &Narrow) -> Html {
    let found = insight(store, narrow);
    if found.mistakes.is_empty() {
        return Html::default();
    }
    html! {
        <div class="insight">
            <section aria-labelledby="fail-most">
                <h3 id="fail-most">{ "Lines that fail most" }</h3>
                <table>
                    <thead><tr>
                        <th scope="col">{ "Line" }</th><th scope="col">{ "What" }</th>
                        <th scope="col" class="number">{ "Wrong in" }</th><th scope="col" class="number">{ "Root in" }</th>
                    </tr></thead>
                    <tbody>{ for found.lines.iter().take(MOST_LINES).map(line) }</tbody>
                </table>
            </section>
            <section aria-labelledby="mistakes">
                <h3 id="mistakes">{ "Mistakes behind returns that are not strictly correct" }</h3>
                <table>
                    <thead><tr>
                        <th scope="col">{ "Model" }</th><th scope="col" class="number">{ "Not correct" }</th>
                        <th scope="col" class="number" title="Every root of the return is a misuse of the Tax Table">{ "Tax Table alone" }</th>
                        <th scope="col">{ "Roots" }</th>
                    </tr></thead>
                    <tbody>{ for found.mistakes.iter().map(mistakes) }</tbody>
                </table>
                if !found.never.is_empty() {
                    <p>
                        { "Nobody gets these strictly right: " }
                        { for found.never.iter().map(|(id, name)| html! {
                            <button class="link" onclick={send(store, Action::OpenCase(*id))}>{ name }</button>
                        }) }
                    </p>
                }
            </section>
        </div>
    }
}

fn line(one: &LineCount) -> Html {
    let form = format!(
        "{} {}, ",
        one.jurisdiction.as_str().to_uppercase(),
        one.year
    );
    html! {
        <tr>
            <th scope="row"><small>{ form }</small>{ &one.line }</th>
            <td class="what"><span>{ &one.label }</span></td>
            <td class="number">{ format!("{} of {}, {}", one.wrong, one.runs, percent_of(one.wrong, one.runs)) }</td>
            <td class="number">{ one.root }</td>
        </tr>
    }
}

fn mistakes(one: &Mistakes) -> Html {
    let kinds: Vec<String> = one
        .kinds
        .iter()
        .map(|(kind, count)| format!("{} {count}", words(kind)))
        .collect();
    html! {
        <tr>
            <th scope="row">{ configuration(&one.name) }</th>
            <td class="number">{ format!("{} of {}", one.failures, one.runs) }</td>
            <td class="number">{ format!("{}, {}", one.table_only, percent_of(one.table_only, one.failures)) }</td>
            <td class="kinds">{ kinds.join(", ") }</td>
        </tr>
    }
}

/// A kind of mistake as people say it.
fn words(kind: &str) -> String {
    match kind {
        "root" => "entered wrong".to_owned(),
        "other-form" => "under another form".to_owned(),
        "missing" => "left out".to_owned(),
        _ => kind.replace('-', " "),
    }
}
