//! All formulas of a profile, in an order in which each can be computed.

use super::Formula;
use crate::error::{Error, ErrorCode};
use crate::money::Cents;
use crate::profile::Profile;
use crate::sort::sort_by;

/// The formulas of a profile's lines, read once, with the order to compute them in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arithmetic {
    formulas: Vec<Option<Formula>>,
    /// Every line once, after all lines that it is computed from.
    order: Vec<usize>,
}

impl Arithmetic {
    /// Reads the formulas of a profile.
    ///
    /// # Errors
    /// [`ErrorCode::ProfileInvalid`] for a formula that cannot be read, that names a line the
    /// profile does not have, or that needs its own result.
    pub fn new(profile: &Profile) -> Result<Self, Error> {
        let number = |at: usize| profile.lines.get(at).map_or("", |line| line.line.as_str());
        let mut by_number: Vec<usize> = (0..profile.lines.len()).collect();
        sort_by(&mut by_number, |a, b| number(*a).cmp(number(*b)));
        let find = |wanted: &str| {
            let at = by_number.binary_search_by(|at| number(*at).cmp(wanted));
            by_number.get(at.ok()?).copied()
        };
        let mut formulas = Vec::with_capacity(profile.lines.len());
        let mut inputs: Vec<Vec<usize>> = Vec::with_capacity(profile.lines.len());
        for line in &profile.lines {
            let formula = match &line.formula {
                Some(text) => Some(Formula::parse(text, find).map_err(|error| {
                    Error::new(
                        error.code(),
                        format!("line {}: {}", line.line, error.message()),
                        error.help(),
                    )
                })?),
                None => None,
            };
            let mut reads = formula.as_ref().map(Formula::inputs).unwrap_or_default();
            for number in line.tax_table.iter().flat_map(|table| table.lines()) {
                reads.push(find(number).ok_or_else(|| {
                    Error::new(
                        ErrorCode::ProfileInvalid,
                        format!(
                            "the tax table of line {} names line `{number}`, which there is not",
                            line.line
                        ),
                        "correct the profile",
                    )
                })?);
            }
            formulas.push(formula);
            inputs.push(reads);
        }
        let order = order(&inputs).map_err(|circular| {
            Error::new(
                ErrorCode::ProfileInvalid,
                format!(
                    "the formula of line {} needs its own result",
                    number(circular)
                ),
                "correct the profile: a line may be computed from other lines only",
            )
        })?;
        Ok(Self { formulas, order })
    }

    /// The formula of a line; `None` for a line that is entered.
    #[must_use]
    pub fn formula(&self, line: usize) -> Option<&Formula> {
        self.formulas.get(line)?.as_ref()
    }

    /// Every line once, after all lines that it is computed from.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Fills in every line that has no amount: what its formula gives, or 0.
    #[must_use]
    pub fn complete(&self, amounts: &[Option<Cents>]) -> Vec<Cents> {
        let mut all: Vec<Cents> = self
            .formulas
            .iter()
            .enumerate()
            .map(|(line, _)| amounts.get(line).copied().flatten().unwrap_or_default())
            .collect();
        for line in self.order.iter().copied() {
            if amounts.get(line).copied().flatten().is_none()
                && let Some(formula) = self.formula(line)
            {
                let given = formula.value(&all);
                if let Some(slot) = all.get_mut(line) {
                    *slot = given;
                }
            }
        }
        all
    }
}

/// Lines after their inputs (Kahn's algorithm); `Err` with a line that waits for itself.
fn order(inputs: &[Vec<usize>]) -> Result<Vec<usize>, usize> {
    let mut waits: Vec<usize> = inputs.iter().map(Vec::len).collect();
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); inputs.len()];
    for (line, reads) in inputs.iter().enumerate() {
        for input in reads {
            if let Some(readers) = readers.get_mut(*input) {
                readers.push(line);
            }
        }
    }
    let mut ready: Vec<usize> = waits
        .iter()
        .enumerate()
        .filter(|(_, count)| **count == 0)
        .map(|(line, _)| line)
        .collect();
    let mut at = 0;
    while let Some(line) = ready.get(at).copied() {
        at += 1;
        for reader in readers.get(line).into_iter().flatten() {
            if let Some(count) = waits.get_mut(*reader) {
                *count -= 1;
                if *count == 0 {
                    ready.push(*reader);
                }
            }
        }
    }
    if ready.len() == inputs.len() {
        return Ok(ready);
    }
    Err(on_circle(inputs, &waits))
}

/// A line on a circle: going back from any line that still waits, the first one met twice.
fn on_circle(inputs: &[Vec<usize>], waits: &[usize]) -> usize {
    let waiting = |line: &usize| waits.get(*line).is_some_and(|count| *count > 0);
    let mut line = (0..waits.len()).find(waiting).unwrap_or_default();
    for _ in 0..waits.len() {
        let back = inputs.get(line).and_then(|reads| {
            let mut reads = reads.iter().copied();
            reads.find(waiting)
        });
        line = back.unwrap_or(line);
    }
    line
}
