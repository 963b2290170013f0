//! The leaderboard with what upstream's lacks: intervals and generation failures. Upstream's
//! columns come first and as they are, so that scripts that read them go on working.

use super::summary::{best_first, markdown_table, rows};
use super::{COLUMNS, Configuration, percent};
use crate::counts::{ConfigurationCounts, Counts, Figure, Standing};
use crate::statistics::{Estimate, Interval, PairedDifference};

/// The columns that follow upstream's.
pub const CERTAINTY_COLUMNS: [&str; 3] = [
    "95% Interval (strict)",
    "95% Interval (by line)",
    "Generation Failures",
];

/// All columns of the leaderboard.
#[must_use]
pub fn leaderboard_columns() -> Vec<&'static str> {
    COLUMNS.into_iter().chain(CERTAINTY_COLUMNS).collect()
}

/// The rows of the leaderboard, best strict score first: one text per column of
/// [`leaderboard_columns`]. With `passes`, rows for pass@1 and pass^k follow where a case ran
/// repeatedly.
#[must_use]
pub fn leaderboard_rows(counts: &Counts, passes: bool) -> Vec<Vec<String>> {
    let total = counts.case_count();
    let mut table = Vec::new();
    for (figures, name, runs) in best_first(with_runs(counts)) {
        let standing = runs.standing();
        for row in rows(&figures, name, runs, total, passes) {
            let mut cells = row.cells.to_vec();
            if row.detail {
                cells.extend(std::iter::repeat_n(String::new(), CERTAINTY_COLUMNS.len()));
            } else {
                cells.extend([
                    interval(standing.of(Figure::Strict)),
                    interval(standing.of(Figure::ByLine)),
                    failures(&standing),
                ]);
            }
            table.push(cells);
        }
    }
    table.extend(without_runs(counts));
    table
}

fn with_runs(counts: &Counts) -> impl Iterator<Item = (&Configuration, &ConfigurationCounts)> {
    counts
        .configurations()
        .filter(|(_, counts)| counts.run_count() > 0)
}

/// Configurations of which every call failed stand last, without figures.
fn without_runs(counts: &Counts) -> impl Iterator<Item = Vec<String>> {
    let total = counts.case_count();
    counts
        .configurations()
        .filter(|(_, counts)| counts.run_count() == 0)
        .map(move |(name, counts)| {
            let mut cells = vec![
                name.model.clone(),
                name.thinking.clone(),
                tools(name).to_owned(),
                format!("0/{total}"),
            ];
            cells.extend(std::iter::repeat_n(String::new(), 6));
            cells.push(failures(&counts.standing()));
            cells
        })
}

fn tools(name: &Configuration) -> &str {
    if name.tools.is_empty() {
        "-"
    } else {
        &name.tools
    }
}

/// The leaderboard as Markdown, with a note on what the columns mean below.
#[must_use]
pub fn leaderboard_markdown(counts: &Counts, passes: bool) -> String {
    let rows = leaderboard_rows(counts, passes);
    let table = markdown_table(&leaderboard_columns(), 4, rows.iter().map(Vec::as_slice));
    format!("{table}\n{}\n", certainty_note(counts))
}

/// What the columns mean, and what could not be known.
#[must_use]
pub fn certainty_note(counts: &Counts) -> String {
    let mut note =
        "Intervals: bootstrap over cases; \u{2013} where the cases are all alike or fewer \
                    than two. Generation failures: answers that are not whole are graded as they \
                    stand, failed calls are not graded."
            .to_owned();
    let unrecorded: u64 = counts
        .configurations()
        .map(|(_, counts)| counts.unrecorded())
        .sum();
    let runs = counts.run_count();
    if unrecorded > 0 {
        note.push_str(&format!(
            " For {unrecorded} of {runs} runs there is no record of the call: of these only empty \
             answers count as failures."
        ));
    }
    note
}

/// The 95 % interval of a share, `44.19%–81.41%`; a dash where there is none.
#[must_use]
pub fn interval(estimate: &Estimate) -> String {
    match estimate.bootstrap {
        Some(Interval { low, high }) => format!("{}\u{2013}{}", percent(low), percent(high)),
        None => "\u{2013}".to_owned(),
    }
}

/// Generation failures in words, `3 (2 refused, 1 truncated)`; `0` for none.
#[must_use]
pub fn failures(standing: &Standing) -> String {
    let failed = standing.failed();
    if failed == 0 {
        return "0".to_owned();
    }
    let kinds: Vec<String> = standing
        .failures
        .iter()
        .map(|(kind, count)| format!("{count} {}", kind.as_str()))
        .collect();
    format!("{failed} ({})", kinds.join(", "))
}

/// A configuration beside the best one, on the cases that both have.
#[derive(Debug, Clone, Copy)]
pub struct Against<'a> {
    /// The best configuration, by the leaderboard's order.
    pub best: &'a Configuration,
    /// The other one.
    pub name: &'a Configuration,
    /// Strictly correct returns, the other one's share minus the best one's.
    pub strict: PairedDifference,
}

