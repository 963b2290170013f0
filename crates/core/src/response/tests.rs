use super::*;
use crate::money::{Reading, read_field};
use crate::profile::Profile;

fn profile(id: &str) -> &'static Profile {
    Profile::builtin(id).unwrap_or_else(|| unreachable!("{id}"))
}

/// Line, amount in dollars (`None` for blank) and how it was found, for every line that was.
fn read_as(id: &str, text: &str) -> Vec<(String, Option<i64>, MatchedBy)> {
    let profile = profile(id);
    let (located, _) = locate(text, &LineIndex::new(profile));
    profile
        .lines
        .iter()
        .zip(located)
        .filter_map(|(line, located)| {
            let (entry, by) = located.chosen?;
            let amount = match read_field(entry.field).0 {
                Reading::Amount(amount) => amount.whole_dollars(),
                _ => None,
            };
            Some((line.line.clone(), amount, by))
        })
        .collect()
}

fn amounts(id: &str, text: &str) -> Vec<(String, Option<i64>)> {
    read_as(id, text)
        .into_iter()
        .map(|(line, amount, _)| (line, amount))
        .collect()
}

fn lines(found: &[(&str, i64)]) -> Vec<(String, Option<i64>)> {
    found
        .iter()
        .map(|(line, amount)| ((*line).to_owned(), Some(*amount)))
        .collect()
}

#[test]
fn every_way_to_write_a_line() {
    for line in [
        "Line 1a: Wages | x | 5",
        "Line 1A: Wages | x | $5",
        "line 1a | x | 5",
        "LINE 1a - Wages | x | 5",
        "**Line 1a:** Wages | x | **5**",
        "**Line 1a: Wages** | x | 5",
        "- Line 1a: Wages | x | 5",
        "* **Line 1a**: Wages | x | 5",
        "> Line 1a: Wages | x | 5",
        "1. Line 1a: Wages | x | 5",
        "Line\u{a0}1a: Wages | x | 5",
        "\u{200b}Line 1a: Wages | x | 5",
        "\u{2022} Line 1a: Wages | x | 5",
        "   Line 1a: Wages | 3 \\| 4 | 5",
        "Line 1a: Wages | 2 | 3 | 5",
        "Line 1a: Wages | x | 5 |",
        "1a | Wages | x | 5",
        "1a: Wages | x | 5",
        "| 1a | Wages | x | 5 |",
        "| **1a** | Wages | x | **5** |",
        "| Line 1a | Wages | x | $5 |",
        "| Line 1a: Wages | x | 5 |",
        "Form 1040, Line 1a: Wages | x | 5",
        "Line 1a: Wages: $5",
        "Line 1a = 5",
        "Line 1a: Wages that go on\n    and on | x | 5",
        "Line 1a: Wages\n| x\n| 5",
        "Line 1a: Wages | x\n  | 5",
        "```\nLine 1a: Wages | x | 5\n```",
        "Line 1a: Wages | x | 5\r\nEnd",
    ] {
        assert_eq!(amounts("us-ty24", line), lines(&[("1a", 5)]), "{line:?}");
    }
}

#[test]
fn what_is_no_line_of_the_form() {
    for text in [
        "Lines 1a-1h: Add | x | 5",
        "Line 1a\u{2013}1h: Add | x | 5",
        "Line 8a-8z | x | 5",
        "Line 1040: x | x | 5",
        "Linear 1a: x | x | 5",
        "1a without a pipe: 5",
        "Line 1a: the wages are from line 1a of the form",
        "<think>\nLine 1a: Wages | x | 5\n</think>",
        "## Schedule 1\nLine 1a: x | x | 5",
        "Form Schedule C (Form 1040): Profit\n====\nLine 1a: x | x | 5",
        "**Schedule 2 (Form 1040)**\nLine 1a: x | x | 5",
        "Schedule SE:\nLine 1a: x | x | 5",
        "## Form 540\n| 1a | x | 5 |",
        "### Social Security Worksheet\nLine 1a: x | x | 5",
    ] {
        assert_eq!(amounts("us-ty24", text), [], "{text:?}");
    }
}

#[test]
fn schedules_do_not_leak_and_sub_headings_do_not_end_a_form() {
    let text = "# Return\n## Form 1040: U.S. Individual Income Tax Return\n### Income\nLine 1a: Wages | | 1\n\
        ## Schedule 1\n### Part I\nLine 1a: x | | 2\nLine 9: x | | 3\n## Form 1040 (page 2)\n#### Tax\nLine 16: Tax | | 4\n\
        **Worksheet for line 16**\nLine 9: x | | 5\n### Payments\nLine 33: x | | 6\n---\n\
        Form Schedule 8812: Credits\n=====\nLine 33: x | | 7\n";
    assert_eq!(
        amounts("us-ty24", text),
        lines(&[("1a", 1), ("16", 4), ("33", 6)])
    );
}

#[test]
fn a_part_never_ends_a_schedule() {
    let text = "## Form 1040\nLine 9: x | | 1\n### Schedule 1\nLine 9: x | | 2\n### Part II\nLine 11: x | | 3\n";
    assert_eq!(amounts("us-ty24", text), lines(&[("9", 1)]));
}

#[test]
fn a_state_answer_has_two_forms_with_the_same_numbers() {
    let text = "Form 1040: U.S. Individual Income Tax Return\n=====\nLine 17: x | | 1\nLine 19: x | | 2\n\n\
        Form Schedule CA (540): California Adjustments\n=====\nLine 17: x | | 3\n\n\
        Form 540: California Resident Income Tax Return\n=====\nLine 17: x | | 4\nLine 19: x | | 5\n";
    assert_eq!(amounts("ca-ty25", text), lines(&[("17", 4), ("19", 5)]));
    assert_eq!(amounts("us-ty25", text), lines(&[("17", 1), ("19", 2)]));
    assert_eq!(amounts("va-ty25", text), []);
}

