use super::*;
use FilingStatus::{
    HeadOfHousehold, MarriedFilingJointly, MarriedFilingSeparately, QualifyingSurvivingSpouse,
    Single,
};

fn schedule(year: u16, status: FilingStatus) -> Schedule {
    Schedule::of(year, status).unwrap_or_else(|| unreachable!())
}

fn dollars(amount: i64) -> Cents {
    Cents::from_dollars(amount)
}

#[test]
fn published_points() {
    for (year, status, income, tax) in [
        (2024, HeadOfHousehold, 26_000, 2_792),
        (2024, Single, 130_400, 24_339),
        (2024, MarriedFilingJointly, 105_800, 13_382),
        (2025, MarriedFilingSeparately, 122_193, 22_173),
        (2025, HeadOfHousehold, 7_525, 753),
        (2025, MarriedFilingJointly, 26_905, 2_754),
        (2025, QualifyingSurvivingSpouse, 7_574, 758),
        (2025, MarriedFilingJointly, 1_620, 161),
    ] {
        assert_eq!(
            schedule(year, status).tax(dollars(income)),
            dollars(tax),
            "{year} {status:?} {income}"
        );
    }
    assert_eq!(
        schedule(2024, HeadOfHousehold).by_rate(dollars(26_000)),
        dollars(2_789)
    );
}

/// The rate schedules as the form's instructions print them (Schedules X, Y-1, Y-2 and Z): the tax
/// at the bottom of each bracket, which the code does not hold.
#[test]
fn tax_at_every_bracket_edge() {
    const JOINT_24: [i64; 7] = [
        0, 232_000, 1_085_200, 3_433_700, 7_822_100, 11_135_700, 19_666_950,
    ];
    const HEAD_24: [i64; 7] = [
        0, 165_500, 724_100, 1_546_900, 3_741_700, 5_397_700, 18_195_450,
    ];
    const SINGLE_24: [i64; 7] = [
        0, 116_000, 542_600, 1_716_850, 3_911_050, 5_567_850, 18_364_725,
    ];
    const SEPARATE_24: [i64; 7] = [
        0, 116_000, 542_600, 1_716_850, 3_911_050, 5_567_850, 9_833_475,
    ];
    const JOINT_25: [i64; 7] = [
        0, 238_500, 1_115_700, 3_530_200, 8_039_800, 11_446_200, 20_215_450,
    ];
    const HEAD_25: [i64; 7] = [
        0, 170_000, 744_200, 1_591_200, 3_846_000, 5_548_400, 18_703_150,
    ];
    const SINGLE_25: [i64; 7] = [
        0, 119_250, 557_850, 1_765_100, 4_019_900, 5_723_100, 18_876_975,
    ];
    const SEPARATE_25: [i64; 7] = [
        0, 119_250, 557_850, 1_765_100, 4_019_900, 5_723_100, 10_107_725,
    ];
    const PERCENT: [i64; 7] = [10, 12, 22, 24, 32, 35, 37];
    for (year, status, at_edge) in [
        (2024, Single, SINGLE_24),
        (2024, MarriedFilingJointly, JOINT_24),
        (2024, MarriedFilingSeparately, SEPARATE_24),
        (2024, HeadOfHousehold, HEAD_24),
        (2024, QualifyingSurvivingSpouse, JOINT_24),
        (2025, Single, SINGLE_25),
        (2025, MarriedFilingJointly, JOINT_25),
        (2025, MarriedFilingSeparately, SEPARATE_25),
        (2025, HeadOfHousehold, HEAD_25),
        (2025, QualifyingSurvivingSpouse, JOINT_25),
    ] {
        let schedule = schedule(year, status);
        let edges: Vec<Cents> = schedule.edges().collect();
        assert_eq!(edges.len(), 7);
        for (at, edge) in edges.into_iter().enumerate() {
            let exact = at_edge[at];
            assert_eq!(
                schedule.by_rate(edge),
                Cents::new(exact),
                "{year} {status:?} {edge}"
            );
            let above = schedule.by_rate(edge.plus(dollars(1)));
            assert_eq!(
                above,
                Cents::new(exact + PERCENT[at]),
                "{year} {status:?} {edge} + 1"
            );
            if at > 0 {
                let below = schedule.by_rate(edge.minus(dollars(1)));
                assert_eq!(
                    below,
                    Cents::new(exact - PERCENT[at - 1]),
                    "{year} {status:?} {edge} - 1"
                );
            }
            for income in [edge.minus(dollars(1)), edge, edge.plus(dollars(1))] {
                assert_line_16(
                    schedule,
                    income,
                    exact,
                    edge,
                    PERCENT[at],
                    at.checked_sub(1).map(|at| PERCENT[at]),
                );
            }
        }
    }
}

