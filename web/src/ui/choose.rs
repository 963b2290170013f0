//! Hidden fields that choose files, and the buttons that stand for them.

use web_sys::HtmlInputElement;
use yew::{Callback, Event, MouseEvent, NodeRef, TargetCast, hook, use_effect_with};

use super::files::Opener;

/// Opens what was chosen in a field.
pub(super) fn chosen(opener: &Opener) -> Callback<Event> {
    let opener = opener.clone();
    Callback::from(move |event: Event| {
        if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
            if let Some(list) = field.files() {
                opener.choose(&list);
            }
            // So that the same file can be chosen again.
            field.set_value("");
        }
    })
}

/// Opens a field's dialog.
pub(super) fn press(field: &NodeRef) -> Callback<MouseEvent> {
    let field = field.clone();
    Callback::from(move |_| {
        if let Some(field) = field.cast::<HtmlInputElement>() {
            field.click();
        }
    })
}

/// Makes a field choose a folder.
#[hook]
pub(super) fn use_folder(field: &NodeRef) {
    use_effect_with(field.clone(), |field| {
        if let Some(field) = field.cast::<HtmlInputElement>() {
            let _ = field.set_attribute("webkitdirectory", "");
        }
    });
}
