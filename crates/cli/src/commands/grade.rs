//! `taxgrade grade`: one response.

use std::borrow::Cow;

use taxgrade::error::ErrorCode;
use taxgrade::money::{Cents, Reading, read};
use taxgrade::report::{Evaluation, diagnosed_markdown, evaluation_markdown};
use taxgrade::wire::{GradeAnswer, Graded, grade_and_diagnose, grade_with};
use taxgrade::{ExpectedReturn, Mode, Profile};

use crate::args::{Format, GradeArguments, Require};
use crate::definitions;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::keys::Prepared;
use crate::output::{self, csv, table};

pub(super) fn run(arguments: &GradeArguments) -> Result<Outcome, Failure> {
    let Some(expected_path) = &arguments.expected else {
        return Err(Failure::usage(
            "--expected is needed",
            "pass the case's output.xml",
        ));
    };
    let tolerance = tolerance(&arguments.tolerance)?;
    let mode = Mode::from(arguments.mode);
    let as_json = arguments.format == Format::Json;
    let xml = match files::read_text(expected_path) {
        Err(failure) if as_json => return fail_as_json(&unreadable(&failure)),
        xml => xml?,
    };
    let name = expected_path.display().to_string();
    let about = |error: taxgrade::Error| match error.code() {
        // Such an error names its own file.
        ErrorCode::ProfileInvalid => Failure::input(error.message(), error.help()),
        _ => Failure::about(&name, &error),
    };
    let Prepared { key, examiner } = match prepare(arguments, &xml, tolerance) {
        Ok(prepared) => prepared,
        Err(error) if as_json => return fail_as_json(&error),
        Err(error) => return Err(about(error)),
    };
    let response = match files::read_text(&arguments.response) {
        Err(failure) if as_json => return fail_as_json(&unreadable(&failure)),
        response => response?,
    };
    let case = case_name(arguments);
    let case = case.as_deref();
    let graded = if arguments.no_diagnosis {
        grade_with(&key, case, &response, mode)
    } else {
        grade_and_diagnose(&key, &examiner, case, &response, mode)
    };
    let graded = match graded {
        Ok(graded) => graded,
        Err(error) if as_json => return fail_as_json(&error),
        Err(error) => {
            return Err(Failure::about(
                &arguments.response.display().to_string(),
                &error,
            ));
        }
    };
    match arguments.format {
        Format::Table => output::print(&table::graded(&graded, arguments.all_lines))?,
        Format::Json => {
            output::print(&GradeAnswer::Graded(Box::new(graded.clone())).to_json())?;
        }
        Format::Csv => output::print(&csv::graded(&graded, arguments.all_lines)?)?,
        Format::Markdown => {
            let grades = key.grade(&response, mode).map_err(about)?;
            let report = Evaluation {
                key: &key,
                graded: &grades,
                web_search: None,
            };
            output::print(&if arguments.no_diagnosis {
                evaluation_markdown(&report)
            } else {
                diagnosed_markdown(&report, &examiner.diagnose(&key, &grades, &response))
            })?;
        }
    }
    Ok(verdict(arguments, &graded))
}

/// A file that cannot be read, as an error of the wire.
fn unreadable(failure: &Failure) -> taxgrade::Error {
    let code = ErrorCode::InputUnreadable;
    taxgrade::Error::new(code, failure.to_string(), failure.help())
}

fn fail_as_json(error: &taxgrade::Error) -> Result<Outcome, Failure> {
    output::print(&GradeAnswer::Failed(error.into()).to_json())?;
    Ok(Outcome::SomethingFailed)
}

fn prepare(
    arguments: &GradeArguments,
    xml: &str,
    tolerance: Cents,
) -> Result<Prepared, taxgrade::Error> {
    let expected = ExpectedReturn::parse(xml)?;
    let profile = match &arguments.profile {
        Some(name) if name != "builtin" => Cow::Owned(named_profile(name, &expected)?),
        _ => Cow::Borrowed(Profile::for_return(&expected)?),
    };
    Prepared::new(&expected, &profile, Some(tolerance))
}

/// A named profile; of a file with several, the one for the return.
fn named_profile(name: &str, expected: &ExpectedReturn) -> Result<Profile, taxgrade::Error> {
    let invalid = |failure: Failure| {
        taxgrade::Error::new(
            ErrorCode::ProfileInvalid,
            failure.to_string(),
            failure.help(),
        )
    };
    let profiles = definitions::read(name).map_err(invalid)?;
    // Of several years the return's own; one of another year is told by the key.
    let identity = expected.identity();
    let of_place = |one: &&Profile| one.jurisdiction == identity.jurisdiction;
    let of_year = |one: &&Profile| of_place(one) && one.tax_year == identity.tax_year;
    let fits = profiles.iter().find(of_year);
    let fits = fits.or_else(|| profiles.iter().find(of_place));
    fits.or(profiles.first()).cloned().ok_or_else(|| {
        invalid(Failure::input(
            format!("{name} holds no profile"),
            "pass a profile file",
        ))
    })
}

pub(crate) fn tolerance(text: &str) -> Result<Cents, Failure> {
    match read(text) {
        Reading::Amount(amount) if amount >= Cents::ZERO => Ok(amount),
        _ => Err(Failure::usage(
            format!("--tolerance `{text}` is not an amount of 0 or more"),
            "pass dollars, such as 5",
        )),
    }
}

/// The case's name: as given, else the folder of the expected return.
fn case_name(arguments: &GradeArguments) -> Option<String> {
    let folder = || {
        let folder = arguments
            .expected
            .as_ref()?
            .parent()?
            .file_name()?
            .to_str()?;
        Some(folder.to_owned())
    };
    arguments.case.clone().or_else(folder)
}

#[expect(clippy::float_arithmetic, reason = "a threshold on a finished grade")]
fn verdict(arguments: &GradeArguments, graded: &Graded) -> Outcome {
    let met = match arguments.require {
        Some(Require::Strict) => graded.score.strict_correct,
        Some(Require::Lenient) => graded.score.lenient_correct,
        None => true,
    };
    let enough = arguments
        .fail_under
        .is_none_or(|percent| graded.score.correct_by_line.0 * 100.0 >= percent);
    if met && enough {
        Outcome::Done
    } else {
        Outcome::SomethingFailed
    }
}
