//! `taxgrade prompt`: the instructions that a model gets.

use std::path::Path;

use taxgrade::ExpectedReturn;
use taxgrade::expected::Jurisdiction;
use taxgrade::prompt::{self, PromptCase};

use crate::args::{PromptArguments, TaxYear};
use crate::ask::documents;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::layout::{CaseFolder, DataSet};
use crate::output;

pub(super) fn run(arguments: &PromptArguments) -> Result<Outcome, Failure> {
    let Some(name) = &arguments.case else {
        let year = arguments.tax_year.unwrap_or(TaxYear::Ty25).year();
        let template = prompt::template(year).map_err(|error| Failure::about("prompt", &error))?;
        output::print(template)?;
        return Ok(Outcome::Done);
    };
    let (folder, set_year) = find(arguments, name)?;
    let inputs = documents::of_case(&folder.path)?;
    let names: Vec<&str> = inputs.iter().map(|(name, _)| name.as_str()).collect();
    let identity = files::read_text(&folder.expected())
        .ok()
        .and_then(|xml| ExpectedReturn::parse(&xml).ok())
        .map(|expected| *expected.identity());
    let year = identity
        .map(|identity| identity.tax_year)
        .or_else(|| arguments.tax_year.or(set_year).map(TaxYear::year))
        .unwrap_or(TaxYear::Ty25.year());
    let case = PromptCase {
        tax_year: year,
        jurisdiction: identity
            .map(|identity| identity.jurisdiction)
            .or_else(|| Jurisdiction::from_case_name(&folder.name))
            .unwrap_or(Jurisdiction::Us),
        files: &names,
        web_search: arguments.tool_use.is_some(),
    };
    let text = match &arguments.prompt_file {
        Some(path) => prompt::fill(&files::read_text(path)?, &case)
            .map_err(|error| Failure::about(&path.display().to_string(), &error))?,
        None => prompt::prompt(&case).map_err(|error| Failure::about(&folder.name, &error))?,
    };
    output::print(&text)?;
    Ok(Outcome::Done)
}

/// The case by name in the data folder, or by the path of its own folder.
fn find(arguments: &PromptArguments, name: &str) -> Result<(CaseFolder, Option<TaxYear>), Failure> {
    let path = Path::new(name);
    if path.is_dir() && documents::of_case(path).is_ok() {
        let folder = CaseFolder {
            name: path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default(),
            path: path.to_path_buf(),
        };
        return Ok((folder, None));
    }
    for set in DataSet::find_all(&arguments.data_dir)? {
        let other_year = |year| set.year.is_some_and(|found| found != year);
        if arguments.tax_year.is_some_and(other_year) {
            continue;
        }
        let found = set
            .case_folders()?
            .into_iter()
            .find(|folder| folder.name == name);
        if let Some(folder) = found {
            return Ok((folder, set.year));
        }
    }
    Err(Failure::input(
        format!("no case `{name}` in {}", arguments.data_dir.display()),
        "see `taxgrade cases`",
    ))
}
