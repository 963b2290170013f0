//! Numbers with their nouns.

use std::fmt::Display;

/// `1 run`, `2 runs`: for a whole number and a noun whose plural ends in s.
#[must_use]
pub fn counted(count: impl Display, noun: &str) -> String {
    let mut words = format!("{count} {noun}");
    if !words.starts_with("1 ") {
        words.push('s');
    }
    words
}

/// `1 case has`, `2 cases have`.
#[must_use]
pub fn having(count: usize, noun: &str) -> String {
    let verb = if count == 1 { "has" } else { "have" };
    format!("{} {verb}", counted(count, noun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many() {
        assert_eq!(counted(0, "run"), "0 runs");
        assert_eq!(counted(1, "run"), "1 run");
        assert_eq!(counted(11, "run"), "11 runs");
        assert_eq!(having(1, "case"), "1 case has");
        assert_eq!(having(2, "case"), "2 cases have");
    }
}
