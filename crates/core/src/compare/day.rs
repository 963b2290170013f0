//! A day as a side of a comparison.

use std::fmt;

use crate::results::RunResult;

const MILLISECONDS_A_DAY: u64 = 86_400_000;

/// A day (UTC) from 1970 on, by its number: 1970-01-01 is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(u64);

impl Day {
    /// The day of a time in milliseconds since 1970.
    #[must_use]
    pub const fn of_unix_ms(milliseconds: u64) -> Self {
        Self(milliseconds / MILLISECONDS_A_DAY)
    }

    /// Reads `2026-03-31`; `None` for text that is no day (Howard Hinnant, "chrono-Compatible
    /// Low-Level Date Algorithms", `days_from_civil`).
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes.get(4) != Some(&b'-') || bytes.get(7) != Some(&b'-') {
            return None;
        }
        let number = |from, to| -> Option<u64> { text.get(from..to)?.parse().ok() };
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            _ => return None,
        };
        if year < 1970 || day == 0 || day > days {
            return None;
        }
        let year = if month <= 2 { year - 1 } else { year };
        let (era, of_era) = (year / 400, year % 400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
        (era * 146_097 + day_of_era).checked_sub(719_468).map(Self)
    }

    /// Whether the call of a run is known to have begun on the day.
    #[must_use]
    pub fn takes(self, run: &RunResult) -> bool {
        run.started_unix_ms
            .is_some_and(|started| Self::of_unix_ms(started) == self)
    }
}

/// Hinnant's `civil_from_days`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 {
            shifted + 3
        } else {
            shifted - 9
        };
        let year = era * 400 + year + u64::from(month <= 2);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_numbers() {
        for (text, number) in [
            ("1970-01-01", Some(0)),
            ("1970-03-01", Some(59)),
            ("2000-02-29", Some(11_016)),
            ("2026-03-31", Some(20_543)),
            ("2026-02-29", None),
            ("2026-13-01", None),
            ("2026-00-10", None),
            ("2026-3-31", None),
            ("1969-12-31", None),
            ("+026-03-31", None),
        ] {
            assert_eq!(Day::read(text), number.map(Day), "{text}");
        }
    }

    #[test]
    fn numbers_have_days() {
        for number in 0..200_000 {
            let day = Day(number);
            assert_eq!(Day::read(&day.to_string()), Some(day));
        }
        let late = Day::of_unix_ms(1_700_000_000_000);
        assert_eq!(late.to_string(), "2023-11-14");
    }
}
