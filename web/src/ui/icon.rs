//! Icons: strokes on a 16 px grid in the text's colour.

use yew::{Html, html};

/// The path of an icon by its name.
pub(crate) fn icon(path: &'static str) -> Html {
    html! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d={path} fill="none" stroke="currentColor" stroke-width="1.5"
                stroke-linecap="round" stroke-linejoin="round" />
        </svg>
    }
}

pub(crate) const CLOSE: &str = "M4 4l8 8M12 4l-8 8";
pub(crate) const PLUS: &str = "M8 3v10M3 8h10";
pub(crate) const MINUS: &str = "M3 8h10";
pub(crate) const LEFT: &str = "M10 3L5 8l5 5";
pub(crate) const RIGHT: &str = "M6 3l5 5-5 5";
pub(crate) const DOWN: &str = "M4 6l4 4 4-4";
pub(crate) const THEME: &str = "M8 2a6 6 0 100 12A6 6 0 008 2zM8 2v12M8 5h3.5M8 8h6M8 11h3.5";
pub(crate) const COPY: &str = "M6 6h7v7H6zM3 10V3h7";
pub(crate) const FIT: &str = "M3 6V3h3M13 6V3h-3M3 10v3h3M13 10v3h-3";
pub(crate) const FILES: &str = "M4 2h5l3 3v9H4zM9 2v3h3";
