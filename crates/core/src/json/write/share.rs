//! Shares in decimal.
//!
//! The shortest digits that read back as the same number, found as Steele and White do ("How to
//! print floating-point numbers accurately", 1990). Below 1 that takes no division and no tables:
//! the number is a binary fraction, and multiplying it by ten carries out one digit after the other.

/// A fraction below 1: its bits after the point, 32 a limb, lowest limb first.
#[derive(Clone)]
struct Fraction(Vec<u32>);

impl Fraction {
    /// `mantissa` times 2 to the power of `-point`, in as many limbs as `limbs`.
    fn new(mantissa: u64, point: usize, limbs: usize) -> Self {
        let mut all = vec![0; limbs];
        let low = limbs * 32 - point;
        for bit in (0..64).filter(|bit| mantissa >> bit & 1 == 1) {
            if let Some(limb) = all.get_mut((low + bit) / 32) {
                *limb |= 1 << ((low + bit) % 32);
            }
        }
        Self(all)
    }

    /// Multiplies by ten and takes what gets before the point.
    fn next_digit(&mut self) -> u8 {
        let mut carry = 0;
        for limb in &mut self.0 {
            carry += u64::from(*limb) * 10;
            *limb = (carry & 0xffff_ffff) as u32;
            carry >>= 32;
        }
        (carry & 0xf) as u8
    }

    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }

    /// How the sum of two compares with 1.
    fn sum_to_one(&self, other: &Self) -> std::cmp::Ordering {
        let mut carry = 0;
        let mut rest = 0;
        for (a, b) in self.0.iter().zip(&other.0) {
            carry += u64::from(*a) + u64::from(*b);
            rest |= carry & 0xffff_ffff;
            carry >>= 32;
        }
        (carry, rest).cmp(&(1, 0))
    }
}

/// Writes a share, as JavaScript and serde do; beyond 0 and 1 the nearest of them stands for it,
/// and null for what is no number.
pub(super) fn write(share: f64, out: &mut String) {
    if share > 0.0 && share < 1.0 {
        let (digits, zeros) = shortest(share);
        place(&digits, zeros, out);
    } else {
        out.push_str(match share {
            _ if share.is_nan() => "null",
            _ if share >= 1.0 => "1",
            _ => "0",
        });
    }
}

/// The digits of a number between 0 and 1 without zeros around them, and how many zeros stand
/// between the point and them.
fn shortest(share: f64) -> (String, usize) {
    const FRACTION: u32 = 52;
    let bits = share.to_bits();
    let exponent = (bits >> FRACTION) as usize;
    let stored = bits & ((1 << FRACTION) - 1);
    let mantissa = match exponent {
        0 => stored,
        _ => stored | 1 << FRACTION,
    };
    // Half the way to the next number above is one step of these, and so it is below, but for a
    // power of two, below which numbers lie twice as dense.
    let (point, dense) = (1077 - exponent.max(1), stored == 0 && exponent > 1);
    let limbs = point.div_ceil(32);
    let mut rest = Fraction::new(mantissa << 2, point, limbs);
    let mut above = Fraction::new(2, point, limbs);
    let mut below = Fraction::new(if dense { 1 } else { 2 }, point, limbs);
    // A number half-way between two is read as the even one.
    let even = mantissa & 1 == 0;
    let (mut digits, mut zeros) = (String::new(), 0);
    loop {
        let digit = rest.next_digit();
        let (beyond, beneath) = (above.next_digit() > 0, below.next_digit() > 0);
        let low = rest.compare(&below);
        let high = rest.sum_to_one(&above);
        let low = beneath || low.is_lt() || even && low.is_eq();
        let high = beyond || high.is_gt() || even && high.is_eq();
        let up = match (low, high) {
            (false, false) | (true, false) => 0,
            (false, true) => 1,
            (true, true) => {
                let half = rest.sum_to_one(&rest);
                u8::from(half.is_gt() || half.is_eq() && digit & 1 == 1)
            }
        };
        if digits.is_empty() && digit + up == 0 {
            zeros += 1;
        } else {
            digits.push(char::from(b'0' + digit + up));
        }
        if low || high {
            return (digits, zeros);
        }
    }
}

/// Digits with their point: with an exponent where more than four zeros would stand before them.
fn place(digits: &str, zeros: usize, out: &mut String) {
    if zeros <= 4 {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', zeros));
        out.push_str(digits);
        return;
    }
    let (first, rest) = digits.split_at(1);
    out.push_str(first);
    if !rest.is_empty() {
        out.push('.');
        out.push_str(rest);
    }
    out.push_str("e-");
    out.push_str(&(zeros + 1).to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(share: f64) -> String {
        let mut out = String::new();
        write(share, &mut out);
        out
    }

    fn same_as_serde(share: f64) {
        assert_eq!(
            written(share),
            serde_json::to_string(&share).unwrap_or_default(),
            "{:#x}",
            share.to_bits()
        );
    }

    #[test]
    fn shares_of_lines_and_cases() {
        for whole in 2..150_u32 {
            for part in 1..whole {
                same_as_serde(f64::from(part) / f64::from(whole));
            }
        }
    }

    #[test]
    fn every_kind_of_number_below_one() {
        same_as_serde(f64::from_bits(1));
        same_as_serde(f64::MIN_POSITIVE);
        same_as_serde(1.0 - f64::EPSILON / 2.0);
        let powers = (1..=1022).step_by(3).map(|exponent| 2_f64.powi(-exponent));
        for power in powers.chain((1..52).map(|bit| f64::from_bits(1 << bit))) {
            same_as_serde(power);
            same_as_serde(power.next_up());
            same_as_serde(power.next_down());
        }
        for exponent in (1..=300).step_by(7) {
            same_as_serde(format!("1e-{exponent}").parse().unwrap_or(0.5));
            same_as_serde(format!("9.5e-{exponent}").parse().unwrap_or(0.5));
        }
        // All bits set at random, by a generator of Marsaglia's.
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..5_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            same_as_serde(f64::from_bits(state % 0x3ff0_0000_0000_0000).max(f64::from_bits(1)));
        }
    }

    #[test]
    fn what_is_no_share() {
        for (share, text) in [
            (0.0, "0"),
            (-0.5, "0"),
            (1.0, "1"),
            (1.5, "1"),
            (f64::NAN, "null"),
        ] {
            assert_eq!(written(share), text);
        }
    }
}
