//! Line 16 against the Tax Table.

use serde::Serialize;

use crate::expected::ExpectedReturn;
use crate::formula::dollars;
use crate::money::Cents;
use crate::profile::{Profile, TaxTable, element_exception};
use crate::tax::{FilingStatus, Schedule, TABLE_LIMIT, band};

/// How a tax that is not that of the Tax Table came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TableSlip {
    /// The rate schedule was used where the Tax Table must be.
    RateFormula,
    /// The table or schedule is that of another filing status.
    OtherStatus,
    /// The table was read one band too high or too low.
    NeighbouringBand,
    /// The table or schedule is that of another tax year.
    OtherYear,
    /// A table's band was used where there is no table.
    BeyondTable,
}

impl TableSlip {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RateFormula => "rate-formula",
            Self::OtherStatus => "other-status",
            Self::NeighbouringBand => "neighbouring-band",
            Self::OtherYear => "other-year",
            Self::BeyondTable => "beyond-table",
        }
    }
}

/// Whether a line can be held against the tax table.
#[derive(Debug, Clone)]
pub(crate) enum TableCheck {
    /// It can.
    Applies(TableRule),
    /// It cannot, and why.
    DoesNotApply(String),
}

/// The table of a return.
#[derive(Debug, Clone)]
pub(crate) struct TableRule {
    pub(crate) schedule: Schedule,
    /// The line with the taxable income.
    pub(crate) income: usize,
}

/// A slip that explains a tax.
#[derive(Debug)]
pub(super) struct Explained {
    pub(super) slip: TableSlip,
    /// What the amount is: `the 2024 rate schedule for single on $26,000`.
    pub(super) what: String,
    /// After "line 16": `used the rate formula`.
    pub(super) phrase: String,
}

impl TableCheck {
    /// Decides on the expected return: where it has qualified dividends or a capital gain, or
    /// another form that computes the tax, the table does not apply, and nothing is guessed.
    pub(crate) fn new(
        profile: &Profile,
        table: &TaxTable,
        expected: &ExpectedReturn,
        amounts: &[Cents],
    ) -> Self {
        let amount = |line: usize| amounts.get(line).copied().unwrap_or_default();
        let exception = table
            .unless_lines
            .iter()
            .find_map(|one| {
                let has = amount(profile.position(&one.at)?);
                (has > Cents::ZERO).then(|| {
                    format!(
                        "line {} has {} of {}, so the tax comes from {}",
                        one.at,
                        dollars(has),
                        one.what,
                        one.instead
                    )
                })
            })
            .or_else(|| {
                let one = element_exception(table, expected)?;
                Some(format!(
                    "the return has {}, so the tax comes from {}",
                    one.what, one.instead
                ))
            });
        if let Some(why) = exception {
            return Self::DoesNotApply(why);
        }
        let Some(status) = profile.facts.filing_status_of(expected) else {
            return Self::DoesNotApply(
                "the expected return does not state a filing status".to_owned(),
            );
        };
        let schedule = Schedule::of(profile.tax_year, status);
        let (Some(schedule), Some(income)) = (schedule, profile.position(&table.income)) else {
            return Self::DoesNotApply(format!(
                "there is no tax table for {} here",
                profile.tax_year
            ));
        };
        Self::Applies(TableRule { schedule, income })
    }

    /// The check for a diagnosis, which takes the expected return as right: when its tax is not
    /// the table's, another computation stands behind it.
    pub(super) fn where_it_holds(self, amounts: &[Cents], line: usize) -> Self {
        let amount = |line: usize| amounts.get(line).copied().unwrap_or_default();
        match self {
            Self::Applies(rule) if rule.tax(amounts) != amount(line) => {
                Self::DoesNotApply(format!(
                    "the expected tax of {} is not the {} that the table gives on {}, so another \
                     computation stands behind it",
                    dollars(amount(line)),
                    dollars(rule.tax(amounts)),
                    dollars(amount(rule.income))
                ))
            }
            other => other,
        }
    }
}

impl TableRule {
    pub(crate) fn tax(&self, amounts: &[Cents]) -> Cents {
        self.schedule
            .tax(amounts.get(self.income).copied().unwrap_or_default())
    }

    /// Where the right tax on an income stands: `the 2024 Tax Table (head of household, $26,000 to
    /// $26,050)`.
    pub(crate) fn place(&self, income: Cents) -> String {
        let Schedule {
            tax_year, status, ..
        } = self.schedule;
        if income < TABLE_LIMIT {
            let (from, to) = band(income);
            format!(
                "the {tax_year} Tax Table ({}, {} to {})",
                status.words(),
                dollars(from),
                dollars(to)
            )
        } else {
            format!(
                "the {tax_year} Tax Computation Worksheet ({})",
                status.words()
            )
        }
    }

