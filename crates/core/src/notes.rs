//! The notes on a call: the JSON beside a saved answer, as far as reports need it.

mod call;

pub use call::{AnsweredCall, cost_words, grouped, tokens};

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::generation::GenerationFailure;
use crate::json::{Json, Wrong};
use crate::provider::Usage;

/// What was noted when a model was called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// Whether there are notes that belong to the answer.
    pub known: bool,
    /// Why the answer is not whole.
    pub failure: Option<GenerationFailure>,
    /// Tokens.
    pub usage: Option<Usage>,
    /// Millionths of a dollar.
    pub cost_micros: Option<u64>,
    /// Milliseconds since 1970 when the call began.
    pub started_unix_ms: Option<u64>,
}

impl Notes {
    /// The notes on a saved answer, from the text of the JSON beside it. Notes that cannot be read
    /// count as none, and so do those whose hash is another answer's: the answer was replaced by
    /// hand, or comes from elsewhere.
    #[must_use]
    pub fn of_answer(answer: &str, json: Option<&str>) -> Self {
        let file = json.and_then(|json| File::read(json).ok());
        match file.filter(|file| file.answer_sha256.as_ref() == Some(&sha256(answer.as_bytes()))) {
            Some(file) => Self {
                known: true,
                failure: GenerationFailure::of_answer(answer, file.stop.as_deref()),
                usage: file.usage,
                cost_micros: file.cost.as_deref().and_then(cost_micros),
                started_unix_ms: file.started_unix_ms,
            },
            None => Self {
                failure: GenerationFailure::of_answer(answer, None),
                ..Self::default()
            },
        }
    }
}

/// The notes on a call that gave no answer, with the reason.
#[must_use]
pub fn failed_call_json(message: &str) -> String {
    let mut json = String::from("{\"failure\":{\"message\":");
    json.push_str(&serde_json::to_string(message).unwrap_or_default());
    json.push_str("}}\n");
    json
}

struct File {
    usage: Option<Usage>,
    cost: Option<String>,
    stop: Option<String>,
    answer_sha256: Option<String>,
    started_unix_ms: Option<u64>,
}

impl File {
    fn read(json: &str) -> Result<Self, Wrong> {
        let mut fields = Json::read(json)?.object()?;
        Ok(Self {
            usage: fields.optional("usage")?.map(usage).transpose()?,
            cost: fields.optional_string("cost")?,
            stop: fields.optional_string("stop")?,
            answer_sha256: fields.optional_string("answerSha256")?,
            started_unix_ms: fields.optional("startedUnixMs")?.map(large).transpose()?,
        })
    }
}

fn usage(json: Json<'_>) -> Result<Usage, Wrong> {
    let mut fields = json.object()?;
    let mut of = |name| Ok(fields.take(name)?.map(large).transpose()?.unwrap_or(0));
    Ok(Usage {
        input_tokens: of("inputTokens")?,
        output_tokens: of("outputTokens")?,
        thinking_tokens: of("thinkingTokens")?,
        cached_tokens: of("cachedTokens")?,
    })
}

fn large(json: Json<'_>) -> Result<u64, Wrong> {
    json.text()
        .parse()
        .map_err(|_| json.wrong("expected a whole number"))
}

/// SHA-256 in hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Millionths of a dollar as dollars with six decimals.
#[must_use]
pub fn dollars(micros: u64) -> String {
    format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

/// Dollars with up to six decimals as millionths.
fn cost_micros(dollars: &str) -> Option<u64> {
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
    use crate::provider::Stop;

    #[test]
    fn dollars_are_read_back() {
        for cost in [0, 1, 25_000, 1_000_000, 12_345_678_901] {
            assert_eq!(cost_micros(&dollars(cost)), Some(cost));
        }
        assert_eq!(cost_micros("2"), Some(2_000_000));
        for text in ["", "-1.0", "1.2.3", "0.0000001", "x"] {
            assert_eq!(cost_micros(text), None, "{text}");
        }
    }

    #[test]
    fn notes_come_back_and_belong_to_one_answer() {
        let usage = Usage {
            input_tokens: 5_000_000_000,
            output_tokens: 2,
            ..Usage::default()
        };
        let call = AnsweredCall {
            usage: Some(usage),
            cost_micros: Some(25_000),
            stop: Stop::MaxTokens.to_string(),
            started_unix_ms: Some(1_700_000_000_000),
            ..AnsweredCall::default()
        };
        let json = call.to_json("half");
        assert_eq!(
            Notes::of_answer("half", Some(&json)),
            Notes {
                known: true,
                failure: Some(GenerationFailure::Truncated),
                usage: Some(usage),
                cost_micros: Some(25_000),
                started_unix_ms: Some(1_700_000_000_000),
            }
        );
        assert_eq!(Notes::of_answer("other", Some(&json)), Notes::default());
        let failed = failed_call_json("over \"capacity\"");
        assert_eq!(
            failed,
            "{\"failure\":{\"message\":\"over \\\"capacity\\\"\"}}\n"
        );
        assert!(!Notes::of_answer("half", Some(&failed)).known);
        for broken in [
            "",
            "[]",
            "{\"answerSha256\": 1}",
            "{\"usage\": {\"inputTokens\": -1}}",
        ] {
            let empty = Notes::of_answer(" ", Some(broken));
            assert_eq!(empty.failure, Some(GenerationFailure::Empty), "{broken}");
            assert!(!empty.known);
        }
    }
}
