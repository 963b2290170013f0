//! The regular income tax on taxable income, as line 16 of Form 1040 asks for it.
//!
//! Below $100,000 of taxable income the tax must come from the Tax Table, from there on from the
//! Tax Computation Worksheet (Instructions for Form 1040, line 16, 2024 and 2025). The Tax Table
//! holds one tax for each band of income: the rate schedule's tax on the middle of the band,
//! rounded to whole dollars, half up.

mod schedules;
mod status;

pub use status::FilingStatus;

use crate::money::Cents;

/// Taxable income from which the Tax Computation Worksheet replaces the Tax Table.
pub const TABLE_LIMIT: Cents = Cents::from_dollars(100_000);

/// The rate schedule of one filing status in one tax year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The tax year.
    pub tax_year: u16,
    /// The filing status.
    pub status: FilingStatus,
    brackets: &'static [Bracket],
}

/// Income above `over` dollars is taxed at `percent`, up to where the next bracket begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bracket {
    over: i64,
    percent: i64,
}

impl Schedule {
    /// The schedule of a tax year and filing status; `None` for a year that is not built in.
    #[must_use]
    pub fn of(tax_year: u16, status: FilingStatus) -> Option<Self> {
        schedules::brackets(tax_year, status).map(|brackets| Self {
            tax_year,
            status,
            brackets,
        })
    }

    /// The tax years that are built in.
    #[must_use]
    pub const fn years() -> &'static [u16] {
        &schedules::YEARS
    }

    /// Where the brackets begin, in dollars.
    pub fn edges(&self) -> impl Iterator<Item = Cents> {
        self.brackets
            .iter()
            .map(|bracket| Cents::from_dollars(bracket.over))
    }

    /// The rate schedule's tax in hundredths of a cent, exact for any
    /// amount.
    fn exact(&self, income: Cents) -> i64 {
        let income = income.get();
        let ends = self
            .brackets
            .iter()
            .skip(1)
            .map(|bracket| bracket.over * 100)
            .chain([i64::MAX]);
        self.brackets
            .iter()
            .zip(ends)
            .map(|(bracket, end)| {
                let over = bracket.over * 100;
                let taxed = income.min(end).saturating_sub(over).max(0);
                taxed.saturating_mul(bracket.percent)
            })
            .fold(0, i64::saturating_add)
    }

    /// The rate schedule's tax to the cent, half up: what "the rate formula" gives.
    #[must_use]
    pub fn by_rate(&self, income: Cents) -> Cents {
        round(self.exact(income), 100)
    }

    /// The rate schedule's tax rounded to whole dollars, half up: the Tax Computation Worksheet.
    #[must_use]
    pub fn by_worksheet(&self, income: Cents) -> Cents {
        whole_dollars(self.exact(income))
    }

    /// The tax on the middle of the band that the income falls in, rounded to whole dollars: the
    /// Tax Table, and what it would hold if it went on beyond [`TABLE_LIMIT`].
    #[must_use]
    pub fn by_table(&self, income: Cents) -> Cents {
        let (from, to) = band(income);
        // Twice the middle is a whole number of cents.
        let middle = Cents::new(from.get().saturating_add(to.get()) / 2);
        whole_dollars(self.exact(middle))
    }

    /// The tax that line 16 asks for when nothing but the regular tax applies: by the Tax Table
    /// below [`TABLE_LIMIT`], by the Tax Computation Worksheet from there on.
    #[must_use]
    pub fn tax(&self, income: Cents) -> Cents {
        if income < TABLE_LIMIT {
            self.by_table(income)
        } else {
            self.by_worksheet(income)
        }
    }
}

/// The band of the Tax Table that an income falls in, "at least" and "but less than": 0–5, 5–15,
/// 15–25, then by 25 to 3,000, then by 50 (Tax Table, Instructions for Form 1040, 2024 and 2025).
#[must_use]
pub fn band(income: Cents) -> (Cents, Cents) {
    let dollars = income.get().div_euclid(100).max(0);
    let (from, width) = match dollars {
        0..5 => (0, 5),
        5..25 => (dollars - (dollars - 5) % 10, 10),
        25..3_000 => (dollars - dollars % 25, 25),
        _ => (dollars - dollars % 50, 50),
    };
    (
        Cents::from_dollars(from),
        Cents::from_dollars(from.saturating_add(width)),
    )
}

/// Hundredths of a cent to a multiple of `unit` of them, half up, in cents.
fn round(exact: i64, unit: i64) -> Cents {
    let units = exact.saturating_add(unit / 2).div_euclid(unit);
    Cents::new(units.saturating_mul(unit / 100))
}

fn whole_dollars(exact: i64) -> Cents {
    round(exact, 10_000)
}

#[cfg(test)]
mod tests;
