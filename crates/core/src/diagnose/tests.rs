use super::*;
use crate::{AnswerKey, ExpectedReturn, Mode, Profile};

/// Head of household, $47,900 of wages, standard deduction: the paper's example of a tax by the
/// rate formula.
const RIGHT: [(&str, &str, i64); 13] = [
    ("1a", "WagesAmt", 47_900),
    ("1z", "WagesSalariesAndTipsAmt", 47_900),
    ("9", "TotalIncomeAmt", 47_900),
    ("11", "AdjustedGrossIncomeAmt", 47_900),
    ("12", "TotalItemizedOrStandardDedAmt", 21_900),
    ("14", "TotalDeductionsAmt", 21_900),
    ("15", "TaxableIncomeAmt", 26_000),
    ("16", "TaxAmt", 2_792),
    ("18", "TotalTaxBeforeCrAndOthTaxesAmt", 2_792),
    ("22", "TaxLessCreditsAmt", 2_792),
    ("24", "TotalTaxAmt", 2_792),
    ("26", "EstimatedTaxPaymentsAmt", 950),
    ("33", "TotalPaymentsAmt", 950),
];

struct Case {
    key: AnswerKey,
    expected: ExpectedReturn,
}

impl Case {
    fn new(more: &str) -> Self {
        let mut xml = String::from(
            "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
             <IndividualReturnFilingStatusCd>4</IndividualReturnFilingStatusCd>",
        );
        for (_, element, amount) in RIGHT {
            xml.push_str(&format!("<{element}>{amount}</{element}>"));
        }
        xml.push_str("<OwedAmt>1842</OwedAmt>");
        xml.push_str(more);
        xml.push_str("</IRS1040></ReturnData></Return>");
        let expected = ExpectedReturn::parse(&xml).expect("a return");
        let profile = Profile::for_return(&expected).expect("a profile");
        let key = AnswerKey::new(&expected, profile).expect("a key");
        Self { key, expected }
    }

    fn diagnose_in(&self, response: &str, mode: Mode) -> Diagnosis {
        let graded = self.key.grade(response, mode).expect("a grade");
        let examiner = Examiner::new(&self.key, &self.expected).expect("an examiner");
        examiner.diagnose(&self.key, &graded, response)
    }

    fn diagnose(&self, response: &str) -> Diagnosis {
        self.diagnose_in(response, Mode::Robust)
    }

    fn at(&self, number: &str) -> usize {
        self.key.profile().position(number).expect("a line")
    }

    fn number(&self, line: usize) -> &str {
        &self.key.profile().lines[line].line
    }

    fn numbers(&self, lines: &[usize]) -> Vec<&str> {
        lines.iter().map(|line| self.number(*line)).collect()
    }
}

/// The right answer with some lines stated otherwise; `""` is blank, `-` leaves a line out.
fn response(changes: &[(&str, &str)]) -> String {
    let mut text = String::from("Form 1040: U.S. Individual Income Tax Return\n=====\n");
    let lines = RIGHT.iter().map(|(line, _, amount)| (*line, *amount));
    for (line, amount) in lines.chain([("37", 1_842)]) {
        let change = changes.iter().find(|(changed, _)| *changed == line);
        let stated = change.map_or_else(|| amount.to_string(), |(_, stated)| (*stated).to_owned());
        if stated != "-" {
            text.push_str(&format!("Line {line}: | | {stated}\n"));
        }
    }
    for (line, stated) in changes {
        if !RIGHT.iter().any(|(known, ..)| known == line) && *line != "37" {
            text.push_str(&format!("Line {line}: | | {stated}\n"));
        }
    }
    text
}

/// The kind and sentence of one line.
fn line(changes: &[(&str, &str)], number: &str) -> (Kind, String) {
    let case = Case::new("");
    let diagnosis = case.diagnose(&response(changes));
    let found = diagnosis.of(case.at(number));
    let found = found.unwrap_or_else(|| panic!("line {number} is not in {diagnosis:#?}"));
    (found.kind, found.sentence.clone())
}

