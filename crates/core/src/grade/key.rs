//! The answer key: expected amounts of a profile's lines, prepared once and compared many times.

use super::{GradedLine, GradedReturn, LineReading, Mode, Score, Tally, Verdict, Warning};
use crate::error::{Error, ErrorCode};
use crate::expected::ExpectedReturn;
use crate::money::{Cents, Reading, read, read_field, read_upstream};
use crate::profile::Profile;
use crate::response::{
    Format, LineIndex, MatchedBy, Structured, check_size, locate, range_in, read_structured,
};

/// The largest difference that still counts as right leniently: $5 (TaxCalcBench, "Correct returns
/// (lenient)").
pub const TOLERANCE: Cents = Cents::from_dollars(5);

/// An expected return under a profile, ready to grade any number of responses.
#[derive(Debug, Clone)]
pub struct AnswerKey {
    profile: Profile,
    index: LineIndex,
    expected: Vec<Option<Cents>>,
    tolerance: Cents,
    warnings: Vec<Warning>,
}

/// What a response states for one line, in both modes.
struct Stated {
    reading: Reading,
    missing: bool,
    matched_by: Option<MatchedBy>,
    span: Option<std::ops::Range<usize>>,
    upstream: Cents,
}

impl AnswerKey {
    /// Looks up the expected amount of every line.
    ///
    /// # Errors
    /// [`ErrorCode::ProfileMismatch`] when the profile is for another jurisdiction or year;
    /// [`ErrorCode::ExpectedAmount`] when a scored value is not an amount.
    pub fn new(expected: &ExpectedReturn, profile: &Profile) -> Result<Self, Error> {
        let identity = expected.identity();
        if profile.jurisdiction != identity.jurisdiction || profile.tax_year != identity.tax_year {
            return Err(Error::new(
                ErrorCode::ProfileMismatch,
                format!(
                    "the profile `{}` is for {} {}, the expected return is {} {}",
                    profile.id,
                    profile.jurisdiction,
                    profile.tax_year,
                    identity.jurisdiction,
                    identity.tax_year
                ),
                "pass the profile for this return, or none to have it chosen",
            ));
        }
        let mut amounts = Vec::with_capacity(profile.lines.len());
        let mut warnings = Vec::new();
        for line in &profile.lines {
            let Some(path) = &line.xpath else {
                amounts.push(None);
                continue;
            };
            let Some(value) = expected.value(path) else {
                amounts.push(Some(Cents::ZERO));
                continue;
            };
            match read(value.text) {
                Reading::Amount(amount) => amounts.push(Some(amount)),
                Reading::Blank => amounts.push(Some(Cents::ZERO)),
                Reading::Unreadable(why) if line.scored => {
                    return Err(Error::new(
                        ErrorCode::ExpectedAmount,
                        format!(
                            "line {}, `{path}`: `{}` is not an amount: {}",
                            line.line,
                            shorten(value.text),
                            why.reason()
                        ),
                        "correct the expected return, or the profile's path",
                    )
                    .at(expected.source(), value.offset));
                }
                Reading::Unreadable(_) => amounts.push(None),
            }
        }
        let paths: Vec<&str> = profile
            .lines
            .iter()
            .filter_map(|line| line.xpath.as_deref())
            .collect();
        for duplicate in expected.duplicates() {
            if paths.contains(&duplicate.path.as_str()) {
                warnings.push(Warning {
                    code: "repeated-element",
                    message: format!(
                        "the expected return has `{}` more than once; the first value counts, `{}` does not",
                        duplicate.path,
                        shorten(&duplicate.ignored)
                    ),
                    span: None,
                });
            }
        }
        Ok(Self {
            profile: profile.clone(),
            index: LineIndex::new(profile),
            expected: amounts,
            tolerance: TOLERANCE,
            warnings,
        })
    }

    /// A key without expected amounts, for reading a response that is compared with nothing: every
    /// line is found and read as it would be, and has no verdict.
    #[must_use]
    pub fn blank(profile: &Profile) -> Self {
        Self {
            profile: profile.clone(),
            index: LineIndex::new(profile),
            expected: vec![None; profile.lines.len()],
            tolerance: TOLERANCE,
            warnings: Vec::new(),
        }
    }

    /// The same key with another tolerance for lenient scores.
    #[must_use]
    pub const fn with_tolerance(mut self, tolerance: Cents) -> Self {
        self.tolerance = tolerance.abs();
        self
    }

    /// The profile that is graded by.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The largest difference that counts as right leniently.
    #[must_use]
    pub const fn tolerance(&self) -> Cents {
        self.tolerance
    }

    /// The expected amount of a line of the profile; `None` where e-file has no element for it.
    #[must_use]
    pub fn expected(&self, line: usize) -> Option<Cents> {
        self.expected.get(line).copied().flatten()
    }

    /// What an answer without any line would score: many expected lines are 0, and a score means
    /// something only above this one.
    #[must_use]
    pub fn empty_answer(&self) -> Score {
        let mut score = Score::default();
        for (line, expected) in self.profile.lines.iter().zip(&self.expected) {
            if line.scored {
                score.count(self.verdict(Some(Cents::ZERO), expected.unwrap_or_default()));
            }
        }
        score
    }

