//! A provider's key, which nothing shows.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};

use crate::error::{Error, ErrorCode};

/// What stands in for a key wherever a server repeated it.
const REDACTED: &str = "[key]";

/// A provider's key. `Debug` shows nothing of it, there is no `Display`, it is wiped from memory
/// when dropped, and only the headers of a request hold it in the clear.
#[derive(Clone)]
pub struct ApiKey(SecretString);

impl ApiKey {
    /// Takes a key; white space around it, as copying leaves it, is removed.
    ///
    /// # Errors
    /// [`ErrorCode::CallInvalid`] when it is empty or cannot stand in a header. The error does not
    /// repeat it.
    pub fn new(key: &str) -> Result<Self, Error> {
        let key = key.trim();
        if key.is_empty() {
            return Err(Error::new(
                ErrorCode::CallInvalid,
                "the key is empty",
                "paste the provider's API key",
            ));
        }
        if key.len() > 4096 || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Error::new(
                ErrorCode::CallInvalid,
                "the key holds characters that no key has",
                "paste the key alone, without quotes or line breaks",
            ));
        }
        Ok(Self(SecretString::from(key)))
    }

    pub(super) fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// The text without the key: servers repeat keys in error messages.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        // A key so short is a placeholder for a local server, such as `x`; taking it out of an
        // answer would spoil the answer.
        if self.expose().len() < 8 {
            return text.to_owned();
        }
        text.replace(self.expose(), REDACTED)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey([key])")
    }
}
