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
            let chosen = located.chosen?;
            let amount = match read_field(chosen.field).0 {
                Reading::Amount(amount) => amount.whole_dollars(),
                _ => None,
            };
            Some((line.line.clone(), amount, chosen.matched_by))
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
        "Corrected Line 1a: Wages | x | 5",
        "Correction: Line 1a: Wages: $5",
        "`Line 1a`: Wages | x | 5",
        "1a\tWages\t5",
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
        "Line 1a $5",
        "Line 1a: Wages \u{2014} $5",
        "Line 1a: Wages \u{2192} $5",
        "Line 1a: Wages: $5 (from W-2: box 1)",
        "Form 1040, Line 1a: Wages: $5",
        "1040 Line 1a: Wages | x | 5",
        "| Form 1040, Line 1a | Wages | 5 |",
        "Line #1a: Wages | x | 5",
        "[Line 1a]: Wages | x | 5",
        "- [x] Line 1a: Wages | x | 5",
        "\u{2705} Line 1a: Wages | x | 5",
        "Line 1(a): Wages | x | 5",
        "### Line 1a: Wages | x | 5",
        "<b>Line 1a</b>: Wages | x | 5",
        "<li>Line 1a: Wages | x | 5</li>",
        "<tr><td>Line 1a</td><td>Wages</td><td>$5</td></tr>",
        "<table><tbody><tr><td>Line 1a</td><td>Wages</td><td>$5</td></tr></tbody></table>",
        "Line\u{200b} 1a: Wages | x | 5",
        "Line 1a: Wages | x | 5 | from W-2",
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
fn amounts_without_pipes_keep_their_signs() {
    for (line, amount) in [
        ("Line 8: -$1,500", -1500),
        ("Line 8: \u{2212}$1,500", -1500),
        ("Line 8: Net loss: \u{2212}$1,500", -1500),
        ("Line 8: \u{2013}$1,500", -1500),
        ("Line 8: \u{2013}1,500", -1500),
        ("Line 8: **-$1,500**", -1500),
        ("**Line 8:** -**$1,500**", -1500),
        ("Line 8: -\\$1,500", -1500),
        ("Line 8: Loss = -$1,500", -1500),
        ("Line 8: Loss -$1,500", -1500),
        ("Line 8 -$1,500", -1500),
        ("Line 8: ($1,500)", -1500),
        ("Line 8: Income - $1,500", 1500),
        ("Line 8 - $1,500", 1500),
        ("Line 8 - Income from W-2, box 1 - $1,500", 1500),
        ("Line 8: Income \u{2013} $1,500", 1500),
        ("Line 8: Income\u{2014}$1,500", 1500),
        ("Line 8: Income \u{2014} \\$1,500", 1500),
        ("Line 8: $700 + $800 = $1,500", 1500),
        ("Line 8: 7 + 8: $1,500", 1500),
        ("Line 8: 3 people, $1,500", 1500),
        ("Line 8: income of $700 and $800 is $1,500", 1500),
        ("Line 8: $1,500, was $1,200", 1500),
        ("Line 8: $1,500 \u{2013} was $1,200", 1500),
        ("Line 8: $1,500 (up from $1,200)", 1500),
        ("Line 8: $1,500 (700 + 800; note: 2)", 1500),
    ] {
        assert_eq!(
            amounts("us-ty24", line),
            lines(&[("8", amount)]),
            "{line:?}"
        );
    }
}

#[test]
fn bare_numbers_without_pipes() {
    let text = "Form 1040\n1a. Wages: $50,000\n**9.** Total income: $50,210\n16) Tax: $5\n";
    assert_eq!(
        amounts("us-ty24", text),
        lines(&[("1a", 50_000), ("9", 50_210), ("16", 5)])
    );
    let all = "## Form 1040\n- 9. Total income: $10\n- 10. Adjustments: $0\n- 11. AGI: $10\n\
               - 12. Standard deduction (Single): $4\n- 16. Tax (from Tax Table): $3\n\
               - 24: $3\n- 34. Overpayment: $1\n";
    assert_eq!(
        amounts("us-ty24", all),
        lines(&[
            ("9", 10),
            ("10", 0),
            ("11", 10),
            ("12", 4),
            ("16", 3),
            ("24", 3),
            ("34", 1)
        ])
    );
    for list in [
        "Form 1040\n1. Wages: $1\n2. Interest: $2\n3. Pay: $3\n4. Tips: $4\n5. Rent: $5\n\
         6. Farm: $6\n7. Gambling: $7\n8. Other: $8\n9. Refund: $9\n",
        "9. Refund: $5\n16. Interest: $7\n",
        "Form 1040\n9. $5\n16 people: 7\n24 hours later: $9\n",
        "Form 1040\n\n## Schedule 2\n1a. Excess: $5\n",
    ] {
        let found: Vec<_> = amounts("us-ty24", list)
            .into_iter()
            .filter(|(line, _)| line != "9" || !list.contains("9. $5"))
            .collect();
        assert_eq!(found, lines(&[]), "{list}");
    }
    for heading in [
        "**2. Schedule C \u{2013} 2024**",
        "**2. Schedule 1 (Form 1040) \u{2014} 2024**",
        "\n2. Schedule SE: 2024\n",
        "\n12. Form 8812 = 2024\n",
    ] {
        let text = format!("Form 1040\nLine 9: x | | 5\n{heading}\nLine 9: y | | 6\n");
        assert_eq!(amounts("us-ty24", &text), lines(&[("9", 5)]), "{heading}");
    }
    let headings = "1. Form 1040\n\nLine 1a: x | | 5\n\n2. Schedule 1\n\nLine 9: x | | 6\n";
    assert_eq!(amounts("us-ty24", headings), lines(&[("1a", 5)]));
    let behind_table =
        "Form 1040\n| Line | Amount |\n|---|---|\n| 1a | 5 |\n\n9. Total income: $6\n";
    assert_eq!(
        amounts("us-ty24", behind_table),
        lines(&[("1a", 5), ("9", 6)])
    );
}

