//! The scores of the response in view, and what an empty answer would have scored.

use yew::{Html, html};

use super::{Store, percent_of};
use crate::work::{Grade, Key, Mark, Points};

/// The strip above the panes.
pub(crate) fn strip(store: &Store) -> Html {
    let case = store.case();
    let key = case.and_then(|case| case.key());
    let grade = case.and_then(|case| case.response()?.grade());
    html! {
        <section class="strip" aria-label="Scores">
            { figures(key.map(AsRef::as_ref), grade.map(AsRef::as_ref)) }
        </section>
    }
}

fn figures(key: Option<&Key>, grade: Option<&Grade>) -> Html {
    let points = grade.map(|grade| grade.points);
    let empty = key.map(|key| key.empty);
    html! {
        <>
            <dl>
                { yes("Strict", "every scored line equal", points.map(Points::strict)) }
                { yes("Lenient", "every scored line within $5", points.map(Points::lenient)) }
                { share("Lines right", "scored lines that are equal", points.map(|p| (p.exact, p.total))) }
                { share("Within $5", "scored lines at most $5 off", points.map(|p| (p.within, p.total))) }
                <div class="apart" title="What a response without any line would score: many lines of a return are 0">
                    <dt>{ "Empty answer" }</dt>
                    <dd>{ of(empty.map(|p| (p.exact, p.total))) }</dd>
                </div>
                <div>
                    <dt>{ "Diagnosis" }</dt>
                    <dd>{ grade.map_or_else(|| "\u{2013}".to_owned(), wrong) }</dd>
                </div>
            </dl>
            if let Some(key) = key {
                <p class="profile" title={key.source.clone()}>
                    <strong>{ format!("{} \u{b7} {}", key.jurisdiction.as_str().to_uppercase(), key.year) }</strong>
                    <span>{ &key.title }</span>
                    if key.own { <em>{ "your profile" }</em> }
                    <span>{ &key.source }</span>
                </p>
            }
        </>
    }
}

fn yes(name: &'static str, title: &'static str, correct: Option<bool>) -> Html {
    let (sign, class, word) = match correct {
        Some(true) => (Mark::Exact.sign(), "mark exact", "correct"),
        Some(false) => (Mark::Wrong.sign(), "mark wrong", "not correct"),
        None => ("\u{2013}", "mark", ""),
    };
    html! {
        <div title={title}>
            <dt>{ name }</dt>
            <dd class={class}><span class="sign" aria-hidden="true">{ sign }</span>{ word }</dd>
        </div>
    }
}

fn share(name: &'static str, title: &'static str, counts: Option<(u32, u32)>) -> Html {
    html! { <div title={title}><dt>{ name }</dt><dd>{ of(counts) }</dd></div> }
}

fn of(counts: Option<(u32, u32)>) -> Html {
    match counts {
        Some((part, whole)) => html! {
            <>{ format!("{part}/{whole}") }<small>{ percent_of(part, whole) }</small></>
        },
        None => html! { "\u{2013}" },
    }
}

/// `3 wrong, 1 root`: lines that are not equal, as the diagnosis counts them.
fn wrong(grade: &Grade) -> String {
    let wrong = grade.points.total - grade.points.exact;
    match grade.roots.len() {
        0 => format!("{wrong} wrong"),
        1 => format!("{wrong} wrong, 1 root"),
        roots => format!("{wrong} wrong, {roots} roots"),
    }
}
