//! What is asked for.

use std::borrow::Cow;

use super::invalid_request;
use crate::error::{Error, ErrorCode};
use crate::grade::Mode;
use crate::json::{Json, Object, Wrong};
use crate::money::{Cents, Reading, read};
use crate::profile::Profile;

/// A request to grade one response.
#[derive(Debug, Clone)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "JsonlRequest")
)]
#[cfg_attr(feature = "typescript", serde(rename_all = "camelCase"))]
pub struct GradeRequest<'a> {
    /// Any JSON, as its text; comes back with the answer.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "unknown"))]
    pub id: Option<Cow<'a, str>>,
    /// Name of the case, shown and cross-checked with the return.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub case: Option<Cow<'a, str>>,
    /// The expected return as XML text.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub expected: Cow<'a, str>,
    /// The model's answer.
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub response: Cow<'a, str>,
    /// Name of a built-in profile, or a profile; chosen by the return when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    pub profile: Option<ProfileChoice>,
    /// How amounts are read; robust when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    pub mode: Option<Mode>,
    /// Largest difference in dollars that counts as right leniently; 5 when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "number"))]
    pub tolerance: Option<&'a str>,
    /// Whether to find out why lines are wrong; yes when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "boolean"))]
    pub diagnose: Option<bool>,
}

/// A request for an answer key: the parts of a [`GradeRequest`] that do not change from response to
/// response.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", serde(rename_all = "camelCase"))]
pub struct KeyRequest<'a> {
    /// The expected return as XML text.
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub expected: Cow<'a, str>,
    /// Name of a built-in profile, or a profile; chosen by the return when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    pub profile: Option<ProfileChoice>,
    /// Largest difference in dollars that counts as right leniently; 5 when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "number"))]
    pub tolerance: Option<&'a str>,
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
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", serde(rename_all = "camelCase"))]
pub struct ResponseOptions<'a> {
    /// Name of the case, shown and cross-checked with the return.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub case: Option<Cow<'a, str>>,
    /// How amounts are read; robust when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    pub mode: Option<Mode>,
    /// Whether to find out why lines are wrong; yes when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "boolean"))]
    pub diagnose: Option<bool>,
}

/// A request to read a response without comparing it.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", serde(rename_all = "camelCase"))]
pub struct ParseResponseRequest<'a> {
    /// The model's answer.
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub response: Cow<'a, str>,
    /// Name of a built-in profile, or a profile: which form is looked for.
    pub profile: ProfileChoice,
    /// How amounts are read; robust when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    pub mode: Option<Mode>,
}

