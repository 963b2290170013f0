//! Answer keys, with what is needed to say why a line is wrong.

use taxgrade::diagnose::Examiner;
use taxgrade::money::Cents;
use taxgrade::{AnswerKey, Error, ExpectedReturn, Profile};

use crate::definitions::Profiles;
use crate::failure::Failure;
use crate::files;
use crate::layout::CaseFolder;

/// An answer key and its examiner, prepared once for any number of responses.
pub(crate) struct Prepared {
    pub(crate) key: AnswerKey,
    pub(crate) examiner: Examiner,
}

impl Prepared {
    /// Prepares a return's key by a profile.
    pub(crate) fn new(
        expected: &ExpectedReturn,
        profile: &Profile,
        tolerance: Option<Cents>,
    ) -> Result<Self, Error> {
        let key = AnswerKey::new(expected, profile)?;
        let key = match tolerance {
            Some(tolerance) => key.with_tolerance(tolerance),
            None => key,
        };
        let examiner = Examiner::new(&key, expected)?;
        Ok(Self { key, examiner })
    }
}

/// Reads a case's expected return and prepares its key.
pub(crate) fn of_case(case: &CaseFolder, profiles: &Profiles) -> Result<Prepared, Failure> {
    let path = case.expected();
    let xml = files::read_text(&path)?;
    let name = path.display().to_string();
    ExpectedReturn::parse(&xml)
        .and_then(|expected| Prepared::new(&expected, profiles.for_return(&expected)?, None))
        .map_err(|error| Failure::about(&name, &error))
}
