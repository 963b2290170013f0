//! Grades the requests of a stream, one answer each.

use std::borrow::Cow;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use taxgrade::error::ErrorCode;
use taxgrade::json::Json;
use taxgrade::money::Cents;
use taxgrade::wire::{GradeAnswer, GradeRequest, grade_and_diagnose, grade_with};
use taxgrade::{Error, ExpectedReturn, Mode};

use super::chunks::Line;
use super::tally::Tally;
use crate::args::GradeArguments;
use crate::commands::grade::tolerance;
use crate::definitions::Profiles;
use crate::failure::Failure;
use crate::files;
use crate::keys::Prepared;
use crate::layout::{CaseFolder, DataSet};

/// Keys kept ready; the benchmark has about a hundred cases.
const MOST_KEYS: usize = 512;
/// A longer source's key is not kept, so that many of them do not add up; returns have some thousand
/// bytes.
const MOST_KEPT_BYTES: usize = 64 << 10;

fn utf8(line: &[u8]) -> Result<&str, Error> {
    std::str::from_utf8(line).map_err(|_| {
        Error::new(
            ErrorCode::RequestInvalid,
            "the request is not UTF-8",
            "write JSON as UTF-8",
        )
    })
}

/// The id of a request that is otherwise wrong, so that its answer can be told from others.
fn id_of(request: &str) -> Option<Cow<'_, str>> {
    let mut fields = Json::read(request).ok()?.object().ok()?;
    fields.optional("id").ok()?.map(Json::compact)
}

/// Runs one request's work so that a mistake in this program costs one answer and not the filter;
/// the panic itself is told on standard error.
fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    std::panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Error::new(
            ErrorCode::Internal,
            "this program failed on the request",
            "report it with the request, please; the other requests are answered",
        ))
    })
}

/// Grades requests, keeping the keys that it has prepared.
pub(super) struct Grader {
    mode: Mode,
    diagnose: bool,
    /// For requests that name none.
    tolerance: Cents,
    profiles: Profiles,
    sets: Vec<DataSet>,
    keys: Mutex<HashMap<String, Arc<Prepared>>>,
    pub(super) tally: Option<Tally>,
}

impl Grader {
    pub(super) fn new(arguments: &GradeArguments) -> Result<Self, Failure> {
        if let Some(path) = &arguments.aggregate {
            files::must_be_writable(path)?;
        }
        let sets = match &arguments.data_dir {
            Some(folder) => DataSet::find_all(folder)?,
            None => Vec::new(),
        };
        let profiles = match &arguments.profile {
            Some(name) => Profiles::named(std::slice::from_ref(name))?,
            None => Profiles::default(),
        };
        Ok(Self {
            mode: arguments.mode.into(),
            tolerance: tolerance(&arguments.tolerance)?,
            diagnose: !arguments.no_diagnosis,
            profiles,
            sets,
            keys: Mutex::new(HashMap::new()),
            tally: arguments.aggregate.clone().map(Tally::new),
        })
    }

    /// The answer to a line of the input, and whether the request could be graded.
    pub(super) fn answer(&self, line: &Line<'_>) -> (String, bool) {
        let text = line.text.clone().and_then(utf8);
        let request = text
            .clone()
            .and_then(|text| guarded(|| GradeRequest::from_json(text)));
        let (id, graded) = match request {
            Ok(request) => (
                request.id.clone(),
                guarded(|| {
                    let graded = self.grade(&request)?;
                    if let Some(tally) = &self.tally {
                        tally.add(&request, &graded);
                    }
                    Ok(graded.to_json_with_id(request.id.as_deref()))
                }),
            ),
            Err(error) => {
                let numbered = Error::new(
                    error.code(),
                    format!("line {} of the input: {}", line.number, error.message()),
                    error.help(),
                );
                (text.ok().and_then(id_of), Err(numbered))
            }
        };
        let ok = graded.is_ok();
        let answer = graded.unwrap_or_else(|error| {
            GradeAnswer::Failed((&error).into()).to_json_with_id(id.as_deref())
        });
        (answer, ok)
    }