#[test]
fn tables_say_whose_their_rows_are() {
    let form =
        "Form 1040\n\n| 1040 Line | Description | Amount |\n|---|---|---|\n| 9 | T | 5 |\n\n";
    for other in [
        "| Schedule C Line | Description | Amount |\n|---|---|---|\n| 9 | Car | 1 |\n",
        "| Schedule 1 | Amount |\n|---|---|\n| Line 9 | 1 |\n",
        "| Form/Schedule | Line | Amount |\n|---|---|---|\n| Schedule C | 9 | 1 |\n| | 9 | 2 |\n\
         | SE | 9 | 3 |\n| W-2 | 9 | 4 |\n",
        "| Schedule | Line | Amount |\n|---|---|---|\n| C | 9 | 1 |\n",
        "| Line | Item | Amount |\n|---|---|---|\n| **Schedule C** | \u{2013} | \u{2013} |\n| 9 | Car | 1 |\n",
    ] {
        let text = format!("{form}{other}\n| 1040 Line | Description | Amount |\n|---|---|---|\n");
        assert_eq!(amounts("us-ty24", &text), lines(&[("9", 5)]), "{other}");
    }
    let own = "Form 1040\n\n| Form/Schedule | Line | Amount |\n|---|---|---|\n| 1040 | 9 | 1 |\n| | 16 | 2 |\n";
    assert_eq!(amounts("us-ty24", own), lines(&[("9", 1), ("16", 2)]));
}

#[test]
fn tables_with_odd_columns() {
    for table in [
        "| Line | Tax item | $ |\n|---|---|---|\n| 16 | Tax | 5 |\n",
        "| Line | Description of tax | Entry |\n|---|---|---|\n| 16 | Tax | 5 |\n",
        "| Line | Total tax computation | USD |\n|---|---|---|\n| 16 | Tax | 5 |\n",
        "| Line | Title | Code | Figure |\n|---|---|---|---|\n| 16 | Tax | x | 5 |\n",
        "| Line | Description | Amount | Notes |\n|---|---|---|---|\n| 16 | Tax | 5 |\n",
        "| Line | Amount | Explanation |\n|---|---|---|\n| 16 | 5 | a | b |\n",
        "| # | Line | Description | Amount |\n|---|---|---|---|\n| 9 | 16 | Tax | 5 |\n",
        "| `Line 16` | Tax | `$5` |\n",
    ] {
        let text = format!("Form 1040\n\n{table}");
        assert_eq!(amounts("us-ty24", &text), lines(&[("16", 5)]), "{table}");
    }
}

#[test]
fn documents_and_places_in_headings() {
    for heading in [
        "Based on the provided Form W-2 and Form 1099-INT:\n",
        "From your W-2 and 1099s:\n",
        "### Payments from Form W-2",
        "**Withholding (Form W-2)**",
        "From Form 1099-INT:\n",
        "Income: W-2 and 1099-INT\n",
    ] {
        let text = format!("Form 1040\nLine 9: x | | 5\n\n{heading}\nLine 16: y | | 6\n");
        assert_eq!(
            amounts("us-ty24", &text),
            lines(&[("9", 5), ("16", 6)]),
            "{heading}"
        );
    }
    for heading in [
        "## Illinois (IL-1040)",
        "## State Return (CA Form 540)",
        "**Schedule C** \u{2013} Profit or Loss From Business",
        "**Schedule C:** Profit or Loss",
        "**Schedule C** (Form 1040)",
        "**Form IL-1040: Illinois Individual Income Tax Return** (2025)",
    ] {
        let text = format!("## Form 1040\nLine 9: x | | 5\n\n{heading}\n\nLine 16: y | | 6\n");
        assert_eq!(amounts("us-ty25", &text), lines(&[("9", 5)]), "{heading}");
    }
    let state = "**Form 1040:** US return\nLine 9: x | | 5\n**Form IL-1040:** State return\nLine 9: x | | 6\n";
    assert_eq!(amounts("il-ty25", state), lines(&[("9", 6)]));
}

