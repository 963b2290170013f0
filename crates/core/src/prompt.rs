//! The instructions to a model: the benchmark's task in our own words.
//!
//! A prompt is a template, `prompts/ty24.md` or `prompts/ty25.md` or one of the user's, in which
//! `{{names}}` stand for what differs from case to case. The documents and data of the case are not
//! part of it: they go beside it, as attachments.

use std::fmt::Write;

use crate::error::{Error, ErrorCode};
use crate::expected::Jurisdiction;
use crate::profile::Profile;

const TY24: &str = include_str!("../prompts/ty24.md");
const TY25: &str = include_str!("../prompts/ty25.md");

/// What a prompt is about.
#[derive(Debug, Clone, Copy)]
pub struct PromptCase<'a> {
    /// The tax year, such as 2025.
    pub tax_year: u16,
    /// Whose return; a state's comes with the federal one.
    pub jurisdiction: Jurisdiction,
    /// Names of the attachments, in order.
    pub files: &'a [&'a str],
    /// Whether the model may search the web.
    pub web_search: bool,
}

/// The built-in template of a tax year.
///
/// # Errors
/// [`ErrorCode::Unsupported`] for another year than 2024 and 2025.
pub fn template(tax_year: u16) -> Result<&'static str, Error> {
    match tax_year {
        2024 => Ok(TY24),
        2025 => Ok(TY25),
        _ => Err(Error::new(
            ErrorCode::Unsupported,
            format!("there is no prompt for tax year {tax_year}"),
            "pass a prompt of your own, or choose 2024 or 2025",
        )),
    }
}

/// The built-in prompt for a case.
///
/// # Errors
/// As [`template`] and [`fill`].
pub fn prompt(case: &PromptCase<'_>) -> Result<String, Error> {
    fill(template(case.tax_year)?, case)
}

/// Fills a template in. `{{year}}` is the tax year, `{{next_year}}` the one after; `{{forms}}` the
/// main forms asked for; `{{lines}}` the output format with every line of them; `{{files}}` the list
/// of attachments; `{{state}}` what a state case adds, and `{{web_search}}` what searching adds,
/// both empty otherwise. Text without placeholders stays as it is.
///
/// # Errors
/// [`ErrorCode::PromptInvalid`] for a placeholder that is none of these;
/// [`ErrorCode::ProfileMissing`] when the lines of a form are needed and not known.
pub fn fill(template: &str, case: &PromptCase<'_>) -> Result<String, Error> {
    let mut out = String::with_capacity(template.len() + (16 << 10));
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, after)) = after.split_once("}}") else {
            return Err(invalid("a placeholder is not closed by `}}`"));
        };
        out.push_str(&value(name.trim(), case)?);
        rest = after;
    }
    out.push_str(rest);
    Ok(squeeze(&out))
}

fn invalid(message: impl Into<String>) -> Error {
    Error::new(
        ErrorCode::PromptInvalid,
        message,
        "known are {{year}}, {{next_year}}, {{forms}}, {{lines}}, {{files}}, {{state}} and {{web_search}}",
    )
}

fn value(name: &str, case: &PromptCase<'_>) -> Result<String, Error> {
    Ok(match name {
        "year" => case.tax_year.to_string(),
        "next_year" => (case.tax_year + 1).to_string(),
        "forms" => {
            let titles: Vec<&str> = forms(case)?
                .iter()
                .map(|profile| profile.title.as_str())
                .collect();
            titles.join(" and ")
        }
        "lines" => lines(case)?,
        "files" => case
            .files
            .iter()
            .map(|name| format!("- {name}\n"))
            .collect(),
        "state" if case.jurisdiction == Jurisdiction::Us => String::new(),
        "state" => state(case)?,
        "web_search" if case.web_search => WEB_SEARCH.replace("{year}", &case.tax_year.to_string()),
        "web_search" => String::new(),
        other => return Err(invalid(format!("`{other}` is no placeholder"))),
    })
}

const WEB_SEARCH: &str = "You can search the web. Use it where you are unsure of a rule, an amount, \
a table or the wording of a form for tax year {year}: prefer the instructions published by the IRS \
and the state's tax agency, and check that what you find is for {year} and not for another year.\n";

