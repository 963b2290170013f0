//! Reading the JSON beside a saved answer, as far as reports need it.

use serde::Deserialize;
use taxgrade::generation::GenerationFailure;
use taxgrade::provider::Usage;

use super::saved::{json_path, sha256};
use crate::files;
use crate::layout::SavedRun;

/// What was noted when a model was called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Notes {
    /// Whether there are notes that belong to the answer.
    pub(crate) known: bool,
    /// Why the answer is not whole.
    pub(crate) failure: Option<GenerationFailure>,
    /// Tokens.
    pub(crate) usage: Option<Usage>,
    /// Millionths of a dollar.
    pub(crate) cost_micros: Option<u64>,
    /// Milliseconds since 1970 when the call began.
    pub(crate) started_unix_ms: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    cost: Option<String>,
    #[serde(default)]
    stop: Option<String>,
    #[serde(default)]
    answer_sha256: Option<String>,
    #[serde(default)]
    started_unix_ms: Option<u64>,
}

/// The notes on a saved answer. Notes whose hash is another answer's do not count: the answer was
/// replaced by hand, or comes from elsewhere.
pub(crate) fn of_answer(run: &SavedRun, answer: &str) -> Notes {
    let bare = Notes {
        failure: GenerationFailure::of_answer(answer, None),
        ..Notes::default()
    };
    let Some(file) = read(run) else { return bare };
    if file.answer_sha256 != Some(sha256(&[answer.as_bytes()])) {
        return bare;
    }
    Notes {
        known: true,
        failure: GenerationFailure::of_answer(answer, file.stop.as_deref()),
        usage: file.usage,
        cost_micros: file.cost.as_deref().and_then(micros),
        started_unix_ms: file.started_unix_ms,
    }
}

fn read(run: &SavedRun) -> Option<File> {
    let bytes = files::read_bytes(&json_path(run)).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Dollars with up to six decimals as millionths.
fn micros(dollars: &str) -> Option<u64> {
    let (whole, part) = dollars.split_once('.').unwrap_or((dollars, ""));
    if part.len() > 6 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part: u64 = format!("{part:0<6}").parse().ok()?;
    whole
        .parse::<u64>()
        .ok()?
        .checked_mul(1_000_000)?
        .checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::saved::dollars;

    #[test]
    fn dollars_are_read_back() {
        for cost in [0, 1, 25_000, 1_000_000, 12_345_678_901] {
            assert_eq!(micros(&dollars(cost)), Some(cost));
        }
        assert_eq!(micros("2"), Some(2_000_000));
        for text in ["", "-1.0", "1.2.3", "0.0000001", "x"] {
            assert_eq!(micros(text), None, "{text}");
        }
    }
}