#[test]
fn official_labels_behind_bare_numbers() {
    let text = "Form 1040\n\n8. Additional income from Schedule 1, line 10 \u{2014} $500\n\n\
                9. Total income: 700\n12. Standard deduction or itemized deductions (from Schedule A): $14,600\n\
                17. Amount from Schedule 2, line 3: (blank)\n\n19. Child tax credit: 2000\n\
                **25a.** Federal income tax withheld from Form(s) W-2: $310\n";
    assert_eq!(
        amounts("us-ty24", text),
        lines(&[
            ("8", 500),
            ("9", 700),
            ("12", 14_600),
            ("19", 2_000),
            ("25a", 310)
        ])
    );
}

#[test]
fn remarks_on_schedules_open_none() {
    for remark in [
        "Schedule B: not required",
        "**Schedule B - Not required**",
        "**Schedule C:** None",
        "Schedule C: $500",
        "Schedule 1 is attached.",
        "Schedule C: see the worksheet",
        "**Form W-2:** 48,250",
    ] {
        let text = format!("# Form 1040\nLine 9: x | | 5\n\n{remark}\n\nLine 24: y | | 7\n");
        assert_eq!(
            amounts("us-ty24", &text),
            lines(&[("9", 5), ("24", 7)]),
            "{remark}"
        );
    }
}

#[test]
fn what_only_looks_like_another_form() {
    for (table, stated) in [
        (
            "| Line | Description | Amount | Source Form |\n|---|---|---|---|\n| 8 | Other | 8 | Form 1040 |\n| 9 | Total | 3 |  |\n| 16 | Tax | 4 | - |\n",
            &[("8", 8), ("9", 3), ("16", 4)][..],
        ),
        (
            "| Line | Form Label | Amount |\n|---|---|---|\n| 25a | Federal income tax withheld from Form(s) W-2 | 6 |\n",
            &[("25a", 6)],
        ),
        (
            "| Line | Description | W-2 #1 | W-2 #2 | Total |\n|---|---|---|---|---|\n| 1a | Wages | 1 | 2 | 3 |\n",
            &[("1a", 3)],
        ),
        (
            "| Line | Item | Amount |\n|---|---|---|\n| 9 | T | 5 |\n| **W-2 Income** | \u{2014} | \u{2014} |\n\
             | **Schedule 1 adjustments** | \u{2014} | \u{2014} |\n| 24 | Tax | 6 |\n",
            &[("9", 5), ("24", 6)],
        ),
        (
            "Line 9: Total income | Line 1z: 48,250 | Line 2b: 412 | 48,662\nLine 11: AGI | Line 9 | Line 10: 0 | 400\n",
            &[("9", 48_662), ("11", 400)],
        ),
        (
            "- **Line 24 (Total tax):** $500\n\n| Check | Result |\n|---|---|\n| Line 24 | \u{2713} |\n",
            &[("24", 500)],
        ),
    ] {
        let text = format!("## Form 1040\n\n{table}");
        assert_eq!(amounts("us-ty24", &text), lines(stated), "{table}");
    }
    for heading in [
        "**Schedule 1:\u{a0}Additional Income**",
        "**Schedule 1:**\u{a0}Additional Income",
        "Schedule C: eBay store",
        "**Schedule C: No. 1 (Consulting)**",
        "**Schedule C: profit or loss from business**",
        "**Schedule C \u{2013} Sole Proprietor, Inc.**",
        "**Schedule C - Required**",
        "**Schedule C (required)**",
        "**Form 8995: QBI Deduction.**",
        "**Schedule SE \u{2013} Self-Employment Tax ($1,000)**",
    ] {
        let text = format!("# Form 1040\nLine 24: x | | 5\n\n{heading}\n\nLine 24: y | | 77\n");
        assert_eq!(amounts("us-ty24", &text), lines(&[("24", 5)]), "{heading}");
    }
}

#[test]
fn arithmetic_between_lines_states_none_of_them() {
    let form = "Form 1040\nLine 11: A | | 8\nLine 33: p | | 4\n\n";
    for check in [
        "| Check | Result |\n|---|---|\n| Line 11 \u{2212} Line 14 | 34 |\n| Line 33 - Line 24 | 1 |\n",
        "Line 33 \u{2212} Line 24 | 4 \u{2212} 3 | 1\n",
        "- Line 11 \u{2212} Line 14 = 34\n",
        "Line 11 \u{d7} 12% = $7\nLine 33 plus 2b: $9\nLine 33 + line 2b: $9\n",
    ] {
        assert_eq!(
            amounts("us-ty24", &format!("{form}{check}")),
            lines(&[("11", 8), ("33", 4)]),
            "{check}"
        );
    }
    let signed = "Form 1040\nLine 34: \u{2212}443\nLine 16 \u{2192} $5\nLine 24: Tax: $9 -> $6\n";
    assert_eq!(
        amounts("us-ty24", signed),
        lines(&[("16", 5), ("24", 6), ("34", -443)])
    );
    assert_eq!(
        read_as("us-ty24", "Form 1040\nLine 16: Tax | | 3,870 -> 3,857")
            .first()
            .map(|(_, amount, _)| *amount),
        Some(None),
        "either may be meant"
    );
}

