//! A model as a side of a comparison.

use std::fmt;

use super::Pairing;
use crate::report::Configuration;

/// A model, at all thinking levels or at one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelSide {
    provider: String,
    model: String,
    thinking: Option<String>,
}

impl ModelSide {
    /// Reads `provider/model` or `provider/model/thinking`; `None` for anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        let (provider, model, thinking) = match parts.as_slice() {
            [provider, model] => (provider, model, None),
            [provider, model, thinking] => (provider, model, Some((*thinking).to_owned())),
            _ => return None,
        };
        let named = !provider.is_empty() && !model.is_empty();
        (named && *provider != "." && *provider != "..").then(|| Self {
            provider: (*provider).to_owned(),
            model: (*model).to_owned(),
            thinking,
        })
    }

    /// Two models are compared level by level; where levels are named, they are what differs.
    #[must_use]
    pub const fn pairing(&self, other: &Self) -> Pairing {
        if self.thinking.is_some() || other.thinking.is_some() {
            Pairing::CaseOnly
        } else {
            Pairing::ThinkingAndTools
        }
    }

    /// Whether runs of a configuration are on this side.
    #[must_use]
    pub fn takes(&self, configuration: &Configuration) -> bool {
        let level = self.thinking.as_ref();
        self.provider == configuration.provider
            && self.model == configuration.model
            && level.is_none_or(|thinking| *thinking == configuration.thinking)
    }
}

impl fmt::Display for ModelSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.provider, self.model)?;
        match &self.thinking {
            Some(thinking) => write!(f, "/{thinking}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_with_and_without_a_level() {
        let model = ModelSide::read("openai/gpt-5/high").unwrap();
        let all = ModelSide::read("openai/gpt-5").unwrap();
        assert_eq!(model.to_string(), "openai/gpt-5/high");
        assert_eq!(all.pairing(&all), Pairing::ThinkingAndTools);
        assert_eq!(all.pairing(&model), Pairing::CaseOnly);
        let low = Configuration {
            provider: "openai".into(),
            model: "gpt-5".into(),
            thinking: "low".into(),
            tools: String::new(),
        };
        assert!(all.takes(&low) && !model.takes(&low));
        for text in ["gpt-5", "a/b/c/d", "/x", "../x", ""] {
            assert_eq!(ModelSide::read(text), None, "{text}");
        }
    }
}
