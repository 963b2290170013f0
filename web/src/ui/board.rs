//! The leaderboard and the matrix.
#![expect(
    clippy::float_arithmetic,
    reason = "shares as percentages and as lengths of bars"
)]

use taxgrade::counted::counted;
use taxgrade::expected::Jurisdiction;
use taxgrade::generation::GenerationFailure;
use taxgrade::metrics::Segment;
use taxgrade::report::Configuration;
use taxgrade::statistics::Interval;
use web_sys::HtmlSelectElement;
use yew::{
    Callback, Event, Html, Properties, TargetCast, classes, component, html, use_memo, use_state,
    use_state_eq,
};

use super::files::Opener;
use super::{Store, fraction, percent_of, send};
use crate::board::{self, BoardRow, Cell, Column, MatrixRow, Narrow};
use crate::calls::Failures;
use crate::session::{Action, View, configuration};
use crate::work::Points;

#[derive(Properties, PartialEq)]
pub(crate) struct BoardProps {
    pub(crate) store: Store,
    pub(crate) opener: Opener,
}

/// `83.3 %` of a share.
pub(crate) fn percent(share: f64) -> String {
    format!("{}\u{202f}%", tenths(share))
}

/// A share in percent with one digit after the point. The standard library's way of writing floats
/// is large, and this is the page's only use for it.
fn tenths(share: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 1000"
    )]
    let tenths = (share.clamp(0.0, 1.0) * 1000.0).round() as u32;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[component]
pub(crate) fn Board(BoardProps { store, opener }: &BoardProps) -> Html {
    let narrow = use_state_eq(Narrow::default);
    let order = use_state(|| (Column::Share(0), true));
    let passes = use_state_eq(|| false);
    let (runs, graded) = store.counts();
    let (title, table_shown) = match store.view {
        View::Matrix => ("Cases \u{d7} runs", false),
        View::Versus => ("Comparison", false),
        _ => ("Leaderboard", true),
    };
    // Sorting and looking elsewhere change no figure.
    let rows = use_memo((store.cases.clone(), (*narrow).clone()), {
        let store = store.clone();
        move |(_, narrow)| board::rows(&store, narrow)
    });
    let toggle = {
        let passes = passes.clone();
        Callback::from(move |_| passes.set(!*passes))
    };
    html! {
        <section class="wide board" aria-labelledby="board-title">
            <header class="bar">
                <h2 id="board-title">{ title }</h2>
                <div class="switch" role="group" aria-label="Table, matrix or comparison">
                    { for [(View::Board, "Table"), (View::Matrix, "Matrix"), (View::Versus, "Comparison")].into_iter().map(|(view, name)| html! {
                        <button aria-pressed={(store.view == view).to_string()} onclick={send(store, Action::View(view))}>{ name }</button>
                    }) }
                </div>
                if store.view != View::Versus { { filters(store, &narrow) } }
                if table_shown {
                    <div class="switch" role="group" aria-label="Chances over several runs">
                        <button aria-pressed={(*passes).to_string()} title="The chance that any (pass@k) or every one (pass^k) of k runs is right" onclick={toggle}>{ "pass@k, pass^k" }</button>
                    </div>
                }
                <span class="push" />
                { for super::ask::failed_calls(store) }
                <p class="count" role="status">
                    { if graded < runs { format!("{graded} of {runs} runs graded") } else { format!("{}, {}", counted(runs, "run"), counted(board::total(store, &narrow), "case")) } }
                </p>
            </header>
            { match store.view {
                View::Matrix => matrix_table(store, &narrow),
                View::Versus => html! { <super::versus::Versus store={store.clone()} opener={opener.clone()} /> },
                _ => table(store, &narrow, &rows, &order, *passes),
            } }
        </section>
    }
}

