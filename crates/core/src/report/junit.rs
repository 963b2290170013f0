//! Results as JUnit XML, which build servers show as tests: a suite for each configuration, a test
//! for each run of a case, the wrong lines in the failure's text.

use std::collections::BTreeMap;

use super::{Configuration, markup};
use crate::money::Style;
use crate::results::{Results, RunResult};

/// The results of data sets as one JUnit XML file. A return that is not strictly correct is a
/// failure; an answer that is not whole says so in the failure's type.
#[must_use]
pub fn report_junit(sets: &[Results]) -> String {
    let mut suites = String::new();
    let (mut tests, mut failed) = (0, 0);
    for results in sets {
        let mut by_configuration: BTreeMap<&Configuration, Vec<&RunResult>> = BTreeMap::new();
        for run in &results.runs {
            by_configuration
                .entry(&run.configuration)
                .or_default()
                .push(run);
        }
        for (configuration, runs) in by_configuration {
            let wrong = runs
                .iter()
                .filter(|run| !run.score.strict_correct())
                .count();
            let name = markup(&format!(
                "{} {}/{}",
                results.name,
                configuration.provider,
                configuration.title()
            ));
            suites.push_str(&format!(
                "<testsuite name=\"{name}\" tests=\"{}\" failures=\"{wrong}\" errors=\"0\" skipped=\"0\">\n",
                runs.len()
            ));
            for run in &runs {
                suites.push_str(&test_case(&name, run));
            }
            suites.push_str("</testsuite>\n");
            tests += runs.len();
            failed += wrong;
        }
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"taxgrade\" tests=\"{tests}\" failures=\"{failed}\" errors=\"0\">\n{suites}</testsuites>\n"
    )
}

fn test_case(class: &str, run: &RunResult) -> String {
    let name = markup(&format!("{} run {}", run.case, run.run));
    if run.score.strict_correct() {
        return format!("<testcase classname=\"{class}\" name=\"{name}\"/>\n");
    }
    let kind = run
        .failure
        .map_or("wrong-lines", crate::generation::GenerationFailure::as_str);
    let message = format!("{} of {} lines right", run.score.exact, run.score.total);
    let mut text = String::new();
    for line in &run.wrong {
        let stated = line.actual.map_or_else(
            || line.reading.to_owned(),
            |amount| match line.reading {
                "amount" => amount.format(Style::Grouped),
                reading => reading.to_owned(),
            },
        );
        text.push_str(&format!(
            "line {}: expected {}, stated {stated}",
            line.line,
            line.expected.format(Style::Grouped)
        ));
        if line.within {
            text.push_str(" (within the tolerance)");
        }
        if !line.sentence.is_empty() {
            text.push_str(": ");
            text.push_str(&super::one_line(&line.sentence));
        }
        text.push('\n');
    }
    format!(
        "<testcase classname=\"{class}\" name=\"{name}\"><failure type=\"{kind}\" message=\"{}\">{}</failure></testcase>\n",
        markup(&message),
        markup(&text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::sample;

    #[test]
    fn a_case_is_a_test_and_its_lines_are_the_failure() {
        let junit = report_junit(&[sample()]);
        assert!(
            junit.contains(
                "<testsuites name=\"taxgrade\" tests=\"25\" failures=\"13\" errors=\"0\">"
            ),
            "{junit}"
        );
        assert_eq!(junit.matches("<testsuite ").count(), 4);
        assert!(
            junit.contains("<testcase classname=\"ty24 p/good high\" name=\"case-a run 1\"/>"),
            "{junit}"
        );
        assert!(
            junit.contains("<failure type=\"wrong-lines\" message=\"16 of 19 lines right\">line 16: expected 2,792, stated 2,789 (within the tolerance): "),
            "{junit}"
        );
        assert!(junit.contains("<failure type=\"refused\""), "{junit}");
        let mut reader = quick_xml::Reader::from_str(&junit);
        let mut events = 0;
        while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {
            events += 1;
        }
        assert!(events > 50);
    }
}
