//! Two sets of runs side by side: models, days, or whole folders of results.

use std::rc::Rc;

use taxgrade::compare::{Change, ChangeCounts, ComparisonTable, TableLine, TableReturn, TableRun};
use taxgrade::counted::counted;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlSelectElement;
use yew::{
    Callback, Event, Html, Properties, TargetCast, classes, component, html, use_node_ref,
    use_state_eq,
};

use super::choose::{chosen, press, use_folder};
use super::export::notice;
use super::files::Opener;
use super::icon::{self, icon};
use super::report::{CSV, Form, JSON, MARKDOWN, What, left_out, written};
use super::{Store, js, send};
use crate::session::Action;
use crate::versus::{self, Choice, Choices, Compared, OtherSet, Place, Step};

#[derive(Properties, PartialEq)]
pub(crate) struct VersusProps {
    pub(crate) store: Store,
    pub(crate) opener: Opener,
}

/// Which returns the table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Show {
    Regressions,
    Changes,
    All,
}

const SHOWS: [(Show, &str); 3] = [
    (Show::Regressions, "Regressions"),
    (Show::Changes, "All changes"),
    (Show::All, "All returns"),
];

/// More rows than anyone reads here; the files have all.
const MOST_ROWS: usize = 1_000;

#[component]
pub(crate) fn Versus(VersusProps { store, opener }: &VersusProps) -> Html {
    let show = use_state_eq(|| Show::Changes);
    let busy = use_state_eq(|| false);
    let choices = versus::choices(store);
    let sides = choices.sides(&store.versus);
    let body = match &sides {
        None => html! {
            <div class="blank">
                <p><strong>{ "There is nothing to compare yet." }</strong></p>
                <p>{ "Open results of two models, or add a second set of results." }</p>
            </div>
        },
        Some(sides) => {
            let compare = {
                let (store, sides, busy) = (store.clone(), sides.clone(), busy.clone());
                Callback::from(move |_| compare(store.clone(), sides.clone(), busy.clone()))
            };
            let result = store.compared(sides);
            html! {
                <>
                    <div class="choose">
                        <label>{ "First" }{ select(store, &choices, &sides[0], 0) }</label>
                        <label>{ "Second" }{ select(store, &choices, &sides[1], 1) }</label>
                        <button class="primary" disabled={*busy || sides[0] == sides[1]} onclick={compare}>{ "Compare" }</button>
                    </div>
                    <div class="result" role="status" aria-busy={busy.to_string()}>
                        { match result.map(|one| &one.outcome) {
                            None if *busy => html! { <p class="hint">{ "Comparing\u{2026}" }</p> },
                            None => html! { <p class="hint">{ "Choose what to compare. A comparison lists what broke and what was fixed from the first to the second, and whether the difference is more than luck." }</p> },
                            Some(Err(error)) => html! { <p class="problem">{ format!("Nothing to compare: {error}.") }</p> },
                            Some(Ok(table)) => summary(table),
                        } }
                    </div>
                    if let Some(Ok(table)) = result.map(|one| &one.outcome) {
                        { changes(store, sides, table, &show) }
                    }
                </>
            }
        }
    };
    html! {
        <div class="versus scroll" tabindex="0" role="region" aria-label="Comparison">
            { body }
            <Others store={store.clone()} opener={opener.clone()} />
        </div>
    }
}

fn compare(store: Store, sides: [String; 2], busy: yew::UseStateHandle<bool>) {
    busy.set(true);
    spawn_local(async move {
        let answer = written(&store, What::Comparison(&sides), "table").await;
        if let Some(action) = answer.as_ref().ok().and_then(|one| left_out(one.ungraded)) {
            store.dispatch(action);
        }
        let outcome = answer.and_then(|written| {
            postcard::from_bytes::<ComparisonTable>(&written.table)
                .map(Rc::new)
                .map_err(|_| "the page is of two versions; reload it".to_owned())
        });
        store.dispatch(Action::Versus(Step::Compared(Rc::new(Compared {
            sides,
            mode: store.mode,
            changes: store.changes,
            outcome,
        }))));
        busy.set(false);
    });
}

fn select(store: &Store, choices: &Choices, chosen: &str, at: usize) -> Html {
    let dispatch = store.dispatcher();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            dispatch.dispatch(Action::Versus(Step::Pick(at, select.value())));
        }
    });
    let group = |label: &'static str, all: &[Choice]| {
        html! {
            if !all.is_empty() {
                <optgroup {label}>
                    { for all.iter().map(|one| html! {
                        <option value={one.value.clone()} selected={one.value == chosen}>{ &one.words }</option>
                    }) }
                </optgroup>
            }
        }
    };
    html! {
        <select aria-label={if at == 0 { "First" } else { "Second" }} {onchange}>
            { group("Sets of results", &choices.sets) }
            { group("Models", &choices.models) }
            { group("Days (UTC)", &choices.days) }
        </select>
    }
}

