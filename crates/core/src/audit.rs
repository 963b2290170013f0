//! Looks for mistakes in an answer key: an expected return that contradicts its own form.
//!
//! A line that is absent is 0, and many totals are absent when they are 0; floors, caps and signs
//! are those of the profile's formulas, which hold what each form prints (Virginia's taxable
//! income may be negative, California's exemption credits may exceed the tax, New York shows
//! credits in full). What another form or element explains is not reported as an error.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::diagnose::TableCheck;
use crate::error::{Error, Position};
use crate::expected::{ExpectedReturn, Jurisdiction};
use crate::formula::{Arithmetic, dollars};
use crate::money::{Cents, Reading, read};
use crate::profile::Profile;

/// What an audit finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FindingCode {
    /// A line is not what the form's formula gives on the other lines.
    FormulaViolation,
    /// The tax is not that of the tax table, where the table applies.
    TaxTable,
    /// A refund and an amount owed in one return.
    RefundAndOwed,
    /// An amount in the form that belongs to no known line.
    UnknownElement,
    /// A line's element occurs more than once.
    RepeatedElement,
    /// A line's value is not an amount.
    NotAnAmount,
    /// The filing status is none that is known.
    UnknownFilingStatus,
    /// The case is named for another jurisdiction or tax year than its return.
    CaseMismatch,
}

/// Something in an expected return that should be looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// What it is.
    pub code: FindingCode,
    /// The line it is about.
    pub line: Option<String>,
    /// The element it is about.
    pub path: Option<String>,
    /// What was found, in a sentence with its numbers.
    pub message: String,
    /// Where in the XML.
    pub position: Option<Position>,
}

/// Audits an expected return under the profile it is graded by; `case` is the name of its case.
///
/// # Errors
/// [`crate::error::ErrorCode::ProfileMismatch`] when the profile is for another return,
/// [`crate::error::ErrorCode::ProfileInvalid`] when its formulas cannot be used.
pub fn audit(
    expected: &ExpectedReturn,
    profile: &Profile,
    case: Option<&str>,
) -> Result<Vec<Finding>, Error> {
    profile.must_fit(expected)?;
    let mut audit = Audit {
        expected,
        profile,
        arithmetic: Arithmetic::new(profile)?,
        amounts: Vec::new(),
        findings: Vec::new(),
    };
    audit.read_amounts();
    audit.repeated();
    let unknown = audit.unknown();
    audit.formulas(&unknown);
    audit.tax_table();
    audit.settlement();
    audit.filing_status();
    audit.case(case);
    Ok(audit.findings)
}

struct Audit<'a> {
    expected: &'a ExpectedReturn,
    profile: &'a Profile,
    arithmetic: Arithmetic,
    amounts: Vec<Cents>,
    findings: Vec<Finding>,
}