#[test]
fn form_lines_whose_ends_were_lost() {
    let form = "Form 1040: U.S. Individual Income Tax Return ==== Filing Status: Single | | \
                Line 1a: Total amount from Form(s) W-2, box 1 | Form W-2, box 1 of the one that there is | 5 \
                Line 1b: Household employee wages | | Line 1z: Add lines 1a through 1h | 5 | 5 \
                Line 9: This is your total income | 5 | $6";
    let schedule = "Schedule 1: Additional Income ==== Line 1: Taxable refunds of state taxes | | 7 \
                    Line 9: Sum of these lines | 7 | 7 Line 10: And so on, and so on, and so on until \
                    this line is as long as the other one is, for only long lines are looked at | 7 | 7";
    let stated = lines(&[("1a", 5), ("1z", 5), ("9", 6)]);
    for text in [
        format!("{form} {schedule}"),
        format!("{form}\n{schedule}"),
        format!("Form {schedule}\n{form}"),
    ] {
        let found: Vec<_> = amounts("us-ty24", &text)
            .into_iter()
            .filter(|(_, amount)| amount.is_some())
            .collect();
        assert_eq!(found, stated, "{text}");
    }
    let two = "Form 1040\nLine 9: T | | 48,662 Line 16: Tax | | 3,857\n";
    assert_eq!(
        amounts("us-ty24", two),
        lines(&[("9", 48_662), ("16", 3_857)])
    );
}

#[test]
fn an_amount_may_stand_alone_below_its_line() {
    let signed = "# Form 1040\n**Line 7: Capital loss**\n(3,000)\n**Line 8: Other**\n- -$1,500\n";
    assert_eq!(
        amounts("us-ty24", signed),
        lines(&[("7", -3_000), ("8", -1_500)])
    );
    for text in [
        "**Line 9: Total income**\n$48,662\n**Line 11: AGI**\n48,662",
        "**Line 9: Total income**\n\n$48,662\n\n**Line 11: AGI**\n\n**$48,662**\n",
        "### Line 9: Total income\n48662\n\n### Line 11: AGI\n48662\n",
        "Line 9: Total income\n$48,662\nLine 11: AGI\n48,662\n",
        "Line 9: Total income:\n48662\n- **Line 11:** AGI\n48,662\n",
        "**Line 9: Total income**\n- $48,662\n**Line 11: AGI**\n  * 48,662\n",
        "### Line 9: Total income\n- **Amount:** $48,662\n- Source: W-2\n### Line 11: AGI\nAmount: 48,662\n",
        "**Line 9: Total income**\n$48,662 (from line 1z)\n**Line 11: AGI**\n$48,662.00\n",
    ] {
        let stated = lines(&[("9", 48_662), ("11", 48_662)]);
        assert_eq!(
            amounts("us-ty24", &format!("# Form 1040\n{text}")),
            stated,
            "{text}"
        );
    }
    for text in [
        "Line 9: Total income\n2\n",
        "Line 9: Total income\n\n$48,662\n",
        "**Line 9: Total income**\nThe sum is $48,662\n",
        "**Line 9: Total income**\n$700 + $800\n",
        "**Line 9: Total income**\nRefund: $5\n",
        "**Line 9: Total income**\n\n\n$5\n",
        "**Line 9: Total income**\n- $700 + $800\n",
        "**Line 9: Total income**\n- W-2: $700\n",
        "**Line 9: Total income**\nAmounts: $700\n",
        "## Schedule 1\n**Line 9: Total**\n$5\n",
    ] {
        assert_eq!(
            amounts("us-ty24", &format!("# Form 1040\n{text}")),
            [],
            "{text}"
        );
    }
}

#[test]
fn leaders_and_hyphens_lead_to_amounts() {
    for (line, amount) in [
        ("Line 8 Other income ........ 52,000", 52_000),
        ("Line 8: Other income . . . . . . . 52,000", 52_000),
        ("Line 8 Other income\u{2026}\u{2026} 52,000", 52_000),
        ("Line 8 Other income ........52000", 52_000),
        ("**Line 8** Other income ........ **$52,000**", 52_000),
        ("8. Other income ........ 52,000", 52_000),
        ("Line 8   Other income     52,000", 52_000),
        ("Line 8 - 14,600", 14_600),
        ("Line 8 \u{2013} 14,600", 14_600),
        ("- **Line 8** - Other income - **14,600**", 14_600),
        ("Line 8: Other income - 14600", 14_600),
        ("Line 8 - 14,600.00", 14_600),
    ] {
        let text = format!("# Form 1040\n{line}\n");
        assert_eq!(amounts("us-ty24", &text), lines(&[("8", amount)]), "{line}");
    }
    for line in [
        "Line 8 - 14",
        "Line 8: Other income. 5",
        "Line 8: see p. 4. 5",
        "Line 8: Other income of 2024 - 500",
        "Line 8: Other income ........ 700 + 800",
        "Line 8 - 12 is left blank",
        "Line 8: Other ... and so on",
    ] {
        let text = format!("# Form 1040\n{line}\n");
        assert_eq!(amounts("us-ty24", &text), [], "{line}");
    }
}