#[derive(Properties, PartialEq)]
struct OthersProps {
    store: Store,
    opener: Opener,
}

/// Other sets of results: what there is, and the buttons that add one.
#[component]
fn Others(OthersProps { store, opener }: &OthersProps) -> Html {
    let (archive, folder) = (use_node_ref(), use_node_ref());
    let onchange = chosen(&Opener {
        aside: true,
        ..opener.clone()
    });
    use_folder(&folder);
    html! {
        <section class="others" aria-labelledby="others-title">
            <h3 id="others-title">{ "Other sets of results" }</h3>
            <p>{ "Add last week\u{2019}s folder, say, to compare it with what is open. It is used for comparisons alone: it joins no table, and neither the kept session nor an export has it. Results without cases of their own are graded by the open ones." }</p>
            if !store.versus.others.is_empty() {
                <ul>{ for store.versus.others.iter().map(|one| other(store, one)) }</ul>
            }
            <input type="file" ref={archive.clone()} id="choose-other-archive" hidden=true aria-label="Archive of results" accept=".zip" onchange={onchange.clone()} />
            <input type="file" ref={folder.clone()} id="choose-other-folder" hidden=true aria-label="Folder of results" {onchange} />
            <button onclick={press(&folder)}>{ "Add a folder\u{2026}" }</button>
            <button onclick={press(&archive)}>{ "Add a .zip\u{2026}" }</button>
        </section>
    }
}

fn other(store: &Store, set: &OtherSet) -> Html {
    let (runs, cases) = set.counts();
    html! {
        <li>
            <strong>{ &set.name }</strong>
            { format!(" {} of {} ", counted(runs, "run"), counted(cases, "case")) }
            <button class="plain" aria-label={format!("Close {}", set.name)} onclick={send(store, Action::Versus(Step::Remove(set.id)))}>{ icon(icon::CLOSE) }</button>
        </li>
    }
}

fn summary(table: &ComparisonTable) -> Html {
    let counts = |name: &'static str, counts: ChangeCounts| {
        html! {
            <tr>
                <th scope="row">{ name }</th>
                <td class="number">{ counts.broken }</td>
                <td class="number">{ counts.fixed }</td>
                <td class="number">{ counts.unchanged }</td>
            </tr>
        }
    };
    html! {
        <div class="summary">
            <table>
                <caption class="unseen">{ "Figures over the cases of both" }</caption>
                <thead><tr><td />
                    <th scope="col" class="number" title={table.first.clone()}>{ "First" }</th>
                    <th scope="col" class="number" title={table.second.clone()}>{ "Second" }</th>
                    <th scope="col">{ "Difference (95 % interval)" }</th>
                </tr></thead>
                <tbody>{ for table.figures.iter().map(|[what, first, second, difference]| html! {
                    <tr><th scope="row">{ what }</th><td class="number">{ first }</td><td class="number">{ second }</td><td>{ difference }</td></tr>
                }) }</tbody>
            </table>
            <table>
                <caption class="unseen">{ "What became of returns and lines" }</caption>
                <thead><tr><td />
                    <th scope="col" class="number">{ change(Change::Broken) }</th>
                    <th scope="col" class="number">{ change(Change::Fixed) }</th>
                    <th scope="col" class="number">{ change(Change::Unchanged) }</th>
                </tr></thead>
                <tbody>
                    { counts("Returns", table.return_counts) }
                    { counts("Lines", table.line_counts) }
                </tbody>
            </table>
            <p class="verdict">{ format!("Verdict: {}.", table.verdict) }</p>
            { for table.notes.iter().map(|note| html! { <p class="hint">{ format!("{note}.") }</p> }) }
        </div>
    }
}

/// A change with its sign, never colour alone.
fn change(change: Change) -> Html {
    let sign = match change {
        Change::Broken => "\u{2717}",
        Change::Fixed => "\u{2713}",
        Change::Unchanged => "=",
    };
    html! { <span class={classes!("change", change.as_str())}><span aria-hidden="true">{ sign }</span>{ " " }{ change.as_str() }</span> }
}

