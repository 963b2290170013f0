//! Student's t distribution for whole degrees of freedom.

use super::count;

/// The chance that a t-distributed value with `degrees` degrees of freedom is at most `t`.
///
/// The finite series of Abramowitz and Stegun (1964), 26.7.3 and 26.7.4, with θ = arctan(t/√ν):
/// A(t|ν) = sin θ·(1 + cos²θ/2 + 1·3/(2·4)·cos⁴θ + …) for even ν, and
/// 2/π·(θ + sin θ·(cos θ + 2/3·cos³θ + …)) for odd ν, is the chance of lying within ±t. They are
/// the incomplete beta function of a half and ν/2, which for whole ν ends after ν/2 terms.
///
/// ```
/// let chance = taxgrade::statistics::student_t_cdf(2.0, 2);
/// assert!((chance - 0.908_248_290_463_863).abs() < 1e-12);
/// ```
#[must_use]
pub fn student_t_cdf(t: f64, degrees: usize) -> f64 {
    if degrees == 0 {
        return f64::NAN;
    }
    let nu = count(degrees);
    let hypotenuse = (nu + t * t).sqrt();
    let sine = t / hypotenuse;
    let cosine_squared = nu / (nu + t * t);
    let odd = degrees % 2 == 1;
    // The sum of the series: its first term is 1 for even degrees and cos θ for odd ones.
    let mut term = if odd { cosine_squared.sqrt() } else { 1.0 };
    let mut sum = 0.0;
    let mut last = if odd { 1 } else { 0 };
    while last + 2 <= degrees {
        sum += term;
        // Both series go on by (k + 1)/(k + 2)·cos²θ, k being the exponent reached.
        term *= cosine_squared * count(last + 1) / count(last + 2);
        last += 2;
        if term < 1e-18 * sum {
            break;
        }
    }
    let within = if odd {
        (arctan(t / nu.sqrt()) + sine * sum) / (arctan(1.0) * 2.0)
    } else {
        sine * sum
    };
    0.5 + within / 2.0
}

/// The value below which a t-distributed value lies with the given chance, from a half to below 1:
/// halving of an interval until floats end it.
#[must_use]
pub fn student_t_quantile(chance: f64, degrees: usize) -> f64 {
    if degrees == 0 || !(0.5..1.0).contains(&chance) {
        return f64::NAN;
    }
    let (mut low, mut high) = (0.0, 2.0);
    while student_t_cdf(high, degrees) < chance && high < 1e15 {
        low = high;
        high *= 2.0;
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        if student_t_cdf(middle, degrees) < chance {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The arc tangent: arctan x = 2·arctan(x/(1 + √(1 + x²))) four times, then Gregory's series. The
/// standard library's differs in its last bits from platform to platform.
fn arctan(x: f64) -> f64 {
    let mut small = x;
    for _ in 0..4 {
        small /= 1.0 + (1.0 + small * small).sqrt();
    }
    let square = small * small;
    let mut power = small;
    let mut sum = 0.0;
    // Halved four times, the argument is at most π/32; fourteen terms reach 10⁻²⁸.
    for k in 0..14_usize {
        let term = power / count(2 * k + 1);
        sum += if k % 2 == 0 { term } else { -term };
        power *= square;
    }
    sum * 16.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arctan_agrees_with_the_standard_library() {
        for x in [-1e6, -3.0, -1.0, -0.1, 0.0, 1e-9, 0.5, 1.0, 2.0, 40.0, 1e12] {
            assert!((arctan(x) - x.atan()).abs() < 1e-14, "{x}");
        }
    }

    #[test]
    fn no_degrees_and_no_chance_have_no_quantile() {
        assert!(student_t_quantile(0.975, 0).is_nan());
        assert!(student_t_quantile(1.0, 5).is_nan());
        assert!(student_t_cdf(1.0, 0).is_nan());
    }
}
