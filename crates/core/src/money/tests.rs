//! What the reader of amounts makes of the ways models write them.

use super::{Cents, Reading, Style, Unreadable, read, read_field, read_upstream};

fn dollars(text: &str) -> i64 {
    match read(text) {
        Reading::Amount(amount) => amount.get(),
        other => unreachable!("{text:?} reads as {other:?}"),
    }
}

#[test]
fn the_largest_amount_is_read_and_nothing_above_it() {
    // Both by the short way for plain digits, and by the full one.
    for text in [
        "10000000000000",
        "10,000,000,000,000.00",
        "US$ 10000000000000",
    ] {
        assert_eq!(read(text), Reading::Amount(Cents::MAX), "{text}");
    }
    for text in [
        "10000000000001",
        "10000000000000.01",
        "99999999999999",
        "10,000,000,000,000.01",
    ] {
        assert_eq!(
            read(text),
            Reading::Unreadable(Unreadable::TooLarge),
            "{text}"
        );
    }
    assert_eq!(read_upstream("10000000000000"), Cents::MAX);
    assert_eq!(read_upstream("10000000000000.01"), Cents::ZERO);
}

#[test]
fn one_amount_in_many_writings() {
    let cases = [
        ("1234", 123_400),
        ("$1,234", 123_400),
        ("\\$1,234.00", 123_400),
        ("**1,234**", 123_400),
        ("__$1,234__", 123_400),
        ("`1234`", 123_400),
        ("1,234.", 123_400),
        ("1234.50", 123_450),
        ("1234.5", 123_450),
        (".50", 50),
        ("$0.00", 0),
        ("0", 0),
        ("-0", 0),
        ("-0-", 0),
        ("$-0-", 0),
        ("\u{2013}0\u{2013}", 0),
        ("zero", 0),
        ("-1,234", -123_400),
        ("\u{2212}1,234", -123_400),
        ("\u{2013}1,234", -123_400),
        ("- $1,234", -123_400),
        ("$-1,234", -123_400),
        ("(1,234)", -123_400),
        ("($1,234)", -123_400),
        ("$(1,234)", -123_400),
        ("(1,234.00)", -123_400),
        ("1,234-", -123_400),
        ("+1,234", 123_400),
        ("= 47,900", 4_790_000),
        ("USD 1,234", 123_400),
        ("US$1,234", 123_400),
        ("1,234 USD", 123_400),
        ("1,234 dollars", 123_400),
        ("$1,234$", 123_400),
        ("1\u{a0}234", 123_400),
        ("1\u{2009}234\u{2009}567", 123_456_700),
        ("1\u{202f}234,", 123_400),
        ("\u{ff11}\u{ff0c}\u{ff12}\u{ff13}\u{ff14}", 123_400),
        ("\u{ff04}1,234", 123_400),
        ("\u{200b}1,234\u{feff}", 123_400),
        ("1,\u{200b}234\u{200b}", 123_400),
        ("[42]", 4_200),
        ("42!", 4_200),
        ("(42).", -4_200),
        ("1,234\r", 123_400),
        ("4,260 \u{2705}", 426_000),
        ("\u{2705} 4,260", 426_000),
        ("4,260\u{b9}", 426_000),
        ("4,260\u{2020}", 426_000),
        ("<b>1,234</b>", 123_400),
        ("<strong>$1,234</strong><br>", 123_400),
        ("\"1,234\"", 123_400),
        ("\u{201c}1,234\u{201d}", 123_400),
        ("50,000 + 2,000 = 52,000", 5_200_000),
        ("2 \u{d7} 2,000 = $4,000", 400_000),
        ("10000000000000", 1_000_000_000_000_000),
    ];
    for (text, cents) in cases {
        assert_eq!(dollars(text), cents, "{text:?}");
    }
}

#[test]
fn ways_to_say_nothing() {
    for text in [
        "",
        "  ",
        "\t\u{a0}",
        "-",
        "\u{2014}",
        "--",
        "N/A",
        "n/a.",
        "NA",
        "None",
        "(none)",
        "nil",
        "$",
        "$ -",
        "**",
        "null",
        "Not applicable",
        "N/A (not needed)",
        "None \u{2013} no dependents",
    ] {
        assert_eq!(read(text), Reading::Blank, "{text:?}");
    }
}

