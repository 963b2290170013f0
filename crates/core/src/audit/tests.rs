use super::*;

const RETURN: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
    <IndividualReturnFilingStatusCd>4</IndividualReturnFilingStatusCd>\
    <TotalExemptionsCnt>2</TotalExemptionsCnt>\
    <WagesAmt>47900</WagesAmt><WagesSalariesAndTipsAmt>47900</WagesSalariesAndTipsAmt>\
    <TotalIncomeAmt>47900</TotalIncomeAmt><AdjustedGrossIncomeAmt>47900</AdjustedGrossIncomeAmt>\
    <TotalItemizedOrStandardDedAmt>21900</TotalItemizedOrStandardDedAmt>\
    <TotalDeductionsAmt>21900</TotalDeductionsAmt><TaxableIncomeAmt>26000</TaxableIncomeAmt>\
    <TaxAmt>2792</TaxAmt><TotalTaxBeforeCrAndOthTaxesAmt>2792</TotalTaxBeforeCrAndOthTaxesAmt>\
    <TaxLessCreditsAmt>2792</TaxLessCreditsAmt><TotalTaxAmt>2792</TotalTaxAmt>\
    <OwedAmt>2792</OwedAmt></IRS1040></ReturnData></Return>";

fn found(xml: &str, case: Option<&str>) -> Vec<(FindingCode, Option<String>, String)> {
    let expected = ExpectedReturn::parse(xml).unwrap_or_else(|error| unreachable!("{error}"));
    let profile = Profile::for_return(&expected).unwrap_or_else(|error| unreachable!("{error}"));
    audit(&expected, profile, case)
        .unwrap_or_else(|error| unreachable!("{error}"))
        .into_iter()
        .map(|one| (one.code, one.line, one.message))
        .collect()
}

/// The one finding after a change of the XML.
fn only(from: &str, to: &str) -> (FindingCode, Option<String>, String) {
    let xml = RETURN.replacen(from, to, 1);
    assert_ne!(xml, RETURN);
    let mut all = found(&xml, None);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn a_consistent_return_has_no_findings() {
    assert_eq!(found(RETURN, Some("hoh-two-w2")), []);
    assert_eq!(found(RETURN, Some("ty24-us-001")), []);
}

#[test]
fn a_total_that_does_not_add_up() {
    let (code, line, message) = only(
        "<TotalDeductionsAmt>21900",
        "<QualifiedBusinessIncomeDedAmt>5</QualifiedBusinessIncomeDedAmt><TotalDeductionsAmt>21900",
    );
    assert_eq!(code, FindingCode::FormulaViolation);
    assert_eq!(line.as_deref(), Some("14"));
    assert_eq!(
        message,
        "line 14 is $21,900, but 12 + 13 gives $21,905 ($21,900 + $5)"
    );
}

#[test]
fn an_absent_total_is_zero() {
    let (code, line, _) = only("<OwedAmt>2792</OwedAmt>", "");
    assert_eq!(
        (code, line.as_deref()),
        (FindingCode::FormulaViolation, Some("37"))
    );
}

#[test]
fn a_tax_by_the_rate_formula() {
    let xml = RETURN.replace("2792", "2789");
    let all = found(&xml, None);
    assert_eq!(
        all,
        [(
            FindingCode::TaxTable,
            Some("16".to_owned()),
            "line 16 is $2,789, but the 2024 Tax Table (head of household, $26,000 to $26,050) \
             gives $2,792 on taxable income of $26,000"
                .to_owned()
        )]
    );
    // With qualified dividends, or a form that figures the tax, the table says nothing.
    let dividends = "<QualifiedDividendsAmt>10</QualifiedDividendsAmt><TaxAmt>";
    assert_eq!(found(&xml.replace("<TaxAmt>", dividends), None), []);
    let form = "<IRS8615><TaxAmt>1</TaxAmt></IRS8615><IRS1040>";
    assert_eq!(found(&xml.replacen("<IRS1040>", form, 1), None), []);
    let loss = "<CapitalGainLossAmt>0</CapitalGainLossAmt><TaxAmt>";
    assert_eq!(found(&xml.replace("<TaxAmt>", loss), None).len(), 1);
}

#[test]
fn refund_beside_an_amount_owed() {
    let xml = RETURN.replace(
        "<OwedAmt>",
        "<OverpaidAmt>3</OverpaidAmt><RefundAmt>3</RefundAmt><OwedAmt>",
    );
    let codes: Vec<FindingCode> = found(&xml, None).into_iter().map(|one| one.0).collect();
    assert_eq!(
        codes,
        [FindingCode::FormulaViolation, FindingCode::RefundAndOwed]
    );
}

#[test]
fn elements_that_are_unknown_or_repeated() {
    let (code, line, message) = only("<TaxAmt>", "<WagesAmnt>12</WagesAmnt><TaxAmt>");
    assert_eq!((code, line), (FindingCode::UnknownElement, None));
    assert_eq!(
        message,
        "`WagesAmnt` holds $12 and is no line of Form 1040 (2024)"
    );
    let (code, _, message) = only(
        "<TotalDeductionsAmt>21900</TotalDeductionsAmt><TaxableIncomeAmt>",
        "<NewDeductionAmt>5</NewDeductionAmt><TotalDeductionsAmt>21905</TotalDeductionsAmt>\
         <TaxableIncomeAmt>",
    );
    assert_eq!(code, FindingCode::UnknownElement);
    assert!(
        message.ends_with("it explains the formula of line 14, 15"),
        "{message}"
    );
    let (code, line, message) = only("<TaxAmt>2792", "<TaxAmt>2792</TaxAmt><TaxAmt>2792");
    assert_eq!(
        (code, line.as_deref()),
        (FindingCode::RepeatedElement, Some("16"))
    );
    assert_eq!(
        message,
        "the element of line 16 occurs 2 times; the first one counts"
    );
}

#[test]
fn a_value_that_is_no_amount_and_a_status_that_is_none() {
    let (code, line, _) = only("<TaxLessCreditsAmt>2792", "<TaxLessCreditsAmt>2x92");
    assert_eq!(
        (code, line.as_deref()),
        (FindingCode::NotAnAmount, Some("22"))
    );
    let (code, _, message) = only("StatusCd>4<", "StatusCd>9<");
    assert_eq!(code, FindingCode::UnknownFilingStatus);
    assert_eq!(message, "the filing status `9` is none that is known");
}

#[test]
fn a_case_of_another_name() {
    for case in ["ty24-ca-001", "ty25-us-001"] {
        let all = found(RETURN, Some(case));
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(all[0].0, FindingCode::CaseMismatch);
    }
}
