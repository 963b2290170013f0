//! What was noted of a call, for people: how the answer came about and what a reader of its score
//! should know.

use serde::Serialize;

use super::{cost_micros, dollars, large, sha256, usage};
use crate::json::{Json, Wrong};
use crate::provider::Usage;

/// A call that was answered, by the JSON beside the answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AnsweredCall {
    /// Tokens.
    pub usage: Option<Usage>,
    /// Millionths of a dollar.
    pub cost_micros: Option<u64>,
    /// The word for how the answer ended (see [`crate::provider::Stop`]); empty when it is not known.
    pub stop: String,
    /// The host that was asked; empty when it is not known.
    pub host: String,
    /// Whether documents went as text that was extracted from them.
    pub text_extracted: bool,
    /// What the model searched the web for.
    pub searches: Vec<String>,
    /// Milliseconds since 1970 when the call began.
    pub started_unix_ms: Option<u64>,
    /// Milliseconds that it took.
    pub duration_ms: Option<u64>,
    /// What was remarkable about prompt and context, as sentences without their ends.
    pub warnings: Vec<String>,
}

/// The names are those that `taxgrade bench` writes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Kept<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    host: &'a str,
    text_extracted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Usage>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<String>,
    stop: &'a str,
    searches: &'a [String],
    answer_sha256: String,
    started_unix_ms: Option<u64>,
    duration_ms: Option<u64>,
    warnings: &'a [String],
}

impl AnsweredCall {
    /// Reads the notes; what is not in them is left empty.
    ///
    /// # Errors
    /// When they are no JSON object, or a field is of another kind.
    pub fn from_json(json: &str) -> Result<Self, Wrong> {
        let mut fields = Json::read(json)?.object()?;
        let mut texts = |name| -> Result<Vec<String>, Wrong> {
            let Some(list) = fields.optional(name)? else {
                return Ok(Vec::new());
            };
            let texts = list.array()?.into_iter();
            texts.map(|one| Ok(one.string()?.into_owned())).collect()
        };
        let (searches, warnings) = (texts("searches")?, texts("warnings")?);
        Ok(Self {
            usage: fields.optional("usage")?.map(usage).transpose()?,
            cost_micros: fields
                .optional_string("cost")?
                .as_deref()
                .and_then(cost_micros),
            stop: fields.optional_string("stop")?.unwrap_or_default(),
            host: fields.optional_string("host")?.unwrap_or_default(),
            text_extracted: fields
                .optional("textExtracted")?
                .map(Json::boolean)
                .transpose()?
                .unwrap_or_default(),
            searches,
            started_unix_ms: fields.optional("startedUnixMs")?.map(large).transpose()?,
            duration_ms: fields.optional("durationMs")?.map(large).transpose()?,
            warnings,
        })
    }

    /// The notes to keep beside an answer, as [`super::Notes::of_answer`] reads them too.
    #[must_use]
    pub fn to_json(&self, answer: &str) -> String {
        let kept = Kept {
            host: &self.host,
            text_extracted: self.text_extracted,
            usage: self.usage,
            cost: self.cost_micros.map(dollars),
            stop: &self.stop,
            searches: &self.searches,
            answer_sha256: sha256(answer.as_bytes()),
            started_unix_ms: self.started_unix_ms,
            duration_ms: self.duration_ms,
            warnings: &self.warnings,
        };
        let mut json = serde_json::to_string(&kept).unwrap_or_default();
        json.push('\n');
        json
    }

    /// What a reader of the answer's score should know, as sentences. An answer that is not whole is
    /// graded like any other: the benchmark counts it as it is.
    #[must_use]
    pub fn remarks(&self, answer: &str) -> Vec<String> {
        let mut remarks: Vec<String> = ending(&self.stop).into_iter().collect();
        if answer.trim().is_empty() {
            remarks.push("The answer is empty.".to_owned());
        }
        let notes = self.warnings.iter();
        remarks.extend(notes.map(|warning| format!("Note: {warning}.")));
        remarks
    }

    /// Tokens, price, how documents went, host.
    #[must_use]
    pub fn facts(&self) -> Vec<String> {
        let mut facts: Vec<String> = self.usage.iter().map(|usage| tokens(usage, "")).collect();
        facts.extend(self.cost_micros.map(cost_words));
        if self.text_extracted {
            facts.push("PDFs sent as extracted text".to_owned());
        }
        if !self.host.is_empty() {
            facts.push(self.host.clone());
        }
        facts
    }
}

