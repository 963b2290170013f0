//! Filing status.

use serde::{Deserialize, Serialize};

/// The five filing statuses of Form 1040, in the form's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum FilingStatus {
    /// Single.
    Single,
    /// Married filing jointly.
    MarriedFilingJointly,
    /// Married filing separately.
    MarriedFilingSeparately,
    /// Head of household.
    HeadOfHousehold,
    /// Qualifying surviving spouse.
    QualifyingSurvivingSpouse,
}

impl FilingStatus {
    /// All five, in the form's order.
    pub const ALL: [Self; 5] = [
        Self::Single,
        Self::MarriedFilingJointly,
        Self::MarriedFilingSeparately,
        Self::HeadOfHousehold,
        Self::QualifyingSurvivingSpouse,
    ];

    /// The form's words, in lower case.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::MarriedFilingJointly => "married filing jointly",
            Self::MarriedFilingSeparately => "married filing separately",
            Self::HeadOfHousehold => "head of household",
            Self::QualifyingSurvivingSpouse => "qualifying surviving spouse",
        }
    }
}