#[test]
fn doubt_is_reported_with_its_reason() {
    let cases = [
        ("1.234,56", Unreadable::Ambiguous),
        ("1.234", Unreadable::Ambiguous),
        ("1.234.567", Unreadable::Ambiguous),
        ("1,23", Unreadable::Ambiguous),
        ("1234,56", Unreadable::Ambiguous),
        ("12,34,567", Unreadable::Ambiguous),
        ("1,2345", Unreadable::Ambiguous),
        ("1'234", Unreadable::Ambiguous),
        ("1_234", Unreadable::Ambiguous),
        ("1,234\u{a0}567", Unreadable::Ambiguous),
        ("12%", Unreadable::Percent),
        ("12 %", Unreadable::Percent),
        ("1.2k", Unreadable::Abbreviated),
        ("3 million", Unreadable::Abbreviated),
        ("-(1,234)", Unreadable::DoubleNegative),
        ("(-1,234)", Unreadable::DoubleNegative),
        ("-5-", Unreadable::DoubleNegative),
        ("1234.567", Unreadable::FinerThanCents),
        ("99999999999999999999", Unreadable::TooLarge),
        ("10000000000001", Unreadable::TooLarge),
        ("7,361 + 488 = 7,849 or so", Unreadable::SeveralAmounts),
        ("52,000 = W-2", Unreadable::SeveralAmounts),
        ("1{,}234", Unreadable::Ambiguous),
        ("$\\$1{,}234$", Unreadable::NotANumber),
        ("50 cents", Unreadable::NotANumber),
        ("1,234 EUR", Unreadable::NotANumber),
        ("1,234 loss", Unreadable::NotANumber),
        ("2024 standard deduction", Unreadable::NotANumber),
        ("1,234 or 1,300", Unreadable::SeveralAmounts),
        ("1,234 - 500", Unreadable::SeveralAmounts),
        ("2 \u{d7} 2,000", Unreadable::SeveralAmounts),
        ("1,234 (500)", Unreadable::SeveralAmounts),
        ("1040EZ", Unreadable::NotANumber),
        ("~500", Unreadable::NotANumber),
        ("see Schedule 8812", Unreadable::NotANumber),
        ("((5))", Unreadable::NotANumber),
        ("(5", Unreadable::NotANumber),
        ("..5", Unreadable::NotANumber),
        ("..5", Unreadable::NotANumber),
        ("1e5", Unreadable::NotANumber),
    ];
    for (text, why) in cases {
        assert_eq!(read(text), Reading::Unreadable(why), "{text:?}");
    }
}

#[test]
fn a_remark_may_follow_the_amount_of_a_line() {
    let cases = [
        ("1,588 (Tax Table, 2024)", 158_800, "1,588"),
        (" **$12,098** \u{2014} see worksheet", 1_209_800, "$12,098"),
        ("1,807 from the EIC table", 180_700, "1,807"),
        ("(3,000) loss limit", -300_000, "(3,000)"),
        ("412; Schedule 8812, line 27", 41_200, "412"),
        ("412 (line 27 [of 8812]) (see note)", 41_200, "412"),
        ("412 (a band of 2,950 to 3,000", 41_200, "412"),
        ("412 (Tax Table) from line 16", 41_200, "412"),
        ("$4,300 ($2,000 + $2,300)", 430_000, "$4,300"),
        ("4,300 [2 \u{d7} 2,150]", 430_000, "4,300"),
        ("4,300 (4,250 \u{2013} 4,300)", 430_000, "4,300"),
    ];
    for (text, cents, amount) in cases {
        let (reading, span) = read_field(text);
        assert_eq!(reading, Reading::Amount(Cents::new(cents)), "{text:?}");
        assert_eq!(text.get(span), Some(amount), "{text:?}");
        assert!(
            matches!(read(text), Reading::Unreadable(_)),
            "{text:?} is more than an amount"
        );
    }
}

#[test]
fn a_sum_whose_parts_have_remarks_is_no_amount() {
    for text in [
        "100 (W-2) + 50 (1099)",
        "$100 (W-2) + $50 (1099)",
        "100 (W-2) + 50 (1099) = 150",
        "14,600 (single) or 29,200 (joint)",
        "5 (see note) = 7",
        "5 [a] (b) 7",
        "4,300 (2,000 + 2,300) (4,400)",
        "4,300 ($4,400)",
    ] {
        assert_eq!(
            read_field(text).0,
            Reading::Unreadable(Unreadable::SeveralAmounts),
            "{text:?}"
        );
    }
    let brackets = ["5 ", &"(a)".repeat(100_000)].concat();
    assert_eq!(read_field(&brackets).0, Reading::Amount(Cents::new(500)));
}

#[test]
fn every_style_reads_back() {
    for cents in [
        0,
        1,
        -1,
        99,
        100,
        -100,
        123_456_789,
        -5_000_000,
        1_000_000_000_000_000,
    ] {
        for style in [
            Style::Plain,
            Style::Grouped,
            Style::Currency,
            Style::Accounting,
        ] {
            let text = Cents::new(cents).format(style);
            assert_eq!(read(&text), Reading::Amount(Cents::new(cents)), "{text:?}");
        }
    }
}

#[test]
fn json_shows_whole_dollars_as_whole_numbers() {
    let json = |cents| serde_json::to_string(&Cents::new(cents)).unwrap_or_default();
    assert_eq!(json(4_790_000), "47900");
    assert_eq!(json(-123_450), "-1234.5");
    assert_eq!(json(Cents::MAX.get() - 1), "9999999999999.99");
}
