use super::*;
use crate::{Examiner, ExpectedReturn, Mode};

const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
    <IndividualReturnFilingStatusCd>4</IndividualReturnFilingStatusCd><WagesAmt>47900</WagesAmt>\
    <WagesSalariesAndTipsAmt>47900</WagesSalariesAndTipsAmt><TotalIncomeAmt>47900</TotalIncomeAmt>\
    <AdjustedGrossIncomeAmt>47900</AdjustedGrossIncomeAmt><TotalItemizedOrStandardDedAmt>21900</TotalItemizedOrStandardDedAmt>\
    <TotalDeductionsAmt>21900</TotalDeductionsAmt><TaxableIncomeAmt>26000</TaxableIncomeAmt><TaxAmt>2792</TaxAmt>\
    <TotalTaxBeforeCrAndOthTaxesAmt>2792</TotalTaxBeforeCrAndOthTaxesAmt><TaxLessCreditsAmt>2792</TaxLessCreditsAmt>\
    <TotalTaxAmt>2792</TotalTaxAmt><OwedAmt>2792</OwedAmt></IRS1040></ReturnData></Return>";

pub(crate) fn configuration(model: &str, thinking: &str) -> Configuration {
    Configuration {
        provider: "p".into(),
        model: model.into(),
        thinking: thinking.into(),
        tools: String::new(),
    }
}

/// An answer whose tax is `tax`, with words of the model's that are markup.
pub(crate) fn answer(tax: u32) -> String {
    format!(
        "Line 1a: | <b>W-2</b> & \"more\" | 47900\nLine 1z: | | 47900\nLine 9: | | 47900\nLine 11: | | 47900\nLine 12: | | 21900\n\
         Line 14: | | 21900\nLine 15: | | 26000\nLine 16: | from the rates | {tax}\nLine 18: | | {tax}\nLine 22: | | {tax}\n\
         Line 24: | | {tax}\nLine 37: | | {tax}\n"
    )
}

pub(crate) fn add(
    results: &mut Results,
    configuration: &Configuration,
    case: &str,
    run: u32,
    response: &str,
    failure: Option<GenerationFailure>,
) {
    let expected = ExpectedReturn::parse(XML).unwrap();
    let profile = Profile::for_return(&expected).unwrap();
    let key = AnswerKey::new(&expected, profile).unwrap();
    let examiner = Examiner::new(&key, &expected).unwrap();
    let usage = Usage {
        input_tokens: 1_000,
        output_tokens: 500,
        ..Usage::default()
    };
    let answer = SavedAnswer {
        configuration: configuration.clone(),
        case,
        run,
        text: response,
        notes: Notes {
            known: true,
            failure,
            usage: Some(usage),
            cost_micros: Some(25_000),
            started_unix_ms: Some(1_700_000_000_000),
        },
    };
    let graded = answer.grade(&key, &examiner, Mode::Robust, true).unwrap();
    results.take(profile, graded);
}

/// Two models at two levels over three cases.
pub(crate) fn sample() -> Results {
    let mut results = Results {
        name: "ty24".into(),
        ..Results::default()
    };
    for (model, level, wrong) in [
        ("good", "high", 0),
        ("good", "low", 1),
        ("bad", "high", 2),
        ("bad", "low", 3),
    ] {
        for (at, case) in ["case-a", "case-b", "case-c"].into_iter().enumerate() {
            for run in 1..=2 {
                let tax = if at < wrong { 2789 } else { 2792 };
                let name = configuration(model, level);
                add(&mut results, &name, case, run, &answer(tax), None);
            }
        }
    }
    results.counts.add_case("case-d");
    let refused = configuration("bad", "low");
    add(
        &mut results,
        &refused,
        "case-c",
        3,
        "I cannot help with that.",
        Some(GenerationFailure::Refused),
    );
    results.counts.add_failed_call(&refused, "case-d");
    results
}

#[test]
fn a_run_keeps_its_wrong_lines_and_the_models_words() {
    let results = sample();
    let run = &results.runs[6];
    assert_eq!((run.case.as_str(), run.run), ("case-a", 1));
    let wrong: Vec<&str> = run.wrong.iter().map(|line| line.line.as_str()).collect();
    assert_eq!(wrong, ["16", "24", "37"]);
    let tax = run.wrong_line("16").unwrap();
    assert_eq!(tax.kind, Some(Kind::TaxTable));
    assert_eq!(tax.actual, Some(Cents::from_dollars(2789)));
    assert!(tax.within && tax.sentence.contains("16"), "{tax:?}");
    let stated = run.stated.as_ref().unwrap();
    assert_eq!(stated.len(), 19);
    assert_eq!(stated[0].words, "Line 1a: | <b>W-2</b> & \"more\" | 47900");
    assert_eq!(results.profiles["us-ty24"].len(), 19);
}

#[test]
fn long_words_keep_their_beginning_and_end() {
    let line = format!("Line 1a: {} | 47900", "\u{e9}".repeat(400));
    let text = format!("first\n{line}\nlast");
    let at = text.find("47900").unwrap();
    let words = words(&text, at, at + 5);
    assert!(words.starts_with("Line 1a: ") && words.ends_with("| 47900"));
    assert_eq!(words.chars().count(), MOST_WORDS + 3);
}

#[test]
fn the_first_runs_of_every_case_are_stated() {
    let numbers = [1, 2, 3, 1, 2];
    assert_eq!(stated(&numbers, 3), [true, true, false, true, false]);
    assert_eq!(stated(&numbers, 9), [true; 5]);
    assert_eq!(stated(&[], 9), [false; 0]);
}