/// What the word for an end means to a reader; `None` for a whole answer and an unknown end.
fn ending(stop: &str) -> Option<String> {
    let (kind, why) = match stop.split_once(": ") {
        Some((kind, why)) => (kind, why),
        None => (stop, ""),
    };
    let because = match why {
        "" => String::new(),
        why => format!(" ({why})"),
    };
    Some(match kind {
        "" | "end" => return None,
        "max-tokens" => "Cut off at the token limit; graded as far as it goes.".to_owned(),
        "context" => {
            "Cut off where prompt and answer filled the model\u{2019}s context; graded as far as it goes."
                .to_owned()
        }
        "refusal" => format!("The model refused{because}; graded as it stands."),
        "blocked" if why == "SPII" => {
            "A filter for personal data (SPII) stopped the answer, as social security numbers can do; graded as it stands."
                .to_owned()
        }
        "blocked" => format!(
            "A safety filter of the provider\u{2019}s stopped the answer{because}; graded as it stands."
        ),
        "paused" => {
            "The model paused too often and was not asked to go on; graded as far as it goes."
                .to_owned()
        }
        _ => format!("The answer ended for a reason not known here ({stop}); graded as it stands."),
    })
}

/// `1,200 in, 34 tokens out (12 thinking)`; `about` stands before what is out.
#[must_use]
pub fn tokens(usage: &Usage, about: &str) -> String {
    let mut words = format!("{about}{} tokens out", grouped(usage.output_tokens));
    if usage.input_tokens > 0 {
        words = format!("{} in, {words}", grouped(usage.input_tokens));
    }
    if usage.thinking_tokens > 0 {
        words.push_str(&format!(" ({} thinking)", grouped(usage.thinking_tokens)));
    }
    words
}

/// `12,345`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Millionths of a dollar as `$0.12`; less than a cent is said as that.
#[must_use]
pub fn cost_words(micros: u64) -> String {
    match micros {
        1..10_000 => "under $0.01".to_owned(),
        _ => {
            let cents = micros.saturating_add(5_000) / 10_000;
            format!("${}.{:02}", grouped(cents / 100), cents % 100)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::Notes;
    use crate::provider::Stop;

    fn call() -> AnsweredCall {
        AnsweredCall {
            usage: Some(Usage {
                input_tokens: 1_200,
                output_tokens: 34,
                thinking_tokens: 12,
                ..Usage::default()
            }),
            cost_micros: Some(123_456),
            stop: Stop::MaxTokens.to_string(),
            host: "localhost:11434".into(),
            text_extracted: true,
            searches: vec!["2025 standard deduction".into()],
            started_unix_ms: Some(1_700_000_000_000),
            duration_ms: Some(4_200),
            warnings: vec!["about 9000 tokens are sent, the model takes 4096".into()],
        }
    }

    #[test]
    fn a_call_comes_back_as_it_was_kept() {
        let json = call().to_json("half");
        assert_eq!(AnsweredCall::from_json(&json), Ok(call()));
        let notes = Notes::of_answer("half", Some(&json));
        assert!(notes.known && notes.failure.is_some());
        assert_eq!(notes.started_unix_ms, call().started_unix_ms);
        assert_eq!(AnsweredCall::from_json("{}"), Ok(AnsweredCall::default()));
        for wrong in ["", "[]", "{\"warnings\": 1}", "{\"textExtracted\": \"no\"}"] {
            assert!(AnsweredCall::from_json(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn facts_and_remarks_in_words() {
        assert_eq!(
            call().facts(),
            [
                "1,200 in, 34 tokens out (12 thinking)",
                "$0.12",
                "PDFs sent as extracted text",
                "localhost:11434",
            ]
        );
        assert_eq!(
            call().remarks(" "),
            [
                "Cut off at the token limit; graded as far as it goes.",
                "The answer is empty.",
                "Note: about 9000 tokens are sent, the model takes 4096.",
            ]
        );
        for (stop, word) in [
            (Stop::Refusal(None), "refused;"),
            (Stop::Refusal(Some("cyber".to_owned())), "refused (cyber)"),
            (Stop::Blocked("SPII".to_owned()), "personal data"),
            (Stop::Blocked("SAFETY".to_owned()), "safety filter"),
            (Stop::Context, "context"),
            (Stop::Paused, "paused"),
            (Stop::Other("odd".to_owned()), "(odd)"),
        ] {
            let said = ending(&stop.to_string()).unwrap();
            assert!(said.contains(word), "{said}");
        }
        assert_eq!(ending(&Stop::End.to_string()), None);
        assert!(AnsweredCall::default().remarks("x").is_empty());
    }

    #[test]
    fn less_than_a_cent_is_said_as_that() {
        let numbers: Vec<String> = [0, 999, 1_000, 1_234_567].map(grouped).into();
        assert_eq!(numbers, ["0", "999", "1,000", "1,234,567"]);
        let costs: Vec<String> = [0, 1, 9_999, 10_000, 124_999, 125_000, 1_999_999_999]
            .map(cost_words)
            .into();
        assert_eq!(
            costs,
            [
                "$0.00",
                "under $0.01",
                "under $0.01",
                "$0.01",
                "$0.12",
                "$0.13",
                "$2,000.00"
            ]
        );
    }
}