/// Line 16 near a bracket's edge, computed from the tax at the edge alone.
fn assert_line_16(
    schedule: Schedule,
    income: Cents,
    at_edge: i64,
    edge: Cents,
    percent: i64,
    percent_below: Option<i64>,
) {
    if income < Cents::ZERO {
        assert_eq!(schedule.tax(income), Cents::ZERO);
        return;
    }
    // Twice the income the tax is figured on, in cents.
    let twice = if income < dollars(100_000) {
        let (from, to) = band(income);
        from.get() + to.get()
    } else {
        income.get() * 2
    };
    let beyond = twice - edge.get() * 2;
    let rate = if beyond < 0 {
        percent_below.unwrap_or(0)
    } else {
        percent
    };
    // In 200ths of a cent; a dollar has 20,000.
    let exact = at_edge * 200 + beyond * rate;
    let expected = (exact + 10_000).div_euclid(20_000);
    assert_eq!(
        schedule.tax(income),
        dollars(expected),
        "{} {:?} {income}",
        schedule.tax_year,
        schedule.status
    );
}

#[test]
fn bands_of_the_tax_table() {
    for (income, from, to) in [
        (0, 0, 5),
        (4, 0, 5),
        (5, 5, 15),
        (14, 5, 15),
        (15, 15, 25),
        (24, 15, 25),
        (25, 25, 50),
        (49, 25, 50),
        (50, 50, 75),
        (2_999, 2_975, 3_000),
        (3_000, 3_000, 3_050),
        (26_000, 26_000, 26_050),
        (26_049, 26_000, 26_050),
        (99_999, 99_950, 100_000),
        (-12, 0, 5),
    ] {
        assert_eq!(
            band(dollars(income)),
            (dollars(from), dollars(to)),
            "{income}"
        );
    }
    assert_eq!(band(Cents::new(499)), (dollars(0), dollars(5)));
    assert_eq!(band(Cents::new(-1)), (dollars(0), dollars(5)));
}

/// First and last rows of the printed 2024 and 2025 tables, and the step at $100,000.
#[test]
fn rows_of_the_tax_table() {
    for (income, tax) in [
        (0, 0),
        (5, 1),
        (15, 2),
        (25, 4),
        (50, 6),
        (75, 9),
        (100, 11),
        (3_000, 303),
    ] {
        for year in [2024, 2025] {
            assert_eq!(
                schedule(year, Single).tax(dollars(income)),
                dollars(tax),
                "{income}"
            );
        }
    }
    assert_eq!(schedule(2024, Single).tax(dollars(99_999)), dollars(17_048));
    assert_eq!(
        schedule(2024, Single).tax(dollars(100_000)),
        dollars(17_053)
    );
    assert_eq!(
        schedule(2024, MarriedFilingJointly).tax(dollars(99_950)),
        dollars(12_101)
    );
}

#[test]
fn no_income_overflows() {
    for income in [i64::MIN, -1, 0, i64::MAX] {
        let tax = schedule(2025, Single).tax(Cents::new(income));
        assert!(tax >= Cents::ZERO);
    }
    assert_eq!(Schedule::of(2023, Single), None);
}