fn filters(store: &Store, narrow: &yew::UseStateHandle<Narrow>) -> Html {
    let choices = board::choices(store);
    let pick = |change: fn(&mut Narrow, Option<String>)| {
        let narrow = narrow.clone();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                let mut next = (*narrow).clone();
                let value = select.value();
                change(&mut next, value.strip_prefix('=').map(str::to_owned));
                narrow.set(next);
            }
        })
    };
    let filter = |label: &'static str,
                  all: &'static str,
                  values: Vec<(String, String)>,
                  chosen: Option<String>,
                  onchange: Callback<Event>| {
        html! {
            <select class="quiet" aria-label={label} {onchange}>
                <option value="" selected={chosen.is_none()}>{ all }</option>
                { for values.into_iter().map(|(value, name)| {
                    let selected = chosen.as_ref() == Some(&value);
                    html! { <option value={format!("={value}")} {selected}>{ name }</option> }
                }) }
            </select>
        }
    };
    let same = |values: &std::collections::BTreeSet<String>| -> Vec<(String, String)> {
        values
            .iter()
            .map(|one| {
                (
                    one.clone(),
                    if one.is_empty() {
                        "no tools".to_owned()
                    } else {
                        one.replace('-', " ")
                    },
                )
            })
            .collect()
    };
    html! {
        <div class="filters">
            { filter("Jurisdiction", "All jurisdictions",
                choices.jurisdictions.iter().map(|one| (one.as_str().to_owned(), one.as_str().to_uppercase())).collect(),
                narrow.jurisdiction.map(|one| one.as_str().to_owned()),
                pick(|narrow, value| narrow.jurisdiction = value.and_then(|one| Jurisdiction::from_letters(&one)))) }
            if choices.years.len() > 1 {
                { filter("Tax year", "All years",
                    choices.years.iter().map(|one| (one.to_string(), one.to_string())).collect(),
                    narrow.year.map(|one| one.to_string()),
                    pick(|narrow, value| narrow.year = value.and_then(|one| one.parse().ok()))) }
            }
            { filter("Thinking level", "All thinking levels", same(&choices.thinking), narrow.thinking.clone(),
                pick(|narrow, value| narrow.thinking = value)) }
            { filter("Tools", "With and without tools", same(&choices.tools), narrow.tools.clone(),
                pick(|narrow, value| narrow.tools = value)) }
        </div>
    }
}

const COLUMNS: [(Column, &str); 9] = [
    (Column::Model, "Model"),
    (Column::Thinking, "Thinking"),
    (Column::Tools, "Tools"),
    (Column::Tests, "Tests run"),
    (Column::Share(0), "Returns, strict"),
    (Column::Share(1), "Returns, lenient"),
    (Column::Share(2), "By line"),
    (Column::Share(3), "By line, lenient"),
    (Column::Failures, "Generation failures"),
];

fn table(
    store: &Store,
    narrow: &Narrow,
    rows: &[BoardRow],
    order: &yew::UseStateHandle<(Column, bool)>,
    passes: bool,
) -> Html {
    let mut rows = rows.to_vec();
    let (runs, graded) = store.counts();
    let complete = runs == graded;
    let (column, descending) = **order;
    board::sort(&mut rows, column, descending);
    if rows.is_empty() {
        return html! {
            <div class="blank">
                <p><strong>{ "No saved runs to rank." }</strong></p>
                <p>{ "Drop a results folder together with its test_data: results/<case>/<provider>/<model>/model_completed_return_<thinking>_<run>.md. If you set filters, widen them." }</p>
            </div>
        };
    }
    let head = |(one, name): &(Column, &'static str)| {
        let (one, order) = (*one, order.clone());
        let sorted = column == one;
        let share = matches!(one, Column::Share(_));
        let onclick = Callback::from(move |_| {
            let (column, descending) = *order;
            let first = matches!(one, Column::Share(_) | Column::Tests | Column::Failures);
            order.set((one, if column == one { !descending } else { first }));
        });
        let direction = match (sorted, descending) {
            (false, _) => "none",
            (true, true) => "descending",
            (true, false) => "ascending",
        };
        html! {
            <th scope="col" aria-sort={direction} class={classes!(share.then_some("share"))}>
                <button class="sort" {onclick}>{ *name }<span aria-hidden="true">{ match direction { "ascending" => "\u{2191}", "descending" => "\u{2193}", _ => "" } }</span></button>
            </th>
        }
    };
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label="Leaderboard">
            <table class="board-table">
                <caption class="unseen">{ "Models by share of correct returns and lines" }</caption>
                <thead><tr>{ for COLUMNS.iter().map(head) }</tr></thead>
                <tbody>{ for rows.iter().map(|row| board_row(row, passes)) }</tbody>
            </table>
            <p class="hint">{ "Each figure is the mean over cases of the mean over that case\u{2019}s runs. The whisker is its 95 % interval (bootstrap over cases); there is none where the cases are all alike or fewer than two. Missing runs are left out of the means. Generation failures are calls without an answer, which are left out as well, and answers that are not whole, which are graded as they stand; they are known of this page\u{2019}s own calls and of answers with a run_<thinking>_<run>.json beside them." }</p>
            if complete {
                { super::insight::below(store, narrow) }
            }
        </div>
    }
}

