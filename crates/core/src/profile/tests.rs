use super::Profile;
use super::python::{definitions, profiles};
use crate::error::ErrorCode;
use crate::expected::Jurisdiction;

fn pairs(source: &str) -> Vec<(String, String)> {
    definitions(source)
        .unwrap_or_else(|error| unreachable!("{error}"))
        .into_iter()
        .map(|one| (one.label, one.xpath))
        .collect()
}

fn refused(source: &str) -> String {
    match definitions(source) {
        Err(error) => error.to_string(),
        Ok(found) => unreachable!("read as {found:?}"),
    }
}

#[test]
fn scored_lines_are_those_of_the_benchmark() {
    let counts: Vec<(&str, usize)> = Profile::builtins()
        .iter()
        .map(|profile| (profile.id.as_str(), profile.scored().count()))
        .collect();
    assert_eq!(
        counts,
        [
            ("us-ty24", 19),
            ("us-ty25", 19),
            ("ca-ty25", 18),
            ("il-ty25", 17),
            ("ny-ty25", 17),
            ("va-ty25", 14)
        ]
    );
}

#[test]
fn a_profile_survives_printing_and_reading() {
    for profile in Profile::builtins() {
        assert_eq!(Profile::from_json(&profile.to_json()).as_ref(), Ok(profile));
    }
}

#[test]
fn a_number_for_two_lines_is_refused() {
    let mut profile = Profile::builtin("us-ty24")
        .cloned()
        .unwrap_or_else(|| unreachable!());
    profile.lines[1].aliases.push("1a".to_owned());
    let error = Profile::from_json(&profile.to_json()).map_err(|error| error.to_string());
    assert_eq!(
        error.err().as_deref(),
        Some("`1a` stands for line 1a and for line 1b")
    );
}

#[test]
fn broken_json_is_reported_with_its_place() {
    let error = Profile::from_json("{\n  \"id\": 5\n}")
        .map_err(|error| (error.code(), error.position().map(|at| at.line)));
    assert_eq!(error, Err((ErrorCode::ProfileInvalid, Some(2))));
}

#[test]
fn python_dict_entries_and_call_arguments() {
    let source = r#"
"""A module text with a path in it: see /Return/ReturnData."""
LINES: dict[str, str] = {
    # wages
    "Line 1a: Total amount from Form(s) W-2, box 1": "/Return/ReturnData/IRS1040/WagesAmt",
    'Line 9: Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7, and 8. '
    'This is your total income': (
        "/Return/ReturnData"  # split
        "/IRS1040/TotalIncomeAmt"
    ),
    ("Line 11: Subtract line 10 from line 9. "
     "This is your adjusted gross income"): r"/Return/ReturnData/IRS1040/AdjustedGrossIncomeAmt/text()",
}
CHECKS = [
    Check("Line 17: California adjusted gross income", xpath="/CA-Return/CA-ReturnData/CAForm540/TaxableIncome/CAAGI"),
    Check(label="Line 33: New York adjusted gross income", weight=1,
          xpath='/ReturnState/ReturnDataState/processBO/composition/forms/IT201/NYSAGI_AMT/@claimed'),
    ("Line 9: Base income", "il", "/ReturnState/ReturnDataState/FormIL1040/IL1040Shared/BaseIncome"),
    Check(xpath="/ReturnState/ReturnDataState/Form760CG/Income/VAGI", label="Line 9: Virginia adjusted gross income"),
]
def evaluate(tree):
    if tree.xpath("/Return/ReturnHeader/TaxYr"):
        return {"Line 1a": 0, "ok": True}
"#;
    let found = pairs(source);
    let short: Vec<(&str, &str)> = found
        .iter()
        .map(|(label, path)| {
            (
                label.as_str(),
                path.rsplit_once("/").map_or("", |(_, last)| last),
            )
        })
        .collect();
    assert_eq!(
        short,
        [
            ("Line 1a: Total amount from Form(s) W-2, box 1", "WagesAmt"),
            (
                "Line 9: Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7, and 8. This is your total income",
                "TotalIncomeAmt"
            ),
            (
                "Line 11: Subtract line 10 from line 9. This is your adjusted gross income",
                "AdjustedGrossIncomeAmt"
            ),
            ("Line 17: California adjusted gross income", "CAAGI"),
            ("Line 33: New York adjusted gross income", "@claimed"),
            ("Line 9: Base income", "BaseIncome"),
            ("Line 9: Virginia adjusted gross income", "VAGI"),
        ]
    );
}

