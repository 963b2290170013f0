//! `taxgrade grade --jsonl`: a filter, one request a line in, one answer a line out, in the same
//! order and in constant memory.

mod tally;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use rayon::prelude::*;
use taxgrade::error::ErrorCode;
use taxgrade::json::Json;
use taxgrade::wire::{GradeAnswer, GradeRequest, grade_and_diagnose, grade_with};
use taxgrade::{Error, ExpectedReturn, Mode};

use crate::args::GradeArguments;
use crate::definitions::Profiles;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::keys::Prepared;
use crate::layout::{CaseFolder, DataSet};
use crate::unpack;
use tally::Tally;

/// A longer line is answered with an error instead of being held in memory.
const MOST_LINE_BYTES: u64 = 64 << 20;
/// Lines graded side by side before their answers are written. The answer to a short request is a
/// hundred times as long, so that bytes alone would not bound them.
const BATCH_LINES: usize = 512;
/// Read at once.
const BATCH_BYTES: usize = 1 << 20;
/// Batches read ahead.
const WAITING_BATCHES: usize = 8;
/// Keys kept ready; the benchmark has about a hundred cases.
const MOST_KEYS: usize = 512;

pub(super) fn run(arguments: &GradeArguments) -> Result<Outcome, Failure> {
    let path = &arguments.response;
    let grader = Grader::new(arguments)?;
    let (sender, receiver) = mpsc::sync_channel(WAITING_BATCHES);
    // Reading goes on while answers are worked out. The thread ends with the input, or when nobody
    // listens any more.
    let opened = open(path)?;
    let reader = std::thread::spawn(move || -> io::Result<()> {
        // How a pipe begins is known once its writer writes.
        let content = match opened {
            Some(file) => unpack::content(file)?,
            None => unpack::content(io::stdin())?,
        };
        let mut lines = Lines {
            input: BufReader::with_capacity(BATCH_BYTES, content),
            number: 0,
        };
        loop {
            let batch = lines.batch()?;
            if batch.is_empty() || sender.send(batch).is_err() {
                return Ok(());
            }
        }
    });
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    let mut failed = false;
    while let Ok(mut batch) = receiver.recv() {
        while batch.len() < BATCH_LINES {
            let Ok(more) = receiver.try_recv() else { break };
            batch.extend(more);
        }
        let answers: Vec<(String, bool)> =
            batch.par_iter().map(|line| grader.answer(line)).collect();
        for (answer, ok) in answers {
            failed |= !ok;
            out.write_all(answer.as_bytes())?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
    }
    match reader.join() {
        Ok(read) => read?,
        Err(_) => return Err(Failure::input("reading the input failed", "")),
    }
    if let Some(tally) = grader.tally {
        tally.write()?;
    }
    Ok(if failed {
        Outcome::SomethingFailed
    } else {
        Outcome::Done
    })
}

/// The file to read; none for standard input.
fn open(path: &Path) -> Result<Option<File>, Failure> {
    if path == Path::new("-") {
        return Ok(None);
    }
    File::open(path)
        .map(Some)
        .map_err(|error| files::cannot_read(path, &error))
}

struct Lines {
    input: BufReader<Box<dyn Read + Send>>,
    number: u64,
}

/// A line of input, or why there is none.
struct Line {
    number: u64,
    text: Result<String, Error>,
}

impl Lines {
    /// The lines that are there without waiting, at least one; none at the end of the input. Blank
    /// lines are passed over.
    fn batch(&mut self) -> io::Result<Vec<Line>> {
        let mut batch = Vec::new();
        let mut bytes = 0;
        while batch.is_empty()
            || (batch.len() < BATCH_LINES
                && bytes < BATCH_BYTES
                && self.input.buffer().contains(&b'\n'))
        {
            let mut line = Vec::new();
            let read = self
                .input
                .by_ref()
                .take(MOST_LINE_BYTES)
                .read_until(b'\n', &mut line)?;
            if read == 0 {
                break;
            }
            self.number += 1;
            bytes += line.len();
            if self.number == 1 && line.starts_with("\u{feff}".as_bytes()) {
                line.drain(.."\u{feff}".len());
            }
            let whole = line.ends_with(b"\n") || (read as u64) < MOST_LINE_BYTES;
            if !whole {
                self.skip_line()?;
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let text = if whole { utf8(line) } else { Err(too_long()) };
            batch.push(Line {
                number: self.number,
                text,
            });
        }
        Ok(batch)
    }

    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let (taken, ended) = match buffer.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.input.consume(taken);
            if ended {
                return Ok(());
            }
        }
    }
}

fn utf8(line: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(line).map_err(|_| {
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

fn too_long() -> Error {
    Error::new(
        ErrorCode::RequestInvalid,
        format!("the request is longer than {MOST_LINE_BYTES} bytes"),
        "pass one response a line, without its inputs",
    )
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
struct Grader {
    mode: Mode,
    diagnose: bool,
    profiles: Profiles,
    sets: Vec<DataSet>,
    keys: Mutex<HashMap<String, Arc<Prepared>>>,
    tally: Option<Tally>,
}

impl Grader {
    fn new(arguments: &GradeArguments) -> Result<Self, Failure> {
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
            diagnose: !arguments.no_diagnosis,
            profiles,
            sets,
            keys: Mutex::new(HashMap::new()),
            tally: arguments.aggregate.clone().map(Tally::new),
        })
    }

    fn answer(&self, line: &Line) -> (String, bool) {
        let request = line
            .text
            .as_ref()
            .map_err(Clone::clone)
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
                (line.text.as_deref().ok().and_then(id_of), Err(numbered))
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
        let own_profile = request.profile.is_some();
        let case = request.case.as_deref().unwrap_or_default();
        let by_case = request.expected.is_empty();
        let source = if by_case {
            case
        } else {
            request.expected.as_ref()
        };
        let name = format!("{by_case}\u{0}{tolerance}\u{0}{source}");
        let lock = || self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = lock().get(&name).filter(|_| !own_profile) {
            return Ok(Arc::clone(key));
        }
        let key = if by_case {
            self.key_of_case(case, request)?
        } else {
            self.key_of_request(request)?
        };
        let key = Arc::new(key);
        if !own_profile {
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
            None => self.profiles.for_return(&expected)?,
        };
        Prepared::new(&expected, &profile, request.tolerance_cents()?)
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