#[test]
fn found_by_label_then_number_then_alias() {
    let text = "Line 1a: Total amount from Form(s) W-2, box 1 | | 1\nLine 9: Total | | 2\n\
        Line 11a: Adjusted | | 3\nLine 99: Taxable income | | 4\n\
        Line 98: Add lines 25a through 25c | | 5\n";
    let found = read_as("us-ty24", text);
    let by: Vec<(&str, i64, MatchedBy)> = found
        .iter()
        .map(|(line, amount, by)| (line.as_str(), amount.unwrap_or(-1), *by))
        .collect();
    assert_eq!(
        by,
        [
            ("1a", 1, MatchedBy::Label),
            ("9", 2, MatchedBy::Number),
            ("11", 3, MatchedBy::Alias),
            ("25d", 5, MatchedBy::Label),
        ]
    );
}

#[test]
fn the_last_statement_counts_and_disagreement_is_reported() {
    let text = "## Form 1040 (draft)\nLine 9: x | | 1\nLine 16: x | | 7\n## Form 1040 (final)\nLine 9: x | | 2\nLine 16: x | | 7\nLine 9: x | |\n";
    let (located, conflicts) = locate(text, &LineIndex::new(profile("us-ty24")));
    let passed_over: Vec<&str> = conflicts.iter().map(|one| one.passed_over.trim()).collect();
    assert_eq!(passed_over, ["1", "2"]);
    let fields: Vec<&str> = located
        .iter()
        .filter_map(|one| one.chosen)
        .map(|(entry, _)| entry.field)
        .collect();
    assert_eq!(fields, ["", " 7"]);
}

#[test]
fn lines_under_the_heading_count_before_lines_above_it() {
    let text = "Line 9: rough | | 1\n## Form 1040\nLine 9: x | | 2\n# Notes\nLine 9: later | | 3\n";
    assert_eq!(amounts("us-ty24", text), lines(&[("9", 2)]));
    assert_eq!(
        amounts(
            "us-ty24",
            "Line 9: rough | | 1\n## Schedule 1\nLine 9: x | | 2\n"
        ),
        lines(&[("9", 1)])
    );
}

#[test]
fn a_table_header_says_which_column_is_the_amount() {
    let text = "| Line | Amount | Notes |\n|---|---:|---|\n| 1a | 5 | from W-2 |\n| 9 | 6 | 5 + 1 |\n\n\
        | Line | Description | Explanation | Amount |\n| : |---|---|---|\n| 16 | Tax | a \\| b | 7 |\n";
    assert_eq!(
        amounts("us-ty24", text),
        lines(&[("1a", 5), ("9", 6), ("16", 7)])
    );
}

#[test]
fn json_and_xml_answers() {
    let profile = profile("us-ty24");
    let index = LineIndex::new(profile);
    for text in [
        "{\"lines\":[{\"line\":\"1a\",\"amount\":5},{\"line\":9,\"amount\":\"$6\"},{\"line\":\"16\",\"amount\":null}]}",
        "{\"1a\": 5, \"Line 9\": 6.00, \"line_16\": null}",
        "Here it is:\n```json\n{\"1a\": 5, \"9\": \"6\", \"16\": \"\"}\n```\n",
        "{\"return\":[{\"form\":\"1040\",\"lines\":[{\"line\":\"1a\",\"amount\":5},{\"line\":\"9\",\"amount\":6},{\"line\":\"16\"}]},\
          {\"form\":\"Schedule 1\",\"lines\":[{\"line\":\"9\",\"amount\":7}]},{\"form\":\"8812\",\"lines\":[{\"line\":\"1a\",\"amount\":8}]}]}",
    ] {
        let read = read_structured(text, profile, &index).unwrap_or_else(|| unreachable!("{text}"));
        let found: Vec<(String, Reading, &str)> = profile
            .lines
            .iter()
            .zip(&read.lines)
            .filter_map(|(line, stated)| {
                let stated = stated.as_ref()?;
                Some((
                    line.line.clone(),
                    stated.reading,
                    text.get(stated.span.clone()).unwrap_or("?"),
                ))
            })
            .collect();
        let numbers: Vec<&str> = found.iter().map(|(line, ..)| line.as_str()).collect();
        assert_eq!(numbers, ["1a", "9", "16"], "{text}");
        assert_eq!(
            found[0].1,
            Reading::Amount(crate::Cents::from_dollars(5)),
            "{text}"
        );
        assert_eq!(
            found[1].1,
            Reading::Amount(crate::Cents::from_dollars(6)),
            "{text}"
        );
        assert_eq!(found[2].1, Reading::Blank, "{text}");
        assert!(found[1].2.contains('6'), "{text}: {}", found[1].2);
    }
    let xml = "```xml\n<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040><WagesAmt>5</WagesAmt></IRS1040></ReturnData></Return>\n```";
    let read = read_structured(xml, profile, &index).unwrap_or_else(|| unreachable!());
    let wages = read.lines.first().and_then(Option::as_ref);
    assert_eq!(
        wages.map(|wages| xml.get(wages.span.clone())),
        Some(Some("5"))
    );
    for text in [
        "{\"a\": 1}",
        "{broken",
        "<p>hello</p>",
        "[1]",
        "Line 1a: {} | | 5",
        "",
    ] {
        assert!(read_structured(text, profile, &index).is_none(), "{text}");
    }
}