    fn grade(&self, request: &GradeRequest<'_>) -> Result<GradeAnswer, Error> {
        let prepared = self.key(request)?;
        let Prepared { key, examiner } = &*prepared;
        let (case, mode) = (request.case.as_deref(), request.mode.unwrap_or(self.mode));
        let graded = if self.diagnose && request.diagnose != Some(false) {
            grade_and_diagnose(key, examiner, case, &request.response, mode)?
        } else {
            grade_with(key, case, &request.response, mode)?
        };
        Ok(GradeAnswer::Graded(Box::new(graded)))
    }

    fn key(&self, request: &GradeRequest<'_>) -> Result<Arc<Prepared>, Error> {
        let tolerance = request
            .tolerance
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        let case = request.case.as_deref().unwrap_or_default();
        let by_case = request.expected.is_empty();
        let source = if by_case {
            case
        } else {
            request.expected.as_ref()
        };
        let kept = request.profile.is_none() && source.len() <= MOST_KEPT_BYTES;
        let name = format!("{by_case}\u{0}{tolerance}\u{0}{source}");
        let lock = || self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = lock().get(&name).filter(|_| kept) {
            return Ok(Arc::clone(key));
        }
        let key = if by_case {
            self.key_of_case(case, request)?
        } else {
            self.key_of_request(request)?
        };
        let key = Arc::new(key);
        if kept {
            let mut keys = lock();
            if keys.len() >= MOST_KEYS {
                keys.clear();
            }
            keys.insert(name, Arc::clone(&key));
        }
        Ok(key)
    }

    fn key_of_request(&self, request: &GradeRequest<'_>) -> Result<Prepared, Error> {
        let expected = ExpectedReturn::parse(&request.expected)?;
        let profile = match &request.profile {
            Some(choice) => choice.profile()?,
            None => Cow::Borrowed(self.profiles.for_return(&expected)?),
        };
        let tolerance = request.tolerance_cents()?.unwrap_or(self.tolerance);
        Prepared::new(&expected, &profile, Some(tolerance))
    }

    fn key_of_case(&self, case: &str, request: &GradeRequest<'_>) -> Result<Prepared, Error> {
        let folder = self.case_folder(case)?;
        let xml = files::read_text(&folder.expected()).map_err(|failure| {
            Error::new(
                ErrorCode::RequestInvalid,
                failure.to_string(),
                failure.help(),
            )
        })?;
        let mut with_xml = request.clone();
        with_xml.expected = xml.into();
        self.key_of_request(&with_xml)
    }

    fn case_folder(&self, case: &str) -> Result<CaseFolder, Error> {
        let refuse =
            |message: String, help: &str| Error::new(ErrorCode::RequestInvalid, message, help);
        if case.is_empty() {
            return Err(refuse(
                "the request has neither `expected` nor `case`".to_owned(),
                "pass the expected XML, or the name of a case and --data-dir",
            ));
        }
        if self.sets.is_empty() {
            return Err(refuse(
                format!("the request names the case `{case}` but no data folder is given"),
                "pass --data-dir",
            ));
        }
        // A name is one folder: it must not lead out of the data folder.
        let plain = Path::new(case).components().count() == 1
            && !case.contains(['/', '\\'])
            && case != "..";
        let found = self
            .sets
            .iter()
            .map(|set| set.cases.join(case))
            .find(|path: &PathBuf| plain && path.join("output.xml").is_file());
        found
            .map(|path| CaseFolder {
                name: case.to_owned(),
                path,
            })
            .ok_or_else(|| {
                refuse(
                    format!("no case `{case}` with an output.xml in the data folder"),
                    "see `taxgrade cases`",
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_one_failed_answer() {
        let failed = guarded::<()>(|| panic!("a mistake"));
        assert_eq!(
            failed.map_err(|error| error.code().as_str()),
            Err("internal")
        );
        assert_eq!(guarded(|| Ok(5)), Ok(5));
    }
}