    /// The slip that gives an amount on one of some taxable incomes, the likeliest first.
    pub(super) fn explain(&self, actual: Cents, incomes: &[Cents]) -> Option<Explained> {
        [
            Self::rate_formula,
            Self::other_status,
            Self::neighbouring_band,
            Self::other_year,
        ]
        .into_iter()
        .find_map(|slip| {
            incomes
                .iter()
                .find_map(|income| slip(self, actual, *income))
        })
    }

    fn rate_formula(&self, actual: Cents, income: Cents) -> Option<Explained> {
        let year = self.schedule.tax_year;
        if income >= TABLE_LIMIT {
            return (self.schedule.by_table(income) == actual).then(|| Explained {
                slip: TableSlip::BeyondTable,
                what: format!(
                    "the tax on the middle of a $50 band around {}, although the Tax Table ends \
                     at $100,000",
                    dollars(income)
                ),
                phrase: "used a table band above $100,000".to_owned(),
            });
        }
        let how = by_rate(&self.schedule, actual, income)?;
        Some(Explained {
            slip: TableSlip::RateFormula,
            what: format!("the {year} rate schedule on {}{how}", dollars(income)),
            phrase: "used the rate formula".to_owned(),
        })
    }

    fn other_status(&self, actual: Cents, income: Cents) -> Option<Explained> {
        let year = self.schedule.tax_year;
        let others = |fits: &dyn Fn(&Schedule) -> bool| {
            let names: Vec<&str> = FilingStatus::ALL
                .into_iter()
                .filter(|status| *status != self.schedule.status)
                .filter_map(|status| Schedule::of(year, status))
                .filter(fits)
                .map(|schedule| schedule.status.words())
                .collect();
            (!names.is_empty()).then(|| names.join(" or "))
        };
        let (what, names) = others(&|one| one.tax(income) == actual)
            .map(|names| (table_name(income), names))
            .or_else(|| {
                others(&|one| by_rate(one, actual, income).is_some())
                    .map(|names| ("rate schedule", names))
            })?;
        Some(Explained {
            slip: TableSlip::OtherStatus,
            what: format!("the {year} {what} for {names} on {}", dollars(income)),
            phrase: format!("used the {what} for {names}"),
        })
    }

    fn neighbouring_band(&self, actual: Cents, income: Cents) -> Option<Explained> {
        if income >= TABLE_LIMIT {
            return None;
        }
        let (from, to) = band(income);
        let below = (from > Cents::ZERO).then(|| band(from.minus(Cents::new(1))));
        let above = (to < TABLE_LIMIT).then(|| band(to));
        let (from, to) = [below, above]
            .into_iter()
            .flatten()
            .find(|(from, _)| self.schedule.by_table(*from) == actual)?;
        Some(Explained {
            slip: TableSlip::NeighbouringBand,
            what: format!(
                "the Tax Table's amount for {} to {}, the band next to the right one for {}",
                dollars(from),
                dollars(to),
                dollars(income)
            ),
            phrase: "read the neighbouring band of the Tax Table".to_owned(),
        })
    }

    fn other_year(&self, actual: Cents, income: Cents) -> Option<Explained> {
        let found = Schedule::years()
            .iter()
            .filter(|year| **year != self.schedule.tax_year)
            .filter_map(|year| Schedule::of(*year, self.schedule.status))
            .find_map(|one| {
                if one.tax(income) == actual {
                    return Some((one.tax_year, table_name(income)));
                }
                by_rate(&one, actual, income).map(|_| (one.tax_year, "rate schedule"))
            });
        let (year, what) = found?;
        Some(Explained {
            slip: TableSlip::OtherYear,
            what: format!(
                "the {year} {what} for {} on {}",
                self.schedule.status.words(),
                dollars(income)
            ),
            phrase: format!("used the {year} {what}"),
        })
    }
}

fn table_name(income: Cents) -> &'static str {
    if income < TABLE_LIMIT {
        "Tax Table"
    } else {
        "Tax Computation Worksheet"
    }
}

/// Whether an amount is a rate schedule's tax, and how it was rounded.
fn by_rate(schedule: &Schedule, actual: Cents, income: Cents) -> Option<&'static str> {
    let exact = schedule.by_rate(income);
    if exact == Cents::ZERO {
        return None;
    }
    let down = Cents::from_dollars(exact.get().div_euclid(100));
    if actual == exact {
        Some("")
    } else if actual == schedule.by_worksheet(income) {
        Some(", rounded")
    } else if actual == down {
        Some(", rounded down")
    } else {
        None
    }
}
