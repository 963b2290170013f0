//! The expected return as a diagnosis needs it, prepared once.

use super::chain::Chain;
use super::lines::Lines;
use super::own::Own;
use super::table::{TableCheck, TableRule};
use super::{Diagnosis, mend, words};
use crate::error::Error;
use crate::expected::ExpectedReturn;
use crate::formula::{Arithmetic, Formula};
use crate::grade::{AnswerKey, GradedReturn};
use crate::money::Cents;
use crate::sort::sort_lines;

/// Finds out why lines are wrong; prepared once for an answer key, used for any number of graded
/// returns.
///
/// ```
/// use taxgrade::{AnswerKey, Examiner, ExpectedReturn, Mode, Profile};
///
/// let xml = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
///            <IndividualReturnFilingStatusCd>4</IndividualReturnFilingStatusCd>\
///            <TaxableIncomeAmt>26000</TaxableIncomeAmt><TaxAmt>2792</TaxAmt>\
///            </IRS1040></ReturnData></Return>";
/// let expected = ExpectedReturn::parse(xml)?;
/// let key = AnswerKey::new(&expected, Profile::for_return(&expected)?)?;
/// let response = "Line 15: Taxable income | | 26000\nLine 16: Tax | | 2789";
/// let graded = key.grade(response, Mode::Robust)?;
/// let diagnosis = Examiner::new(&key, &expected)?.diagnose(&key, &graded, response);
/// assert_eq!(diagnosis.summary, "1 wrong line, 1 root: line 16 used the rate formula");
/// # Ok::<(), taxgrade::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Examiner {
    pub(super) arithmetic: Arithmetic,
    /// The expected amount of every line; by formula, else 0, where there is no element.
    pub(super) reference: Vec<Cents>,
    /// By how much the expected return departs from each formula: amounts on lines that e-file
    /// has and the profile does not.
    pub(super) offsets: Vec<Cents>,
    pub(super) tables: Vec<Option<TableCheck>>,
    /// The lines that each line is computed from, each once.
    pub(super) inputs: Vec<Vec<usize>>,
}

/// How a line is computed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule<'a> {
    Formula(&'a Formula),
    Table(&'a TableRule),
}

impl Examiner {
    /// Prepares the diagnosis of returns that are graded by `key`, which was made from `expected`.
    ///
    /// # Errors
    /// [`crate::error::ErrorCode::ProfileInvalid`] when a formula of the profile cannot be used.
    pub fn new(key: &AnswerKey, expected: &ExpectedReturn) -> Result<Self, Error> {
        let profile = key.profile();
        let arithmetic = Arithmetic::new(profile)?;
        let known: Vec<Option<Cents>> = (0..profile.lines.len())
            .map(|line| key.expected(line))
            .collect();
        let reference = arithmetic.complete(&known);
        let offsets = reference
            .iter()
            .enumerate()
            .map(|(line, amount)| {
                arithmetic.formula(line).map_or(Cents::ZERO, |formula| {
                    amount.minus(formula.value(&reference))
                })
            })
            .collect();
        let tables: Vec<Option<TableCheck>> = profile
            .lines
            .iter()
            .enumerate()
            .map(|(at, line)| {
                let table = line.tax_table.as_ref()?;
                let check = TableCheck::new(profile, table, expected, &reference);
                Some(check.where_it_holds(&reference, at))
            })
            .collect();
        let mut examiner = Self {
            arithmetic,
            reference,
            offsets,
            tables,
            inputs: Vec::new(),
        };
        examiner.inputs = (0..profile.lines.len())
            .map(|line| {
                let mut inputs = match examiner.rule(line) {
                    Some(Rule::Formula(formula)) => formula.inputs(),
                    Some(Rule::Table(table)) => vec![table.income],
                    None => Vec::new(),
                };
                sort_lines(&mut inputs);
                inputs
            })
            .collect();
        Ok(examiner)
    }

    /// Explains every wrong line of a graded return; `response` is the text that was graded.
    #[must_use]
    pub fn diagnose(&self, key: &AnswerKey, graded: &GradedReturn, response: &str) -> Diagnosis {
        let own = Own::new(self, key, graded);
        let chain = Chain::new(self, key, graded, response, &own);
        let mended = chain
            .roots
            .iter()
            .map(|root| mend::mended(self, key, graded, &own, &chain, *root))
            .collect();
        let wrong = chain.wrong;
        let summary = words::summary(key, graded, &chain);
        Diagnosis {
            summary,
            wrong,
            first: chain.first,
            roots: chain.roots,
            lines: chain.lines,
            mended,
            right_anyway: chain.right_anyway,
        }
    }

    pub(super) fn rule(&self, line: usize) -> Option<Rule<'_>> {
        if let Some(TableCheck::Applies(rule)) = self.tables.get(line)? {
            return Some(Rule::Table(rule));
        }
        self.arithmetic.formula(line).map(Rule::Formula)
    }

    /// What a line's formula or table gives on some amounts; `None` for an entered line.
    pub(super) fn by_rule(&self, line: usize, amounts: &[Cents]) -> Option<Cents> {
        Some(match self.rule(line)? {
            Rule::Formula(formula) => formula.value(amounts),
            Rule::Table(table) => table.tax(amounts),
        })
    }

    pub(super) fn reference(&self, line: usize) -> Cents {
        self.reference.get(line).copied().unwrap_or_default()
    }

    /// How far the expected return is from the line's formula; 0 for a tax table.
    pub(super) fn offset(&self, line: usize) -> Cents {
        match self.rule(line) {
            Some(Rule::Formula(_)) => self.offsets.get(line).copied().unwrap_or_default(),
            _ => Cents::ZERO,
        }
    }

    /// Whether a line is computed from another, directly or through lines between them.
    pub(super) fn is_computed_from(&self, line: usize, other: usize) -> bool {
        let mut seen = Lines::default();
        let mut waiting = vec![line];
        while let Some(one) = waiting.pop() {
            for input in self.inputs(one).iter().copied() {
                if input == other {
                    return true;
                }
                if seen.insert(input) {
                    waiting.push(input);
                }
            }
        }
        false
    }

    pub(super) fn inputs(&self, line: usize) -> &[usize] {
        self.inputs.get(line).map_or(&[], Vec::as_slice)
    }
}