fn board_row(row: &BoardRow, passes: bool) -> Html {
    let name = &row.name;
    html! {
        <>
            <tr>
                <th scope="row"><span>{ &name.model }</span><small>{ &name.provider }</small></th>
                <td>{ &name.thinking }</td>
                <td>{ if name.tools.is_empty() { "\u{2013}".to_owned() } else { name.tools.replace('-', " ") } }</td>
                <td class="tests">
                    { row.tests_run() }
                    if row.missing > 0 { <small class="missing">{ format!("{} missing", row.missing) }</small> }
                </td>
                if row.aggregate.case_count() == 0 {
                    <td colspan="4">{ "no answer to grade" }</td>
                } else {
                    { for row.shares().into_iter().zip(row.intervals).map(|(share, interval)| bar(share, interval)) }
                }
                <td class="tests">
                    { row.failed() }
                    if row.failed() > 0 { <small class="missing">{ kinds(&row.failures) }</small> }
                </td>
            </tr>
            if passes {
                { for row.segments.iter().filter(|segment| segment.runs > 1).map(|segment| html! {
                    <tr class="passes"><td colspan={COLUMNS.len().to_string()}>{ pass_table(row, segment) }</td></tr>
                }) }
            }
        </>
    }
}

/// pass@k and pass^k of the cases with some number of runs, k across.
fn pass_table(row: &BoardRow, segment: &Segment) -> Html {
    let n = segment.runs;
    let (strict, lenient): (Vec<f64>, Vec<f64>) = (1..=n).map(|k| pass_at(row, n, k)).unzip();
    let hat = |side: fn(&(f64, f64)) -> f64| segment.passes.hat.iter().map(side).collect();
    let lines: [(&str, &str, Vec<f64>); 4] = [
        ("pass@k", "strict", strict),
        ("pass@k", "lenient", lenient),
        ("pass^k", "strict", hat(|one| one.0)),
        ("pass^k", "lenient", hat(|one| one.1)),
    ];
    html! {
        <table class="ks">
            <caption>{ format!("{} with {n} runs", counted(segment.cases, "case")) }</caption>
            <thead><tr>
                <th scope="col" colspan="2">{ "k" }</th>
                { for (1..=n).map(|k| html! { <th scope="col" class="number">{ k }</th> }) }
            </tr></thead>
            <tbody>{ for lines.iter().map(|(what, side, shares)| html! {
                <tr>
                    <th scope="row">{ *what }</th><td>{ *side }</td>
                    { for shares.iter().map(|share| html! { <td class="number">{ percent(*share) }</td> }) }
                </tr>
            }) }</tbody>
        </table>
    }
}

/// `2 refused, 1 call-failed`.
fn kinds(failures: &Failures) -> String {
    let kinds = failures
        .iter()
        .map(|(kind, count)| format!("{count} {}", kind.as_str()));
    kinds.collect::<Vec<_>>().join(", ")
}

/// pass@k over the cases with n runs, strict and lenient.
fn pass_at(row: &BoardRow, n: usize, k: usize) -> (f64, f64) {
    let mut sum = (0.0, 0.0, 0u32);
    for (_, runs) in row.aggregate.cases().filter(|(_, runs)| runs.len() == n) {
        let strict = runs.iter().filter(|one| one.strict_correct()).count();
        let lenient = runs.iter().filter(|one| one.lenient_correct()).count();
        sum.0 += taxgrade::metrics::pass_at(n, strict, k);
        sum.1 += taxgrade::metrics::pass_at(n, lenient, k);
        sum.2 += 1;
    }
    let count = f64::from(sum.2.max(1));
    (sum.0 / count, sum.1 / count)
}

/// A percentage over a bar with its interval. Lengths are attributes: the page's policy allows no
/// styles of elements.
fn bar(share: f64, interval: Option<Interval>) -> Html {
    let x = tenths;
    let title = match interval {
        Some(Interval { low, high }) => format!(
            "{}, 95 % interval {} to {}",
            percent(share),
            percent(low),
            percent(high)
        ),
        None => percent(share),
    };
    html! {
        <td class="share" {title}>
            <span class="value">{ percent(share) }</span>
            <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="track" width="100" height="8" />
                <rect class="fill" width={x(share)} height="8" />
                if let Some(Interval { low, high }) = interval {
                    <path class="whisker" d={format!("M{0} 4H{1}M{0} 1.5v5M{1} 1.5v5", x(low), x(high))} />
                }
            </svg>
        </td>
    }
}

