//! Slips of the pen that explain an amount exactly.

use super::Kind;
use crate::money::Cents;

/// The slip that turns the amount that should stand there into the one that does.
pub(super) fn slip(actual: Cents, right: Cents) -> Option<Kind> {
    if actual == right {
        return None;
    }
    if actual.minus(right).abs() <= Cents::from_dollars(1) {
        return Some(Kind::Rounding);
    }
    if actual == Cents::ZERO || right == Cents::ZERO {
        return None;
    }
    if actual == Cents::ZERO.minus(right) {
        return Some(Kind::Sign);
    }
    if (actual < Cents::ZERO) != (right < Cents::ZERO) {
        return None;
    }
    let (written, meant) = (digits(actual), digits(right));
    if lacks_zeros(&written, &meant) {
        return Some(Kind::DroppedZero);
    }
    if lacks_zeros(&meant, &written) {
        return Some(Kind::AddedZero);
    }
    swaps_two(&written, &meant).then_some(Kind::TransposedDigits)
}

/// The digits of an amount: of its dollars, with cents if it has any.
fn digits(amount: Cents) -> Vec<u8> {
    let number = amount
        .abs()
        .whole_dollars()
        .unwrap_or_else(|| amount.abs().get());
    number.to_string().into_bytes()
}

/// Whether `shorter` is `longer` without one of its zeros, or without some at its end.
fn lacks_zeros(shorter: &[u8], longer: &[u8]) -> bool {
    let Some(missing) = longer.len().checked_sub(shorter.len()) else {
        return false;
    };
    let at_end = missing > 0
        && longer
            .strip_prefix(shorter)
            .is_some_and(|rest| rest.iter().all(|digit| *digit == b'0'));
    let inside = missing == 1
        && longer.iter().enumerate().any(|(at, digit)| {
            *digit == b'0'
                && longer.get(..at) == shorter.get(..at)
                && longer.get(at + 1..) == shorter.get(at..)
        });
    at_end || inside
}

/// Whether two neighbouring digits have changed places and nothing else differs.
fn swaps_two(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let differing: Vec<usize> = one
        .iter()
        .zip(other)
        .enumerate()
        .filter(|(_, (a, b))| a != b)
        .map(|(at, _)| at)
        .collect();
    let [first, second] = differing.as_slice() else {
        return false;
    };
    *second == first + 1
        && one.get(*first) == other.get(*second)
        && one.get(*second) == other.get(*first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_slip_explains_exactly() {
        // In cents.
        let of = |actual: i64, right: i64| slip(Cents::new(actual), Cents::new(right));
        for (actual, right, kind) in [
            (10_000, 10_000, None),
            (10_050, 10_000, Some(Kind::Rounding)),
            (10_100, 10_000, Some(Kind::Rounding)),
            (10_101, 10_000, None),
            (100, 0, Some(Kind::Rounding)),
            (-65_000, 65_000, Some(Kind::Sign)),
            (65_000, -65_000, Some(Kind::Sign)),
            (479_000, 4_790_000, Some(Kind::DroppedZero)),
            (479_000, 4_079_000, Some(Kind::DroppedZero)),
            (47_900, 4_790_000, Some(Kind::DroppedZero)),
            (4_790_000, 479_000, Some(Kind::AddedZero)),
            (4_970_000, 4_790_000, Some(Kind::TransposedDigits)),
            (7_490_000, 4_790_000, Some(Kind::TransposedDigits)),
            (9_740_000, 4_790_000, None),
            (-7_490_000, 4_790_000, None),
            (0, 4_790_000, None),
            (4_790_000, 0, None),
            (1_234, 1_324, Some(Kind::Rounding)),
            (124_300, 123_400, Some(Kind::TransposedDigits)),
            (i64::MIN, i64::MAX, None),
        ] {
            assert_eq!(of(actual, right), kind, "{actual} for {right}");
        }
    }
}
