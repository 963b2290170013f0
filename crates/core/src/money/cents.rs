//! An amount as a whole number of cents.

use std::fmt;

use serde::{Serialize, Serializer};

/// An amount in US cents. Arithmetic never rounds and never wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cents(i64);

impl Cents {
    /// Nothing: what a blank line of a form stands for.
    pub const ZERO: Self = Self(0);

    /// The largest amount that is read, ten trillion dollars: more than any return holds, and
    /// floats still tell its cents apart, so JavaScript prints it right.
    pub const MAX: Self = Self(1_000_000_000_000_000);

    /// An amount of whole cents.
    #[must_use]
    pub const fn new(cents: i64) -> Self {
        Self(cents)
    }

    /// An amount of whole dollars; saturates at [`i64`] cents.
    #[must_use]
    pub const fn from_dollars(dollars: i64) -> Self {
        Self(dollars.saturating_mul(100))
    }

    /// The number of cents.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Whole dollars, or `None` when there is a fraction of a dollar.
    #[must_use]
    pub const fn whole_dollars(self) -> Option<i64> {
        if self.0 % 100 == 0 {
            Some(self.0 / 100)
        } else {
            None
        }
    }

    /// The sum; saturates instead of wrapping.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference `self - other`; saturates instead of wrapping.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The same amount without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    /// The amount written in one of the supported styles; every one of them reads back as the
    /// same amount with [`super::read`].
    #[must_use]
    pub fn format(self, style: Style) -> String {
        let negative = self.0 < 0;
        let magnitude = self.0.unsigned_abs();
        let (dollars, cents) = (magnitude / 100, magnitude % 100);
        let digits = match style {
            Style::Plain => dollars.to_string(),
            _ => group_thousands(dollars),
        };
        let number = if cents == 0 && style != Style::Currency {
            digits
        } else {
            format!("{digits}.{cents:02}")
        };
        match (style, negative) {
            (Style::Plain | Style::Grouped, false) => number,
            (Style::Plain, true) => format!("-{number}"),
            (Style::Grouped, true) => format!("\u{2212}{number}"),
            (Style::Currency, false) => format!("${number}"),
            (Style::Currency, true) => format!("-${number}"),
            (Style::Accounting, false) => format!("${number}"),
            (Style::Accounting, true) => format!("(${number})"),
        }
    }
}

/// How an amount is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `-1234`, `1234.50`: no grouping, cents only when there are any.
    Plain,
    /// `−1,234`: thousands separated, a true minus sign.
    Grouped,
    /// `-$1,234.00`: always with cents.
    Currency,
    /// `($1,234)`: negative in parentheses.
    Accounting,
}

fn group_thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

impl Cents {
    /// Dollars as JSON writes them: without cents where there are none, and with one digit of them
    /// where that says it all.
    pub(crate) fn to_json_number(self) -> String {
        let mut number = self.format(Style::Plain);
        if self.whole_dollars().is_none() && number.ends_with('0') {
            number.pop();
        }
        number
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.format(Style::Plain))
    }
}

/// JSON and JavaScript see dollars: a whole number where there are no cents, so that the text is
/// the same whether Rust or JavaScript wrote it.
impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole_dollars() {
            Some(dollars) => serializer.serialize_i64(dollars),
            None => serializer.serialize_f64(self.to_f64_dollars()),
        }
    }
}

impl Cents {
    /// Dollars as a float, for output only: exact to the cent within [`Cents::MAX`], since the
    /// nearest float to such an amount prints as that amount.
    #[must_use]
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "output only: grading compares whole cents"
    )]
    pub fn to_f64_dollars(self) -> f64 {
        self.0 as f64 / 100.0
    }
}