fn matrix_table(store: &Store, narrow: &Narrow) -> Html {
    let matrix = board::matrix(store, narrow);
    if matrix.columns.is_empty() {
        return html! { <div class="blank"><p>{ "No saved runs to show; drop a results folder together with its test_data." }</p></div> };
    }
    // One heading over the runs of a configuration.
    let mut groups: Vec<(&Configuration, usize)> = Vec::new();
    for (name, _) in &matrix.columns {
        match groups.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => groups.push((name, 1)),
        }
    }
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label="Cases and runs">
            <table class="matrix">
                <caption class="unseen">{ "Lines right by case and run" }</caption>
                <thead>
                    <tr>
                        <th rowspan="2" scope="col">{ "Case" }</th>
                        { for groups.iter().map(|(name, count)| html! {
                            <th scope="colgroup" colspan={count.to_string()}><span>{ &name.model }</span><small>{ configuration(name).replacen(&name.model, "", 1) }</small></th>
                        }) }
                    </tr>
                    <tr>{ for matrix.columns.iter().map(|(_, run)| html! { <th scope="col" class="run">{ format!("#{run}") }</th> }) }</tr>
                </thead>
                <tbody>{ for matrix.rows.iter().map(|row| matrix_row(store, row, &matrix.columns)) }</tbody>
            </table>
            <p class="legend">
                <span>{ "Share of right lines" }</span>
                { for [("step-0", "under 40 %"), ("step-1", "40"), ("step-2", "60"), ("step-3", "75"), ("step-4", "90"), ("step-5", "all \u{2713}")].into_iter().map(|(class, text)| html! { <span class={classes!("cell", class)}>{ text }</span> }) }
            </p>
            <p class="legend">
                <span>{ "No whole answer (graded as it stands, if there is any)" }</span>
                { for FAILURES.into_iter().map(|(_, letter, words)| html! {
                    <span><span class="cell failure" data-failure={letter} />{ " " }{ words }</span>
                }) }
            </p>
        </div>
    }
}

/// Generation failures: a letter for a cell that has no room for more, and words.
const FAILURES: [(GenerationFailure, &str, &str); 6] = [
    (GenerationFailure::Refused, "R", "refused"),
    (GenerationFailure::Truncated, "T", "truncated"),
    (GenerationFailure::Blocked, "B", "blocked"),
    (GenerationFailure::Empty, "E", "empty"),
    (GenerationFailure::Unfinished, "U", "unfinished"),
    (GenerationFailure::CallFailed, "!", "the call failed"),
];

fn letter(failure: GenerationFailure) -> &'static str {
    let found = FAILURES.iter().find(|(one, ..)| *one == failure);
    found.map_or("?", |(_, letter, _)| letter)
}

fn graded_cell(
    store: &Store,
    case: u32,
    name: &str,
    (id, points, failure): (u32, Points, Option<GenerationFailure>),
) -> Html {
    let mut label = format!(
        "{name}: {} lines right, {}",
        fraction(points),
        percent_of(points.exact, points.total)
    );
    let class = match failure {
        Some(failure) => {
            label.push_str(&format!(
                "; {}, no whole answer, graded as it stands",
                failure.as_str()
            ));
            "failure".to_owned()
        }
        None => format!("step-{}", board::step(points)),
    };
    html! {
        <td><button class={classes!("cell", class)} data-failure={failure.map(letter)} aria-label={label.clone()} title={label}
            onclick={send(store, Action::OpenRun(case, id))}>
            { points.exact }{ if points.strict() { " \u{2713}" } else { "" } }
        </button></td>
    }
}

fn matrix_row(store: &Store, row: &MatrixRow, columns: &[(Configuration, u32)]) -> Html {
    let case = &row.case;
    html! {
        <tr key={case.id}>
            <th scope="row"><button class="link" onclick={send(store, Action::OpenCase(case.id))}>{ &case.name }</button></th>
            { for row.cells.iter().zip(columns).map(|(cell, (name, run))| {
                let name = format!("{}, {} #{run}", case.name, configuration(name));
                match cell {
                    Some(Cell::Graded(id, points, failure)) => graded_cell(store, case.id, &name, (*id, *points, *failure)),
                    Some(Cell::Waiting(id)) => html! {
                        <td><button class="cell waiting" aria-label="not graded yet" onclick={send(store, Action::OpenRun(case.id, *id))}>{ "\u{2026}" }</button></td>
                    },
                    Some(Cell::CallFailed) => {
                        let label = format!("{name}: the call failed, there is nothing to grade");
                        html! { <td title={label.clone()}><span class="cell failure" data-failure={letter(GenerationFailure::CallFailed)} role="img" aria-label={label} /></td> }
                    }
                    None => html! { <td class="none" title="no such run"><span aria-label="no such run" role="img">{ "\u{b7}" }</span></td> },
                }
            }) }
        </tr>
    }
}
