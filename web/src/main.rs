//! The taxgrade playground.

use yew::{Html, Renderer, component, html};

#[component]
fn App() -> Html {
    html! {
        <main>
            <h1>{ "taxgrade" }</h1>
            <p>{ concat!("version ", env!("CARGO_PKG_VERSION")) }</p>
        </main>
    }
}

fn main() {
    Renderer::<App>::new().render();
}
