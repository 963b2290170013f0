//! What the page says about calls: names, amounts, how an answer ended, why there is none.

use taxgrade::provider::{Answer, CallError, CallErrorKind, Provider, Setting, Stop};

use crate::Problem;

pub(crate) const fn provider_name(provider: Provider) -> &'static str {
    match provider {
        Provider::Anthropic => "Anthropic",
        Provider::OpenAi => "OpenAI",
        Provider::Gemini => "Google Gemini",
        Provider::Compatible => "Compatible server",
    }
}

/// `12,345`.
pub(crate) fn grouped(number: u64) -> String {
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
pub(crate) fn cost(micros: u64) -> String {
    match micros {
        1..10_000 => "under $0.01".to_owned(),
        _ => {
            let cents = micros.saturating_add(5_000) / 10_000;
            format!("${}.{:02}", grouped(cents / 100), cents % 100)
        }
    }
}

/// What a level means to a model, in a word or two.
pub(crate) fn setting(setting: &Setting) -> String {
    match setting {
        Setting::Default => "as the model does".to_owned(),
        Setting::Off => "no thinking".to_owned(),
        Setting::Budget(tokens) => format!("{} tokens", grouped(u64::from(*tokens))),
        Setting::MaxBudget => "most tokens".to_owned(),
        Setting::Effort(word) => word.clone(),
    }
}

/// What a reader of the score should know about how the answer ended. An answer that is not whole
/// is graded like any other: the benchmark counts it as it is.
pub(crate) fn remarks(answer: &Answer) -> Vec<String> {
    let mut remarks = Vec::new();
    let because = |why: &str| match why {
        "" => String::new(),
        why => format!(" ({why})"),
    };
    remarks.extend(match &answer.stop {
        Stop::End => None,
        Stop::MaxTokens => Some("Cut off at the token limit; graded as far as it goes.".to_owned()),
        Stop::Context => Some(
            "Cut off where prompt and answer filled the model\u{2019}s context; graded as far as it goes."
                .to_owned(),
        ),
        Stop::Refusal(why) => Some(format!(
            "The model refused{}; graded as it stands.",
            because(why.as_deref().unwrap_or_default())
        )),
        Stop::Blocked(why) if why == "SPII" => Some(
            "A filter for personal data (SPII) stopped the answer, as social security numbers can do; graded as it stands."
                .to_owned(),
        ),
        Stop::Blocked(why) => Some(format!(
            "A safety filter of the provider\u{2019}s stopped the answer{}; graded as it stands.",
            because(why)
        )),
        Stop::Paused => Some(
            "The model paused too often and was not asked to go on; graded as far as it goes."
                .to_owned(),
        ),
        Stop::Other(word) => Some(format!(
            "The answer ended for a reason not known here ({word}); graded as it stands."
        )),
    });
    if answer.text.trim().is_empty() {
        remarks.push("The answer is empty.".to_owned());
    }
    remarks
}

/// A failed call in words; `remedy` where the page knows better than the general advice.
pub(crate) fn failed(error: &CallError, tries: u32, remedy: Option<String>) -> Problem {
    let name = match error.provider {
        Provider::Compatible => "The server",
        provider => provider_name(provider),
    };
    let what = match error.kind {
        CallErrorKind::Auth => format!("{name} did not accept the key"),
        CallErrorKind::Permission => format!("{name} does not allow this with your key"),
        CallErrorKind::Quota => "The account has nothing left to pay with".to_owned(),
        CallErrorKind::RateLimit => {
            format!("{name} was asked for too much in a short time")
        }
        CallErrorKind::Overloaded => format!("{name} is overloaded"),
        CallErrorKind::Server => format!("{name} had an error of its own"),
        CallErrorKind::Timeout => "There was no answer in time".to_owned(),
        CallErrorKind::BadRequest => format!("{name} did not take the request"),
        CallErrorKind::NotFound => format!("{name} does not know the model or the address"),
        CallErrorKind::TooLarge => format!("The request is too large for {name}"),
        CallErrorKind::Context => "Prompt and documents are more than the model takes".to_owned(),
        CallErrorKind::Network => "There was no answer that this page may read".to_owned(),
        CallErrorKind::Interrupted => "The answer broke off on its way".to_owned(),
        CallErrorKind::Malformed => "What came is no answer that can be read".to_owned(),
        CallErrorKind::AnswerTooLong => "The answer did not come to an end".to_owned(),
        CallErrorKind::Cancelled => "Cancelled".to_owned(),
        _ => "The call failed".to_owned(),
    };
    let status = error
        .status
        .map_or_else(String::new, |status| format!(" (HTTP {status})"));
    let detail = match error.message.trim().trim_end_matches('.') {
        "" => String::new(),
        message => format!(": {message}"),
    };
    let tried = match tries {
        0 | 1 => String::new(),
        tries => format!(", after {tries} tries"),
    };
    Problem::new(
        format!("{what}{status}{tried}{detail}"),
        remedy.unwrap_or_else(|| error.help().to_owned()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        let numbers: Vec<String> = [0, 999, 1_000, 1_234_567].map(grouped).into();
        assert_eq!(numbers, ["0", "999", "1,000", "1,234,567"]);
        let costs: Vec<String> = [0, 1, 9_999, 10_000, 124_999, 125_000, 1_999_999_999]
            .map(cost)
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

    #[test]
    fn failures_say_what_happened_and_what_to_do() {
        let mut error = CallError::new(Provider::Anthropic, CallErrorKind::RateLimit, "Slow down.");
        error.status = Some(429);
        let problem = failed(&error, 6, None);
        assert_eq!(
            problem.what,
            "Anthropic was asked for too much in a short time (HTTP 429), after 6 tries: Slow down"
        );
        assert_eq!(problem.remedy, error.help());
        let own = failed(&error, 1, Some("do this".to_owned()));
        assert_eq!(own.remedy, "do this");
    }

    #[test]
    fn answers_that_are_not_whole_say_so() {
        let answer = |text: &str, stop| Answer {
            text: text.to_owned(),
            searches: Vec::new(),
            usage: taxgrade::provider::Usage::default(),
            stop,
            model: None,
            id: None,
            pause: None,
        };
        assert!(remarks(&answer("x", Stop::End)).is_empty());
        assert_eq!(remarks(&answer(" ", Stop::End)), ["The answer is empty."]);
        for (stop, word) in [
            (Stop::MaxTokens, "token limit"),
            (Stop::Refusal(Some("cyber".to_owned())), "refused (cyber)"),
            (Stop::Blocked("SPII".to_owned()), "personal data"),
            (Stop::Blocked("SAFETY".to_owned()), "safety filter"),
            (Stop::Other("odd".to_owned()), "(odd)"),
        ] {
            let said = remarks(&answer("x", stop)).concat();
            assert!(said.contains(word), "{said}");
        }
    }
}
