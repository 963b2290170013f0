//! When to try a call again: rules as data. The host sleeps and draws the random numbers.

use core::time::Duration;

use serde::{Deserialize, Serialize};

use super::{CallError, CallErrorKind};

/// How often, and how long to wait between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Retry {
    /// Calls at most, the first one among them.
    pub attempts: u32,
    /// The longest wait before the second call, in milliseconds; it doubles with each further one.
    pub base_ms: u64,
    /// The longest wait that is chosen here, in milliseconds.
    pub cap_ms: u64,
    /// The longest wait that a server may ask for, in milliseconds; if it asks for more, the call
    /// has failed.
    pub most_asked_ms: u64,
    /// What is tried again.
    pub kinds: Vec<CallErrorKind>,
}

impl Default for Retry {
    fn default() -> Self {
        Self {
            attempts: 6,
            base_ms: 1_000,
            cap_ms: 60_000,
            most_asked_ms: 300_000,
            kinds: vec![
                CallErrorKind::RateLimit,
                CallErrorKind::Overloaded,
                CallErrorKind::Server,
                CallErrorKind::Timeout,
                CallErrorKind::Network,
                CallErrorKind::Interrupted,
                CallErrorKind::Malformed,
            ],
        }
    }
}

impl Retry {
    /// How long to wait before the next call after `failed` calls, of which the last ended in
    /// `error`; `None` to give up. A server's own wait counts, and what is drawn comes on top, so
    /// that callers who were turned away together do not come back together; otherwise the wait is
    /// drawn evenly between nothing and the doubled base ("full jitter",
    /// <https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>).
    ///
    /// `random` is any number from the whole range of `u32`, evenly drawn.
    #[must_use]
    pub fn wait(&self, failed: u32, error: &CallError, random: u32) -> Option<Duration> {
        if failed >= self.attempts || error.retry == Some(false) {
            return None;
        }
        if !self.kinds.contains(&error.kind) && error.retry != Some(true) {
            return None;
        }
        let doublings = failed.saturating_sub(1).min(32);
        let most = self.base_ms.saturating_mul(1 << doublings).min(self.cap_ms);
        let draw = |most: u64| {
            let product = u128::from(most) * u128::from(random);
            Duration::from_millis(u64::try_from(product >> 32).unwrap_or(most))
        };
        match error.retry_after {
            Some(asked) if asked > Duration::from_millis(self.most_asked_ms) => None,
            Some(asked) => Some(asked + draw(most.min(self.base_ms))),
            None => Some(draw(most)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Provider;

    fn error(kind: CallErrorKind) -> CallError {
        CallError::new(Provider::OpenAi, kind, "x")
    }

    #[test]
    fn waits_double_are_drawn_evenly_and_end() {
        let retry = Retry::default();
        let overloaded = error(CallErrorKind::Overloaded);
        let most = |failed| retry.wait(failed, &overloaded, u32::MAX);
        let seconds: Vec<u64> = (1..6)
            .filter_map(most)
            .map(|wait| wait.as_millis().div_ceil(1000) as u64)
            .collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16]);
        assert_eq!(most(6), None);
        assert_eq!(retry.wait(5, &overloaded, 0), Some(Duration::ZERO));
        let patient = Retry {
            attempts: 100,
            ..Retry::default()
        };
        assert!(patient.wait(99, &overloaded, u32::MAX) <= Some(Duration::from_mins(1)));
    }

    #[test]
    fn a_servers_wait_is_kept_and_its_no_obeyed() {
        let retry = Retry::default();
        let mut limited = error(CallErrorKind::RateLimit);
        limited.retry_after = Some(Duration::from_secs(20));
        let wait = retry.wait(1, &limited, u32::MAX).unwrap();
        assert!(wait >= Duration::from_secs(20) && wait <= Duration::from_secs(21));
        limited.retry_after = Some(Duration::from_hours(1));
        assert_eq!(retry.wait(1, &limited, 0), None);
        for kind in [
            CallErrorKind::Auth,
            CallErrorKind::Quota,
            CallErrorKind::BadRequest,
            CallErrorKind::TooLarge,
            CallErrorKind::Context,
        ] {
            assert_eq!(retry.wait(1, &error(kind), 0), None, "{kind:?}");
        }
        let mut told_not_to = error(CallErrorKind::Server);
        told_not_to.retry = Some(false);
        assert_eq!(retry.wait(1, &told_not_to, 0), None);
    }
}
