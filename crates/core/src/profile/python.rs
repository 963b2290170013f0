//! Reads scored lines out of the Python source of an evaluator: wherever string literals pair a
//! line label with an absolute XPath, as a dict entry or as call arguments.
//!
//! The source is never run. What cannot be understood is an error that names the line, so that a
//! score is never computed on half of the definitions.

mod pairs;
mod tokens;

use std::collections::BTreeSet;

use super::{Facts, Form, Line, LineId, Profile};
use crate::error::{Error, ErrorCode};
use crate::expected::Jurisdiction;

/// A label with its path, as found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The label as written, such as `Line 1a: Total amount from Form(s) W-2, box 1`.
    pub label: String,
    /// The path in local names, without `/text()`.
    pub xpath: String,
    /// Line of the source, from 1.
    pub source_line: usize,
}

/// Finds all definitions in a Python source.
///
/// # Errors
/// [`ErrorCode::ProfileImport`] naming the line: source that is not Python, a definition that is
/// computed rather than written out; [`ErrorCode::NoDefinitions`] when there is none.
pub fn definitions(source: &str) -> Result<Vec<Definition>, Error> {
    let tokens = tokens::tokenize(source)?;
    let found = pairs::pair(source, &tokens)?;
    if found.is_empty() {
        return Err(Error::new(
            ErrorCode::NoDefinitions,
            "no string literal in the Python source pairs a line label with an absolute XPath",
            "pass the file that defines the scored lines, or a profile file",
        ));
    }
    Ok(found)
}

/// Makes one profile per jurisdiction out of definitions, for a tax year. Form names, formulas and
/// unscored lines come from the built-in profile; what is scored, and under which label, from the
/// definitions alone.
///
/// # Errors
/// [`ErrorCode::ProfileImport`] when a path belongs to no known form, or two different paths claim
/// the same line.
pub fn profiles(
    definitions: &[Definition],
    tax_year: u16,
    source_name: &str,
) -> Result<Vec<Profile>, Error> {
    let mut made = Vec::new();
    for jurisdiction in Jurisdiction::ALL {
        let own: Vec<&Definition> = definitions
            .iter()
            .filter(|one| jurisdiction_of(&one.xpath) == Some(jurisdiction))
            .collect();
        if !own.is_empty() {
            made.push(profile(jurisdiction, &own, tax_year, source_name)?);
        }
    }
    if let Some(stray) = definitions
        .iter()
        .find(|one| jurisdiction_of(&one.xpath).is_none())
    {
        return Err(Error::new(
            ErrorCode::ProfileImport,
            format!(
                "line {} of {source_name}: `{}` is in none of the known returns",
                stray.source_line, stray.xpath
            ),
            "known are Form 1040, CA 540, IL-1040, NY IT-201 and VA 760CG",
        ));
    }
    Ok(made)
}

fn jurisdiction_of(xpath: &str) -> Option<Jurisdiction> {
    Profile::builtins()
        .iter()
        .find(|profile| {
            xpath
                .strip_prefix(&profile.form.root)
                .is_some_and(|rest| rest.starts_with('/'))
        })
        .map(|profile| profile.jurisdiction)
}

fn profile(
    jurisdiction: Jurisdiction,
    definitions: &[&Definition],
    tax_year: u16,
    source_name: &str,
) -> Result<Profile, Error> {
    let base = Profile::builtins()
        .iter()
        .filter(|profile| profile.jurisdiction == jurisdiction)
        .min_by_key(|profile| profile.tax_year.abs_diff(tax_year));
    let mut profile = base.cloned().unwrap_or_else(|| Profile {
        id: String::new(),
        title: String::new(),
        jurisdiction,
        tax_year,
        source: String::new(),
        form: Form {
            names: Vec::new(),
            titles: Vec::new(),
            root: String::new(),
        },
        facts: Facts::default(),
        lines: Vec::new(),
    });
    profile.id = format!("{jurisdiction}-ty{:02}", tax_year % 100);
    profile.tax_year = tax_year;
    profile.source = format!("read from {source_name}");
    for line in &mut profile.lines {
        line.scored = false;
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for definition in definitions {
        let (number, words) = split_label(&definition.label);
        let at = place(&profile, number.as_deref(), &definition.xpath);
        let line_name = match at.and_then(|at| profile.lines.get(at)) {
            Some(line) => line.line.clone(),
            None => number.unwrap_or_else(|| definition.label.clone()),
        };
        if !taken.insert(line_name.clone()) {
            let same = profile.lines.iter().any(|line| {
                line.line == line_name && line.xpath.as_deref() == Some(&definition.xpath)
            });
            if same {
                continue;
            }
            return Err(Error::new(
                ErrorCode::ProfileImport,
                format!(
                    "line {} of {source_name}: line {line_name} of the form is defined a second \
                     time, with `{}`",
                    definition.source_line, definition.xpath
                ),
                "leave one definition for each line, or pass a profile file",
            ));
        }
        match at.and_then(|at| profile.lines.get_mut(at)) {
            Some(line) => {
                line.scored = true;
                line.label = words.to_owned();
                line.xpath = Some(definition.xpath.clone());
            }
            None => {
                for line in &mut profile.lines {
                    line.aliases.retain(|alias| *alias != line_name);
                }
                profile.lines.push(Line {
                    line: line_name,
                    label: words.to_owned(),
                    xpath: Some(definition.xpath.clone()),
                    scored: true,
                    aliases: Vec::new(),
                    formula: None,
                    tax_table: None,
                });
            }
        }
    }
    profile.check()?;
    Ok(profile)
}

/// The known line that a definition is about: the one with its number, else the one with its path.
fn place(profile: &Profile, number: Option<&str>, xpath: &str) -> Option<usize> {
    number
        .and_then(|number| profile.lines.iter().position(|line| line.line == number))
        .or_else(|| {
            profile
                .lines
                .iter()
                .position(|line| line.xpath.as_deref() == Some(xpath))
        })
}

/// `Line 25d: Add lines 25a through 25c` to its number and words; a label without a number is all
/// words.
fn split_label(label: &str) -> (Option<String>, &str) {
    let at = label.to_ascii_lowercase().find("line ");
    let Some(rest) = at.and_then(|at| label.get(at + 5..)) else {
        return (None, label);
    };
    let rest = rest.trim_start();
    let Some((id, taken)) = LineId::prefix(rest.as_bytes()) else {
        return (None, label);
    };
    let words = rest
        .get(taken..)
        .unwrap_or_default()
        .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '.' | '-' | '|'));
    (Some(id.to_string()), words)
}

fn not_understood(source: &str, offset: usize, message: &str) -> Error {
    let at = crate::error::Position::at(source, offset);
    Error::new(
        ErrorCode::ProfileImport,
        format!(
            "the scoring definitions cannot be read, line {}: {message}",
            at.line
        ),
        "write label and XPath as plain string literals, pass a profile file, or ask for the \
         built-in profile",
    )
    .at(source, offset)
}
