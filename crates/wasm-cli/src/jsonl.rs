//! `taxgrade grade --jsonl`, one line at a time.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use taxgrade::error::ErrorCode;
use taxgrade::money::Cents;
use taxgrade::wire::{GradeAnswer, GradeRequest, grade_and_diagnose, grade_with};
use taxgrade::{Error, ExpectedReturn, Mode, Profile};

use crate::args::GradeArguments;
use crate::commands::grade::tolerance;
use crate::failure::Failure;
use crate::keys::Prepared;
use crate::{definitions, files, host};

/// As in the command line.
const MOST_LINE_BYTES: usize = 64 << 20;
const MOST_KEYS: usize = 512;

/// Grades requests, keeping the keys that it has prepared.
#[derive(Default)]
struct Grader {
    mode: Mode,
    /// For requests that name none.
    tolerance: Cents,
    plain: bool,
    profiles: Vec<Profile>,
    cases: Option<Vec<PathBuf>>,
    keys: HashMap<String, Prepared>,
    input: String,
}

thread_local! {
    static GRADER: RefCell<Grader> = RefCell::default();
}

/// Prepares for lines.
pub(crate) fn start(arguments: &GradeArguments) -> Result<(), Failure> {
    if arguments.aggregate.is_some() {
        return Err(Failure::usage(
            "the npm package writes no aggregates",
            "install the native `taxgrade` command for --aggregate",
        ));
    }
    let cases = arguments
        .data_dir
        .as_deref()
        .map(case_folders)
        .transpose()?;
    let profiles = match arguments.profile.as_deref() {
        Some("builtin") | None => Vec::new(),
        Some(name) => definitions::read(name)?,
    };
    GRADER.set(Grader {
        mode: arguments.mode.into(),
        tolerance: tolerance(&arguments.tolerance)?,
        plain: arguments.no_diagnosis,
        profiles,
        cases,
        keys: HashMap::new(),
        input: arguments.response.to_string_lossy().into_owned(),
    });
    Ok(())
}

/// Where the lines come from: a path, or `-` for standard input.
pub(crate) fn input() -> String {
    GRADER.with_borrow(|grader| grader.input.clone())
}

/// Answers one line, given with its end or without.
pub(crate) fn answer(line: &[u8], number: f64) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let request = match std::str::from_utf8(line) {
        Ok(text) => GradeRequest::from_json(text),
        Err(_) => Err(Error::new(
            ErrorCode::RequestInvalid,
            "the request is not UTF-8",
            "write JSON as UTF-8",
        )),
    };
    match request {
        Ok(request) => {
            let graded = GRADER.with_borrow_mut(|grader| grader.grade(&request));
            let (sign, answer) = match graded {
                Ok(answer) => ('+', answer),
                Err(error) => ('-', GradeAnswer::Failed((&error).into())),
            };
            format!("{sign}{}", answer.to_json_with_id(request.id.as_deref()))
        }
        Err(error) => unreadable(number, &error),
    }
}

/// The answer to a line beyond the limit.
pub(crate) fn too_long(number: f64) -> String {
    let error = Error::new(
        ErrorCode::RequestInvalid,
        format!("the request is longer than {MOST_LINE_BYTES} bytes"),
        "pass one response a line, without its inputs",
    );
    unreadable(number, &error)
}

fn unreadable(number: f64, error: &Error) -> String {
    let numbered = Error::new(
        error.code(),
        format!("line {number} of the input: {}", error.message()),
        error.help(),
    );
    format!("-{}", GradeAnswer::Failed((&numbered).into()).to_json())
}

