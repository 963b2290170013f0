use super::AnswerKey;
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
    AnswerKey::new(&expected, &profile)
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