#[test]
fn comparisons_state_neither_line() {
    let form = "Form 1040\nLine 24: Tax: $150\nLine 33: Payments: $190\n";
    for text in [
        "Line 33 exceeds Line 24 by $40\n",
        "Line 33 vs. Line 24: $40\n",
        "- **Line 33** versus line 24: $40\n",
        "Line 33 ($190) exceeds Line 24 ($150) by $40\n",
        "Line 33 (190) \u{2212} **Line 24** (150) = $40\n",
        "**Line 33** is greater than Line 24: refund of $40\n",
        "Line 33 > Line 24 by $40\n",
    ] {
        assert_eq!(
            amounts("us-ty24", &format!("{form}{text}")),
            lines(&[("24", 150), ("33", 190)]),
            "{text}"
        );
    }
    let stated = "Form 1040\nLine 9 is line 1z plus line 2b: $5\nLine 11 is Line 9 minus Line 10: $6\n\
                  Line 34 (Overpaid) - Line 33 minus Line 24: $7\n";
    assert_eq!(
        amounts("us-ty24", stated),
        lines(&[("9", 5), ("11", 6), ("34", 7)])
    );
    let official = "Form 1040\nLine 34: Line 33 exceeds line 24: $40\n\
                    Line 37: If line 24 is more than line 33, the difference: $0\n";
    assert_eq!(
        amounts("us-ty24", official),
        lines(&[("34", 40), ("37", 0)])
    );
    let list = "Form 1040\nLine 9 = 5, Line 11 = 6; Line 16 = $7\n";
    assert_eq!(
        amounts("us-ty24", list),
        lines(&[("9", 5), ("11", 6), ("16", 7)])
    );
}

#[test]
fn tables_of_two_lines_a_row() {
    for table in [
        "| Line | Description | Amount | Line | Description | Amount |\n|---|---|---|---|---|---|\n\
         | 1a | Wages | 5 | 16 | Tax | 7 |\n| 9 | Total | 6 | **24** | Total tax | **8** |\n",
        "| Line | Amount | Line | Amount |\n|---|---|---|---|\n| 1a | 5 | Line 16 | 7 |\n\
         | 9 | 6 | | |\n| | | 24 | 8 |\n",
    ] {
        assert_eq!(
            amounts("us-ty24", &format!("# Form 1040\n{table}")),
            lines(&[("1a", 5), ("9", 6), ("16", 7), ("24", 8)]),
            "{table}"
        );
    }
    let source = "# Form 1040\n| Line | Amount | Source line | Source amount |\n|---|---|---|---|\n| 9 | 5 | 1 | 2 |\n";
    assert_eq!(amounts("us-ty24", source), lines(&[("9", 5)]));
}

#[test]
fn a_table_of_several_years_states_the_tax_years() {
    for table in [
        "| Line | Description | 2024 | 2023 |\n|---|---|---|---|\n| 9 | Total | 5 | 4 |\n| 16 | Tax | $7 | $6 |\n",
        "| Line | 2023 | 2024 |\n|---|---|---|\n| 9 | 4 | 5 |\n| 16 | 6 | 7 |\n",
        "| Line | TY2024 | TY2023 |\n|---|---|---|\n| 9 | 5 | 4 |\n| 16 | 7 | 6 |\n",
        "| Line | 2023 Amount | 2024 Amount |\n|---|---|---|\n| 9 | 4 | 5 |\n| 16 | 6 | 7 |\n",
        "| Line | Description | Tax Year 2024 | Tax Year 2023 |\n|---|---|---|---|\n| 9 | T | 5 | 4 |\n| 16 | T | 7 | 6 |\n",
        "| Line | Description | **2024** |\n|---|---|---|\n| 9 | T | 5 |\n| 16 | T | 7 |\n",
        "| Line | 2024 (this year) | 2023 (last year) |\n|---|---|---|\n| 9 | 5 | 4 |\n| 16 | 7 | 6 |\n",
        "| Line | 2024 tax | Amount |\n|---|---|---|\n| 9 | 1 | 5 |\n| 16 | 1 | 7 |\n",
    ] {
        assert_eq!(
            amounts("us-ty24", &format!("# Form 1040\n{table}")),
            lines(&[("9", 5), ("16", 7)]),
            "{table}"
        );
    }
    // A row of data whose amount looks like a year is no header.
    let row = "# Form 1040\n| Line | Amount | Notes |\n|---|---|---|\n| 9 | 5 | x |\n\
               | Amount from line 5 | 2024 | x |\n| 16 | 7 | 6 |\n";
    assert_eq!(amounts("us-ty24", row), lines(&[("9", 5), ("16", 7)]));
}

