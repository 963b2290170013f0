//! Numbers of tests, read from the closing lines of the test runners.

use std::ops::AddAssign;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

impl Counts {
    pub(crate) const ONE: Self = Self {
        passed: 1,
        failed: 0,
        skipped: 0,
    };

    /// `test result: ok. 3 passed; 0 failed; 1 ignored; …`, one such line per test binary.
    pub(crate) fn read_cargo_line(&mut self, line: &str) {
        let Some((_, counts)) = line
            .strip_prefix("test result: ")
            .and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for part in counts.split("; ") {
            match part.split_once(' ') {
                Some((number, "passed")) => self.passed += number.parse().unwrap_or(0),
                Some((number, "failed")) => self.failed += number.parse().unwrap_or(0),
                Some((number, "ignored")) => self.skipped += number.parse().unwrap_or(0),
                _ => {}
            }
        }
    }

    /// `# pass 3` or `ℹ pass 3`: Node's runner, into a pipe or a terminal.
    pub(crate) fn read_node_line(&mut self, line: &str) {
        let Some(rest) = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ ")) else {
            return;
        };
        match rest.split_once(' ') {
            Some(("pass", number)) => self.passed += number.parse().unwrap_or(0),
            Some(("fail" | "cancelled", number)) => self.failed += number.parse().unwrap_or(0),
            Some(("skipped" | "todo", number)) => self.skipped += number.parse().unwrap_or(0),
            _ => {}
        }
    }

    /// `test_name (module.Class.test_name) ... ok`: Python's unittest, when it names each test.
    pub(crate) fn read_unittest_line(&mut self, line: &str) {
        let Some((_, end)) = line
            .strip_prefix("test_")
            .and_then(|rest| rest.split_once(" ... "))
        else {
            return;
        };
        match end.split(' ').next() {
            Some("ok") => self.passed += 1,
            Some("skipped") => self.skipped += 1,
            _ => self.failed += 1,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_lines_add_up() {
        let mut counts = Counts::default();
        counts.read_cargo_line("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        counts.read_cargo_line("test a ... ok");
        counts.read_cargo_line(
            "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
        );
        assert_eq!(
            counts,
            Counts {
                passed: 4,
                failed: 2,
                skipped: 1
            }
        );
    }

    #[test]
    fn unittest_lines_add_up() {
        let mut counts = Counts::default();
        for line in [
            "test_a (__main__.A.test_a) ... ok",
            "test_b (__main__.A.test_b) ... FAIL",
            "test_c (__main__.A.test_c) ... skipped 'why'",
            "Ran 3 tests in 0.1s",
        ] {
            counts.read_unittest_line(line);
        }
        assert_eq!(
            counts,
            Counts {
                passed: 1,
                failed: 1,
                skipped: 1
            }
        );
    }

    #[test]
    fn node_lines_of_both_reporters_are_read() {
        let mut counts = Counts::default();
        for line in [
            "# tests 4",
            "# pass 2",
            "ℹ fail 1",
            "ℹ skipped 1",
            "# duration_ms 5",
        ] {
            counts.read_node_line(line);
        }
        assert_eq!(
            counts,
            Counts {
                passed: 2,
                failed: 1,
                skipped: 1
            }
        );
    }
}
