//! What the page says about calls: names, settings, why there is no answer.

use taxgrade::notes::grouped;
use taxgrade::provider::{CallError, CallErrorKind, Provider, Setting};

use crate::Problem;

pub(crate) const fn provider_name(provider: Provider) -> &'static str {
    match provider {
        Provider::Anthropic => "Anthropic",
        Provider::OpenAi => "OpenAI",
        Provider::Gemini => "Google Gemini",
        Provider::Compatible => "Compatible server",
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
}
