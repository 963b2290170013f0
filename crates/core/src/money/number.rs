//! Numbers as JSON writes them.

use super::{Cents, Reading, Unreadable};

/// Reads a JSON number, exponent included (`5.2e4`), to the exact cent: a point there never marks
/// thousands, and nothing is rounded.
///
/// ```
/// use taxgrade::money::{read_number, Cents, Reading};
///
/// assert_eq!(read_number("5.2e4"), Reading::Amount(Cents::from_dollars(52_000)));
/// assert!(matches!(read_number("1.005"), Reading::Unreadable(_)));
/// assert!(matches!(read_number("1e400"), Reading::Unreadable(_)));
/// ```
#[must_use]
pub fn read_number(number: &str) -> Reading {
    match cents(number) {
        Ok(amount) => Reading::Amount(amount),
        Err(why) => Reading::Unreadable(why),
    }
}

fn cents(number: &str) -> Result<Cents, Unreadable> {
    let (negative, magnitude) = match number.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, number),
    };
    let (decimal, exponent) = match magnitude.split_once(['e', 'E']) {
        Some((decimal, exponent)) => (decimal, exponent_of(exponent)?),
        None => (magnitude, 0),
    };
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    if whole.is_empty()
        || !whole
            .bytes()
            .chain(fraction.bytes())
            .all(|b| b.is_ascii_digit())
    {
        return Err(Unreadable::NotANumber);
    }
    let digits = || whole.bytes().chain(fraction.bytes());
    let places = i64::try_from(whole.len())
        .unwrap_or(i64::MAX)
        .saturating_add(exponent)
        .saturating_add(2);
    // The digits up to the cents, and zeros where the exponent reaches beyond the last one.
    let mut amount: i64 = 0;
    let mut left = places;
    for digit in digits() {
        if left <= 0 {
            if digit != b'0' {
                return Err(Unreadable::FinerThanCents);
            }
            continue;
        }
        left -= 1;
        amount = push(amount, digit)?;
    }
    while left > 0 && amount > 0 {
        left -= 1;
        amount = push(amount, b'0')?;
    }
    Ok(Cents::new(if negative { -amount } else { amount }))
}

fn push(amount: i64, digit: u8) -> Result<i64, Unreadable> {
    amount
        .checked_mul(10)
        .and_then(|amount| amount.checked_add(i64::from(digit - b'0')))
        .filter(|amount| *amount <= Cents::MAX.get())
        .ok_or(Unreadable::TooLarge)
}

/// An exponent, held within what any number of digits here can need.
fn exponent_of(text: &str) -> Result<i64, Unreadable> {
    const FARTHEST: i64 = 1 << 32;
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Unreadable::NotANumber);
    }
    let exponent = digits.iter().fold(0i64, |exponent, digit| {
        (exponent * 10 + i64::from(digit - b'0')).min(FARTHEST)
    });
    Ok(if negative { -exponent } else { exponent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_the_exact_cent() {
        for (number, cents) in [
            ("0", 0),
            ("-0", 0),
            ("0e999999999999999999999", 0),
            ("47900", 4_790_000),
            ("47900.0", 4_790_000),
            ("-12.5", -1_250),
            ("5.2e4", 5_200_000),
            ("5.2E+4", 5_200_000),
            ("520000e-1", 5_200_000),
            ("1234e-2", 1_234),
            ("1.234e3", 123_400),
            ("0.00001e5", 100),
            ("0.000e9", 0),
            ("1e13", 1_000_000_000_000_000),
            ("1000000000000000e-2", 1_000_000_000_000_000),
        ] {
            assert_eq!(
                read_number(number),
                Reading::Amount(Cents::new(cents)),
                "{number}"
            );
        }
    }

    #[test]
    fn what_is_no_exact_amount() {
        for (number, why) in [
            ("1.005", Unreadable::FinerThanCents),
            ("1e-3", Unreadable::FinerThanCents),
            ("52000.000000000004", Unreadable::FinerThanCents),
            ("1e400", Unreadable::TooLarge),
            ("1e99999999999999999999", Unreadable::TooLarge),
            ("10000000000000.01", Unreadable::TooLarge),
            ("99999999999999999999999", Unreadable::TooLarge),
            ("1e", Unreadable::NotANumber),
            ("", Unreadable::NotANumber),
            ("true", Unreadable::NotANumber),
        ] {
            assert_eq!(read_number(number), Reading::Unreadable(why), "{number}");
        }
    }
}
