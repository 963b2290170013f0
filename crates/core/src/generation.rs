//! Whether a model gave a whole answer. A refusal or a cut answer is graded as it stands, as the
//! benchmark does, and is no proof that the model cannot do the tax: it is counted apart.

use serde::{Deserialize, Serialize};

/// Why there is no whole answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GenerationFailure {
    /// The model refused.
    Refused,
    /// The answer reached a token limit or the model's context.
    Truncated,
    /// A filter of the provider blocked prompt or answer.
    Blocked,
    /// The answer has no text.
    Empty,
    /// It ended in another way than complete.
    Unfinished,
    /// The call gave no answer. There is nothing to grade.
    CallFailed,
}

impl GenerationFailure {
    /// The word in files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Truncated => "truncated",
            Self::Blocked => "blocked",
            Self::Empty => "empty",
            Self::Unfinished => "unfinished",
            Self::CallFailed => "call-failed",
        }
    }

    /// What is said of an answer: its text, and the word for its end that stands in the JSON beside
    /// a saved answer (see [`crate::provider::Stop`]), where there is one. `None` for a whole one.
    #[must_use]
    pub fn of_answer(text: &str, stop: Option<&str>) -> Option<Self> {
        let kind = stop.map(|stop| stop.split(':').next().unwrap_or_default().trim());
        match kind {
            Some("refusal") => Some(Self::Refused),
            Some("max-tokens" | "context") => Some(Self::Truncated),
            Some("blocked") => Some(Self::Blocked),
            Some("end") | None => text.trim().is_empty().then_some(Self::Empty),
            Some(_) => Some(Self::Unfinished),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Stop;

    #[test]
    fn every_end_has_its_word() {
        let cases = [
            (Stop::End, None),
            (Stop::MaxTokens, Some(GenerationFailure::Truncated)),
            (Stop::Context, Some(GenerationFailure::Truncated)),
            (Stop::Refusal(None), Some(GenerationFailure::Refused)),
            (
                Stop::Refusal(Some("cyber".into())),
                Some(GenerationFailure::Refused),
            ),
            (
                Stop::Blocked("SPII".into()),
                Some(GenerationFailure::Blocked),
            ),
            (Stop::Paused, Some(GenerationFailure::Unfinished)),
            (
                Stop::Other("odd".into()),
                Some(GenerationFailure::Unfinished),
            ),
        ];
        for (stop, failure) in cases {
            let word = stop.to_string();
            assert_eq!(
                GenerationFailure::of_answer("Line 1a: | | 5", Some(&word)),
                failure,
                "{word}"
            );
        }
        assert_eq!(
            GenerationFailure::of_answer(" \n", Some("end")),
            Some(GenerationFailure::Empty)
        );
        assert_eq!(GenerationFailure::of_answer("words", None), None);
    }
}
