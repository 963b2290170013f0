//! Input data as a tree that can be searched.

use std::rc::Rc;

use yew::{Html, Properties, component, html, use_memo};

use crate::find;
use crate::tree::{self, Node};

#[derive(Properties, PartialEq)]
pub(crate) struct DataProps {
    pub(crate) json: Rc<str>,
    pub(crate) search: String,
    /// Amounts of the selected line, to mark where they stand.
    pub(crate) amounts: Vec<i64>,
}

#[component]
pub(crate) fn Data(
    DataProps {
        json,
        search,
        amounts,
    }: &DataProps,
) -> Html {
    let nodes = use_memo(Rc::clone(json), |json| tree::read(json));
    let nodes = match &*nodes {
        Ok(nodes) => nodes,
        Err(error) => {
            return html! { <p class="problem" role="alert">{ format!("This is not valid JSON: {error}.") }</p> };
        }
    };
    let found = tree::search(nodes, &search.trim().to_lowercase());
    html! {
        <div class="data" tabindex="0" role="region" aria-label="Input data">
            if found.is_empty() { <p class="hint">{ "Nothing here holds that text." }</p> }
            { for found.iter().map(|one| branch(one, amounts)) }
        </div>
    }
}

fn branch(node: &Node, amounts: &[i64]) -> Html {
    if let Some(value) = &node.value {
        let hit = amounts.iter().any(|amount| find::is_amount(value, *amount));
        return html! {
            <div class="leaf" title={node.key.clone()}>
                <span>{ &node.label }</span>
                if hit { <mark>{ value }</mark> } else { <b>{ value }</b> }
            </div>
        };
    }
    html! {
        <details open={true} class="group" title={node.key.clone()}>
            <summary>{ &node.label }</summary>
            { for node.children.iter().map(|one| branch(one, amounts)) }
        </details>
    }
}
