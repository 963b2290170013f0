//! What will be sent, and to whom.

use taxgrade::notes::{cost_words, grouped};
use taxgrade::provider::{Attachment, Content, host};
use yew::{Html, html};

use crate::plan::{Plan, size};
use crate::words::setting;

/// The list of everything that a call sends.
pub(super) fn preview(plan: &Plan) -> Html {
    let level = plan.model.levels.get(&plan.level).map(setting);
    let documents: usize = plan.attachments.iter().map(size).sum();
    html! {
        <section class="preview" aria-labelledby="preview-title">
            <h3 id="preview-title">{ format!("What is sent, to {}", host(&plan.base_url)) }</h3>
            <ul>
                <li><span>{ "Prompt" }</span><span>{ if plan.own_prompt { "yours" } else { "built in" } }</span><span>{ bytes(plan.prompt.len()) }</span></li>
                { for plan.attachments.iter().map(document) }
            </ul>
            <p>
                { format!(
                    "{} in all, about {} tokens{}.",
                    bytes(documents + plan.prompt.len()),
                    grouped(plan.tokens),
                    plan.cost.map_or_else(String::new, |micros| format!(" ({})", cost_words(micros))),
                ) }
                { for level.map(|level| format!(" Thinking: {level}.")) }
                { if plan.web_search { " The model may search the web." } else { "" } }
            </p>
            { for plan.warnings.iter().map(|warning| html! { <p class="warning">{ warning }</p> }) }
        </section>
    }
}

fn document(attachment: &Attachment) -> Html {
    let kind = match &attachment.content {
        Content::Pdf(_) => "PDF, as it is",
        Content::Text(_) if attachment.name.ends_with(".json") => "text",
        Content::Text(_) => "text and form fields read out of it",
    };
    html! { <li><span>{ &attachment.name }</span><span>{ kind }</span><span>{ bytes(size(attachment)) }</span></li> }
}

fn bytes(bytes: usize) -> String {
    match bytes {
        0..10_240 => format!("{} bytes", grouped(bytes as u64)),
        10_240..10_485_760 => format!("{} KB", grouped(bytes as u64 >> 10)),
        _ => format!("{} MB", grouped(bytes as u64 >> 20)),
    }
}
