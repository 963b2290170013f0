//! What a profile says of a return besides its lines.

use serde::{Serialize, Serializer};

use crate::expected::ExpectedReturn;
use crate::money::{Cents, Reading, read};
use crate::tax::FilingStatus;

/// Facts of a return that are no lines, and how its last lines settle it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Facts {
    /// Where the expected return holds the filing status; the first element with a known code
    /// counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filing_status: Vec<StatusElement>,
    /// The line with the refund that is paid out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refund: Option<String>,
    /// The line with the amount that is owed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owed: Option<String>,
    /// Elements of the form that hold numbers but are no lines, as paths below the form's root; a
    /// path stands for all that is below it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_elements: Vec<String>,
}

/// An element that tells the filing status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatusElement {
    /// Whole path in the expected XML.
    pub xpath: String,
    /// What each value means.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, FilingStatus>"))]
    #[serde(serialize_with = "as_object")]
    pub codes: Vec<(String, FilingStatus)>,
}

fn as_object<S: Serializer>(
    codes: &[(String, FilingStatus)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(codes.iter().map(|(code, status)| (code, status)))
}

/// A line whose amount comes from the Tax Table or the Tax Computation Worksheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaxTable {
    /// Whose table it is.
    pub of: TableOf,
    /// The line with the taxable income.
    pub income: String,
    /// Where one of these lines has an amount above 0, another computation takes the table's
    /// place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless_lines: Vec<TableException>,
    /// Where the return holds one of these elements, another computation takes the table's place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless_elements: Vec<TableException>,
}

/// Which tables are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum TableOf {
    /// That of Form 1040.
    #[serde(rename = "1040")]
    Form1040,
}

/// Something that replaces the Tax Table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TableException {
    /// The line's number, or the element's whole path.
    pub at: String,
    /// What the line or element is, in words.
    pub what: String,
    /// What computes the tax then.
    pub instead: String,
}

impl TaxTable {
    /// The numbers of the lines that decide the tax.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.income)
            .chain(self.unless_lines.iter().map(|one| &one.at))
            .map(String::as_str)
    }
}

impl Facts {
    /// The filing status that a return states; `None` when it states none that is known.
    #[must_use]
    pub fn filing_status_of(&self, expected: &ExpectedReturn) -> Option<FilingStatus> {
        self.filing_status.iter().find_map(|element| {
            let value = expected.value(&element.xpath)?;
            let mut codes = element.codes.iter();
            codes
                .find(|(code, _)| code == value.text)
                .map(|(_, status)| *status)
        })
    }
}

/// The first exception among elements that a return holds with a value, other than an amount of 0
/// or a box that is not checked.
pub(crate) fn element_exception<'t>(
    table: &'t TaxTable,
    expected: &ExpectedReturn,
) -> Option<&'t TableException> {
    table.unless_elements.iter().find(|one| {
        expected.values().any(|(path, value)| {
            let within = path
                .strip_prefix(one.at.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            let nothing = matches!(
                read(value.text),
                Reading::Amount(Cents::ZERO) | Reading::Blank
            ) || matches!(value.text, "false" | "No" | "no");
            within && !nothing
        })
    })
}
