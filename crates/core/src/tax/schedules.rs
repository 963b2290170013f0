//! The tax rate tables of section 1 of the Internal Revenue Code.
//!
//! 2024: Rev. Proc. 2023-34, section 3.01, tables 1 to 4. 2025: Rev. Proc. 2024-40, section 2.01,
//! tables 1 to 4; Public Law 119-21, section 70101, makes the rates permanent and leaves the
//! amounts for 2025 as they are. A qualifying surviving spouse uses the joint table (section
//! 1(a)(2)).

use super::{Bracket, FilingStatus};

/// The tax years below.
pub(super) const YEARS: [u16; 2] = [2024, 2025];

pub(super) const fn brackets(year: u16, status: FilingStatus) -> Option<&'static [Bracket]> {
    use FilingStatus::{
        HeadOfHousehold, MarriedFilingJointly, MarriedFilingSeparately, QualifyingSurvivingSpouse,
        Single,
    };
    match (year, status) {
        (2024, Single) => Some(&SINGLE_2024),
        (2024, MarriedFilingJointly | QualifyingSurvivingSpouse) => Some(&JOINT_2024),
        (2024, MarriedFilingSeparately) => Some(&SEPARATE_2024),
        (2024, HeadOfHousehold) => Some(&HEAD_2024),
        (2025, Single) => Some(&SINGLE_2025),
        (2025, MarriedFilingJointly | QualifyingSurvivingSpouse) => Some(&JOINT_2025),
        (2025, MarriedFilingSeparately) => Some(&SEPARATE_2025),
        (2025, HeadOfHousehold) => Some(&HEAD_2025),
        _ => None,
    }
}

const JOINT_2024: [Bracket; 7] = table([0, 23_200, 94_300, 201_050, 383_900, 487_450, 731_200]);
const HEAD_2024: [Bracket; 7] = table([0, 16_550, 63_100, 100_500, 191_950, 243_700, 609_350]);
const SINGLE_2024: [Bracket; 7] = table([0, 11_600, 47_150, 100_525, 191_950, 243_725, 609_350]);
const SEPARATE_2024: [Bracket; 7] = table([0, 11_600, 47_150, 100_525, 191_950, 243_725, 365_600]);

const JOINT_2025: [Bracket; 7] = table([0, 23_850, 96_950, 206_700, 394_600, 501_050, 751_600]);
const HEAD_2025: [Bracket; 7] = table([0, 17_000, 64_850, 103_350, 197_300, 250_500, 626_350]);
const SINGLE_2025: [Bracket; 7] = table([0, 11_925, 48_475, 103_350, 197_300, 250_525, 626_350]);
const SEPARATE_2025: [Bracket; 7] = table([0, 11_925, 48_475, 103_350, 197_300, 250_525, 375_800]);

/// The rates of section 1(j)(2), from the amounts over which each of them applies.
const fn table(over: [i64; 7]) -> [Bracket; 7] {
    let [a, b, c, d, e, f, g] = over;
    [
        Bracket {
            over: a,
            percent: 10,
        },
        Bracket {
            over: b,
            percent: 12,
        },
        Bracket {
            over: c,
            percent: 22,
        },
        Bracket {
            over: d,
            percent: 24,
        },
        Bracket {
            over: e,
            percent: 32,
        },
        Bracket {
            over: f,
            percent: 35,
        },
        Bracket {
            over: g,
            percent: 37,
        },
    ]
}