fn summary(changes: &[(&str, &str)]) -> String {
    Case::new("").diagnose(&response(changes)).summary
}

/// Line 16 as stated, with all that follows from it.
const BY_RATE: [(&str, &str); 5] = [
    ("16", "2789"),
    ("18", "2789"),
    ("22", "2789"),
    ("24", "2789"),
    ("37", "1839"),
];

#[test]
fn a_right_answer_needs_no_diagnosis() {
    let case = Case::new("");
    let diagnosis = case.diagnose(&response(&[]));
    assert_eq!(diagnosis.summary, "no scored line is wrong");
    assert_eq!(diagnosis.lines, []);
    assert_eq!((diagnosis.first, diagnosis.wrong), (None, 0));
}

#[test]
fn the_rate_formula_and_what_it_carries_along() {
    let case = Case::new("");
    let diagnosis = case.diagnose(&response(&BY_RATE));
    assert_eq!(
        diagnosis.summary,
        "3 wrong lines, 1 root: line 16 used the rate formula"
    );
    assert_eq!(diagnosis.first, Some(case.at("16")));
    assert_eq!(case.numbers(&diagnosis.roots), ["16"]);
    let lines: Vec<(&str, Kind)> = diagnosis
        .lines
        .iter()
        .map(|one| (case.number(one.line), one.kind))
        .collect();
    assert_eq!(
        lines,
        [
            ("16", Kind::TaxTable),
            ("18", Kind::Carried),
            ("22", Kind::Carried),
            ("24", Kind::Carried),
            ("37", Kind::Carried),
        ]
    );
    let tax = &diagnosis.lines[0];
    assert_eq!(tax.table_slip, Some(TableSlip::RateFormula));
    assert_eq!(
        tax.sentence,
        "Line 16 is $2,789, expected $2,792: $2,789 is the 2024 rate schedule on $26,000; the 2024 \
         Tax Table (head of household, $26,000 to $26,050) gives $2,792."
    );
    assert_eq!(
        diagnosis.lines[4].sentence,
        "Line 37 is $1,839, expected $1,842: it follows from the model's own lines (max(0, $2,789 \
         \u{2212} $950) = $1,839) and inherits the error of line 24, going back to line 16."
    );
    let [mended] = diagnosis.mended.as_slice() else {
        unreachable!("{:?}", diagnosis.mended)
    };
    assert!(mended.score.strict_correct());
    assert_eq!(case.numbers(&mended.becomes_right), ["16", "24", "37"]);
}

#[test]
fn an_entered_amount_and_the_table_on_the_models_own_income() {
    let changes = [
        ("12", "14600"),
        ("14", "14600"),
        ("15", "33300"),
        // The Tax Table for 33,300, head of household.
        ("16", "3668"),
        ("18", "3668"),
        ("22", "3668"),
        ("24", "3668"),
        ("37", "2718"),
    ];
    let case = Case::new("");
    let diagnosis = case.diagnose(&response(&changes));
    assert_eq!(
        diagnosis.summary,
        "5 wrong lines, 1 root: line 12 was entered wrong"
    );
    let tax = diagnosis.of(case.at("16")).expect("line 16");
    assert_eq!(tax.kind, Kind::Carried);
    assert_eq!(
        tax.sentence,
        "Line 16 is $3,668, expected $2,792: it follows from the model's own lines (the 2024 Tax \
         Table (head of household, $33,300 to $33,350) for $33,300 gives $3,668) and inherits the \
         error of line 15, going back to line 12."
    );
    assert_eq!(
        diagnosis.of(case.at("12")).map(|one| one.sentence.as_str()),
        Some("Line 12 is $14,600, expected $21,900: an entered amount, $7,300 too low.")
    );
    assert!(diagnosis.mended[0].score.strict_correct());
}