#[test]
fn python_that_computes_its_definitions_is_refused_by_line() {
    let cases = [
        (
            "\nX = {\"Line 1a: Wages\": BASE + \"/IRS1040/WagesAmt\"}",
            "line 2",
            "computed",
        ),
        (
            "\n\nX = {\"Line 1a: Wages\": f\"{BASE}/WagesAmt\"}",
            "line 3",
            "computed",
        ),
        (
            "X = {\"Line 1a: Wages\": WAGES_XPATH}",
            "line 1",
            "computed",
        ),
        (
            "X = {\"Line 1a: Wages\": \"/Return/%s/WagesAmt\" % FORM}",
            "line 1",
            "computed",
        ),
        (
            "X = {\"Line 1a: Wages\": \"/Return/ReturnData/IRS1040[@x]/WagesAmt\"}",
            "line 1",
            "more than",
        ),
        ("X = {\"Line 1a: Wages", "line 1", "never closed"),
        (
            "X = {\"Line 1a: Wages\": \"/Return/ReturnData/IRS1040/WagesAmt\"}\nresults[\"Line 9: T\"] = root.xpath(\"/Return/ReturnData/IRS1040/TotalIncomeAmt\")",
            "line 2",
            "beside no line label",
        ),
        (
            "X = {\"Line 1a: Wages\": \"/Return/ReturnData/IRS1040/WagesAmt\"}\nclass L9:\n    label = \"Line 9: T\"\n    xpath = \"/Return/ReturnData/IRS1040/TotalIncomeAmt\"\n",
            "line 4",
            "beside no line label",
        ),
        (
            "X = {\"Line 1a: W\": \"number(/Return/ReturnData/IRS1040/WagesAmt)\"}",
            "line 1",
            "not an absolute path",
        ),
        (
            "X = {\"Line 1a: W\": \"Return/ReturnData/IRS1040/WagesAmt\"}",
            "line 1",
            "not an absolute path",
        ),
        (
            "X = {\"Line 9: T\": \"/Return/ReturnData/IRS1040/A\" if x else \"/Return/ReturnData/IRS1040/B\"}",
            "line 1",
            "computed",
        ),
        ("X = {\"Line 1a\": '''abc", "line 1", "never closed"),
        ("X = (", "line 1", "never closed"),
        ("X = 1)", "line 1", "closes nothing"),
    ];
    for (source, line, words) in cases {
        let message = refused(source);
        assert!(
            message.contains(line) && message.contains(words),
            "{source:?}: {message}"
        );
    }
}

/// Definitions of two lines, to stand beside other source.
const TWO: &str = "X = {'Line 1a: Wages': '/Return/ReturnData/IRS1040/WagesAmt',\n\
                   'Line 9: Total': '/Return/ReturnData/IRS1040/TotalIncomeAmt'}\n";

#[test]
fn a_formatted_string_without_replacements_is_a_literal() {
    let found = pairs(
        "X = {f'Line 1a: Wages': f\"/Return/ReturnData\" rf'/IRS1040/WagesAmt',\n\
         'Line 9: {T}': F'/Return/ReturnData/IRS1040/TotalIncomeAmt', f'Line 11: {{A}}': '/Return/ReturnData/IRS1040/AdjustedGrossIncomeAmt'}",
    );
    assert_eq!(
        found,
        [
            ("Line 1a: Wages", "/Return/ReturnData/IRS1040/WagesAmt"),
            ("Line 9: {T}", "/Return/ReturnData/IRS1040/TotalIncomeAmt"),
            (
                "Line 11: {A}",
                "/Return/ReturnData/IRS1040/AdjustedGrossIncomeAmt"
            ),
        ]
        .map(|(label, path)| (label.to_owned(), path.to_owned()))
    );
}

#[test]
fn what_defines_no_line_does_not_matter() {
    for other in [
        "HEADER = {'year': '/Return/ReturnHeader/TaxYr', 'ssn': f'/Return/{head}/Filer/PrimarySSN'}",
        "FILES = {'results': '/var/lib/results', 'logs': BASE + '/var/log/x'}",
        "STATUS = {'status': '/Return/ReturnData/IRS1040/IndividualReturnFilingStatusCd'}",
        "form = tree.find('ReturnData/IRS1040')",
        "ALL = ['//ReturnData/IRS1040/*', \"/Return/ReturnData/IRS1040[@x]/WagesAmt\"]",
        "SHOWN = ['/Return/ReturnData/IRS1040/TaxAmt', '/Return/ReturnData/IRS1040/RefundAmt']",
        "FORMATS = {'Line 1a: Wages': dollars, 'Line 9: Total': f'{total:,.2f}'}",
        "print('Line 1a: Wages', f'{value[\"wages\"]} of {a}')",
        "print('Line 77', f'{values['x']:>{width}}')",
        "raise ValueError(f\"no line {number} in {names['line 5']}\")",
        "X = f'{a!r:\"^9}'",
    ] {
        for source in [format!("{TWO}{other}\n"), format!("{other}\n{TWO}")] {
            let labels: Vec<String> = pairs(&source).into_iter().map(|pair| pair.0).collect();
            assert_eq!(labels, ["Line 1a: Wages", "Line 9: Total"], "{source}");
        }
    }
}