#[test]
fn numbers_that_count_rows_are_no_lines() {
    for sign in ["#", "No."] {
        let counted = format!(
            "# Form 1040\n| {sign} | Item | Amount |\n|---|---|---|\n| 1 | Wages | 1 |\n| 2 | Rent | 2 |\n\
             | 3 | Farm | 3 |\n| 4 | Pay | 4 |\n| 5 | Tips | 5 |\n| 6 | Dues | 6 |\n| 7 | Food | 7 |\n\
             | 8 | Gas | 8 |\n| 9 | Refund | 9 |\n"
        );
        assert_eq!(amounts("us-ty24", &counted), [], "{counted}");
        let numbered = format!(
            "# Form 1040\n| {sign} | Item | Amount |\n|---|---|---|\n| 1a | Wages | 5 |\n| 9 | Sum | 6 |\n| 16 | Tax | 7 |\n"
        );
        assert_eq!(
            amounts("us-ty24", &numbered),
            lines(&[("1a", 5), ("9", 6), ("16", 7)]),
            "{numbered}"
        );
        // Illinois numbers its lines from 1.
        let from_one = format!(
            "# Form IL-1040\n| {sign} | Item | Amount |\n|---|---|---|\n| 1 | Federal adjusted gross income | 5 |\n\
             | 2 | Federally tax-exempt interest | 6 |\n"
        );
        assert_eq!(amounts("il-ty25", &from_one).len(), 2, "{from_one}");
    }
}

#[test]
fn headings_that_are_a_jurisdiction() {
    for (state, federal) in [
        ("## Illinois", "## Federal"),
        ("## State Return", "## Federal Return"),
        ("**State of Illinois**", "**Federal**"),
        ("## Illinois State Return", "## Federal Return (Form 1040)"),
        ("## State", "# Federal"),
    ] {
        let first = format!("{federal}\n\nLine 11: x | | 7\n\n{state}\n\nLine 11: y | | 9\n");
        let below = format!("{state}\n\nLine 11: y | | 9\n\n{federal}\n\nLine 11: x | | 7\n");
        for text in [first, below] {
            assert_eq!(amounts("il-ty25", &text), lines(&[("11", 9)]), "{text}");
            if state.contains("Return") {
                assert_eq!(amounts("us-ty25", &text), lines(&[("11a", 7)]), "{text}");
            }
        }
    }
    for about in [
        "**Illinois**",
        "| State | Wages |\n|---|---|\n| **Illinois** | |",
        "### State: Illinois",
    ] {
        let text = format!("## Form 1040\nLine 9: x | | 5\n\n{about}\n\nLine 16: y | | 9\n");
        assert_eq!(
            amounts("us-ty25", &text),
            lines(&[("9", 5), ("16", 9)]),
            "{about}"
        );
    }
    // What an amount is of, inside the form.
    for heading in [
        "### Federal Income",
        "### State and local taxes",
        "### State Taxes",
        "### Illinois additions",
    ] {
        let text = format!("## Form IL-1040\nLine 1: x | | 5\n{heading}\nLine 11: y | | 9\n");
        assert_eq!(
            amounts("il-ty25", &text),
            lines(&[("1", 5), ("11", 9)]),
            "{heading}"
        );
        let text = format!("## Form 1040\nLine 9: x | | 5\n{heading}\nLine 16: y | | 9\n");
        assert_eq!(
            amounts("us-ty25", &text),
            lines(&[("9", 5), ("16", 9)]),
            "{heading}"
        );
    }
}

#[test]
fn a_sum_without_pipes_is_not_worked_out() {
    for line in [
        "Line 8: $700 + $800",
        "Line 8: $700 (W-2) + $800 (1099)",
        "Line 8: $700 - $800",
        "Line 8: 700 \u{2013} 800",
        "Line 8: Income: $1,700 \u{2212} $800",
        "Line 8: 2 \u{d7} $800",
        "Line 8: 2 children \u{d7} $800",
        "Line 8: 10% of $800",
    ] {
        assert_eq!(amounts("us-ty24", line), [], "{line:?}");
    }
}