#[test]
fn two_roots_are_mended_one_by_one() {
    let changes = [
        ("12", "14600"),
        ("14", "14600"),
        ("15", "33300"),
        // The rate schedule on the model's own taxable income.
        ("16", "3665"),
        ("18", "3665"),
        ("22", "3665"),
        ("24", "3665"),
        ("37", "2715"),
    ];
    let case = Case::new("");
    let diagnosis = case.diagnose(&response(&changes));
    assert_eq!(
        diagnosis.summary,
        "5 wrong lines, 2 roots: line 12 was entered wrong; line 16 used the rate formula"
    );
    let tax = diagnosis.of(case.at("16")).expect("line 16");
    assert_eq!(case.numbers(&tax.roots), ["12", "16"]);
    assert_eq!(
        tax.sentence,
        "Line 16 is $3,665, expected $2,792: $3,665 is the 2024 rate schedule on $33,300; the 2024 \
         Tax Table (head of household, $33,300 to $33,350) gives $3,668 on the model's own taxable \
         income of $33,300, which is wrong too."
    );
    let right: Vec<Vec<&str>> = diagnosis
        .mended
        .iter()
        .map(|one| case.numbers(&one.becomes_right))
        .collect();
    assert_eq!(right, [vec!["12", "15"], vec![]]);
}

#[test]
fn arithmetic_says_by_how_much() {
    let (kind, sentence) = line(&[("24", "3000"), ("37", "2050")], "24");
    assert_eq!(kind, Kind::Arithmetic);
    assert_eq!(
        sentence,
        "Line 24 is $3,000, expected $2,792: the model's own lines give another amount ($2,792), \
         so it is $208 too high; the expected amount would have followed."
    );
    let (kind, sentence) = line(&[("26", "400"), ("33", "700"), ("37", "2092")], "33");
    assert_eq!(kind, Kind::Arithmetic);
    assert_eq!(
        sentence,
        "Line 33 is $700, expected $950: the model's own lines give another amount ($400), so it \
         is $300 too high; the expected amount would not have followed either, because line 26 is \
         wrong."
    );
    assert_eq!(
        summary(&[("24", "3000"), ("37", "2050")]),
        "2 wrong lines, 1 root: line 24 does not add up"
    );
}

#[test]
fn what_a_sum_takes_for_granted_is_told() {
    // Lines 14 and 22 are not scored and left out: one is computed, and so is the other.
    let left_out = [("14", "-"), ("15", "27000"), ("22", "-"), ("24", "3000")];
    let (kind, sentence) = line(&left_out, "15");
    assert_eq!(kind, Kind::Arithmetic);
    assert_eq!(
        sentence,
        "Line 15 is $27,000, expected $26,000: the model's own lines give another amount (max(0, \
         $47,900 \u{2212} $21,900) = $26,000; line 14 is not stated and taken as $21,900), so it is \
         $1,000 too high; the expected amount would have followed."
    );
    let (_, sentence) = line(&left_out, "24");
    assert!(
        sentence.contains("; line 22 is not stated and taken as $"),
        "{sentence}"
    );
    let (_, sentence) = line(&[("24", "3000")], "24");
    assert!(!sentence.contains("not stated"), "{sentence}");
}

#[test]
fn what_is_taken_from_the_key_is_not_the_models_own() {
    let case = Case::new("");
    let wages = "Form 1040\n=====\nLine 1a: x | | 47900\n";
    let of = |text: &str, number: &str| {
        let diagnosis = case.diagnose(text);
        let found = diagnosis.of(case.at(number)).expect("a wrong line");
        found
            .sentence
            .contains("the model's own lines give that amount")
    };
    // Line 9 is the wages alone, line 15 also the standard deduction, which is not stated.
    assert!(of(wages, "9"));
    assert!(!of(wages, "15"));
    assert!(of(&format!("{wages}Line 12: x | | 21900\n"), "15"));
}

