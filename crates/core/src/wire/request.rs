//! What is asked for.

use std::borrow::Cow;

use serde::Deserialize;

use super::invalid_request;
use crate::error::{Error, ErrorCode};
use crate::grade::Mode;
use crate::money::{Cents, Reading, read};
use crate::profile::Profile;

/// A request to grade one response.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "JsonlRequest")
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GradeRequest<'a> {
    /// Anything; comes back with the answer.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "unknown"))]
    pub id: Option<serde_json::Value>,
    /// Name of the case, shown and cross-checked with the return.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub case: Option<Cow<'a, str>>,
    /// The expected return as XML text.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub expected: Cow<'a, str>,
    /// The model's answer.
    #[serde(borrow)]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub response: Cow<'a, str>,
    /// Name of a built-in profile, or a profile; chosen by the return when left out.
    #[serde(default)]
    pub profile: Option<ProfileChoice>,
    /// How amounts are read; robust when left out.
    #[serde(default)]
    pub mode: Option<Mode>,
    /// Largest difference in dollars that counts as right leniently; 5 when left out.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "number"))]
    pub tolerance: Option<serde_json::Number>,
    /// Whether to find out why lines are wrong; yes when left out.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "boolean"))]
    pub diagnose: Option<bool>,
}

/// A request for an answer key: the parts of a [`GradeRequest`] that do not change from response to
/// response.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeyRequest<'a> {
    /// The expected return as XML text.
    #[serde(borrow)]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub expected: Cow<'a, str>,
    /// Name of a built-in profile, or a profile; chosen by the return when left out.
    #[serde(default)]
    pub profile: Option<ProfileChoice>,
    /// Largest difference in dollars that counts as right leniently; 5 when left out.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "number"))]
    pub tolerance: Option<serde_json::Number>,
}

impl<'a> From<KeyRequest<'a>> for GradeRequest<'a> {
    fn from(request: KeyRequest<'a>) -> Self {
        let KeyRequest {
            expected,
            profile,
            tolerance,
        } = request;
        Self {
            id: None,
            case: None,
            expected,
            response: Cow::Borrowed(""),
            profile,
            mode: None,
            tolerance,
            diagnose: None,
        }
    }
}

/// What may differ from response to response under one key.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResponseOptions<'a> {
    /// Name of the case, shown and cross-checked with the return.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub case: Option<Cow<'a, str>>,
    /// How amounts are read; robust when left out.
    #[serde(default)]
    pub mode: Option<Mode>,
    /// Whether to find out why lines are wrong; yes when left out.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "boolean"))]
    pub diagnose: Option<bool>,
}

/// A request to read a response without comparing it.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ParseResponseRequest<'a> {
    /// The model's answer.
    #[serde(borrow)]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub response: Cow<'a, str>,
    /// Name of a built-in profile, or a profile: which form is looked for.
    pub profile: ProfileChoice,
    /// How amounts are read; robust when left out.
    #[serde(default)]
    pub mode: Option<Mode>,
}

/// A profile by name, or the profile itself.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum ProfileChoice {
    /// Name of a built-in profile, such as `us-ty24`.
    Name(String),
    /// A profile.
    Given(#[cfg_attr(feature = "typescript", tsify(type = "Profile"))] Box<serde_json::Value>),
}

impl ProfileChoice {
    /// The profile that is meant.
    ///
    /// # Errors
    /// [`ErrorCode::ProfileMissing`] for an unknown name, [`ErrorCode::ProfileInvalid`] for a
    /// profile that contradicts itself.
    pub fn profile(&self) -> Result<Profile, Error> {
        match self {
            Self::Name(name) => Profile::builtin(name).cloned().ok_or_else(|| {
                let known: Vec<&str> = Profile::builtins()
                    .iter()
                    .map(|profile| profile.id.as_str())
                    .collect();
                Error::new(
                    ErrorCode::ProfileMissing,
                    format!("no built-in profile is called `{name}`"),
                    format!("built in are {}", known.join(", ")),
                )
            }),
            Self::Given(json) => Profile::from_json(&json.to_string()),
        }
    }
}

impl<'a> GradeRequest<'a> {
    /// A request with nothing but what it needs.
    #[must_use]
    pub fn new(expected: &'a str, response: &'a str) -> Self {
        Self {
            id: None,
            case: None,
            expected: Cow::Borrowed(expected),
            response: Cow::Borrowed(response),
            profile: None,
            mode: None,
            tolerance: None,
            diagnose: None,
        }
    }

    /// Reads a request from JSON.
    ///
    /// # Errors
    /// [`ErrorCode::RequestInvalid`] saying what is wrong with it.
    pub fn from_json(json: &'a str) -> Result<Self, Error> {
        serde_json::from_str(json)
            .map_err(|error| invalid_request(format!("the request cannot be read: {error}")))
    }

    /// The tolerance in cents.
    ///
    /// # Errors
    /// [`ErrorCode::RequestInvalid`] when it is negative or finer than a cent.
    pub fn tolerance_cents(&self) -> Result<Option<Cents>, Error> {
        let Some(number) = &self.tolerance else {
            return Ok(None);
        };
        match read(&number.to_string()) {
            Reading::Amount(amount) if amount >= Cents::ZERO => Ok(Some(amount)),
            _ => Err(invalid_request(format!(
                "the tolerance `{number}` is not an amount of 0 or more"
            ))),
        }
    }
}
