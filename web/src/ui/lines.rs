//! The table of lines: amounts, verdicts, and under each wrong line why it is wrong.

use std::rc::Rc;

use taxgrade::Mode;
use yew::{Callback, Html, KeyboardEvent, classes, html};

use super::editor::focus_row;
use super::{Store, difference, dollars, id, mark, send};
use crate::chain::{self, Link};
use crate::session::{Action, Filter};
use crate::work::{Grade, Key, KeyLine, Mark, Read, Row};

/// Which response was looked at, how often it was replaced, the pick, the filter, the reading.
pub(crate) type Look = (u32, u32, u32, Filter, Mode);

/// The sentences that stood under the lines when a person last looked elsewhere than at what they
/// type. While one types, rows keep the height these give them: nothing moves.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    of: Option<Look>,
    sentences: Vec<Option<String>>,
}

impl Settled {
    /// Takes the sentences over unless only the text was typed on.
    pub(crate) fn settle(&mut self, of: Look, sentences: impl Iterator<Item = Option<String>>) {
        if self.of != Some(of) {
            self.of = Some(of);
            self.sentences = sentences.collect();
        }
    }

    fn sentence(&self, line: usize) -> Option<&String> {
        self.sentences.get(line)?.as_ref()
    }
}

/// The sentence under a line.
pub(crate) fn sentence(line: &KeyLine, row: &Row) -> Option<String> {
    let why = row.why.as_ref()?;
    Some(chain::beside_its_row(&why.sentence, &line.line))
}

/// Whether a line is shown in form order.
fn shown(filter: Filter, line: &KeyLine, row: &Row) -> bool {
    match filter {
        Filter::Scored => line.scored,
        Filter::Wrong => line.scored && row.mark.is_some_and(|mark| mark != Mark::Exact),
        Filter::Roots | Filter::All => {
            line.scored || line.xpath.is_some() || row.read != Read::Missing
        }
    }
}

/// The lines to show: in the form's order, or as the chain from roots to consequences.
fn order(filter: Filter, key: &Key, grade: &Grade) -> Vec<Link> {
    if filter == Filter::Roots {
        return chain::links(grade);
    }
    let lines = key.lines.iter().zip(&grade.rows).enumerate();
    lines
        .filter(|(_, (line, row))| shown(filter, line, row))
        .map(|(at, _)| Link::alone(at))
        .collect()
}

/// The table; keys move through its rows, and Enter jumps into the response.
pub(crate) fn table(
    store: &Store,
    key: &Rc<Key>,
    grade: &Rc<Grade>,
    settled: &Settled,
    on_jump: &Callback<()>,
) -> Html {
    let links = order(store.filter, key, grade);
    let order: Vec<usize> = links.iter().map(|link| link.line).collect();
    let entry = store
        .line
        .filter(|line| order.contains(line))
        .or_else(|| order.first().copied());
    let chained = store.filter == Filter::Roots;
    let levels = links.iter().map(|link| link.strokes.len()).max();
    let levels = levels.unwrap_or_default();
    let row = |link: &Link| {
        let line = key.lines.get(link.line)?;
        let row = grade.rows.get(link.line)?;
        Some(line_row(store, link, line, row, entry, settled))
    };
    html! {
        <div class="scroll">
            <table class={classes!("grades", "told", chained.then(|| format!("chained levels-{}", levels.min(9))))}
                role={if chained { "treegrid" } else { "grid" }} aria-label="Lines of the return"
                onkeydown={keys(store, order, on_jump)}>
                <thead role="rowgroup"><tr role="row">
                    { for HEADS.into_iter().map(|(class, name)| html! { <th role="columnheader" scope="col" {class}>{ name }</th> }) }
                </tr></thead>
                <tbody role="rowgroup">{ for links.iter().filter_map(row) }</tbody>
            </table>
            if links.is_empty() {
                <p class="hint">{ "No line to show: every scored line is equal." }</p>
            }
        </div>
    }
}

const HEADS: [(&str, &str); 7] = [
    ("", "Line"),
    ("", "What"),
    ("number", "Expected"),
    ("number", "Model"),
    ("number", "\u{394}"),
    ("", "Verdict"),
    ("", "Read by"),
];

fn keys(store: &Store, order: Vec<usize>, on_jump: &Callback<()>) -> Callback<KeyboardEvent> {
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
}

fn line_row(
    store: &Store,
    link: &Link,
    line: &KeyLine,
    row: &Row,
    entry: Option<usize>,
    settled: &Settled,
) -> Html {
    let at = link.line;
    let chosen = store.line == Some(at);
    let class = classes!(
        row.mark.map(Mark::class),
        chosen.then_some("chosen"),
        (!line.scored).then_some("unscored"),
        (!link.strokes.is_empty()).then_some("carried"),
    );
    let level = (store.filter == Filter::Roots).then(|| (link.strokes.len() + 1).to_string());
    let model = match row.read {
        Read::Unreadable if row.actual.is_none() => "?".to_owned(),
        _ => dollars(row.actual),
    };
    let cell =
        |class: &'static str, content: Html| html! { <td role="gridcell" {class}>{ content }</td> };
    html! {
        <tr key={at} id={id("row", at)} role="row" {class} aria-selected={chosen.to_string()} aria-level={level}
            tabindex={if entry == Some(at) { "0" } else { "-1" }}
            title={line.xpath.clone().unwrap_or_else(|| "no element in the e-file XML".to_owned())}
            onclick={send(store, Action::Pick(Some(at)))}>
            { cell("line", html! { <>{ strokes(link) }{ &line.line }</> }) }
            { cell("what", html! { <span>{ &line.label }</span> }) }
            { cell("number", dollars(line.expected).into()) }
            { cell("number", model.into()) }
            { cell("number delta", difference(line.expected, row.actual).into()) }
            { cell("verdict", row.mark.map(mark).unwrap_or_default()) }
            { cell("read", row.read.short().into()) }
            { why(at, sentence(line, row), settled) }
        </tr>
    }
}

/// The strokes that lead from a root down to a line.
fn strokes(link: &Link) -> Html {
    let last = link.strokes.len().saturating_sub(1);
    html! {
        <>
        { for link.strokes.iter().enumerate().map(|(at, on)| {
            let class = match (at == last, on) {
                (true, true) => "tee",
                (true, false) => "end",
                (false, true) => "on",
                (false, false) => "off",
            };
            html! { <i {class} aria-hidden="true" /> }
        }) }
        if link.holds { <i class="stem" aria-hidden="true" /> }
        </>
    }
}

fn why(line: usize, sentence: Option<String>, settled: &Settled) -> Html {
    let (class, text) = match (sentence, settled.sentence(line)) {
        // It became right: its place stays until one stops typing.
        (None, Some(before)) => ("why gone", before.clone()),
        (None, None) => return Html::default(),
        // It became wrong: there is room for one line of text.
        (Some(sentence), None) => ("why late", sentence),
        (Some(sentence), Some(_)) => ("why", sentence),
    };
    html! { <td role="gridcell" {class}>{ text }</td> }
}
