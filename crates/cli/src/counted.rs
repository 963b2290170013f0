//! Numbers with their nouns.

/// `1 run`, `2 runs`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// `1 case has`, `2 cases have`.
pub(crate) fn having(count: usize, noun: &str) -> String {
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
        assert_eq!(having(1, "case"), "1 case has");
        assert_eq!(having(2, "case"), "2 cases have");
    }
}