#[test]
fn other_ways_to_a_wrong_tax() {
    for (stated, slip, words) in [
        (
            "2789.00",
            TableSlip::RateFormula,
            "the 2024 rate schedule on $26,000",
        ),
        (
            "2891",
            TableSlip::OtherStatus,
            "the 2024 Tax Table for single or married filing separately on $26,000",
        ),
        (
            "2888",
            TableSlip::OtherStatus,
            "the 2024 rate schedule for single or married filing separately on $26,000",
        ),
        (
            "2659",
            TableSlip::OtherStatus,
            "married filing jointly or qualifying surviving spouse",
        ),
        (
            "2798",
            TableSlip::NeighbouringBand,
            "the Tax Table's amount for $26,050 to $26,100",
        ),
        (
            "2786",
            TableSlip::NeighbouringBand,
            "the Tax Table's amount for $25,950 to $26,000",
        ),
        (
            "2783",
            TableSlip::OtherYear,
            "the 2025 Tax Table for head of household on $26,000",
        ),
        (
            "2780",
            TableSlip::OtherYear,
            "the 2025 rate schedule for head of household on $26,000",
        ),
    ] {
        let case = Case::new("");
        let diagnosis = case.diagnose(&response(&[("16", stated)]));
        let tax = diagnosis.of(case.at("16")).expect("line 16");
        assert_eq!(
            (tax.kind, tax.table_slip),
            (Kind::TaxTable, Some(slip)),
            "{stated}: {tax:?}"
        );
        assert!(tax.sentence.contains(words), "{}", tax.sentence);
        assert!(tax.sentence.ends_with("gives $2,792."), "{}", tax.sentence);
    }
}

#[test]
fn with_qualified_dividends_nothing_is_guessed() {
    for more in [
        "<QualifiedDividendsAmt>100</QualifiedDividendsAmt>",
        "<CapitalGainLossAmt>100</CapitalGainLossAmt>",
    ] {
        let case = Case::new(more);
        let diagnosis = case.diagnose(&response(&BY_RATE));
        let tax = diagnosis.of(case.at("16")).expect("line 16");
        assert_eq!((tax.kind, tax.table_slip), (Kind::Root, None));
        assert!(
            tax.sentence
                .contains("The Tax Table is no check here: line")
                && tax
                    .sentence
                    .contains("Qualified Dividends and Capital Gain Tax Worksheet"),
            "{}",
            tax.sentence
        );
    }
    let case = Case::new("<QualifiedDividendsAmt>100</QualifiedDividendsAmt>");
    let diagnosis = case.diagnose(&response(&[("15", "33300"), ("16", "3665")]));
    let tax = diagnosis.of(case.at("16")).expect("line 16");
    assert!(
        tax.sentence
            .ends_with("Line 15 is wrong too, and the tax may follow from it."),
        "{}",
        tax.sentence
    );
    let loss = Case::new("<CapitalGainLossAmt>-100</CapitalGainLossAmt>");
    let diagnosis = loss.diagnose(&response(&BY_RATE));
    assert_eq!(
        diagnosis.of(loss.at("16")).map(|one| one.kind),
        Some(Kind::TaxTable)
    );
}

#[test]
fn slips_of_the_pen() {
    for (stated, kind, words) in [
        ("-47900", Kind::Sign, "the amount with the wrong sign"),
        (
            "49700",
            Kind::TransposedDigits,
            "two digits are transposed, $1,800 too high",
        ),
        (
            "4790",
            Kind::DroppedZero,
            "a zero was dropped, $43,110 too low",
        ),
        (
            "479000",
            Kind::AddedZero,
            "a zero was added, $431,100 too high",
        ),
        (
            "47,900.45",
            Kind::Rounding,
            "$0.45 too high, a matter of cents or rounding",
        ),
        (
            "47901",
            Kind::Rounding,
            "$1 too high, a matter of cents or rounding",
        ),
        ("12345", Kind::Root, "an entered amount, $35,555 too low"),
    ] {
        let (found, sentence) = line(&[("1a", stated)], "1a");
        assert_eq!(found, kind, "{sentence}");
        assert!(sentence.contains(words), "{sentence}");
    }
}

