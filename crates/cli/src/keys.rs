//! Answer keys of case folders.

use taxgrade::{AnswerKey, ExpectedReturn};

use crate::definitions::Profiles;
use crate::failure::Failure;
use crate::files;
use crate::layout::CaseFolder;

/// Reads a case's expected return and prepares its key.
pub(crate) fn of_case(case: &CaseFolder, profiles: &Profiles) -> Result<AnswerKey, Failure> {
    let path = case.expected();
    let xml = files::read_text(&path)?;
    let name = path.display().to_string();
    ExpectedReturn::parse(&xml)
        .and_then(|expected| AnswerKey::new(&expected, &profiles.for_return(&expected)?))
        .map_err(|error| Failure::about(&name, &error))
}
