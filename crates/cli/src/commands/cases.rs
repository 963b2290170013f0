//! `taxgrade cases`: what a folder holds, and what is incomplete and why.

use serde::Serialize;
use taxgrade::ExpectedReturn;
use taxgrade::counted::counted;
use taxgrade::expected::Jurisdiction;

use crate::args::{CasesArguments, ListFormat};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::layout::{CaseFolder, DataSet};
use crate::output::{self, table};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    case: String,
    jurisdiction: Option<Jurisdiction>,
    tax_year: Option<u16>,
    inputs: Vec<String>,
    saved_runs: usize,
    problems: Vec<String>,
}

pub(super) fn run(arguments: &CasesArguments) -> Result<Outcome, Failure> {
    let mut cases = Vec::new();
    for set in DataSet::find_all(&arguments.data_dir)? {
        if arguments
            .tax_year
            .is_some_and(|year| set.year.is_some_and(|found| found != year))
        {
            continue;
        }
        let folders = set.case_folders()?;
        cases.extend(folders.iter().map(|folder| look_at(&set, folder)));
        let without_case = set.results_without_case(&folders);
        cases.extend(without_case.into_iter().map(|name| Case {
            saved_runs: set.saved_runs(&name).len(),
            case: name,
            jurisdiction: None,
            tax_year: None,
            inputs: Vec::new(),
            problems: vec!["there are saved runs of it, but no case".to_owned()],
        }));
    }
    match arguments.format {
        ListFormat::Json => {
            output::print(&serde_json::to_string_pretty(&cases).unwrap_or_default())?;
        }
        ListFormat::Table => {
            let rows: Vec<Vec<String>> = cases.iter().map(row).collect();
            let header = [
                "Case",
                "Form of",
                "Year",
                "Inputs",
                "Saved runs",
                "Incomplete or wrong",
            ];
            output::print(&table::list(&header, &rows))?;
            let broken = cases
                .iter()
                .filter(|case| !case.problems.is_empty())
                .count();
            output::print(&format!(
                "{}, {broken} incomplete or wrong",
                counted(cases.len(), "case")
            ))?;
        }
    }
    let broken = cases.iter().any(|case| !case.problems.is_empty());
    Ok(if broken {
        Outcome::SomethingFailed
    } else {
        Outcome::Done
    })
}

fn row(case: &Case) -> Vec<String> {
    vec![
        case.case.clone(),
        case.jurisdiction
            .map(|one| one.to_string())
            .unwrap_or_default(),
        case.tax_year
            .map(|year| year.to_string())
            .unwrap_or_default(),
        case.inputs.join(", "),
        case.saved_runs.to_string(),
        case.problems.join("; "),
    ]
}

fn look_at(set: &DataSet, folder: &CaseFolder) -> Case {
    let mut problems = Vec::new();
    let identity = match files::read_text(&folder.expected()) {
        Ok(xml) => match ExpectedReturn::parse(&xml) {
            Ok(expected) => Some(*expected.identity()),
            Err(error) => {
                problems.push(format!("output.xml: {error}"));
                None
            }
        },
        Err(_) => {
            problems.push("output.xml is missing or cannot be read".to_owned());
            None
        }
    };
    let inputs = inputs(folder, &mut problems);
    if let Some(identity) = identity {
        let named = Jurisdiction::from_case_name(&folder.name);
        if named.is_some_and(|named| named != identity.jurisdiction) {
            problems.push(format!("output.xml is a {} return", identity.jurisdiction));
        }
        if set
            .year
            .is_some_and(|year| year.year() != identity.tax_year)
        {
            problems.push(format!("output.xml is for {}", identity.tax_year));
        }
    }
    Case {
        case: folder.name.clone(),
        jurisdiction: identity.map(|identity| identity.jurisdiction),
        tax_year: identity.map(|identity| identity.tax_year),
        inputs,
        saved_runs: set.saved_runs(&folder.name).len(),
        problems,
    }
}

/// The inputs of a case: `input.json`, or PDFs with `remaining_data.json` in `input/`.
fn inputs(folder: &CaseFolder, problems: &mut Vec<String>) -> Vec<String> {
    if folder.path.join("input.json").is_file() {
        check_json(&folder.path.join("input.json"), problems);
        return vec!["input.json".to_owned()];
    }
    let input = folder.path.join("input");
    let Ok(entries) = files::entries(&input) else {
        problems.push("there is neither input.json nor input/".to_owned());
        return Vec::new();
    };
    let pdfs = entries
        .iter()
        .filter(|(name, _)| name.to_ascii_lowercase().ends_with(".pdf"))
        .count();
    let mut found = vec![format!("{pdfs} PDF")];
    if pdfs == 0 {
        problems.push("input/ holds no PDF".to_owned());
    }
    let remaining = input.join("remaining_data.json");
    if remaining.is_file() {
        check_json(&remaining, problems);
        found.push("remaining_data.json".to_owned());
    } else {
        problems.push("input/remaining_data.json is missing".to_owned());
    }
    found
}

fn check_json(path: &std::path::Path, problems: &mut Vec<String>) {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    match files::read_text(path) {
        Ok(text) => {
            if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&text) {
                problems.push(format!("{name}: {error}"));
            }
        }
        Err(failure) => problems.push(failure.to_string()),
    }
}
