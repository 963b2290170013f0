use super::*;
use crate::metrics::{Aggregate, Runs};
use crate::report::summary_rows;

fn configuration(model: &str) -> Configuration {
    Configuration {
        provider: "p".into(),
        model: model.into(),
        thinking: "high".into(),
        tools: String::new(),
    }
}

fn score(exact: u32, within: u32, total: u32) -> Score {
    Score {
        exact,
        within,
        total,
    }
}

/// Runs from a seed: model, case, score, failure.
fn runs(
    seed: u64,
    count: u64,
) -> Vec<(
    Configuration,
    String,
    Option<Score>,
    Option<GenerationFailure>,
)> {
    let mut state = seed;
    let mut next = |bound: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    (0..count)
        .map(|_| {
            let model = configuration(if next(2) == 0 { "a" } else { "b" });
            let case = format!("case-{}", next(7));
            let total = if next(5) == 0 { 31 } else { 19 };
            let within = u32::try_from(next(u64::from(total) + 1)).unwrap();
            let exact = within.saturating_sub(u32::try_from(next(3)).unwrap());
            let failure = match next(9) {
                0 => Some(GenerationFailure::Refused),
                1 => Some(GenerationFailure::Truncated),
                _ => None,
            };
            let graded = next(11) != 0;
            (
                model,
                case,
                graded.then(|| score(exact, within, total)),
                failure,
            )
        })
        .collect()
}

fn add(
    counts: &mut Counts,
    run: &(
        Configuration,
        String,
        Option<Score>,
        Option<GenerationFailure>,
    ),
) {
    let (model, case, graded, failure) = run;
    counts.add_case(case);
    match graded {
        Some(score) => counts.add(model, case, *score, *failure, failure.is_some()),
        None => counts.add_failed_call(model, case),
    }
}

#[test]
fn the_aggregate_of_shards_is_the_aggregate_of_all() {
    for seed in 0..20 {
        let runs = runs(seed, 5 + seed * 3);
        let mut all = Counts::default();
        let mut shards = vec![Counts::default(); 1 + usize::try_from(seed % 5).unwrap()];
        for (at, run) in runs.iter().enumerate() {
            add(&mut all, run);
            let place = (at * 7 + usize::try_from(seed).unwrap()) % shards.len();
            add(&mut shards[place], run);
        }
        // Merged from the last to the first, and through files.
        let mut merged = Counts::default();
        for shard in shards.iter().rev() {
            merged.merge(&Counts::from_json(&shard.to_json()).unwrap());
        }
        assert_eq!(merged, all, "seed {seed}");
        assert_eq!(merged.to_json(), all.to_json());
        for (name, counts) in merged.configurations() {
            assert_eq!(counts.standing(), all.of(name).unwrap().standing());
        }
    }
}

#[test]
fn the_leaderboard_of_counts_is_that_of_the_runs() {
    let mut counts = Counts::default();
    let mut whole: BTreeMap<Configuration, Aggregate> = BTreeMap::new();
    for run in runs(3, 90) {
        add(&mut counts, &run);
        if let (model, case, Some(score), _) = run {
            whole.entry(model).or_default().add(&case, score);
        }
    }
    let whole: Vec<(Configuration, Aggregate)> = whole.into_iter().collect();
    let counted: Vec<(Configuration, ConfigurationCounts)> = counts
        .configurations()
        .map(|(name, counts)| (name.clone(), counts.clone()))
        .collect();
    assert_eq!(
        summary_rows(&counted, 9, true),
        summary_rows(&whole, 9, true)
    );
}

#[test]
fn failures_are_counted_apart() {
    let mut counts = Counts::default();
    let model = configuration("m");
    for (case, exact, failure) in [
        ("a", 19, None),
        ("b", 19, None),
        ("c", 0, Some(GenerationFailure::Refused)),
        ("d", 0, Some(GenerationFailure::Truncated)),
    ] {
        counts.add(&model, case, score(exact, exact, 19), failure, true);
    }
    counts.add_failed_call(&model, "e");
    let standing = counts.of(&model).unwrap().standing();
    assert_eq!(
        (standing.cases, standing.runs, standing.failed()),
        (4, 4, 3)
    );
    assert!((standing.of(Figure::Strict).mean - 0.5).abs() < 1e-12);
    let complete = standing.complete_only.unwrap();
    assert!((complete[0].mean - 1.0).abs() < 1e-12);
    assert_eq!(standing.failures[&GenerationFailure::CallFailed], 1);
    assert_eq!(counts.case_count(), 5);
    assert_eq!(counts.of(&model).unwrap().case_count(), 4);
}

#[test]
fn files_that_contradict_themselves_are_refused() {
    let mut counts = Counts::default();
    counts.add(&configuration("m"), "a", score(3, 4, 19), None, true);
    let json = counts.to_json();
    assert_eq!(Counts::from_json(&json).unwrap(), counts);
    for (from, to, message) in [
        ("\"version\":1", "\"version\":2", "version 2"),
        (
            "\"strict\":0",
            "\"strict\":2",
            "more correct runs than runs",
        ),
        ("\"exact\":3", "\"exact\":5", "more right lines than lines"),
        (
            "\"within\":4",
            "\"within\":40",
            "more right lines than lines",
        ),
        ("\"runs\":1", "\"runs\":-1", "not an aggregate"),
        (
            "{\"19\":{\"exact\":3,\"within\":4}}",
            "{}",
            "runs without lines",
        ),
    ] {
        let broken = json.replace(from, to);
        assert_ne!(broken, json, "{from}");
        let error = Counts::from_json(&broken).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}