/// Every configuration beside the best, in the leaderboard's order.
#[must_use]
pub fn against_best(counts: &Counts) -> Vec<Against<'_>> {
    let order = best_first(with_runs(counts));
    let Some(((_, best, best_runs), others)) = order.split_first() else {
        return Vec::new();
    };
    others
        .iter()
        .map(|(_, name, runs)| Against {
            best,
            name,
            strict: best_runs.strict_against(runs),
        })
        .filter(|one| one.strict.difference.cases > 0)
        .collect()
}

/// The same in words; nothing for fewer than two configurations.
#[must_use]
pub fn against_words(counts: &Counts) -> String {
    let all = against_best(counts);
    let Some(first) = all.first() else {
        return String::new();
    };
    let mut out = format!(
        "\nBeside the best, {}, on the same cases (strict; paired difference, 95% interval, \
         permutation test):\n",
        first.best.title()
    );
    for one in &all {
        out.push_str(&format!(
            "- {}: {}, {}\n",
            one.name.title(),
            difference(&one.strict),
            one.strict.verdict()
        ));
    }
    out
}

/// A paired difference in words: `-12.50% (-30.00% to 5.00%), p = 0.18`.
#[must_use]
pub fn difference(paired: &PairedDifference) -> String {
    format!(
        "{}, p {}",
        signed_estimate(&paired.difference),
        p_value(paired.permutation.p_value)
    )
}

/// A difference with its interval: `-12.50% (-30.00% to 5.00%)`.
pub(crate) fn signed_estimate(difference: &Estimate) -> String {
    let interval = difference.bootstrap.map_or_else(
        || "no interval".to_owned(),
        |interval| {
            format!(
                "{} to {}",
                signed_percent(interval.low),
                signed_percent(interval.high)
            )
        },
    );
    format!("{} ({interval})", signed_percent(difference.mean))
}

/// A chance with three decimals, `= 0.051`, or `< 0.001`.
#[must_use]
pub fn p_value(chance: f64) -> String {
    if chance < 0.001 {
        "< 0.001".to_owned()
    } else {
        format!("= {chance:.3}")
    }
}

/// A difference of shares with its sign, `-12.50%`.
fn signed_percent(difference: f64) -> String {
    let text = percent(difference.abs());
    if text == "0.00%" {
        text
    } else if difference < 0.0 {
        format!("-{text}")
    } else {
        format!("+{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::GenerationFailure;
    use crate::grade::Score;

    fn name(model: &str) -> Configuration {
        Configuration {
            provider: "p".into(),
            model: model.into(),
            thinking: "high".into(),
            tools: String::new(),
        }
    }

    fn counts() -> Counts {
        let mut counts = Counts::default();
        for (case, exact) in [("a", 19), ("b", 10), ("c", 19), ("d", 0)] {
            let failure = (exact == 0).then_some(GenerationFailure::Refused);
            let score = Score {
                exact,
                within: exact,
                total: 19,
            };
            counts.add(&name("m"), case, score, failure, exact == 0);
        }
        counts.add_failed_call(&name("m"), "e");
        counts.add_failed_call(&name("silent"), "a");
        counts
    }

    #[test]
    fn upstreams_columns_come_first() {
        let rows = leaderboard_rows(&counts(), false);
        assert_eq!(leaderboard_columns()[..8], COLUMNS);
        assert_eq!(rows.len(), 2);
        assert_eq!(
            rows[0],
            [
                "m",
                "high",
                "-",
                "4\u{d7}1/5",
                "50.00%",
                "50.00%",
                "63.16%",
                "63.16%",
                "0.00%\u{2013}100.00%",
                "25.00%\u{2013}100.00%",
                "2 (1 refused, 1 call-failed)"
            ]
        );
        assert_eq!(
            rows[1],
            [
                "silent",
                "high",
                "-",
                "0/5",
                "",
                "",
                "",
                "",
                "",
                "",
                "1 (1 call-failed)"
            ]
        );
    }

    #[test]
    fn luck_is_called_luck() {
        let mut counts = counts();
        let score = |exact| Score {
            exact,
            within: exact,
            total: 19,
        };
        for case in ["a", "b", "c", "d"] {
            counts.add(&name("n"), case, score(19), None, true);
        }
        let words = against_words(&counts);
        assert!(
            words.contains("Beside the best, n high, on the same cases"),
            "{words}"
        );
        assert!(
            words.contains("- m high: -50.00% (-100.00% to 0.00%), p = 0.500, not distinguishable on these 4 cases"),
            "{words}"
        );
        for at in 0..20 {
            counts.add(&name("n"), &format!("x{at}"), score(19), None, true);
            counts.add(&name("m"), &format!("x{at}"), score(18), None, true);
        }
        assert!(
            against_words(&counts).contains("p < 0.001, worse on these 24 cases"),
            "{}",
            against_words(&counts)
        );
    }

    #[test]
    fn the_note_says_what_is_not_known() {
        let markdown = leaderboard_markdown(&counts(), false);
        assert!(markdown.starts_with("| Model Name | Thinking | Tools | Tests Run |"));
        assert!(
            markdown.contains("For 3 of 4 runs there is no record"),
            "{markdown}"
        );
    }
}
