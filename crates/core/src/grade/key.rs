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

impl Stated {
    const MISSING: Self = Self {
        reading: Reading::Blank,
        missing: true,
        matched_by: None,
        span: None,
        upstream: Cents::ZERO,
    };
}

impl AnswerKey {
    /// Looks up the expected amount of every line.
    ///
    /// # Errors
    /// [`ErrorCode::ProfileMismatch`] when the profile is for another jurisdiction or year;
    /// [`ErrorCode::ExpectedAmount`] when a scored value is not an amount.
    pub fn new(expected: &ExpectedReturn, profile: &Profile) -> Result<Self, Error> {
        profile.must_fit(expected)?;
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

    /// The profile's numbers and labels, for finding lines in a response.
    pub(crate) const fn index(&self) -> &LineIndex {
        &self.index
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
        let mut grading = Grading {
            key: self,
            mode,
            response,
            tally: Tally::default(),
            lines: Vec::with_capacity(self.profile.lines.len()),
            warnings: self.warnings.clone(),
        };
        let format = match read_structured(response, &self.profile, &self.index) {
            Some(structured) => {
                let format = structured.format;
                grading.structured(structured);
                format
            }
            None => {
                grading.text();
                Format::Text
            }
        };
        let Grading {
            tally,
            lines,
            mut warnings,
            ..
        } = grading;
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

    fn verdict(&self, actual: Option<Cents>, expected: Cents) -> Verdict {
        match actual {
            Some(actual) if actual == expected => Verdict::Exact,
            Some(actual) if actual.minus(expected).abs() <= self.tolerance => Verdict::Within,
            _ => Verdict::Wrong,
        }
    }
}

/// A response on its way to being graded.
struct Grading<'a> {
    key: &'a AnswerKey,
    mode: Mode,
    response: &'a str,
    tally: Tally,
    lines: Vec<GradedLine>,
    warnings: Vec<Warning>,
}

impl Grading<'_> {
    /// Grades the lines of a text.
    fn text(&mut self) {
        let (located, conflicts) = locate(self.response, &self.key.index);
        for conflict in conflicts {
            let Some(line) = self.key.profile.lines.get(conflict.line) else {
                continue;
            };
            self.warnings.push(Warning {
                code: "conflicting-lines",
                message: format!(
                    "line {} is stated more than once; the last one counts, `{}` does not",
                    line.line,
                    shorten(conflict.passed_over.trim())
                ),
                span: Some(range_in(self.response, conflict.passed_over)),
            });
        }
        for located in &located {
            let upstream = located.upstream().map_or(Cents::ZERO, read_upstream);
            self.line(match &located.chosen {
                None => Stated {
                    upstream,
                    ..Stated::MISSING
                },
                Some((entry, matched_by)) => {
                    let (reading, within) = read_field(entry.field);
                    let start = range_in(self.response, entry.field).start;
                    Stated {
                        reading,
                        missing: false,
                        matched_by: Some(*matched_by),
                        span: Some(start + within.start..start + within.end),
                        upstream,
                    }
                }
            });
        }
    }

    /// Grades a structured answer. The upstream evaluator knows lines of text alone, so to it
    /// every line of such an answer is 0.
    fn structured(&mut self, structured: Structured) {
        if !structured.unknown.is_empty() {
            let names: Vec<String> = structured
                .unknown
                .iter()
                .take(5)
                .map(|name| format!("`{}`", shorten(name)))
                .collect();
            self.warnings.push(Warning {
                code: "unknown-lines",
                message: format!(
                    "{} of the answer's keys are no line of the form: {}",
                    structured.unknown.len(),
                    names.join(", ")
                ),
                span: None,
            });
        }
        for line in structured.lines {
            self.line(match line {
                None => Stated::MISSING,
                Some(line) => Stated {
                    reading: line.reading,
                    missing: false,
                    matched_by: Some(line.matched_by),
                    span: Some(line.span),
                    upstream: Cents::ZERO,
                },
            });
        }
    }

    /// Grades the next line of the profile.
    fn line(&mut self, stated: Stated) {
        let index = self.lines.len();
        let Some(line) = self.key.profile.lines.get(index) else {
            return;
        };
        let robust = match stated.reading {
            Reading::Amount(amount) => Some(amount),
            Reading::Blank => Some(Cents::ZERO),
            Reading::Unreadable(_) => None,
        };
        let (actual, other_actual) = match self.mode {
            Mode::Robust => (robust, Some(stated.upstream)),
            Mode::Upstream => (Some(stated.upstream), robust),
        };
        let reading = match stated.reading {
            _ if stated.missing => LineReading::Missing,
            Reading::Amount(_) => LineReading::Amount,
            Reading::Blank => LineReading::Blank,
            Reading::Unreadable(why) => LineReading::Unreadable(why),
        };
        let expected = self.key.expected(index);
        let against = |actual| expected.map(|expected| self.key.verdict(actual, expected));
        let (verdict, other_verdict) = (against(actual), against(other_actual));
        if line.scored {
            self.tally.own.count(verdict.unwrap_or(Verdict::Wrong));
            self.tally
                .other
                .count(other_verdict.unwrap_or(Verdict::Wrong));
            if let LineReading::Unreadable(why) = reading {
                let text = stated.span.clone().and_then(|span| self.response.get(span));
                self.warnings.push(Warning {
                    code: "unreadable-amount",
                    message: format!(
                        "line {}: `{}` is not an amount: {}",
                        line.line,
                        shorten(text.unwrap_or_default()),
                        why.reason()
                    ),
                    span: stated.span.clone(),
                });
            }
        }
        self.lines.push(GradedLine {
            index,
            expected,
            actual,
            verdict,
            other_verdict,
            other_actual,
            reading,
            matched_by: stated.matched_by,
            span: stated.span,
        });
    }
}

/// A text for a message, cut where it grows long.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST).chain(['\u{2026}']).collect()
}
