//! The arithmetic that a form prints for its lines, as profiles write it: `max(0, 11 - 14)`.
//!
//! A formula is a sum and difference of line numbers, `max(…)`, `min(…)`, parentheses, the
//! constant `0` (the only numeral that is no line number), and `round(ID * 4.95%)`, a percentage
//! rounded to whole dollars.

mod arithmetic;
mod parse;

pub use arithmetic::Arithmetic;

use std::fmt;

use crate::error::Error;
use crate::money::{Cents, Style};

/// A formula over the lines of one profile, which it names by their index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    expression: Expression,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Expression {
    Zero,
    Line(usize),
    /// Terms with whether they are subtracted.
    Sum(Vec<(bool, Expression)>),
    Max(Vec<Expression>),
    Min(Vec<Expression>),
    Round(Box<Expression>, Percentage),
}

/// A percentage as an exact fraction: `4.95%` is 495 of 10,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Percentage {
    /// At most nine digits.
    numerator: u64,
    /// 100 with at most six zeros more.
    denominator: u64,
}

impl Percentage {
    /// The percentage of an amount, rounded half away from zero to whole dollars, which is half up
    /// for the amounts of 0 or more that forms apply it to.
    fn of(self, amount: Cents) -> Cents {
        let dollar = self.denominator * 100;
        let magnitude = amount.get().unsigned_abs();
        // Whole multiples of what makes a dollar apart: what is left of them is below ten thousand
        // million and the numerator below a thousand million, so that the product fits.
        let whole = (magnitude / dollar).saturating_mul(self.numerator);
        let rest = (magnitude % dollar) * self.numerator;
        let dollars = whole.saturating_add((rest + dollar / 2) / dollar);
        let dollars = i64::try_from(dollars).unwrap_or(i64::MAX);
        Cents::from_dollars(dollars * amount.get().signum())
    }
}

impl Formula {
    /// Reads a formula; `line` finds the index of a line by its number.
    ///
    /// # Errors
    /// [`crate::error::ErrorCode::ProfileInvalid`] with the place in the formula.
    pub fn parse(text: &str, line: impl Fn(&str) -> Option<usize>) -> Result<Self, Error> {
        parse::parse(text, &line).map(|expression| Self { expression })
    }

    /// What the formula gives on the amounts of lines; a line without an amount is 0, as on the
    /// form.
    #[must_use]
    pub fn value(&self, amounts: &[Cents]) -> Cents {
        value(&self.expression, amounts)
    }

    /// The lines that the formula reads, in its order; a line may come twice.
    #[must_use]
    pub fn inputs(&self) -> Vec<usize> {
        let mut found = Vec::new();
        collect(&self.expression, &mut found);
        found
    }

    /// The formula with amounts for line numbers, as in `max(0, $48,000 − $14,600)`; terms of 0
    /// are left out of sums.
    #[must_use]
    pub fn with_amounts<'a>(&'a self, amounts: &'a [Cents]) -> impl fmt::Display + 'a {
        Filled {
            expression: &self.expression,
            amounts,
            inside_sum: false,
        }
    }
}

fn amount(amounts: &[Cents], line: usize) -> Cents {
    amounts.get(line).copied().unwrap_or_default()
}

// Recursion is bounded: the parser refuses formulas that nest deeply.
fn value(expression: &Expression, amounts: &[Cents]) -> Cents {
    match expression {
        Expression::Zero => Cents::ZERO,
        Expression::Line(line) => amount(amounts, *line),
        Expression::Sum(terms) => terms.iter().fold(Cents::ZERO, |sum, (minus, term)| {
            let term = value(term, amounts);
            if *minus {
                sum.minus(term)
            } else {
                sum.plus(term)
            }
        }),
        Expression::Max(of) => {
            let largest = of.iter().map(|one| value(one, amounts)).max();
            largest.unwrap_or_default()
        }
        Expression::Min(of) => {
            let smallest = of.iter().map(|one| value(one, amounts)).min();
            smallest.unwrap_or_default()
        }
        Expression::Round(of, percentage) => percentage.of(value(of, amounts)),
    }
}

fn collect(expression: &Expression, found: &mut Vec<usize>) {
    match expression {
        Expression::Zero => {}
        Expression::Line(line) => found.push(*line),
        Expression::Sum(terms) => terms.iter().for_each(|(_, term)| collect(term, found)),
        Expression::Max(of) | Expression::Min(of) => of.iter().for_each(|one| collect(one, found)),
        Expression::Round(of, _) => collect(of, found),
    }
}

struct Filled<'a> {
    expression: &'a Expression,
    amounts: &'a [Cents],
    inside_sum: bool,
}

impl Filled<'_> {
    fn list(&self, f: &mut fmt::Formatter<'_>, name: &str, of: &[Expression]) -> fmt::Result {
        f.write_str(name)?;
        for (at, expression) in of.iter().enumerate() {
            let open = if at == 0 { "(" } else { ", " };
            let one = Filled {
                expression,
                amounts: self.amounts,
                inside_sum: false,
            };
            write!(f, "{open}{one}")?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Filled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expression {
            Expression::Zero => f.write_str("0"),
            Expression::Line(line) => f.write_str(&dollars(amount(self.amounts, *line))),
            Expression::Sum(terms) => {
                let shown: Vec<&(bool, Expression)> = terms
                    .iter()
                    .filter(|(_, term)| value(term, self.amounts) != Cents::ZERO)
                    .collect();
                if shown.is_empty() {
                    return f.write_str("$0");
                }
                let parenthesised = self.inside_sum && shown.len() > 1;
                if parenthesised {
                    f.write_str("(")?;
                }
                for (at, (minus, expression)) in shown.into_iter().enumerate() {
                    f.write_str(match (at, *minus) {
                        (0, false) => "",
                        (0, true) => "$0 \u{2212} ",
                        (_, false) => " + ",
                        (_, true) => " \u{2212} ",
                    })?;
                    let term = Filled {
                        expression,
                        amounts: self.amounts,
                        inside_sum: true,
                    };
                    write!(f, "{term}")?;
                }
                if parenthesised {
                    f.write_str(")")
                } else {
                    Ok(())
                }
            }
            Expression::Max(of) => self.list(f, "max", of),
            Expression::Min(of) => self.list(f, "min", of),
            Expression::Round(of, percentage) => {
                let of = Filled {
                    expression: of,
                    amounts: self.amounts,
                    inside_sum: true,
                };
                write!(f, "round({of} \u{d7} {percentage})")
            }
        }
    }
}

impl fmt::Display for Percentage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_hundred = (self.denominator / 100).max(1);
        let (whole, rest) = (self.numerator / of_hundred, self.numerator % of_hundred);
        write!(f, "{whole}")?;
        if rest != 0 {
            let width = of_hundred.ilog10() as usize;
            let digits = format!("{rest:0width$}");
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        f.write_str("%")
    }
}

/// An amount in a sentence: `$2,789`, `−$650`, `$12.50`.
pub(crate) fn dollars(amount: Cents) -> String {
    let sign = if amount < Cents::ZERO { "\u{2212}" } else { "" };
    format!("{sign}${}", amount.abs().format(Style::Grouped))
}

#[cfg(test)]
mod tests;
