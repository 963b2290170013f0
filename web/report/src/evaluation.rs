//! The evaluation of one response, as `taxgrade grade` and `taxgrade bench` write it.

use taxgrade::report::{Evaluation, diagnosed_markdown};
use taxgrade::{Error, wire};

use crate::csv;
use crate::load::Grading;
use crate::write::{Written, unknown};

/// A response and what it is the answer to.
pub(crate) struct Answered<'a> {
    /// Name of the case.
    pub(crate) case: &'a str,
    /// The expected return.
    pub(crate) xml: &'a str,
    pub(crate) text: &'a str,
}

/// Writes an evaluation in `markdown`, `json` or `csv`.
pub(crate) fn evaluation(
    answered: &Answered<'_>,
    grading: &Grading,
    form: &str,
) -> Result<Written, String> {
    let written = match form {
        "markdown" => markdown(answered, grading),
        "json" => graded(answered, grading).map(|graded| {
            let mut json = serde_json::to_string_pretty(&graded).unwrap_or_default();
            json.push('\n');
            json
        }),
        "csv" => graded(answered, grading).map(|graded| csv::lines(&graded)),
        _ => return Err(unknown(form)),
    };
    written
        .map(Written::text)
        .map_err(|error| error.to_string())
}

fn markdown(answered: &Answered<'_>, grading: &Grading) -> Result<String, Error> {
    let (key, examiner) = grading.key(answered.xml)?;
    let graded = key.grade(answered.text, grading.mode)?;
    let diagnosis = examiner.diagnose(&key, &graded, answered.text);
    let evaluation = Evaluation {
        key: &key,
        graded: &graded,
        web_search: None,
    };
    Ok(diagnosed_markdown(&evaluation, &diagnosis))
}

fn graded(answered: &Answered<'_>, grading: &Grading) -> Result<wire::Graded, Error> {
    let (key, examiner) = grading.key(answered.xml)?;
    wire::grade_and_diagnose(
        &key,
        &examiner,
        Some(answered.case),
        answered.text,
        grading.mode,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use taxgrade::Mode;

    const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
         <WagesAmt>47900</WagesAmt></IRS1040></ReturnData></Return>";

    #[test]
    fn evaluations_come_in_three_forms() {
        let answered = Answered {
            case: "a, \"b\"",
            xml: XML,
            text: "Line 1a: | | 1",
        };
        let grading = Grading {
            mode: Mode::Robust,
            profiles: Vec::new(),
        };
        let written = |form| evaluation(&answered, &grading, form).unwrap().text;
        assert!(written("markdown").starts_with("Line 1a: \u{2717} incorrect"));
        assert!(written("json").contains("\"strictCorrect\": false"));
        let csv = written("csv");
        assert!(csv.contains("\"a, \"\"b\"\"\",1a,"), "{csv}");
        assert!(
            csv.contains(",root,\"Line 1a is $1, expected $47,900"),
            "{csv}"
        );
        assert!(evaluation(&answered, &grading, "xml").is_err());
        let broken = Answered {
            xml: "<Return>",
            ..answered
        };
        assert!(evaluation(&broken, &grading, "csv").is_err());
    }
}
