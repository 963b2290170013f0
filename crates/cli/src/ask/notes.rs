//! The JSON beside a saved answer, as far as reports need it.

pub(crate) use taxgrade::notes::Notes;

use super::saved::json_path;
use crate::files;
use crate::layout::SavedRun;

/// The notes on a saved answer.
pub(crate) fn of_answer(run: &SavedRun, answer: &str) -> Notes {
    let json = files::read_bytes(&json_path(run)).ok();
    let json = json.and_then(|bytes| String::from_utf8(bytes).ok());
    Notes::of_answer(answer, json.as_deref())
}