#[test]
fn the_amount_of_the_line_below() {
    let case = Case::new(
        "<FormW2WithheldTaxAmt>310</FormW2WithheldTaxAmt>\
         <Form1099WithheldTaxAmt>42</Form1099WithheldTaxAmt>\
         <WithholdingTaxAmt>352</WithholdingTaxAmt>",
    );
    let response = response(&[("25a", "42"), ("25b", "42"), ("25d", "84")]);
    let diagnosis = case.diagnose(&response);
    let line = diagnosis.of(case.at("25a")).expect("line 25a");
    assert_eq!(line.kind, Kind::NeighbourLine);
    assert_eq!(
        line.sentence,
        "Line 25a is $42, expected $310: $42 belongs on line 25b."
    );
    // An unscored line is a root all the same.
    assert!(diagnosis.roots.contains(&case.at("25a")));
}

#[test]
fn blank_missing_and_unreadable() {
    assert_eq!(
        line(&[("26", "")], "26"),
        (
            Kind::Blank,
            "Line 26 is blank and counts as $0, expected $950; the model's own sums count it."
                .to_owned()
        )
    );
    assert_eq!(
        line(&[("24", "-")], "24"),
        (
            Kind::Missing,
            "Line 24 is missing from the response and counts as $0, expected $2,792; the model's \
             own lines give that amount."
                .to_owned()
        )
    );
    // Of lines that state nothing, nothing follows.
    let case = Case::new(
        "<FormW2WithheldTaxAmt>310</FormW2WithheldTaxAmt><WithholdingTaxAmt>310</WithholdingTaxAmt>",
    );
    let diagnosis = case.diagnose("Form 1040\n=====\nLine 1a: | | 47900\n");
    assert_eq!(
        diagnosis
            .of(case.at("25d"))
            .map(|line| line.sentence.as_str()),
        Some("Line 25d is missing from the response and counts as $0, expected $310.")
    );
    let (kind, _) = line(&[("16", "see the table")], "16");
    assert_eq!(kind, Kind::Unreadable);
    assert_eq!(
        summary(&[("24", "-"), ("33", "-"), ("37", "-")]),
        "3 wrong lines, 3 roots: lines 24, 33 and 37 are missing"
    );
    // What was left out of a sum is carried along: 33 counts a payment of 0.
    assert_eq!(
        summary(&[("26", "-"), ("33", "0"), ("37", "2792")]),
        "3 wrong lines, 1 root: line 26 is missing"
    );
    // A blank line is right for the model's own lines when its formula gives 0 there.
    let (kind, sentence) = line(&[("26", "2792"), ("33", "2792"), ("37", "")], "37");
    assert_eq!(kind, Kind::Carried);
    assert!(
        sentence.starts_with("Line 37 is blank, expected $1,842: it follows"),
        "{sentence}"
    );
}

#[test]
fn a_missing_line_is_missing_whatever_stands_above_it() {
    let case = Case::new("");
    let diagnosis = case.diagnose(&response(&[("23", "500"), ("24", "-"), ("37", "-")]));
    assert_eq!(
        diagnosis.summary,
        "2 wrong lines, 2 roots: lines 24 and 37 are missing"
    );
}

#[test]
fn unscored_lines_that_are_left_out_are_roots_where_a_sum_lacks_them() {
    let case = Case::new(
        "<FormW2WithheldTaxAmt>310</FormW2WithheldTaxAmt>\
         <Form1099WithheldTaxAmt>42</Form1099WithheldTaxAmt>\
         <TaxWithheldOtherAmt>7</TaxWithheldOtherAmt>\
         <WithholdingTaxAmt>359</WithholdingTaxAmt>",
    );
    for (stated, summary) in [
        ("359", "no scored line is wrong"),
        ("317", "1 wrong line, 1 root: line 25b is missing"),
        (
            "0",
            "1 wrong line, 3 roots: lines 25a, 25b and 25c are missing",
        ),
        ("400", "1 wrong line, 1 root: line 25d does not add up"),
    ] {
        let changes = [("25d", stated), ("33", "950"), ("37", "1842")];
        assert_eq!(
            case.diagnose(&response(&changes)).summary,
            summary,
            "{stated}"
        );
    }
}

