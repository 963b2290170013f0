use super::{AnswerKey, Mode};
use crate::error::ErrorCode;
use crate::expected::ExpectedReturn;
use crate::money::Cents;
use crate::profile::Profile;

fn key(body: &str) -> Result<AnswerKey, crate::Error> {
    let xml = format!(
        "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>{body}\
         </IRS1040></ReturnData></Return>"
    );
    let expected = ExpectedReturn::parse(&xml)?;
    let profile = Profile::for_return(&expected)?;
    AnswerKey::new(&expected, profile)
}

#[test]
fn absent_and_empty_elements_count_as_zero() {
    for body in [
        "",
        "<WagesAmt/>",
        "<WagesAmt referenceDocumentId=\"IRSW2-0\"></WagesAmt>",
        "<WagesAmt><Empty/></WagesAmt>",
        "<WagesAmtOther><Inner>5</Inner></WagesAmtOther>",
    ] {
        let expected = key(body).map(|key| key.expected(0));
        assert_eq!(expected.ok().flatten(), Some(Cents::ZERO), "{body}");
    }
}

#[test]
fn an_amount_in_an_attribute_is_told() {
    let told = |body: &str| {
        let graded = key(body)
            .expect("a key")
            .grade("", Mode::Robust)
            .expect("a grade");
        let warnings = graded.warnings.into_iter();
        warnings
            .filter(|one| one.code == "amount-in-attribute")
            .map(|one| one.message)
            .collect::<Vec<_>>()
    };
    let beside = told("<WagesAmt claimed=\"500\" id=\"W2\"/>");
    assert_eq!(beside.len(), 1);
    assert!(
        beside
            .iter()
            .all(|one| one.starts_with("line 1a, ") && one.ends_with("`/@claimed`"))
    );
    assert_eq!(told("<WagesAmt referenceDocumentId=\"2\"/>"), [""; 0]);
    assert_eq!(told("<WagesAmt claimed=\"500\">5</WagesAmt>"), [""; 0]);
    assert_eq!(
        told("<TipIncomeAmt claimed=\"500\"/>"),
        [""; 0],
        "not scored"
    );
}

#[test]
fn elements_where_an_amount_is_scored_are_no_zero() {
    for body in [
        "<WagesAmt><Amt>5</Amt></WagesAmt>",
        "<WagesAmt id=\"1\"><Group><Amt>5</Amt></Group></WagesAmt>",
    ] {
        let error = key(body).err();
        assert_eq!(
            error.as_ref().map(crate::Error::code),
            Some(ErrorCode::ExpectedAmount),
            "{body}"
        );
        assert!(
            error.is_some_and(|error| error.to_string().contains("there are elements in it")),
            "{body}"
        );
    }
    let unscored = key("<TipIncomeAmt><Amt>5</Amt></TipIncomeAmt>");
    assert!(unscored.is_ok());
}