impl Grader {
    fn grade(&mut self, request: &GradeRequest<'_>) -> Result<GradeAnswer, Error> {
        let mode = request.mode.unwrap_or(self.mode);
        let by_case = request.expected.is_empty();
        let case = request.case.as_deref().unwrap_or_default();
        let source = if by_case {
            case
        } else {
            request.expected.as_ref()
        };
        let tolerance = request.tolerance.as_ref().map(ToString::to_string);
        let name = format!(
            "{by_case}\u{0}{}\u{0}{source}",
            tolerance.unwrap_or_default()
        );
        if request.profile.is_some() || !self.keys.contains_key(&name) {
            let key = if by_case {
                let mut with_xml = request.clone();
                with_xml.expected = self.expected_of_case(case)?.into();
                self.prepare(&with_xml)?
            } else {
                self.prepare(request)?
            };
            if request.profile.is_some() {
                return self.by_key(&key, request, mode);
            }
            if self.keys.len() >= MOST_KEYS {
                self.keys.clear();
            }
            self.keys.insert(name.clone(), key);
        }
        match self.keys.get(&name) {
            Some(key) => self.by_key(key, request, mode),
            None => self
                .prepare(request)
                .and_then(|key| self.by_key(&key, request, mode)),
        }
    }

    fn by_key(
        &self,
        prepared: &Prepared,
        request: &GradeRequest<'_>,
        mode: Mode,
    ) -> Result<GradeAnswer, Error> {
        let Prepared { key, examiner } = prepared;
        let case = request.case.as_deref();
        let graded = if self.plain || request.diagnose == Some(false) {
            grade_with(key, case, &request.response, mode)?
        } else {
            grade_and_diagnose(key, examiner, case, &request.response, mode)?
        };
        Ok(GradeAnswer::Graded(Box::new(graded)))
    }

    fn prepare(&self, request: &GradeRequest<'_>) -> Result<Prepared, Error> {
        let expected = ExpectedReturn::parse(&request.expected)?;
        let profile = match &request.profile {
            Some(choice) => choice.profile()?,
            None => Cow::Borrowed(Profile::among(&self.profiles, &expected)?),
        };
        let tolerance = request.tolerance_cents()?.unwrap_or(self.tolerance);
        Prepared::new(&expected, &profile, Some(tolerance))
    }

    fn expected_of_case(&self, case: &str) -> Result<String, Error> {
        let refuse =
            |message: String, help: &str| Error::new(ErrorCode::RequestInvalid, message, help);
        if case.is_empty() {
            return Err(refuse(
                "the request has neither `expected` nor `case`".to_owned(),
                "pass the expected XML, or the name of a case and --data-dir",
            ));
        }
        let Some(folders) = &self.cases else {
            return Err(refuse(
                format!("the request names the case `{case}` but no data folder is given"),
                "pass --data-dir",
            ));
        };
        // A name is one folder: it must not lead out of the data folder.
        let plain = case != "." && case != ".." && !case.contains(['/', '\\']);
        let path = folders
            .iter()
            .map(|folder| folder.join(case).join("output.xml"))
            .find(|path| plain && files::is_file(path))
            .ok_or_else(|| {
                refuse(
                    format!("no case `{case}` with an output.xml in the data folder"),
                    "see `taxgrade cases`",
                )
            })?;
        files::read_text(&path).map_err(|failure| refuse(failure.to_string(), failure.help()))
    }
}

/// The folders of cases below a data folder, in the layouts that the command line knows.
fn case_folders(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !files::is_folder(root) {
        return Err(Failure::input(
            format!("{} is no folder", root.display()),
            "pass the folder that holds the cases",
        ));
    }
    let with_cases = |folder: PathBuf| {
        let cases = folder.join("test_data");
        files::is_folder(&cases).then_some(cases)
    };
    let mut found: Vec<PathBuf> = ["ty24", "ty25"]
        .iter()
        .filter_map(|year| {
            with_cases(root.join("tax_calc_bench").join(year))
                .or_else(|| with_cases(root.join(year)))
        })
        .collect();
    if found.is_empty() {
        found.extend(with_cases(root.to_path_buf()));
    }
    let is_case = |name: &String| files::is_file(&root.join(name).join("output.xml"));
    if found.is_empty()
        && host::with(|host| host.list(&root.to_string_lossy()))
            .iter()
            .any(is_case)
    {
        found.push(root.to_path_buf());
    }
    if found.is_empty() {
        return Err(Failure::input(
            format!("no cases in {}", root.display()),
            "pass a checkout, a folder holding ty24/ or ty25/, or a folder of cases with an output.xml each",
        ));
    }
    Ok(found)
}
