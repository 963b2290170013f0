//! The values are SciPy's, printed by `tests/reference/statistics.py`.

use super::*;

/// Successes of four runs of twelve cases, by two configurations.
const FIRST: [u32; 12] = [4, 0, 3, 2, 4, 4, 0, 1, 2, 4, 0, 3];
const SECOND: [u32; 12] = [4, 1, 4, 2, 4, 4, 2, 3, 1, 4, 1, 4];

fn near(ours: f64, known: f64, most: f64) {
    assert!((ours - known).abs() <= most, "{ours} is not {known}");
}

fn pairs() -> Vec<((u32, u32), (u32, u32))> {
    FIRST
        .iter()
        .zip(SECOND)
        .map(|(a, b)| ((*a, 4), (b, 4)))
        .collect()
}

#[test]
fn student_t_agrees_with_scipy() {
    for (degrees, known) in [
        (1, 12.706_204_736_174_694),
        (2, 4.302_652_729_749_462),
        (3, 3.182_446_305_283_707_8),
        (4, 2.776_445_105_197_793_4),
        (5, 2.570_581_835_636_314_6),
        (10, 2.228_138_851_986_274),
        (15, 2.131_449_545_559_776),
        (49, 2.009_575_237_129_239_2),
        (50, 2.008_559_112_100_761),
        (1_000, 1.962_339_080_826_408_3),
    ] {
        near(student_t_quantile(0.975, degrees), known, 1e-9);
    }
    for (t, degrees, known) in [
        (-1.5, 3, 0.115_291_932_622_411_47),
        (0.3, 4, 0.610_439_285_861_270_2),
        (2.0, 11, 0.964_598_022_465_982_7),
        (5.0, 50, 0.999_996_283_393_876_4),
        (1.0, 99, 0.840_125_762_930_349_4),
    ] {
        near(student_t_cdf(t, degrees), known, 1e-12);
    }
}

#[test]
fn intervals_agree_with_scipy() {
    let values: Vec<f64> = FIRST.iter().map(|right| f64::from(*right) / 4.0).collect();
    let estimate = Estimate::of(&values);
    near(estimate.mean, 0.5625, 1e-15);
    near(
        estimate.standard_error.unwrap(),
        0.119_678_388_469_542_26,
        1e-15,
    );
    let student = estimate.student_t.unwrap();
    near(student.low, 0.299_089_642_994_855_2, 1e-12);
    near(student.high, 0.825_910_357_005_144_8, 1e-12);
    // SciPy's comes from 200,000 other draws; means of twelve quarters move in 48ths.
    let bootstrap = estimate.bootstrap.unwrap();
    near(bootstrap.low, 0.333_333, 1.0 / 48.0 + 1e-6);
    near(bootstrap.high, 0.770_833, 1.0 / 48.0 + 1e-6);
}

#[test]
fn paired_statistics_agree_with_scipy() {
    let paired = PairedDifference::of_shares(&pairs());
    near(paired.difference.mean, 0.145_833_333_333_333_34, 1e-15);
    let student = paired.difference.student_t.unwrap();
    near(student.low, 0.002_821_681_387_455_921, 1e-12);
    near(student.high, 0.288_844_985_279_210_7, 1e-12);
    assert_eq!((paired.sign_test.up, paired.sign_test.down), (6, 1));
    near(paired.sign_test.p_value, 0.125, 1e-15);
    near(paired.permutation.p_value, 0.093_75, 1e-15);
    assert!(paired.permutation.exact);
}

#[test]
fn sign_tests_agree_with_scipy() {
    for (up, down, known) in [
        (8, 1, 0.039_062_5),
        (12, 12, 1.0),
        (0, 5, 0.062_5),
        (40, 20, 0.013_489_293_731_191_86),
        (3, 3, 1.0),
    ] {
        let mut cases = vec![((0, 1), (1, 1)); up];
        cases.extend(vec![((1, 1), (0, 1)); down]);
        let ties = [((1, 1), (1, 1)); 4];
        cases.extend(ties);
        near(sign_test(&cases).p_value, known, 1e-12);
        // With one run of each case the permutation test is the sign test.
        near(permutation_test(&cases).p_value, known, 1e-12);
    }
}

#[test]
fn the_verdict_says_what_cannot_be_told_apart() {
    let mut cases = vec![((1, 1), (1, 1)); 48];
    cases.push(((0, 1), (1, 1)));
    cases.push(((1, 2), (2, 2)));
    assert_eq!(
        PairedDifference::of_shares(&cases).verdict(),
        "not distinguishable on these 50 cases"
    );
    let better = vec![((0, 1), (1, 1)); 12];
    assert_eq!(
        PairedDifference::of_shares(&better).verdict(),
        "better on these 12 cases"
    );
    let worse = vec![((1, 1), (0, 1)); 12];
    assert_eq!(
        PairedDifference::of_shares(&worse).verdict(),
        "worse on these 12 cases"
    );
    assert_eq!(
        PairedDifference::of_shares(&[]).verdict(),
        "not distinguishable on these 0 cases"
    );
}

#[test]
fn one_case_or_equal_cases_have_no_interval() {
    for values in [vec![], vec![0.5], vec![1.0; 16]] {
        let estimate = Estimate::of(&values);
        assert_eq!(
            (estimate.bootstrap, estimate.student_t),
            (None, None),
            "{values:?}"
        );
    }
    assert_eq!(Estimate::of(&[1.0; 16]).standard_error, Some(0.0));
    assert_eq!(Estimate::of(&[1.0]).standard_error, None);
}

#[test]
fn the_bytes_of_a_result_are_pinned() {
    // A changed seed or order of operations would change intervals that people have published.
    let values: Vec<f64> = FIRST.iter().map(|right| f64::from(*right) / 4.0).collect();
    let estimate = Estimate::of(&values);
    assert_eq!(
        serde_json::to_string(&estimate).unwrap(),
        "{\"cases\":12,\"mean\":0.5625,\"standardError\":0.11967838846954226,\
         \"bootstrap\":{\"low\":0.3333333333333333,\"high\":0.7916666666666666},\
         \"studentT\":{\"low\":0.29908964299485513,\"high\":0.8259103570051449}}"
    );
}