#[test]
fn a_definition_among_others_that_is_not_understood_is_refused() {
    for (other, words) in [
        (
            "Y = {'Line 11: A': f'{BASE}/AdjustedGrossIncomeAmt'}",
            "computed",
        ),
        ("Y = {'Line 11: A': AGI}", "computed"),
        (
            "Y = [Check('Line 11: A', f'{BASE}/AdjustedGrossIncomeAmt')]",
            "computed",
        ),
        (
            "L = ['Line 11: A', 'Line 12: B']\nP = ['/Return/ReturnData/IRS1040/AdjustedGrossIncomeAmt', '/Return/ReturnData/IRS1040/TaxAmt']",
            "beside no line label",
        ),
        (
            "L = ['Line 11: A', 'Line 12: B']\nP = ['ReturnData/IRS1040/AdjustedGrossIncomeAmt']",
            "not an absolute path",
        ),
    ] {
        for source in [format!("{TWO}{other}\n"), format!("{other}\n{TWO}")] {
            let message = refused(&source);
            assert!(message.contains(words), "{source}: {message}");
        }
    }
}

#[test]
fn nested_definitions_are_labelled_by_their_key() {
    let found = pairs(
        "A = 1\nX = {\n  \"Line 1a\": {\"label\": \"Wages\", \"xpath\": \"/Return/ReturnData/IRS1040/WagesAmt\"},\n\
         \"ca\": {\"Line 31: Tax\": (\"/CA-Return/CA-ReturnData/CAForm540/Tax/StateIncomeTax\",)},\n}\n",
    );
    let labels: Vec<&str> = found.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["Line 1a", "Line 31: Tax"]);
}

#[test]
fn source_without_definitions_is_told_from_source_not_understood() {
    let code = definitions("print('hello')").map_err(|error| error.code());
    assert_eq!(code, Err(ErrorCode::NoDefinitions));
}

#[test]
fn imported_definitions_decide_what_is_scored() {
    let source = r#"
A = {"Line 1a: Total wages": "/Return/ReturnData/IRS1040/WagesAmt",
     "Line 1z: All wages": "/Return/ReturnData/IRS1040/WagesSalariesAndTipsAmt"}
B = [("Line 31: Tax", "/CA-Return/CA-ReturnData/CAForm540/Tax/StateIncomeTax")]
"#;
    let found = definitions(source).unwrap_or_else(|error| unreachable!("{error}"));
    let made = profiles(&found, 2025, "scoring.py").unwrap_or_else(|error| unreachable!("{error}"));
    let ids: Vec<&str> = made.iter().map(|profile| profile.id.as_str()).collect();
    assert_eq!(ids, ["us-ty25", "ca-ty25"]);
    let federal = &made[0];
    let scored: Vec<(&str, &str)> = federal
        .scored()
        .map(|line| (line.line.as_str(), line.label.as_str()))
        .collect();
    assert_eq!(scored, [("1a", "Total wages"), ("1z", "All wages")]);
    assert_eq!(federal.source, "read from scoring.py");
    assert!(
        federal.lines.iter().any(|line| line.formula.is_some()),
        "formulas are kept"
    );
    assert_eq!(made[1].jurisdiction, Jurisdiction::Ca);
}

#[test]
fn one_line_with_two_paths_is_refused() {
    let source = r#"X = {"Line 1a: a": "/Return/ReturnData/IRS1040/WagesAmt",
"Line 1a: b": "/Return/ReturnData/IRS1040/TaxAmt"}"#;
    let found = definitions(source).unwrap_or_else(|error| unreachable!("{error}"));
    let error = profiles(&found, 2024, "scoring.py").map_err(|error| error.to_string());
    assert!(error.is_err_and(|error| error.contains("line 2 of scoring.py")));
}
