//! Profiles: which lines of a form are scored, what they are called, where the expected XML keeps
//! them, and how the form computes them from each other. A profile is data; the six built-in ones
//! are the JSON files in `profiles/`.

mod builtin;
mod facts;
mod line_id;
pub mod python;
mod read;

use serde::Serialize;

pub(crate) use facts::element_exception;
pub use facts::{Facts, StatusElement, TableException, TableOf, TaxTable};
pub use line_id::LineId;

use crate::error::{Error, ErrorCode};
use crate::expected::{ExpectedReturn, Jurisdiction};
use crate::formula::Arithmetic;
use crate::json::{self, Json, Wrong};
use crate::sort::sort_by;

/// The lines of one form in one tax year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Profile {
    /// Name of the profile, such as `us-ty24`.
    pub id: String,
    /// The form and year in words.
    pub title: String,
    /// Whose form it is.
    pub jurisdiction: Jurisdiction,
    /// The tax year, such as 2024.
    pub tax_year: u16,
    /// Where the line list comes from; shown with every score.
    pub source: String,
    /// How a response names the form, and where the XML keeps it.
    #[cfg_attr(feature = "typescript", tsify(type = "ProfileForm"))]
    pub form: Form,
    /// What the return holds besides its lines.
    #[serde(default)]
    pub facts: Facts,
    /// All known lines in the form's order, scored ones and others.
    #[cfg_attr(feature = "typescript", tsify(type = "ProfileLine[]"))]
    pub lines: Vec<Line>,
}

/// How a form is named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "ProfileForm")
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Form {
    /// Designators that a heading may use, the main one first: `Form 1040`, `Form 1040-SR`.
    pub names: Vec<String>,
    /// Titles that a heading may use without a designator.
    #[serde(default)]
    pub titles: Vec<String>,
    /// Path of the element that holds the form.
    pub root: String,
}

/// One line of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "ProfileLine")
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Line {
    /// The printed line number in lower case, such as `25d`.
    pub line: String,
    /// The form's words for the line.
    pub label: String,
    /// Whole path in the expected XML, `/@name` at its end for an attribute; `None` where e-file
    /// has no element for the line.
    pub xpath: Option<String>,
    /// Whether the line counts for the score.
    #[serde(default)]
    pub scored: bool,
    /// Other numbers the line is known under, such as those of another year's form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The form's arithmetic for the line, over other lines of the form: `max(0, 11 - 14)`.
    /// `None` for a line that is entered.
    #[serde(default)]
    pub formula: Option<String>,
    /// The tax table that gives the line's amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_table: Option<TaxTable>,
}

