//! Our own cases and saved runs: keys are consistent, every peculiar answer is read as its author
//! meant it, and the leaderboard is what it was.

use std::collections::BTreeMap;

use serde_json::Value;
use taxgrade::metrics::Aggregate;
use taxgrade::report::{
    Configuration, Evaluation, evaluation_markdown, summary_markdown, summary_rows,
};
use taxgrade::{AnswerKey, Mode};
use taxgrade_tests::{cases, key, render, test_data, text};

fn keys(year: &str) -> BTreeMap<String, AnswerKey> {
    cases(&test_data().join(year).join("test_data"))
        .into_iter()
        .map(|(name, path)| (name, key(&path).1))
        .collect()
}

/// What the generator of the runs says a careful reader finds, by path of the run.
fn oracle() -> BTreeMap<String, Value> {
    serde_json::from_str(&text(&test_data().join("runs.json"))).unwrap()
}

/// The parts of a run's path: year, case, provider, model, file name.
fn parts(path: &str) -> [&str; 5] {
    let parts: Vec<&str> = path.split('/').collect();
    [parts[0], parts[2], parts[3], parts[4], parts[5]]
}

#[test]
fn there_are_enough_cases() {
    assert!(keys("ty24").len() >= 12);
    let ty25 = keys("ty25");
    for (jurisdiction, least) in [("us", 2), ("ca", 1), ("il", 1), ("ny", 1), ("va", 1)] {
        let count = ty25
            .keys()
            .filter(|name| name.contains(&format!("-{jurisdiction}-")))
            .count();
        assert!(count >= least, "{jurisdiction}");
    }
}

#[test]
fn an_answer_of_the_expected_amounts_is_right_and_each_mutation_wrong_in_one_line() {
    for (name, key) in keys("ty24").into_iter().chain(keys("ty25")) {
        for mode in [Mode::Robust, Mode::Upstream] {
            let graded = key.grade(&render(&key, None), mode).unwrap();
            assert!(graded.score.strict_correct(), "{name}: {graded:?}");
            assert_eq!(graded.warnings, [], "{name}");
        }
        for (index, line) in key
            .profile()
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.scored)
        {
            let graded = key
                .grade(&render(&key, Some((index, 100))), Mode::Robust)
                .unwrap();
            assert_eq!(
                graded.score.total - graded.score.within,
                1,
                "{name} line {}",
                line.line
            );
            let graded = key
                .grade(&render(&key, Some((index, -5))), Mode::Robust)
                .unwrap();
            assert_eq!(
                graded.score.total - graded.score.exact,
                1,
                "{name} line {}",
                line.line
            );
            assert!(graded.score.lenient_correct(), "{name} line {}", line.line);
        }
    }
}

#[test]
fn peculiar_answers_are_read_as_they_were_meant() {
    let (ty24, ty25) = (keys("ty24"), keys("ty25"));
    let mut checked = 0;
    for (path, run) in oracle() {
        let [year, case, ..] = parts(&path);
        let key = if year == "ty24" {
            &ty24[case]
        } else {
            &ty25[case]
        };
        let profile = key.profile();
        let form = match profile.jurisdiction.as_str() {
            "us" => "federal",
            state => state,
        };
        let graded = key
            .grade(&text(&test_data().join(&path)), Mode::Robust)
            .unwrap();
        for (line, grade) in profile
            .lines
            .iter()
            .zip(&graded.lines)
            .filter(|(line, _)| line.scored)
        {
            // Federal amounts are listed under the numbers of the 2024 form.
            let number = match (form, line.line.as_str()) {
                ("federal", "11a") => "11",
                ("federal", "12e") => "12",
                ("federal", "27a") => "27",
                (_, number) => number,
            };
            let meant = &run["amounts"][form][number];
            let words = [
                format!("text:{}", line.line),
                format!("st:text:{}", line.line),
            ];
            if run["peculiar"]
                .as_array()
                .unwrap()
                .iter()
                .any(|one| words.iter().any(|words| one == words.as_str()))
            {
                assert_eq!(
                    grade.reading.as_str(),
                    "unreadable",
                    "{path} line {}",
                    line.line
                );
                continue;
            }
            let read = grade.actual.map(|amount| amount.whole_dollars());
            assert_eq!(
                read,
                Some(Some(meant.as_i64().unwrap_or(0))),
                "{path} line {} {:?}",
                line.line,
                run["peculiar"]
            );
            checked += 1;
        }
    }
    assert!(checked > 2000, "{checked}");
}

#[test]
fn reports_of_peculiar_answers() {
    let keys = keys("ty24");
    for (name, case, run) in [
        (
            "draft_then_final",
            "hoh-interest-dividends-balance-due",
            "anthropic/sample-opus/model_completed_return_high_1.md",
        ),
        (
            "refusal",
            "single-early-ira-distribution",
            "anthropic/sample-opus/model_completed_return_lobotomized_1.md",
        ),
        (
            "negative_in_parentheses",
            "mfj-schedule-c-loss-applied-refund",
            "anthropic/sample-opus/model_completed_return_high_1.md",
        ),
        (
            "rate_formula",
            "hoh-multiple-w2-unemployment",
            "anthropic/sample-opus/model_completed_return_high_2.md",
        ),
        (
            "words_for_an_amount",
            "single-early-ira-distribution",
            "gemini/sample-pro/model_completed_return_low_1.md",
        ),
    ] {
        let key = &keys[case];
        let response = text(&test_data().join("ty24/results").join(case).join(run));
        let graded = key.grade(&response, Mode::Robust).unwrap();
        let report = Evaluation {
            key,
            graded: &graded,
            web_search: None,
        };
        insta::assert_snapshot!(name, evaluation_markdown(&report));
    }
}

#[test]
fn leaderboards() {
    for year in ["ty24", "ty25"] {
        let keys = keys(year);
        let mut runs: BTreeMap<Configuration, Aggregate> = BTreeMap::new();
        for path in oracle().into_keys().filter(|path| path.starts_with(year)) {
            let [_, case, provider, model, file] = parts(&path);
            let stem = file
                .trim_start_matches("model_completed_return_")
                .trim_end_matches(".md");
            let thinking = stem.split('_').next().unwrap_or_default();
            let tools = if stem.contains("web_search") {
                "web-search"
            } else {
                ""
            };
            let configuration = Configuration {
                provider: provider.to_owned(),
                model: model.to_owned(),
                thinking: thinking.to_owned(),
                tools: tools.to_owned(),
            };
            let graded = keys[case]
                .grade(&text(&test_data().join(&path)), Mode::Robust)
                .unwrap();
            runs.entry(configuration)
                .or_default()
                .add(case, graded.score);
        }
        let runs: Vec<_> = runs.into_iter().collect();
        insta::assert_snapshot!(
            format!("leaderboard_{year}"),
            summary_markdown(&summary_rows(&runs, keys.len(), true))
        );
    }
}