/// A profile by name, or the profile itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", serde(untagged))]
pub enum ProfileChoice {
    /// Name of a built-in profile, such as `us-ty24`.
    Name(String),
    /// A profile as JSON text.
    Given(#[cfg_attr(feature = "typescript", tsify(type = "Profile"))] String),
}

impl ProfileChoice {
    /// The profile that is meant.
    ///
    /// # Errors
    /// [`ErrorCode::ProfileMissing`] for an unknown name, [`ErrorCode::ProfileInvalid`] for a
    /// profile that contradicts itself.
    pub fn profile(&self) -> Result<Cow<'static, Profile>, Error> {
        match self {
            Self::Name(name) => Profile::builtin(name).map(Cow::Borrowed).ok_or_else(|| {
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
            Self::Given(json) => Profile::from_json(json).map(Cow::Owned),
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
        super::from_json(json)
    }

    /// The tolerance in cents.
    ///
    /// # Errors
    /// [`ErrorCode::RequestInvalid`] when it is negative or finer than a cent.
    pub fn tolerance_cents(&self) -> Result<Option<Cents>, Error> {
        let Some(number) = self.tolerance else {
            return Ok(None);
        };
        match read(&plain(number)) {
            Reading::Amount(amount) if amount >= Cents::ZERO => Ok(Some(amount)),
            _ => Err(invalid_request(format!(
                "the tolerance `{number}` is not an amount of 0 or more"
            ))),
        }
    }
}

/// A JSON number without an exponent, and without zeros that say nothing; one beyond all amounts is
/// left as it is.
fn plain(number: &str) -> Cow<'_, str> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let exponent = match exponent.parse::<i8>() {
        Ok(exponent @ -20..=20) => isize::from(exponent),
        _ => return Cow::Borrowed(number),
    };
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = "0".repeat(exponent.unsigned_abs());
    let (before, after) = if exponent < 0 {
        (zeros.as_str(), "")
    } else {
        ("", zeros.as_str())
    };
    let digits = [before, whole, fraction, after].concat();
    let point = before.len() + whole.len();
    let (whole, fraction) = digits
        .split_at_checked(point.saturating_add_signed(exponent))
        .unwrap_or((&digits, ""));
    let (whole, fraction) = (
        whole.trim_start_matches('0'),
        fraction.trim_end_matches('0'),
    );
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    Cow::Owned([sign, whole, point, fraction].concat())
}

/// What can be read from the fields of an object.
pub(super) trait FromObject<'a>: Sized {
    /// Takes the fields that are known.
    fn take(object: &mut Object<'a>) -> Result<Self, Wrong>;
}

fn mode(object: &mut Object<'_>) -> Result<Option<Mode>, Wrong> {
    let mode = object.optional("mode")?;
    let names = [Mode::Robust, Mode::Upstream].map(|mode| (mode.as_str(), mode));
    mode.map(|mode| mode.one_of(&names)).transpose()
}

fn choice(json: Json<'_>) -> Result<ProfileChoice, Wrong> {
    Ok(if json.starts_with(b'"') {
        ProfileChoice::Name(json.string()?.into_owned())
    } else {
        ProfileChoice::Given(json.text().to_owned())
    })
}

fn diagnose(object: &mut Object<'_>) -> Result<Option<bool>, Wrong> {
    object.optional("diagnose")?.map(Json::boolean).transpose()
}

impl<'a> FromObject<'a> for GradeRequest<'a> {
    fn take(object: &mut Object<'a>) -> Result<Self, Wrong> {
        let expected = object.take("expected")?;
        Ok(Self {
            id: object.optional("id")?.map(Json::compact),
            case: object.optional_text("case")?,
            expected: expected.map_or(Ok(Cow::Borrowed("")), Json::string)?,
            response: object.required("response")?.string()?,
            profile: object.optional("profile")?.map(choice).transpose()?,
            mode: mode(object)?,
            tolerance: object
                .optional("tolerance")?
                .map(Json::number)
                .transpose()?,
            diagnose: diagnose(object)?,
        })
    }
}

impl<'a> FromObject<'a> for KeyRequest<'a> {
    fn take(object: &mut Object<'a>) -> Result<Self, Wrong> {
        Ok(Self {
            expected: object.required("expected")?.string()?,
            profile: object.optional("profile")?.map(choice).transpose()?,
            tolerance: object
                .optional("tolerance")?
                .map(Json::number)
                .transpose()?,
        })
    }
}

impl<'a> FromObject<'a> for ResponseOptions<'a> {
    fn take(object: &mut Object<'a>) -> Result<Self, Wrong> {
        Ok(Self {
            case: object.optional_text("case")?,
            mode: mode(object)?,
            diagnose: diagnose(object)?,
        })
    }
}

impl<'a> FromObject<'a> for ParseResponseRequest<'a> {
    fn take(object: &mut Object<'a>) -> Result<Self, Wrong> {
        Ok(Self {
            response: object.required("response")?.string()?,
            profile: choice(object.required("profile")?)?,
            mode: mode(object)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_exponents() {
        for (number, same) in [
            ("5", "5"),
            ("5.000", "5"),
            ("2.50", "2.5"),
            ("1e1", "10"),
            ("1.25E+1", "12.5"),
            ("0.05e2", "5"),
            ("250e-2", "2.5"),
            ("1e-2", "0.01"),
            ("0e5", "0"),
            ("-1e1", "-10"),
            ("1e99", "1e99"),
            ("1e999", "1e999"),
        ] {
            assert_eq!(plain(number), same);
        }
    }
}