impl Profile {
    /// The built-in profile of a name such as `ca-ty25`.
    #[must_use]
    pub fn builtin(id: &str) -> Option<&'static Self> {
        builtin::all().iter().find(|profile| profile.id == id)
    }

    /// All built-in profiles.
    #[must_use]
    pub fn builtins() -> &'static [Self] {
        builtin::all()
    }

    /// All built-in profiles as a JSON array.
    #[must_use]
    pub fn builtins_json() -> String {
        builtin::json()
    }

    /// The built-in profile for the jurisdiction and tax year that a return names.
    ///
    /// # Errors
    /// [`ErrorCode::ProfileMissing`] when there is none.
    pub fn for_return(expected: &ExpectedReturn) -> Result<&'static Self, Error> {
        let identity = expected.identity();
        Self::builtins()
            .iter()
            .find(|profile| {
                profile.jurisdiction == identity.jurisdiction
                    && profile.tax_year == identity.tax_year
            })
            .ok_or_else(|| {
                let known: Vec<&str> = Self::builtins()
                    .iter()
                    .map(|profile| profile.id.as_str())
                    .collect();
                Error::new(
                    ErrorCode::ProfileMissing,
                    format!(
                        "no built-in profile for {} {}",
                        identity.jurisdiction, identity.tax_year
                    ),
                    format!(
                        "built in are {}; pass a profile of your own",
                        known.join(", ")
                    ),
                )
            })
    }

    /// The first of the given profiles that is for the return's jurisdiction and tax year, or else
    /// the built-in one.
    ///
    /// # Errors
    /// As [`Profile::for_return`].
    pub fn among<'a>(given: &'a [Self], expected: &ExpectedReturn) -> Result<&'a Self, Error> {
        let identity = expected.identity();
        let fits = |profile: &&Self| {
            profile.jurisdiction == identity.jurisdiction && profile.tax_year == identity.tax_year
        };
        match given.iter().find(fits) {
            Some(profile) => Ok(profile),
            None => Self::for_return(expected),
        }
    }

    /// Reads a profile from JSON and checks it.
    ///
    /// # Errors
    /// [`ErrorCode::ProfileInvalid`] with the place in the JSON, or naming the line that
    /// contradicts another.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let profile = json::object(json)
            .and_then(read::profile)
            .map_err(|wrong| unreadable("the profile cannot be read", json, &wrong))?;
        profile.check()?;
        Ok(profile)
    }

    /// Reads one profile, or an array of them as `profile import` prints it, from JSON.
    ///
    /// # Errors
    /// As [`Profile::from_json`].
    pub fn list_from_json(json: &str) -> Result<Vec<Self>, Error> {
        if !json.trim_start().starts_with('[') {
            return Self::from_json(json).map(|profile| vec![profile]);
        }
        let read = |profile: Json<'_>| profile.object().and_then(read::profile);
        let profiles: Vec<Self> = json::array(json)
            .and_then(|profiles| profiles.into_iter().map(read).collect())
            .map_err(|wrong| unreadable("the profiles cannot be read", json, &wrong))?;
        profiles.iter().try_for_each(Self::check)?;
        Ok(profiles)
    }

    /// The profile as JSON that [`Profile::from_json`] reads back.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// The scored lines in the form's order.
    pub fn scored(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.scored)
    }

    /// Refuses a return of another jurisdiction or tax year.
    pub(crate) fn must_fit(&self, expected: &ExpectedReturn) -> Result<(), Error> {
        let identity = expected.identity();
        if self.jurisdiction != identity.jurisdiction || self.tax_year != identity.tax_year {
            return Err(Error::new(
                ErrorCode::ProfileMismatch,
                format!(
                    "the profile `{}` is for {} {}, the expected return is {} {}",
                    self.id,
                    self.jurisdiction,
                    self.tax_year,
                    identity.jurisdiction,
                    identity.tax_year
                ),
                "pass the profile for this return, or none to have it chosen",
            ));
        }
        Ok(())
    }

    /// The index of a line by its printed number.
    #[must_use]
    pub fn position(&self, number: &str) -> Option<usize> {
        self.lines.iter().position(|line| line.line == number)
    }

    /// Checks that no number stands for two lines, that scored lines have a path, that paths are
    /// absolute, and that every formula can be computed.
    fn check(&self) -> Result<(), Error> {
        let invalid =
            |message: String| Error::new(ErrorCode::ProfileInvalid, message, "correct the profile");
        let mut ids: Vec<(&str, usize)> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            for id in std::iter::once(&line.line).chain(&line.aliases) {
                if id.trim().is_empty() {
                    return Err(invalid(format!("the line `{}` has no number", line.label)));
                }
                ids.push((id, at));
            }
            match &line.xpath {
                Some(path) if !path.starts_with('/') || path.starts_with("//") => {
                    return Err(invalid(format!(
                        "the path of line {} is not absolute: `{path}`",
                        line.line
                    )));
                }
                None if line.scored => {
                    return Err(invalid(format!(
                        "line {} is scored but has no path",
                        line.line
                    )));
                }
                _ => {}
            }
        }
        sort_by(&mut ids, Ord::cmp);
        let twice = ids
            .iter()
            .zip(ids.iter().skip(1))
            .filter(|((one, _), (next, _))| one == next)
            .min_by_key(|(_, (_, at))| *at);
        if let Some(((id, first), (_, second))) = twice {
            let number = |at: usize| self.lines.get(at).map_or("", |line| line.line.as_str());
            return Err(invalid(format!(
                "`{id}` stands for line {} and for line {}",
                number(*first),
                number(*second)
            )));
        }
        if self.scored().next().is_none() {
            return Err(invalid("no line is scored".to_owned()));
        }
        if self
            .form
            .names
            .iter()
            .chain(&self.form.titles)
            .all(|name| name.trim().is_empty())
        {
            return Err(invalid("the form has no name".to_owned()));
        }
        for number in self.facts.refund.iter().chain(&self.facts.owed) {
            if self.position(number).is_none() {
                return Err(invalid(format!(
                    "the facts name line {number}, which there is not"
                )));
            }
        }
        Arithmetic::new(self).map(|_| ())
    }
}

fn unreadable(what: &str, json: &str, wrong: &Wrong) -> Error {
    Error::new(
        ErrorCode::ProfileInvalid,
        [what, ": ", wrong.what()].concat(),
        "print a built-in profile to see the form it must have",
    )
    .at(json, wrong.offset(json))
}

#[cfg(test)]
mod tests;
