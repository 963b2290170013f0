use super::*;
use crate::results::tests::{add, answer, configuration, sample};

fn side<'a>(results: &'a Results, model: &str) -> Vec<&'a RunResult> {
    results
        .runs
        .iter()
        .filter(|run| run.configuration.model == model)
        .collect()
}

fn models(results: &Results) -> Comparison {
    compare(
        results,
        ("good", &side(results, "good")),
        ("bad", &side(results, "bad")),
        Pairing::ThinkingAndTools,
    )
}

#[test]
fn regressions_come_first_with_their_lines() {
    let results = sample();
    let comparison = models(&results);
    assert_eq!(comparison.returns.len(), 6);
    assert_eq!(
        comparison.return_counts,
        ChangeCounts {
            broken: 4,
            fixed: 0,
            unchanged: 2
        }
    );
    let first = &comparison.returns[0];
    assert_eq!(
        (first.case.as_str(), first.group.as_str()),
        ("case-c", "low")
    );
    assert_eq!(first.change, Change::Broken);
    // The refused third run has no line at all; its amounts of 0 are right where 0 is expected.
    let wages = &first.lines[0];
    assert_eq!((wages.line.as_str(), wages.change), ("1a", Change::Broken));
    assert_eq!(wages.second, Share { right: 2, runs: 3 });
    assert_eq!(comparison.generation_failures, (0, 1));
    let second = comparison
        .returns
        .iter()
        .find(|one| one.case == "case-a" && one.group == "high")
        .unwrap();
    let broken: Vec<&str> = second
        .lines
        .iter()
        .filter(|line| line.change == Change::Broken)
        .map(|line| line.line.as_str())
        .collect();
    assert_eq!(broken, ["16", "24", "37"]);
    assert_eq!(comparison.returns.last().unwrap().change, Change::Unchanged);
    // Per case: both levels together.
    assert_eq!(comparison.strict.difference.cases, 3);
    assert!(!comparison.strict.distinguishable());
}

#[test]
fn the_other_way_round_everything_is_fixed() {
    let results = sample();
    let comparison = compare(
        &results,
        ("bad", &side(&results, "bad")),
        ("good", &side(&results, "good")),
        Pairing::ThinkingAndTools,
    );
    assert_eq!(
        (
            comparison.return_counts.fixed,
            comparison.return_counts.broken
        ),
        (4, 0)
    );
    assert_eq!(comparison.line_counts.broken, 0);
    let there = models(&results);
    assert_eq!(comparison.line_counts.fixed, there.line_counts.broken);
    assert_eq!(comparison.strict.sign_test.up, there.strict.sign_test.down);
}

#[test]
fn a_lost_line_counts_in_a_return_that_was_wrong_before() {
    let mut results = Results::default();
    let (old, new) = (configuration("old", "high"), configuration("new", "high"));
    let wrong = answer(2789);
    add(&mut results, &old, "a", 1, &wrong, None);
    add(
        &mut results,
        &new,
        "a",
        1,
        &wrong.replace("Line 1a: | <b>W-2</b> & \"more\" | 47900", "Line 1a: | | 1"),
        None,
    );
    add(&mut results, &old, "b", 1, &wrong, None);
    add(&mut results, &new, "b", 1, &answer(2792), None);
    add(&mut results, &old, "only", 1, &wrong, None);
    let comparison = compare(
        &results,
        ("old", &side(&results, "old")),
        ("new", &side(&results, "new")),
        Pairing::CaseOnly,
    );
    let order: Vec<&str> = comparison
        .returns
        .iter()
        .map(|one| one.case.as_str())
        .collect();
    assert_eq!(
        order,
        ["a", "b"],
        "what got worse stands before what got better"
    );
    assert_eq!(comparison.returns[0].change, Change::Unchanged);
    assert_eq!(
        (comparison.line_counts.broken, comparison.line_counts.fixed),
        (1, 3)
    );
    assert_eq!(comparison.only_first, ["only"]);
    assert!(comparison_words(&comparison).contains("Only in the first, not compared: only\n"));
    let many = Comparison {
        only_second: (0..15).map(|at| format!("c{at}")).collect(),
        ..comparison
    };
    assert!(comparison_words(&many).contains("c10, c11 and 3 more\n"));
}

#[test]
fn every_form_says_the_same() {
    let comparison = models(&sample());
    let words = comparison_words(&comparison);
    for part in [
        "Returns: 4 broken, 0 fixed, 2 unchanged",
        "Verdict: the second is not distinguishable on these 3 cases",
        "sign test: 0 cases up, 3 down, p = 0.250",
        "case-b (low): broken (lines: 3 broken, 0 fixed), strictly correct in 2/2 \u{2192} 0/2 runs",
        "line 16 broken: 2/2 \u{2192} 0/2, expected 2,792: right \u{2192} 2,789",
        "Answers that are not whole, graded as they stand: 0 in the first, 1 in the second",
    ] {
        assert!(words.contains(part), "no {part} in\n{words}");
    }
    let markdown = comparison_markdown(&comparison);
    assert!(
        markdown.contains("| case-b (low) | broken | 16 | broken | 2,792 | 2/2 \u{2192} 0/2 | right \u{2192} 2,789 |"),
        "{markdown}"
    );
    let csv = comparison_csv(&comparison);
    assert_eq!(csv.lines().count(), 1 + 6 * 19);
    let json: serde_json::Value = serde_json::from_str(&comparison_json(&comparison)).unwrap();
    assert_eq!(json["returns"]["broken"], 4);
    assert_eq!(json["strict"]["signTest"]["down"], 3);
    assert_eq!(json["changes"][0]["change"], "broken");
    assert_eq!(json["cases"], 3);
}

#[test]
fn equal_sides_have_nothing_to_tell() {
    let results = sample();
    let good = side(&results, "good");
    let comparison = compare(&results, ("a", &good), ("b", &good), Pairing::Configuration);
    assert_eq!(
        comparison.line_counts.broken + comparison.line_counts.fixed,
        0
    );
    assert!(comparison_markdown(&comparison).contains("No line changed."));
}

#[test]
fn a_table_names_the_runs_that_state_a_line() {
    let results = sample();
    let comparison = models(&results);
    let table = ComparisonTable::new(&comparison);
    assert_eq!(table.return_counts, comparison.return_counts);
    assert_eq!(table.figures.len(), 2);
    assert!(table.verdict.contains("sign test"), "{}", table.verdict);
    assert_eq!(
        table.notes,
        ["Answers that are not whole, graded as they stand: 0 in the first, 1 in the second"]
    );
    let first = &table.returns[0];
    assert_eq!(
        (first.case.as_str(), first.change),
        ("case-c", Change::Broken)
    );
    let wages = &first.lines[0];
    // The refused third run is the one that lacks the wages.
    assert_eq!(wages.right, ["2/2", "2/3"]);
    let stated = &first.runs[1][wages.at[1]];
    assert_eq!((stated.model.as_str(), stated.run), ("bad", 3));
    assert_eq!(wages.stated[0], "right");
    let unchanged = table.returns.last().unwrap();
    assert_eq!(
        (unchanged.change, unchanged.lines.len()),
        (Change::Unchanged, 0)
    );
    assert!(unchanged.counts.unchanged > 0);
}
