//! Real expected returns, where they are at hand.

use taxgrade::{Mode, Profile};
use taxgrade_tests::{cases, corpus, key, render};

#[test]
fn real_returns_are_recognised_and_graded() {
    let Some(folder) = corpus() else {
        println!("skipped: no corpus beside the repository and TAXGRADE_CORPUS is not set");
        return;
    };
    let cases = cases(&folder);
    assert_eq!(cases.len(), 25);
    for (name, path) in cases {
        let (expected, key) = key(&path);
        let letters = name.split('-').nth(1).unwrap();
        assert_eq!(expected.identity().jurisdiction.as_str(), letters, "{name}");
        assert_eq!(expected.identity().tax_year, 2025, "{name}");
        // Every amount under a path of the profile is found, and an absent one reads as 0.
        let profile = Profile::for_return(&expected).unwrap();
        for (index, line) in profile.lines.iter().enumerate() {
            let Some(path) = &line.xpath else { continue };
            let there = expected
                .value(path)
                .map_or(0, |value| value.text.parse().unwrap());
            let known = key.expected(index).unwrap().whole_dollars();
            assert_eq!(known, Some(there), "{name} line {}", line.line);
        }
        for mode in [Mode::Robust, Mode::Upstream] {
            let graded = key.grade(&render(&key, None), mode).unwrap();
            assert!(graded.score.strict_correct(), "{name}: {graded:?}");
        }
        for (index, line) in profile
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.scored)
        {
            for dollars in [-1, 6, 1_000_000] {
                let graded = key
                    .grade(&render(&key, Some((index, dollars))), Mode::Robust)
                    .unwrap();
                let wrong: Vec<&str> = profile
                    .lines
                    .iter()
                    .zip(&graded.lines)
                    .filter(|(line, grade)| {
                        line.scored && grade.difference() != Some(taxgrade::Cents::ZERO)
                    })
                    .map(|(line, _)| line.line.as_str())
                    .collect();
                assert_eq!(wrong, [line.line.as_str()], "{name} by {dollars}");
            }
        }
    }
}
