//! Profiles from JSON.

use super::{Facts, Form, Line, Profile, StatusElement, TableException, TableOf, TaxTable};
use crate::expected::Jurisdiction;
use crate::json::{Json, Object, Wrong};
use crate::tax::FilingStatus;

const STATUSES: [(&str, FilingStatus); 5] = [
    ("single", FilingStatus::Single),
    ("married-filing-jointly", FilingStatus::MarriedFilingJointly),
    (
        "married-filing-separately",
        FilingStatus::MarriedFilingSeparately,
    ),
    ("head-of-household", FilingStatus::HeadOfHousehold),
    (
        "qualifying-surviving-spouse",
        FilingStatus::QualifyingSurvivingSpouse,
    ),
];

pub(super) fn profile(mut object: Object<'_>) -> Result<Profile, Wrong> {
    let facts = object.take("facts")?;
    let profile = Profile {
        id: object.text("id")?,
        title: object.text("title")?,
        jurisdiction: object
            .required("jurisdiction")?
            .one_of(&Jurisdiction::ALL.map(|one| (one.as_str(), one)))?,
        tax_year: year(object.required("taxYear")?)?,
        source: object.text("source")?,
        form: form(object.required("form")?)?,
        facts: facts.map(self::facts).transpose()?.unwrap_or_default(),
        lines: object.required("lines")?.list(line)?,
    };
    object.finish()?;
    Ok(profile)
}

fn year(json: Json<'_>) -> Result<u16, Wrong> {
    u16::try_from(json.whole()?).map_err(|_| json.wrong("that is no year"))
}

fn form(json: Json<'_>) -> Result<Form, Wrong> {
    let mut object = json.object()?;
    object.must_have("names")?;
    let form = Form {
        names: object.texts("names")?,
        titles: object.texts("titles")?,
        root: object.text("root")?,
    };
    object.finish()?;
    Ok(form)
}

fn line(json: Json<'_>) -> Result<Line, Wrong> {
    let mut object = json.object()?;
    let scored = object.take("scored")?;
    let table = object.optional("taxTable")?;
    let line = Line {
        line: object.text("line")?,
        label: object.text("label")?,
        xpath: object.optional_string("xpath")?,
        scored: scored.map_or(Ok(false), Json::boolean)?,
        aliases: object.texts("aliases")?,
        formula: object.optional_string("formula")?,
        tax_table: table.map(tax_table).transpose()?,
    };
    object.finish()?;
    Ok(line)
}

fn tax_table(json: Json<'_>) -> Result<TaxTable, Wrong> {
    let mut object = json.object()?;
    let table = TaxTable {
        of: object
            .required("of")?
            .one_of(&[("1040", TableOf::Form1040)])?,
        income: object.text("income")?,
        unless_lines: object.list("unlessLines", exception)?,
        unless_elements: object.list("unlessElements", exception)?,
    };
    object.finish()?;
    Ok(table)
}

fn exception(json: Json<'_>) -> Result<TableException, Wrong> {
    let mut object = json.object()?;
    let exception = TableException {
        at: object.text("at")?,
        what: object.text("what")?,
        instead: object.text("instead")?,
    };
    object.finish()?;
    Ok(exception)
}

fn facts(json: Json<'_>) -> Result<Facts, Wrong> {
    let mut object = json.object()?;
    let facts = Facts {
        filing_status: object.list("filingStatus", status_element)?,
        refund: object.optional_string("refund")?,
        owed: object.optional_string("owed")?,
        other_elements: object.texts("otherElements")?,
    };
    object.finish()?;
    Ok(facts)
}

fn status_element(json: Json<'_>) -> Result<StatusElement, Wrong> {
    let mut object = json.object()?;
    let mut codes = Vec::new();
    for (code, status) in object.required("codes")?.object()?.rest() {
        codes.push((code.to_string(), status.one_of(&STATUSES)?));
    }
    let element = StatusElement {
        xpath: object.text("xpath")?,
        codes,
    };
    object.finish()?;
    Ok(element)
}