impl Audit<'_> {
    fn find(
        &mut self,
        code: FindingCode,
        line: Option<usize>,
        path: Option<&str>,
        message: String,
    ) {
        let known = line.and_then(|line| self.profile.lines.get(line));
        let path = path.or_else(|| known?.xpath.as_deref());
        let position = path
            .and_then(|path| self.expected.value(path))
            .map(|value| Position::at(self.expected.source(), value.offset));
        self.findings.push(Finding {
            code,
            line: known.map(|line| line.line.clone()),
            path: path.map(ToOwned::to_owned),
            message,
            position,
        });
    }

    fn amount(&self, line: usize) -> Cents {
        self.amounts.get(line).copied().unwrap_or_default()
    }

    /// Amounts of all lines: the element's, 0 where there is none; by formula for a line that has
    /// no element in e-file.
    fn read_amounts(&mut self) {
        let mut known = Vec::with_capacity(self.profile.lines.len());
        for (at, line) in self.profile.lines.iter().enumerate() {
            let Some(path) = &line.xpath else {
                known.push(None);
                continue;
            };
            let reading = self
                .expected
                .value(path)
                .map_or(Reading::Blank, |value| read(value.text));
            known.push(match reading {
                Reading::Amount(amount) => Some(amount),
                Reading::Blank => Some(Cents::ZERO),
                Reading::Unreadable(why) => {
                    let message = format!("line {} is not an amount: {}", line.line, why.reason());
                    self.find(FindingCode::NotAnAmount, Some(at), None, message);
                    None
                }
            });
        }
        self.amounts = self.arithmetic.complete(&known);
    }

    fn repeated(&mut self) {
        let lines: HashMap<&str, usize> = self
            .profile
            .lines
            .iter()
            .enumerate()
            .rev()
            .filter_map(|(at, line)| Some((line.xpath.as_deref()?, at)))
            .collect();
        let mut times: HashMap<usize, usize> = HashMap::new();
        for (path, _) in self.expected.values() {
            if let Some(line) = lines.get(path) {
                *times.entry(*line).or_default() += 1;
            }
        }
        let mut repeated: Vec<(usize, usize)> =
            times.into_iter().filter(|(_, count)| *count > 1).collect();
        repeated.sort_unstable();
        for (line, count) in repeated {
            let number = self.profile.lines.get(line).map_or("", |line| &line.line);
            let message =
                format!("the element of line {number} occurs {count} times; the first one counts");
            self.find(FindingCode::RepeatedElement, Some(line), None, message);
        }
    }

    /// Amounts inside the form that belong to no line, with their paths.
    fn unknown(&self) -> Vec<(String, Cents)> {
        let root = self.profile.form.root.as_str();
        let lines: HashSet<&str> = self
            .profile
            .lines
            .iter()
            .filter_map(|line| line.xpath.as_deref())
            .chain(
                self.profile
                    .facts
                    .filing_status
                    .iter()
                    .map(|one| one.xpath.as_str()),
            )
            .collect();
        let values_in_attributes = lines.iter().any(|path| path.contains("/@"));
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for (path, value) in self.expected.values() {
            let Some(inside) = path
                .strip_prefix(root)
                .and_then(|rest| rest.strip_prefix('/'))
            else {
                continue;
            };
            let in_attribute = path.contains("/@");
            let other = self.profile.facts.other_elements.iter().any(|one| {
                inside
                    .strip_prefix(one.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            });
            if lines.contains(path) || other || in_attribute != values_in_attributes {
                continue;
            }
            if let Reading::Amount(amount) = read(value.text)
                && may_be_amount(inside)
                && seen.insert(path)
            {
                found.push((path.to_owned(), amount));
            }
        }
        found
    }

    fn formulas(&mut self, unknown: &[(String, Cents)]) {
        let mut explained: Vec<Vec<&str>> = vec![Vec::new(); unknown.len()];
        let profile = self.profile;
        for (at, line) in profile.lines.iter().enumerate() {
            let Some(formula) = self.arithmetic.formula(at).filter(|_| line.xpath.is_some()) else {
                continue;
            };
            let given = formula.value(&self.amounts);
            let stated = self.amount(at);
            let apart = stated.minus(given);
            if apart == Cents::ZERO {
                continue;
            }
            let cause = unknown
                .iter()
                .position(|(_, amount)| amount.abs() == apart.abs());
            if let Some(lines) = cause.and_then(|cause| explained.get_mut(cause)) {
                lines.push(&line.line);
                continue;
            }
            let message = format!(
                "line {} is {}, but {} gives {} ({})",
                line.line,
                dollars(stated),
                line.formula.as_deref().unwrap_or_default(),
                dollars(given),
                formula.with_amounts(&self.amounts)
            );
            self.find(FindingCode::FormulaViolation, Some(at), None, message);
        }
        for ((path, amount), lines) in unknown.iter().zip(explained) {
            let name = path
                .strip_prefix(profile.form.root.as_str())
                .unwrap_or(path);
            let mut message = format!(
                "`{}` holds {} and is no line of {}",
                name.trim_start_matches('/'),
                dollars(*amount),
                profile.title
            );
            if !lines.is_empty() {
                let lines = lines.join(", ");
                message.push_str(&format!("; it explains the formula of line {lines}"));
            }
            self.find(FindingCode::UnknownElement, None, Some(path), message);
        }
    }

    fn tax_table(&mut self) {
        let profile = self.profile;
        for (at, line) in profile.lines.iter().enumerate() {
            let Some(table) = &line.tax_table else {
                continue;
            };
            let check = TableCheck::new(profile, table, self.expected, &self.amounts);
            let TableCheck::Applies(rule) = check else {
                continue;
            };
            let (stated, right) = (self.amount(at), rule.tax(&self.amounts));
            if stated != right {
                let income = self.amount(rule.income);
                let message = format!(
                    "line {} is {}, but {} gives {} on taxable income of {}",
                    line.line,
                    dollars(stated),
                    rule.place(income),
                    dollars(right),
                    dollars(income)
                );
                self.find(FindingCode::TaxTable, Some(at), None, message);
            }
        }
    }

    fn settlement(&mut self) {
        let facts = &self.profile.facts;
        let (Some(refund), Some(owed)) = (&facts.refund, &facts.owed) else {
            return;
        };
        let (Some(refund_at), Some(owed_at)) =
            (self.profile.position(refund), self.profile.position(owed))
        else {
            return;
        };
        let (paid_out, due) = (self.amount(refund_at), self.amount(owed_at));
        if paid_out != Cents::ZERO && due != Cents::ZERO {
            let message = format!(
                "a refund of {} on line {refund} and {} owed on line {owed}",
                dollars(paid_out),
                dollars(due)
            );
            self.find(FindingCode::RefundAndOwed, Some(owed_at), None, message);
        }
    }

    fn filing_status(&mut self) {
        let facts = &self.profile.facts;
        if facts.filing_status_of(self.expected).is_some() {
            return;
        }
        let stated = facts.filing_status.iter().find_map(|element| {
            let value = self.expected.value(&element.xpath)?;
            Some((element.xpath.as_str(), value.text))
        });
        if let Some((path, text)) = stated.filter(|(_, text)| !text.is_empty()) {
            let message = format!("the filing status `{text}` is none that is known");
            self.find(FindingCode::UnknownFilingStatus, None, Some(path), message);
        }
    }

    fn case(&mut self, case: Option<&str>) {
        let Some(case) = case else { return };
        let identity = self.expected.identity();
        let named = Jurisdiction::from_case_name(case);
        let year: Option<u16> = named
            .and_then(|_| case.get(2..4))
            .and_then(|digits| digits.parse().ok())
            .map(|year: u16| 2000 + year);
        let other = named.is_some_and(|named| named != identity.jurisdiction)
            || year.is_some_and(|year| year != identity.tax_year);
        if other {
            let message = format!(
                "the case `{case}` is by its name for {} {}, its return is for {} {}",
                named.map_or("", Jurisdiction::as_str),
                year.unwrap_or(identity.tax_year),
                identity.jurisdiction,
                identity.tax_year
            );
            self.find(FindingCode::CaseMismatch, None, None, message);
        }
    }
}

/// Whether an element can hold an amount, by the naming rules of e-file schemas: `…Cd` is a code,
/// `…Cnt` a count, `…Ind` a box.
fn may_be_amount(path: &str) -> bool {
    const NO_AMOUNTS: [&str; 18] = [
        "Cd",
        "Cnt",
        "Ind",
        "Txt",
        "Nm",
        "Num",
        "Dt",
        "Yr",
        "SSN",
        "EIN",
        "PIN",
        "Pct",
        "Rt",
        "Box",
        "Chkbx",
        "Indicator",
        "Count",
        "Code",
    ];
    let element = path.split("/@").next().unwrap_or(path);
    !NO_AMOUNTS.iter().any(|ending| element.ends_with(ending))
}

#[cfg(test)]
mod tests;