    /// Grades one response.
    ///
    /// # Errors
    /// [`ErrorCode::ResponseLimit`] for a response beyond [`crate::response::MAX_BYTES`]. No other
    /// text is refused: an answer that cannot be read is graded as one.
    pub fn grade(&self, response: &str, mode: Mode) -> Result<GradedReturn, Error> {
        check_size(response)?;
        let mut warnings = self.warnings.clone();
        let (format, stated) = match read_structured(response, &self.profile, &self.index) {
            Some(structured) => (
                structured.format,
                structured_lines(structured, &mut warnings),
            ),
            None => (Format::Text, self.text_lines(response, &mut warnings)),
        };
        let mut tally = Tally::default();
        let mut lines = Vec::with_capacity(stated.len());
        for (index, stated) in stated.into_iter().enumerate() {
            let line = self.line(index, stated, mode, response, &mut warnings);
            if self
                .profile
                .lines
                .get(index)
                .is_some_and(|line| line.scored)
            {
                tally.own.count(line.verdict.unwrap_or(Verdict::Wrong));
                tally
                    .other
                    .count(line.other_verdict.unwrap_or(Verdict::Wrong));
            }
            lines.push(line);
        }
        if lines
            .iter()
            .all(|line| line.reading == LineReading::Missing)
        {
            warnings.push(Warning {
                code: "no-lines",
                message: format!(
                    "the response has no line of {}; every line counts as 0",
                    self.profile
                        .form
                        .names
                        .first()
                        .map_or("the form", String::as_str)
                ),
                span: None,
            });
        }
        Ok(GradedReturn {
            mode,
            format,
            score: tally.own,
            other_score: tally.other,
            lines,
            warnings,
        })
    }

    fn text_lines(&self, response: &str, warnings: &mut Vec<Warning>) -> Vec<Stated> {
        let (located, conflicts) = locate(response, &self.index);
        for conflict in conflicts {
            let Some(line) = self.profile.lines.get(conflict.line) else {
                continue;
            };
            warnings.push(Warning {
                code: "conflicting-lines",
                message: format!(
                    "line {} is stated more than once; the last one counts, `{}` does not",
                    line.line,
                    shorten(conflict.passed_over.trim())
                ),
                span: Some(range_in(response, conflict.passed_over)),
            });
        }
        located
            .into_iter()
            .map(|located| {
                let upstream = located.upstream.map_or(Cents::ZERO, read_upstream);
                let Some((entry, matched_by)) = located.chosen else {
                    return Stated {
                        reading: Reading::Blank,
                        missing: true,
                        matched_by: None,
                        span: None,
                        upstream,
                    };
                };
                let (reading, within) = read_field(entry.field);
                let start = range_in(response, entry.field).start;
                Stated {
                    reading,
                    missing: false,
                    matched_by: Some(matched_by),
                    span: Some(start + within.start..start + within.end),
                    upstream,
                }
            })
            .collect()
    }

    fn line(
        &self,
        index: usize,
        stated: Stated,
        mode: Mode,
        response: &str,
        warnings: &mut Vec<Warning>,
    ) -> GradedLine {
        let robust = match stated.reading {
            Reading::Amount(amount) => Some(amount),
            Reading::Blank => Some(Cents::ZERO),
            Reading::Unreadable(_) => None,
        };
        let (actual, other_actual) = match mode {
            Mode::Robust => (robust, Some(stated.upstream)),
            Mode::Upstream => (Some(stated.upstream), robust),
        };
        let expected = self.expected(index);
        let reading = match stated.reading {
            _ if stated.missing => LineReading::Missing,
            Reading::Amount(_) => LineReading::Amount,
            Reading::Blank => LineReading::Blank,
            Reading::Unreadable(why) => LineReading::Unreadable(why),
        };
        let line = self.profile.lines.get(index);
        if let (LineReading::Unreadable(why), Some(line)) =
            (reading, line.filter(|line| line.scored))
        {
            let text = stated
                .span
                .clone()
                .and_then(|span| response.get(span))
                .unwrap_or_default();
            warnings.push(Warning {
                code: "unreadable-amount",
                message: format!(
                    "line {}: `{}` is not an amount: {}",
                    line.line,
                    shorten(text),
                    why.reason()
                ),
                span: stated.span.clone(),
            });
        }
        let against = |actual| expected.map(|expected| self.verdict(actual, expected));
        GradedLine {
            index,
            expected,
            actual,
            verdict: against(actual),
            other_verdict: against(other_actual),
            other_actual,
            reading,
            matched_by: stated.matched_by,
            span: stated.span,
        }
    }

    fn verdict(&self, actual: Option<Cents>, expected: Cents) -> Verdict {
        match actual {
            Some(actual) if actual == expected => Verdict::Exact,
            Some(actual) if actual.minus(expected).abs() <= self.tolerance => Verdict::Within,
            _ => Verdict::Wrong,
        }
    }
}

/// The upstream evaluator knows lines of text alone: a structured answer is 0 to it throughout.
fn structured_lines(structured: Structured, warnings: &mut Vec<Warning>) -> Vec<Stated> {
    if !structured.unknown.is_empty() {
        let names: Vec<String> = structured
            .unknown
            .iter()
            .take(5)
            .map(|name| format!("`{}`", shorten(name)))
            .collect();
        warnings.push(Warning {
            code: "unknown-lines",
            message: format!(
                "{} of the answer's keys are no line of the form: {}",
                structured.unknown.len(),
                names.join(", ")
            ),
            span: None,
        });
    }
    structured
        .lines
        .into_iter()
        .map(|line| match line {
            Some(line) => Stated {
                reading: line.reading,
                missing: false,
                matched_by: Some(line.matched_by),
                span: Some(line.span),
                upstream: Cents::ZERO,
            },
            None => Stated {
                reading: Reading::Blank,
                missing: true,
                matched_by: None,
                span: None,
                upstream: Cents::ZERO,
            },
        })
        .collect()
}

/// A text for a message, cut where it grows long.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['\u{2026}']).collect()
}