fn changes(
    store: &Store,
    sides: &[String; 2],
    table: &ComparisonTable,
    show: &yew::UseStateHandle<Show>,
) -> Html {
    let shown = |one: &&TableReturn| match **show {
        Show::All => true,
        Show::Changes => !one.lines.is_empty() || one.change != Change::Unchanged,
        Show::Regressions => one.counts.broken > 0 || one.change == Change::Broken,
    };
    let returns: Vec<&TableReturn> = table.returns.iter().filter(shown).collect();
    let rows: usize = returns.iter().map(|one| one.lines.len() + 1).sum();
    let mut left = MOST_ROWS;
    let fits = |one: &&&TableReturn| {
        left = left.saturating_sub(one.lines.len() + 1);
        left > 0
    };
    let save = |form: &'static Form| {
        let (store, sides) = (store.clone(), sides.clone());
        Callback::from(move |_| save(store.clone(), sides.clone(), form))
    };
    let lines = **show != Show::Regressions;
    html! {
        <>
            <div class="bar">
                <div class="switch" role="group" aria-label="Returns to show">
                    { for SHOWS.iter().map(|(one, name)| {
                        let (one, show) = (*one, show.clone());
                        html! { <button aria-pressed={(*show == one).to_string()} onclick={Callback::from(move |_| show.set(one))}>{ *name }</button> }
                    }) }
                </div>
                <span class="push" />
                { for [&MARKDOWN, &JSON, &CSV].into_iter().map(|form| html! {
                    <button aria-label={format!("Save the comparison as {}", form.button)} onclick={save(form)}>{ form.button }</button>
                }) }
            </div>
            if returns.is_empty() {
                <p class="hint">{ match **show { Show::Regressions => "No line and no return is right in fewer runs than before.", _ => "No line changed." } }</p>
            } else {
                <table class="changes">
                    <caption class="unseen">{ "What changed, regressions first" }</caption>
                    <thead><tr>
                        <th scope="col">{ "Line" }</th><th scope="col">{ "What" }</th><th scope="col">{ "Change" }</th>
                        <th scope="col" class="number">{ "Expected" }</th>
                        <th scope="col" class="number">{ "First" }</th><th scope="col" class="number">{ "Second" }</th>
                        <th scope="col">{ "Why it is wrong" }</th>
                    </tr></thead>
                    { for returns.iter().take_while(fits).map(|one| one_return(store, sides, one, lines)) }
                </table>
                if rows > MOST_ROWS { <p class="hint">{ "There is more than fits here; the saved forms have every line." }</p> }
            }
        </>
    }
}

/// A button to the run that is meant, where it is loaded.
fn link(store: &Store, place: Place, text: &str, right: &str) -> Html {
    let Some((_, response)) = store.run_at(&place) else {
        return html! { <>{ text }{ " " }<small>{ right }</small></> };
    };
    let title = format!("Right in {right} runs; opens {}", response.name());
    html! {
        <button class="link" {title} onclick={send(store, Action::Versus(Step::Go(Box::new(place))))}>{ text }{ " " }<small>{ right }</small></button>
    }
}

fn one_return(store: &Store, sides: &[String; 2], one: &TableReturn, all: bool) -> Html {
    let cell =
        |side: &str, run: Option<&TableRun>, line: Option<&TableLine>, text: &str, right: &str| {
            let place = run.map(|run| Place {
                set: versus::set_of(side),
                case: one.case.clone(),
                run: run.clone(),
                line: line.map(|line| line.line.clone()),
            });
            html! { <td class="number">{ place.map(|place| link(store, place, text, right)) }</td> }
        };
    let ([first, second], [first_runs, second_runs]) = (sides, &one.runs);
    let lines = one
        .lines
        .iter()
        .filter(|line| all || line.change == Change::Broken);
    let counts = one.counts;
    html! {
        <tbody>
            <tr class="return">
                <th scope="rowgroup" colspan="2">{ &one.case }if !one.group.is_empty() { { " " }<small>{ &one.group }</small> }</th>
                <td>{ change(one.change) }</td>
                <td />
                { cell(first, first_runs.first(), None, "return", &one.right[0]) }
                { cell(second, second_runs.first(), None, "return", &one.right[1]) }
                <td>{ format!("lines: {} broken, {} fixed, {} unchanged", counts.broken, counts.fixed, counts.unchanged) }</td>
            </tr>
            { for lines.map(|line| html! {
                <tr>
                    <th scope="row">{ &line.line }</th>
                    <td class="what"><span title={line.label.clone()}>{ &line.label }</span></td>
                    <td>{ change(line.change) }</td>
                    <td class="number">{ &line.expected }</td>
                    { cell(first, first_runs.get(line.at[0]), Some(line), &line.stated[0], &line.right[0]) }
                    { cell(second, second_runs.get(line.at[1]), Some(line), &line.stated[1], &line.right[1]) }
                    <td class="why">{ &line.why }</td>
                </tr>
            }) }
        </tbody>
    }
}

fn save(store: Store, sides: [String; 2], form: &'static Form) {
    spawn_local(async move {
        match written(&store, What::Comparison(&sides), form.name).await {
            Ok(written) => {
                let name = format!("taxgrade-comparison.{}", form.ending);
                js::offer(&name, form.kind, &JsValue::from_str(&written.text));
            }
            Err(error) => {
                let text = format!("The comparison could not be written: {error}.");
                store.dispatch(notice(&text, true));
            }
        }
    });
}
