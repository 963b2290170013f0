//! How much a model is let think: the benchmark's five levels, and what each means to a model.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The benchmark's thinking levels, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// As little as the model allows.
    Lobotomized,
    /// Low.
    Low,
    /// Medium.
    Medium,
    /// High.
    High,
    /// As much as the model allows.
    Ultrathink,
}

impl Level {
    /// All five, least first.
    pub const ALL: [Self; 5] = [
        Self::Lobotomized,
        Self::Low,
        Self::Medium,
        Self::High,
        Self::Ultrathink,
    ];

    /// The word in file names.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lobotomized => "lobotomized",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Ultrathink => "ultrathink",
        }
    }

    /// The level of a word; `none` is another word for lobotomized.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "none" {
            return Some(Self::Lobotomized);
        }
        Self::ALL.into_iter().find(|level| level.as_str() == name)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a level means to a model, in the model file: `"default"`, `"off"`, `{"budget": 1024}`,
/// `"maxBudget"` or `{"effort": "high"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Setting {
    /// Nothing is sent: the model does as it does.
    Default,
    /// Thinking is switched off.
    Off,
    /// So many thinking tokens.
    Budget(u32),
    /// As many thinking tokens as the model's `maxThinkingTokens` allows.
    MaxBudget,
    /// A word the provider knows: an effort, or Gemini's thinking level.
    Effort(String),
}