#[test]
fn what_is_no_line_of_the_form() {
    for text in [
        "Lines 1a-1h: Add | x | 5",
        "Line 1a through 1h: Add | x | 5",
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
    assert_eq!(passed_over, ["1", ""]);
    let fields: Vec<&str> = located
        .iter()
        .filter_map(|one| one.chosen)
        .map(|chosen| chosen.field)
        .collect();
    assert_eq!(
        fields,
        [" 2", " 7"],
        "a blank in the same copy displaces nothing"
    );
    let text = "## Form 1040 (draft)\nLine 9: x | | 1\n## Form 1040 (final)\nLine 9: x | | -\nLine 16: see above | |\n";
    let found = amounts("us-ty24", text);
    assert_eq!(
        found,
        [("9".to_owned(), None), ("16".to_owned(), None)],
        "a later copy does"
    );
}

#[test]
fn a_place_weighs_more_than_a_pipe() {
    for text in [
        "# Form 1040\nLine 24: Total tax: 4,260\n# Worksheet\n| Line 24 | Add lines 22 and 23. This is your total tax | 9,999 |\n",
        "Line 24: Total tax | | 9,999\n# Form 1040\nLine 24: Total tax: 4,260\n",
    ] {
        assert_eq!(amounts("us-ty24", text), lines(&[("24", 4260)]), "{text}");
    }
    let text = "# Form 1040\nLine 24: t | | 9,999\nLine 24: Total tax: 4,260\n";
    let (_, conflicts) = locate(text, &LineIndex::new(profile("us-ty24")));
    assert_eq!(
        conflicts.len(),
        1,
        "the disagreement is told whichever counts"
    );
}

#[test]
fn many_conflicts_are_told_a_few_times() {
    let text: String = (0..5000)
        .map(|amount| format!("Line 1a: | | {amount}\n"))
        .collect();
    let (_, conflicts) = locate(&text, &LineIndex::new(profile("us-ty24")));
    assert_eq!(conflicts.len(), 3);
}

const FORM: &str = "# Form 1040\nLine 1a: Wages | x | 52,000\nLine 9: Total income | x | 52,300\nLine 24: Total tax | x | 4,260\n";

fn whole() -> Vec<(String, Option<i64>)> {
    lines(&[("1a", 52_000), ("9", 52_300), ("24", 4_260)])
}

#[test]
fn a_line_does_not_swallow_what_follows() {
    for more in [
        "Taxpayer signature | date | 2025",
        "Routing number | 123456789",
        "Bracket | Rate | Tax",
        "Employer | Box 1 | 1",
        "2",
    ] {
        assert_eq!(
            amounts("us-ty24", &format!("{FORM}{more}\n")),
            whole(),
            "{more}"
        );
    }
    for text in [
        "Line 1a: Wages: $52,000\nEmployer | Box 1 | 1\n",
        "Line 1a: Wages | 52,000\nRouting number | 123456789\n",
    ] {
        assert_eq!(amounts("us-ty24", text), lines(&[("1a", 52_000)]), "{text}");
    }
    for text in [
        "Line 1a: Wages | x |\n$52,000\n",
        "Line 1a: Wages | x |\n52,000\n",
        "Line 1a: Wages |\nx | 52,000\n",
    ] {
        assert_eq!(amounts("us-ty24", text), lines(&[("1a", 52_000)]), "{text}");
    }
}

#[test]
fn schedules_in_any_heading_style_do_not_leak() {
    for heading in [
        "## Schedule C (Form 1040)\n## Expenses",
        "Schedule C Profit or Loss From Business",
        "Form 8863 Education Credits",
        "1. Schedule C",
        "[Schedule C]",
        "(Schedule C)",
        "--- Schedule C ---",
        "=== Schedule C ===",
        "<h2>Schedule C</h2>",
        "\u{1f4ce} Schedule C",
        "Sch C:",
        "Federal Schedule C",
        "1040 Schedule C",
        "Attached: Schedule C",
        "Supporting Schedule C",
        "Here is Schedule C:",
        "Profit or Loss From Business (Schedule C)",
        "Worksheet for Line 16:",
        "Tax computation worksheet:",
        "EIC Worksheet A",
        "Qualified Dividends and Capital Gain Tax Worksheet",
        "| **Schedule C** | | |",
        "**Virginia Resident Income Tax**",
        "# IL Form 1040",
        "Illinois IL-1040",
    ] {
        let text = format!("{FORM}\n{heading}\n\nLine 9: Car | x | 1,000\nLine 31: Net | x | 7\n");
        assert_eq!(amounts("us-ty24", &text), whole(), "{heading}");
    }
}

#[test]
fn mentions_inside_the_form_do_not_end_it() {
    for mention in [
        "  - Form W-2 (Acme Corp): $52,000",
        "- Schedule B: not required",
        "Schedule 2, line 3: none",
        "Form W-2: 1 attached",
        "Form 8332: no",
        "### Credits (Schedule 8812)",
        "## Income (from Form W-2)",
        "**Income (W-2 and 1099-INT)**",
        "### Deductions (Standard Deduction Worksheet)",
        "Interest is under $1,500, so Schedule B is not required.\n---",
    ] {
        let text = format!(
            "# Form 1040\nLine 1a: Wages | x | 52,000\n{mention}\nLine 9: Total income | x | 52,300\nLine 24: Total tax | x | 4,260\n"
        );
        assert_eq!(amounts("us-ty24", &text), whole(), "{mention}");
    }
    for heading in [
        "# Form 1040 with Schedule 1",
        "# Form 1040 and Schedule C",
        "# Tax return of John (W-2, 1099-INT)",
        "- Form W-2: Acme\n",
    ] {
        let text = FORM.replace("# Form 1040", heading);
        assert_eq!(amounts("us-ty24", &text), whole(), "{heading}");
    }
}

#[test]
fn the_forms_own_words_are_known_under_any_heading() {
    let text = "# Form 1040\nLine 1a: Wages | x | 1\n**Schedule 1**\nLine 10: Other | x | 2\n**Tax and credits**\n\
        Line 24: Add lines 22 and 23. This is your total tax | x | 3\nLine 9: Total | x | 4\n";
    assert_eq!(amounts("us-ty24", text), lines(&[("1a", 1), ("24", 3)]));
}

#[test]
fn table_headers_in_many_words() {
    for table in [
        "| Line # | Description | Your Amount | Notes |\n|---|---|---|---|\n| 24 | x | 4,260 | 22 |\n",
        "| Line | Result | Calculation |\n|---|---|---|\n| 24 | 4,260 | 5 |\n",
        "| Line | 2024 Amount | Notes |\n|---|---|---|\n| 24 | 4,260 | 5 |\n",
        "| Description | Line | Amount |\n|---|---|---|\n| Total tax | 24 | 4,260 |\n",
        "| Form | Line | Amount |\n|---|---|---|\n| 1040 | 24 | 4,260 |\n| Schedule C | 9 | 5 |\n",
        "| Line | Amount | Notes |\n|---|---|---|\n| 1b | | x |\n\n| 24 | 4,260 | 5 |\n",
        "Line | Amount | Description\n24 | 4,260 | 5\n",
        "| Line # | Item | Amount ($) | Source |\n|---|---|---|---|\n| 24 | x | 4,260 | 22 |\n",
        "| Line | Amount ($) | US $ source |\n|---|---|---|\n| 24 | 4,260 | 22 |\n",
        "| Line | Amount |\n|---|---|\n| 24 \u{2013} Total tax | $4,260 |\n",
        "| Line Item | Amount |\n|---|---|\n| 24. Total tax | 4,260 |\n",
        "| Line | Amount | Source |\n|---|---|---|\n| **24** Total tax | **4,260** | 22 |\n",
        "| Line | Amount |\n|---|---|\n| (24) Total tax | 4,260 |\n| 1b\u{2013}1h Other | |\n",
    ] {
        let text = format!("# Form 1040\n{table}");
        let found: Vec<(String, Option<i64>)> = amounts("us-ty24", &text)
            .into_iter()
            .filter(|(_, amount)| amount.is_some())
            .collect();
        assert_eq!(found, lines(&[("24", 4260)]), "{table}");
    }
}

#[test]
fn tables_of_other_things_are_no_form_lines() {
    for table in [
        "| Rate | Taxable | Tax |\n|---|---|---|\n| 10 | 11,600 | 1,160 |\n| 12 | 35,550 | 4,266 |\n",
        "| # | Name | Age |\n|---|---|---|\n| 9 | Kim | 12 |\n",
        "| Box | What | Code |\n|---|---|---|\n| 16 | State wages | 52,000 |\n",
        "12 months | x | 500\n",
        "| Item | Amount |\n|---|---|\n| 16 months of rent | 5 |\n",
        "| Line | Amount |\n|---|---|\n| 24\u{2013}28 Sum | 5 |\n| 16% bracket | 5 |\n| 9,000 at most | 5 |\n",
    ] {
        assert_eq!(
            amounts("us-ty24", &format!("{FORM}\n{table}")),
            whole(),
            "{table}"
        );
    }
}

#[test]
fn several_statements_on_a_line() {
    let text = "# Form 1040\nLine 1a: w: 52,000; Line 9: 52,300; Line 24: 4,260\n";
    assert_eq!(amounts("us-ty24", text), whole());
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
fn a_label_of_twelve_letters_is_telling() {
    let mut profile = profile("us-ty24").clone();
    for (label, telling) in [("Wages to box1", false), ("Wages to box 12", true)] {
        assert_eq!(letters_in(label), if telling { 12 } else { 11 }, "{label}");
        if let Some(line) = profile.lines.first_mut() {
            line.label = label.to_owned();
        }
        let index = LineIndex::new(&profile);
        assert_eq!(index.by_label(label).is_some(), telling, "{label}");
        // Elsewhere, number and words together make a line known only where the words are telling.
        let text = format!("# Form 1040\nLine 9: x | | 1\n# Schedule C\nLine 1a: {label} | | 5\n");
        let (located, _) = locate(&text, &index);
        let found = located.first().is_some_and(|line| line.chosen.is_some());
        assert_eq!(found, telling, "{label}");
    }
}

fn letters_in(label: &str) -> usize {
    label.bytes().filter(u8::is_ascii_alphanumeric).count()
}