#[test]
fn an_answer_without_any_line() {
    let case = Case::new("");
    let diagnosis = case.diagnose("I cannot prepare tax returns.");
    assert_eq!(
        diagnosis.summary,
        "10 wrong lines: the response has no line of the form"
    );
    assert!(
        diagnosis.lines.iter().all(|one| one.kind == Kind::Missing),
        "{diagnosis:#?}"
    );
}

#[test]
fn amounts_under_another_form() {
    let mut text = response(&[("26", "-")]);
    text.push_str("\nForm Schedule 3: Additional Credits and Payments\n=====\n");
    text.push_str("Line 26: Estimated payments for the year | | 950\n");
    let case = Case::new("");
    let diagnosis = case.diagnose(&text);
    let line = diagnosis.of(case.at("26")).expect("line 26");
    assert_eq!(line.kind, Kind::OtherForm);
    assert_eq!(
        line.sentence,
        "Line 26 counts as $0 because its $950 stands under \u{201c}Form Schedule 3: Additional \
         Credits and Payments\u{201d} and not under the form's own heading."
    );
    assert_eq!(
        diagnosis.summary,
        "1 wrong line, 1 root: line 26 stands under another form"
    );
}

#[test]
fn a_line_that_was_left_out_is_found_behind_the_lines_that_lack_it() {
    let case = Case::new("<TaxableInterestAmt>120</TaxableInterestAmt>");
    // The expected return here does not count the interest: it departs from its own form.
    let diagnosis = case.diagnose(&response(&[]));
    assert_eq!(diagnosis.summary, "no scored line is wrong");
    // Line 20 is not scored, and stated wrong: it is the root of what follows.
    let diagnosis = case.diagnose(&response(&[
        ("20", "500"),
        ("22", "2292"),
        ("24", "2292"),
        ("37", "1342"),
    ]));
    assert_eq!(
        diagnosis.summary,
        "2 wrong lines, 1 root: line 20 was entered wrong"
    );
    assert_eq!(diagnosis.first, Some(case.at("20")));
}

#[test]
fn in_upstream_mode_an_amount_it_cannot_read_is_a_root() {
    let case = Case::new("");
    let diagnosis = case.diagnose_in(&response(&[("16", "**2792**")]), Mode::Upstream);
    let line = diagnosis.of(case.at("16")).expect("line 16");
    assert_eq!(line.kind, Kind::Unreadable);
    assert_eq!(
        line.sentence,
        "Line 16 counts as $0, expected $2,792: the upstream evaluator reads no number there."
    );
    assert_eq!(
        diagnosis.summary,
        "1 wrong line, 1 root: line 16 cannot be read"
    );
}

#[test]
fn cents_are_carried_through_sums() {
    let changes = [
        ("1a", "47900.40"),
        ("1z", "47900"),
        ("9", "47900.40"),
        ("11", "47900.40"),
    ];
    let case = Case::new("");
    let diagnosis = case.diagnose(&response(&changes));
    assert_eq!(
        diagnosis.of(case.at("1a")).map(|one| one.kind),
        Some(Kind::Rounding)
    );
    assert_eq!(
        diagnosis.of(case.at("11")).map(|one| one.kind),
        Some(Kind::Carried)
    );
}

#[test]
fn no_response_is_too_strange() {
    let case = Case::new("");
    let huge = "9".repeat(15);
    for text in [
        String::new(),
        response(&[
            ("1a", &huge),
            ("9", &format!("-{huge}")),
            ("15", "-5"),
            ("16", "0.01"),
        ]),
        "Line 1a: | | -0\n".repeat(500),
        response(&[("16", "0"), ("15", ""), ("24", "\u{2212}1")]),
    ] {
        for mode in [Mode::Robust, Mode::Upstream] {
            let diagnosis = case.diagnose_in(&text, mode);
            assert!(diagnosis.lines.iter().all(|one| !one.sentence.is_empty()));
        }
    }
}
