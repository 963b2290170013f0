//! Counts of parts and paired tests, for any runs.

use proptest::prelude::*;
use taxgrade::Score;
use taxgrade::counts::Counts;
use taxgrade::generation::GenerationFailure;
use taxgrade::metrics::Runs;
use taxgrade::report::{Configuration, leaderboard_rows};
use taxgrade::statistics::{PairedDifference, bootstrap};

/// A run: configuration, case, scored lines, lines right, lines within beyond these, failure.
type Run = (u8, u8, u32, u32, u32, Option<u8>);

fn runs() -> impl Strategy<Value = Vec<(Run, u8)>> {
    let run = (
        0..4_u8,
        0..6_u8,
        1..40_u32,
        0..40_u32,
        0..4_u32,
        prop::option::of(0..4_u8),
    );
    prop::collection::vec((run, 0..5_u8), 0..60)
}

fn add(counts: &mut Counts, (configuration, case, total, exact, more, failure): Run) {
    let configuration = Configuration {
        provider: "p".to_owned(),
        model: format!("model-{}", configuration / 2),
        thinking: if configuration % 2 == 0 {
            "low"
        } else {
            "high"
        }
        .to_owned(),
        tools: String::new(),
    };
    let case = format!("case-{case}");
    let exact = exact.min(total);
    let score = Score {
        exact,
        within: (exact + more).min(total),
        total,
    };
    match failure {
        Some(0) => counts.add_failed_call(&configuration, &case),
        Some(1) => counts.add(
            &configuration,
            &case,
            score,
            Some(GenerationFailure::Refused),
            true,
        ),
        Some(2) => counts.add(
            &configuration,
            &case,
            score,
            Some(GenerationFailure::Blocked),
            true,
        ),
        Some(_) => counts.add(&configuration, &case, score, None, false),
        None => counts.add(&configuration, &case, score, None, true),
    }
}

proptest! {
    #[test]
    fn the_aggregate_of_shards_is_the_aggregate_of_all(runs in runs(), reverse: bool) {
        let mut all = Counts::default();
        let mut shards = vec![Counts::default(); 5];
        for (run, shard) in &runs {
            add(&mut all, *run);
            add(&mut shards[usize::from(*shard)], *run);
        }
        if reverse {
            shards.reverse();
        }
        let mut merged = Counts::default();
        for shard in &shards {
            merged.merge(&Counts::from_json(&shard.to_json()).unwrap());
        }
        prop_assert_eq!(merged.to_json(), all.to_json());
        for ((_, merged), (_, all)) in merged.configurations().zip(all.configurations()) {
            prop_assert_eq!(merged.figures(), all.figures());
            prop_assert_eq!(merged.segments(), all.segments());
        }
        prop_assert_eq!(&merged, &all);
    }

    #[test]
    fn paired_tests_do_not_depend_on_the_side(
        pairs in prop::collection::vec(((0..5_u32, 0..5_u32), (0..3_u32, 0..3_u32)), 1..30),
    ) {
        let there: Vec<_> = pairs.iter().map(|((a, more_a), (b, more_b))| {
            ((*a, a + more_a + 1), (*b, b + more_b + 1))
        }).collect();
        let back: Vec<_> = there.iter().map(|(a, b)| (*b, *a)).collect();
        let there = PairedDifference::of_shares(&there);
        let back = PairedDifference::of_shares(&back);
        prop_assert!((there.permutation.p_value - back.permutation.p_value).abs() < 1e-9);
        prop_assert!(there.permutation.p_value > 0.0 && there.permutation.p_value <= 1.0);
        prop_assert_eq!(there.sign_test.p_value, back.sign_test.p_value);
        prop_assert_eq!((there.sign_test.up, there.sign_test.down), (back.sign_test.down, back.sign_test.up));
        prop_assert!((there.difference.mean + back.difference.mean).abs() < 1e-12);
    }

    #[test]
    fn intervals_lie_within_the_values(values in prop::collection::vec(0.0..=1.0_f64, 2..20)) {
        let interval = bootstrap(&values);
        let least = values.iter().copied().fold(1.0, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        prop_assert!(interval.low <= interval.high);
        prop_assert!(interval.low >= least - 1e-12 && interval.high <= most + 1e-12);
    }
}

#[test]
fn a_leaderboard_has_a_row_for_every_configuration() {
    let mut counts = Counts::default();
    for (at, failure) in [(0, None), (1, Some(1)), (2, Some(0)), (3, None)] {
        add(&mut counts, (at, at, 19, 19, 0, failure));
    }
    let rows = leaderboard_rows(&counts, false);
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.len() == 11));
}