/// The main forms asked for: the federal one, and a state's.
fn forms(case: &PromptCase<'_>) -> Result<Vec<&'static Profile>, Error> {
    let mut wanted = vec![Jurisdiction::Us];
    if case.jurisdiction != Jurisdiction::Us {
        wanted.push(case.jurisdiction);
    }
    wanted
        .into_iter()
        .map(|jurisdiction| {
            let id = format!("{jurisdiction}-ty{:02}", case.tax_year % 100);
            Profile::builtin(&id).ok_or_else(|| {
                Error::new(
                    ErrorCode::ProfileMissing,
                    format!(
                        "the lines of {jurisdiction} {} are not known",
                        case.tax_year
                    ),
                    "write the prompt without {{lines}} and {{forms}}",
                )
            })
        })
        .collect()
}

fn state(case: &PromptCase<'_>) -> Result<String, Error> {
    let title = forms(case)?
        .last()
        .map(|profile| profile.title.clone())
        .unwrap_or_default();
    Ok(format!(
        "This case has a state return as well: after the federal forms, calculate {title} with the \
         state schedules it needs, starting from the amounts of the federal return.\n"
    ))
}

/// The output format with every line of each form.
fn lines(case: &PromptCase<'_>) -> Result<String, Error> {
    let mut out = String::new();
    for profile in forms(case)? {
        // Writing to a String cannot fail.
        let _ = form(&mut out, profile);
    }
    Ok(out)
}

fn form(out: &mut String, profile: &Profile) -> std::fmt::Result {
    let name = profile.form.names.first().map_or("", String::as_str);
    let title = profile.form.titles.first().map_or("", String::as_str);
    if !out.is_empty() {
        out.push('\n');
    }
    writeln!(out, "{name}: {title}\n==================")?;
    out.push_str(match profile.jurisdiction {
        Jurisdiction::Us => FEDERAL_HEADER,
        _ => STATE_HEADER,
    });
    for line in &profile.lines {
        writeln!(
            out,
            "Line {}: {} | [explanation of the calculation, if any] | [amount]",
            line.line, line.label
        )?;
    }
    Ok(())
}

const FEDERAL_HEADER: &str = "\
Filing Status: [filing status]
Your first name and middle initial: [name]
Last name: [name]
Your Social Security Number: [may be left out, for privacy]
If joint return, spouse's first name, middle initial and last name: [name, or blank]
Spouse's Social Security Number: [may be left out, for privacy]
Home address: [address]
Digital Assets: [Yes or No]
Someone can claim you or your spouse as a dependent: [Yes or No]
Born before January 2 of the year that makes 65, or blind: [you, your spouse, or neither]
Dependents: [name, relationship, and which credit each qualifies for; or none]
";

const STATE_HEADER: &str = "\
Filing Status: [filing status]
Residency: [full-year resident, part-year resident or nonresident]
Dependents: [number, or none]
";

/// Drops the empty lines that empty placeholders leave.
fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.lines() {
        empty = if line.trim().is_empty() { empty + 1 } else { 0 };
        if empty < 2 {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(jurisdiction: Jurisdiction, tax_year: u16) -> PromptCase<'static> {
        PromptCase {
            tax_year,
            jurisdiction,
            files: &["w2_1.pdf", "remaining_data.json"],
            web_search: false,
        }
    }

    #[test]
    fn every_line_of_every_form_is_asked_for_and_found_again() {
        for profile in Profile::builtins() {
            let text = prompt(&case(profile.jurisdiction, profile.tax_year)).unwrap();
            let forms = if profile.jurisdiction == Jurisdiction::Us {
                1
            } else {
                2
            };
            assert_eq!(text.matches("\n==================\n").count(), forms + 1);
            for line in &profile.lines {
                let line = format!("\nLine {}: {} | ", line.line, line.label);
                assert!(text.contains(&line), "{}: {line}", profile.id);
            }
            assert!(!text.contains("{{") && !text.contains("\n\n\n"), "{text}");
            assert!(!text.contains("search the web"));
            assert!(text.contains("- w2_1.pdf\n") || profile.tax_year == 2024);
            assert!(text.contains("to test software") && text.contains("privacy"));
        }
    }

    #[test]
    fn searching_is_mentioned_when_it_can_be_done() {
        for year in [2024, 2025] {
            let searching = PromptCase {
                web_search: true,
                ..case(Jurisdiction::Us, year)
            };
            let text = prompt(&searching).unwrap();
            assert!(text.contains("search the web") && !text.contains("{year}"));
        }
    }

    #[test]
    fn templates_of_ones_own() {
        let us = case(Jurisdiction::Us, 2025);
        assert_eq!(
            fill("Do { it } for {{year}}", &us).unwrap(),
            "Do { it } for 2025\n"
        );
        for bad in ["{{who}}", "{{year"] {
            let error = fill(bad, &us).unwrap_err();
            assert_eq!(error.code(), ErrorCode::PromptInvalid);
        }
        assert!(prompt(&case(Jurisdiction::Ca, 2024)).is_err());
        assert!(prompt(&case(Jurisdiction::Us, 2023)).is_err());
    }
}
