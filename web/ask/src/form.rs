//! The panel's state: what the person chose, and the case it is for. The key is not among it: nothing that is shown, kept or
//! exported may hold it.

use std::rc::Rc;

use taxgrade::provider::{Level, Provider};
use yew::Reducible;

use crate::about::About;

/// Runs at a time.
pub(crate) const MOST_RUNS: u32 = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) open: bool,
    /// Whether calls are made.
    pub(crate) busy: bool,
    /// The case in view.
    pub(crate) about: Option<Rc<About>>,
    pub(crate) provider: Provider,
    /// Name of the model; none until one was named, which stands for the first one listed.
    pub(crate) model: Option<String>,
    /// None for what suits the model.
    pub(crate) level: Option<Level>,
    pub(crate) web_search: bool,
    pub(crate) runs: u32,
    /// Empty for the provider's own.
    pub(crate) base_url: String,
    /// A prompt of the person's own, with the id of the case it was written for.
    pub(crate) prompt: Option<(u32, Rc<str>)>,
    /// Whether there is a key for the provider.
    pub(crate) has_key: bool,
    /// Counts the times that keys were forgotten: each makes the field anew.
    pub(crate) forgotten: u32,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            open: false,
            busy: false,
            about: None,
            provider: Provider::Anthropic,
            model: None,
            level: None,
            web_search: false,
            runs: 1,
            base_url: String::new(),
            prompt: None,
            has_key: false,
            forgotten: 0,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Change {
    Open(bool),
    Busy(bool),
    About(Rc<About>),
    /// Another provider, and whether there is a key for it.
    Provider(Provider, bool),
    Model(String),
    Level(Level),
    WebSearch(bool),
    Runs(u32),
    BaseUrl(String),
    Prompt(Option<(u32, Rc<str>)>),
    HasKey(bool),
    KeysForgotten,
}

impl Reducible for Form {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        let mut next = Rc::unwrap_or_clone(self);
        match change {
            Change::Provider(provider, has_key) => {
                next = Self {
                    provider,
                    has_key,
                    model: None,
                    base_url: String::new(),
                    ..next
                };
            }
            Change::Open(open) => next.open = open,
            Change::Busy(busy) => next.busy = busy,
            Change::About(about) => next.about = Some(about),
            Change::Model(name) => next.model = Some(name),
            Change::Level(level) => next.level = Some(level),
            Change::WebSearch(on) => next.web_search = on,
            Change::Runs(runs) => next.runs = runs.clamp(1, MOST_RUNS),
            Change::BaseUrl(url) => next.base_url = url,
            Change::Prompt(prompt) => next.prompt = prompt,
            Change::HasKey(has_key) => next.has_key = has_key,
            Change::KeysForgotten => {
                next.has_key = false;
                next.forgotten += 1;
            }
        }
        Rc::new(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_provider_takes_over_what_does_not_belong_to_the_first() {
        let mut form = Rc::new(Form::default());
        for change in [
            Change::Model("x".to_owned()),
            Change::BaseUrl("https://x.example".to_owned()),
            Change::Runs(99),
            Change::Level(Level::Low),
            Change::HasKey(true),
            Change::Provider(Provider::Gemini, false),
        ] {
            form = form.reduce(change);
        }
        assert_eq!((form.model.as_deref(), form.base_url.as_str()), (None, ""));
        assert_eq!((form.runs, form.level), (MOST_RUNS, Some(Level::Low)));
        assert!(!form.has_key);
    }
}
