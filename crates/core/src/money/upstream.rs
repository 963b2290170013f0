//! The amount as upstream's evaluator reads it, kept beside our own reading so that both scores
//! can be shown.

use super::Cents;

/// Reads what follows the last pipe the way the TaxCalcBench harness does: `$` and thousands
/// commas are dropped, and what is left counts only when all of it is a decimal number; anything
/// else, blank included, is 0.
#[must_use]
pub fn read_upstream(field: &str) -> Cents {
    if matches!(field, "" | " ") {
        return Cents::ZERO;
    }
    let field = match field.trim_ascii() {
        usual if usual.is_ascii() => usual,
        _ => field.trim(),
    };
    dollars(field.as_bytes())
        .or_else(|| decimal(field))
        .unwrap_or(Cents::ZERO)
}

/// The usual case: digits and commas, too few to overflow.
fn dollars(text: &[u8]) -> Option<Cents> {
    const MOST: usize = 12;
    if text.len() > MOST || !text.first()?.is_ascii_digit() {
        return None;
    }
    let mut dollars = 0i64;
    for byte in text {
        match byte {
            b'0'..=b'9' => dollars = dollars * 10 + i64::from(byte - b'0'),
            b',' => {}
            _ => return None,
        }
    }
    Some(Cents::from_dollars(dollars))
}

/// A decimal number to whole cents. A fraction of a cent moves the amount away from zero to the
/// next cent, so that it never equals an amount that it is not.
fn decimal(text: &str) -> Option<Cents> {
    let mut negative = false;
    let mut cents: i64 = 0;
    let mut decimals: Option<u32> = None;
    let mut beyond_cents = false;
    let mut digits = 0usize;
    let mut started = false;
    for byte in text.bytes() {
        match byte {
            b'$' | b',' => continue,
            b'-' if !started => negative = true,
            b'+' if !started => {}
            b'.' if decimals.is_none() => decimals = Some(0),
            b'0'..=b'9' => {
                digits += 1;
                if decimals == Some(2) {
                    beyond_cents |= byte != b'0';
                } else {
                    cents = cents.checked_mul(10)?.checked_add(i64::from(byte - b'0'))?;
                    decimals = decimals.map(|count| count + 1);
                }
            }
            _ => return None,
        }
        started = true;
    }
    if digits == 0 {
        return None;
    }
    for _ in decimals.unwrap_or(0)..2 {
        cents = cents.checked_mul(10)?;
    }
    if beyond_cents {
        cents = cents.checked_add(1)?;
    }
    let amount = if negative { -cents } else { cents };
    (cents <= Cents::MAX.get()).then_some(Cents::new(amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_plain_number_counts() {
        let cases = [
            ("47900", 4_790_000),
            (" $47,900 ", 4_790_000),
            ("-1,234.5", -123_450),
            ("$-12", -1_200),
            ("1234.567", 123_457),
            ("0.00", 0),
            ("", 0),
            ("(1,234)", 0),
            ("**47900**", 0),
            ("N/A", 0),
            ("\u{2212}5", 0),
            ("47900 (see note)", 0),
            ("1-2", 0),
            ("99999999999999999999", 0),
        ];
        for (text, cents) in cases {
            assert_eq!(read_upstream(text), Cents::new(cents), "{text:?}");
        }
    }
}
