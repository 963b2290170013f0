//! Shares as percentages with two decimals.

/// A share from 0 to 1 as upstream's tables show it, `83.33%`: two decimals, halves to even.
///
/// Worked out in whole hundredths, so that the float formatting of the standard library, which is
/// a tenth of a small WebAssembly module, is not needed.
#[must_use]
#[expect(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "output only, of a share between 0 and 1"
)]
pub fn percent(share: f64) -> String {
    let hundredths = (share.clamp(0.0, 1.0) * 10_000.0).round_ties_even() as u32;
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_decimals() {
        let cases = [
            (0.0, "0.00%"),
            (1.0, "100.00%"),
            (12.0 / 19.0, "63.16%"),
            (1.0 / 24.0, "4.17%"),
            (1.0 / 32.0, "3.12%"),
            (0.9999, "99.99%"),
            (0.99996, "100.00%"),
        ];
        for (share, text) in cases {
            assert_eq!(percent(share), text);
        }
    }

    #[test]
    fn agrees_with_exact_formatting() {
        for (part, whole) in
            (1u32..=82).flat_map(|whole| (0..=whole).map(move |part| (part, whole)))
        {
            let share = f64::from(part) / f64::from(whole);
            assert_eq!(
                percent(share),
                format!("{:.2}%", share * 100.0),
                "{part}/{whole}"
            );
        }
    }
}
