use super::*;
use crate::error::ErrorCode;
use crate::profile::Profile;

const NAMES: [&str; 5] = ["1a", "2", "11", "14", "25d"];

fn read(text: &str) -> Result<Formula, Error> {
    Formula::parse(text, |number| NAMES.iter().position(|one| *one == number))
}

fn of(text: &str, dollars: [i64; 5]) -> Cents {
    let amounts = dollars.map(Cents::from_dollars);
    match read(text) {
        Ok(formula) => formula.value(&amounts),
        Err(error) => unreachable!("{error}"),
    }
}

#[test]
fn formulas_of_forms() {
    let dollars = [10, 20, 300, 40, -7];
    for (text, expected) in [
        ("1a", 10),
        ("1a + 2", 30),
        ("1a-2+11", 290),
        ("1a - (2 - 11)", 290),
        ("max(0, 14 - 11)", 0),
        ("max(0,11 - 14)", 260),
        ("min(1a + 2, 14)", 30),
        ("max(0, 25d, 1a) - 25d", 17),
        ("round(11 * 4.95%)", 15),
        ("0", 0),
    ] {
        assert_eq!(of(text, dollars), Cents::from_dollars(expected), "{text}");
    }
}

#[test]
fn percentages_round_half_up_to_dollars() {
    for (net_income, tax) in [
        (23_915, 1_184),
        (10, 0),
        (11, 1),
        (100, 5),
        (0, 0),
        (-100, -5),
        (1_000_000, 49_500),
    ] {
        assert_eq!(
            of("round(11 * 4.95%)", [0, 0, net_income, 0, 0]),
            Cents::from_dollars(tax)
        );
    }
    // The largest percentage of a large amount: 999.999999% of $9,999,999,999,999.
    assert_eq!(
        of("round(11 * 999.999999%)", [0, 0, 9_999_999_999_999, 0, 0]),
        Cents::from_dollars(99_999_999_899_990)
    );
    // 2.5% of 20 is 50 cents.
    assert_eq!(
        of("round(11 * 2.5%)", [0, 0, 20, 0, 0]),
        Cents::from_dollars(1)
    );
    assert_eq!(of("round(11 * 2.5%)", [0, 0, 19, 0, 0]), Cents::ZERO);
}

#[test]
fn what_is_no_formula_is_refused_with_its_place() {
    let deep = format!("{}1a{}", "(".repeat(40), ")".repeat(40));
    for (text, words, column) in [
        ("", "a line number is missing", 1),
        ("1a +", "a line number is missing", 5),
        ("1a 2", "something follows", 4),
        ("1a + 99", "there is no line `99`", 8),
        ("max(0, 11", "`)` is missing", 10),
        ("max 0", "`(` is missing", 5),
        ("round(11)", "`*` is missing", 9),
        ("round(11 * x%)", "a percentage", 13),
        ("round(11 * 5)", "`%` is missing", 13),
        ("1a * 2", "something follows", 4),
        ("-1a", "a line number is missing", 1),
        (deep.as_str(), "nests too deeply", 33),
    ] {
        let Err(error) = read(text) else {
            unreachable!("{text} was read")
        };
        assert_eq!(error.code(), ErrorCode::ProfileInvalid);
        assert!(error.message().contains(words), "{text}: {error}");
        let at = error.position().map(|at| at.column);
        assert_eq!(at, Some(column), "{text}");
    }
}

#[test]
fn amounts_stand_for_line_numbers() {
    let amounts = [10, 0, 1_300, 40, -7].map(Cents::from_dollars);
    for (text, shown) in [
        ("1a + 2 + 11", "$10 + $1,300"),
        ("max(0, 11 - 14)", "max(0, $1,300 \u{2212} $40)"),
        ("2 - 2", "$0"),
        ("1a - (11 + 14)", "$10 \u{2212} ($1,300 + $40)"),
        ("25d", "\u{2212}$7"),
        ("round(11 * 4.95%)", "round($1,300 \u{d7} 4.95%)"),
        ("round(11 * 4.05%)", "round($1,300 \u{d7} 4.05%)"),
        ("round(11 * 5%)", "round($1,300 \u{d7} 5%)"),
    ] {
        let formula = read(text).unwrap_or_else(|error| unreachable!("{error}"));
        assert_eq!(formula.with_amounts(&amounts).to_string(), shown);
    }
}

#[test]
fn a_profile_with_a_formula_that_cannot_be_computed_is_refused() {
    let refused = |line: &str, formula: &str| {
        let mut profile = Profile::builtin("us-ty24").cloned().expect("built in");
        let changed = profile.lines.iter_mut().find(|one| one.line == line);
        changed.expect("a line").formula = Some(formula.to_owned());
        match Profile::from_json(&profile.to_json()) {
            Ok(_) => unreachable!("{formula} was taken"),
            Err(error) => error.to_string(),
        }
    };
    assert!(refused("9", "1z + ").starts_with("line 9: the formula `1z + ` cannot be read"));
    assert!(refused("9", "1z + 99").contains("there is no line `99`"));
    assert_eq!(
        refused("9", "1z + 9"),
        "the formula of line 9 needs its own result"
    );
    // Lines 15 and below wait for the circle, but are not on it.
    assert!(matches!(
        refused("9", "11 + 10").as_str(),
        "the formula of line 9 needs its own result"
            | "the formula of line 11 needs its own result"
    ));
}

#[test]
fn lines_without_an_amount_are_computed() {
    let profile = Profile::builtin("us-ty24").expect("built in");
    let arithmetic = Arithmetic::new(profile).expect("formulas");
    let at = |line: &str| {
        let found = profile.lines.iter().position(|one| one.line == line);
        found.expect("a line")
    };
    let mut amounts = vec![None; profile.lines.len()];
    amounts[at("1a")] = Some(Cents::from_dollars(47_900));
    amounts[at("12")] = Some(Cents::from_dollars(21_900));
    let all = arithmetic.complete(&amounts);
    assert_eq!(all[at("11")], Cents::from_dollars(47_900));
    assert_eq!(all[at("15")], Cents::from_dollars(26_000));
    assert_eq!(all[at("37")], Cents::ZERO);
}
