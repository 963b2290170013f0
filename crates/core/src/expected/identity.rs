//! Which return an XML is: jurisdiction and tax year, from the document itself.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ExpectedReturn;
use crate::error::{Error, ErrorCode};

/// Whose return it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Jurisdiction {
    /// Federal, Form 1040.
    Us,
    /// California, Form 540.
    Ca,
    /// Illinois, Form IL-1040.
    Il,
    /// New York, Form IT-201.
    Ny,
    /// Virginia, Form 760.
    Va,
}

impl Jurisdiction {
    /// All five, federal first.
    pub const ALL: [Self; 5] = [Self::Us, Self::Ca, Self::Il, Self::Ny, Self::Va];

    /// The two letters used in case names and profiles.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Us => "us",
            Self::Ca => "ca",
            Self::Il => "il",
            Self::Ny => "ny",
            Self::Va => "va",
        }
    }

    /// The jurisdiction of two letters in any case.
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|one| one.as_str().eq_ignore_ascii_case(letters))
    }

    /// The jurisdiction that a TY25 case name such as `ty25-ca-001` claims.
    #[must_use]
    pub fn from_case_name(case: &str) -> Option<Self> {
        let mut parts = case.split('-');
        let year = parts.next()?;
        let is_year = year.len() == 4 && year.get(..2)?.eq_ignore_ascii_case("ty");
        Self::from_letters(parts.next()?).filter(|_| is_year)
    }
}

impl fmt::Display for Jurisdiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a return says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnIdentity {
    /// Whose return it is.
    pub jurisdiction: Jurisdiction,
    /// The tax year, such as 2024; not the year of filing.
    pub tax_year: u16,
}

/// Where each return says its year, and the form that proves the jurisdiction.
struct Shape {
    jurisdiction: Jurisdiction,
    form: &'static str,
    years: &'static [&'static str],
}

const STATE_YEARS: &[&str] = &[
    "/ReturnState/ReturnHeaderState/TaxYr",
    "/ReturnState/ReturnDataState/processBO/filingKeys/TAX_YEAR",
    "/ReturnState/ReturnHeaderState/TaxPeriodEndDt",
];

const SHAPES: [Shape; 5] = [
    Shape {
        jurisdiction: Jurisdiction::Us,
        form: "/Return/ReturnData/IRS1040",
        years: &[
            "/Return/ReturnHeader/TaxYr",
            "/Return/ReturnHeader/TaxYear",
            "/Return/ReturnHeader/TaxPeriodEndDt",
            "/Return/@returnVersion",
        ],
    },
    Shape {
        jurisdiction: Jurisdiction::Ca,
        form: "/CA-Return/CA-ReturnData/CAForm540",
        years: &[
            "/CA-Return/CA-ReturnHeader/TaxYear",
            "/CA-Return/CA-ReturnHeader/TaxYr",
            "/CA-Return/@returnVersion",
        ],
    },
    Shape {
        jurisdiction: Jurisdiction::Il,
        form: "/ReturnState/ReturnDataState/FormIL1040",
        years: STATE_YEARS,
    },
    Shape {
        jurisdiction: Jurisdiction::Ny,
        form: "/ReturnState/ReturnDataState/processBO/composition/forms/IT201",
        years: STATE_YEARS,
    },
    Shape {
        jurisdiction: Jurisdiction::Va,
        form: "/ReturnState/ReturnDataState/Form760CG",
        years: STATE_YEARS,
    },
];

/// Finds which return it is by the form it holds.
pub(super) fn identify(parsed: &ExpectedReturn, root: &str) -> Result<ReturnIdentity, Error> {
    let shape = SHAPES.iter().find(|shape| parsed.forms.contains(&shape.form)).ok_or_else(|| {
        Error::new(
            ErrorCode::ReturnUnknown,
            format!("no known form in the XML, whose root is `{root}`"),
            "expected Form 1040 (`Return/ReturnData/IRS1040`), California 540, Illinois IL-1040, \
             New York IT-201 or Virginia 760CG",
        )
    })?;
    let tax_year = shape
        .years
        .iter()
        .filter_map(|path| parsed.value(path))
        .find_map(|value| leading_year(value.text))
        .ok_or_else(|| {
            Error::new(
                ErrorCode::YearUnknown,
                format!(
                    "the {} return does not say its tax year",
                    shape.jurisdiction
                ),
                format!(
                    "add the tax year at `{}`",
                    shape.years.first().unwrap_or(&"")
                ),
            )
        })?;
    Ok(ReturnIdentity {
        jurisdiction: shape.jurisdiction,
        tax_year,
    })
}

/// The path of a known form's element, where `path` is one.
pub(super) fn known_form(path: &str) -> Option<&'static str> {
    SHAPES
        .iter()
        .map(|shape| shape.form)
        .find(|form| *form == path)
}

/// The year at the start of `2025`, `2025v5.0` or `2025-12-31`.
fn leading_year(text: &str) -> Option<u16> {
    let (year, rest) = text.split_at_checked(4)?;
    let whole = !rest.starts_with(|c: char| c.is_ascii_digit());
    year.parse()
        .ok()
        .filter(|year| whole && (1990..2100).contains(year))
}
