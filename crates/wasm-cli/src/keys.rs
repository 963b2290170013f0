//! Answer keys, as the command line prepares them.

use taxgrade::diagnose::Examiner;
use taxgrade::money::Cents;
use taxgrade::{AnswerKey, Error, ExpectedReturn, Profile};

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
