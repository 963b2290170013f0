//! The answer key: expected amounts of a profile's lines, prepared once and compared many times.

use std::sync::Arc;

use super::indexed::Indexed;
use super::{GradedLine, GradedReturn, LineReading, Mode, Score, Tally, Verdict, Warning};
use crate::error::{Error, ErrorCode};
use crate::expected::ExpectedReturn;
use crate::money::{Cents, Reading, read, read_field, read_upstream};
use crate::profile::Profile;
use crate::response::{
    Broken, Conflict, Data, Format, LineIndex, Located, MatchedBy, Structured, check_size, locate,
    range_in, read_structured,
};

/// The largest difference that still counts as right leniently: $5 (TaxCalcBench, "Correct returns
/// (lenient)").
pub const TOLERANCE: Cents = Cents::from_dollars(5);

/// An expected return under a profile, ready to grade any number of responses.
#[derive(Debug, Clone)]
pub struct AnswerKey {
    form: Arc<Indexed>,
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
                if let Some(inside) = expected.group_at(path).filter(|_| line.scored) {
                    return Err(Error::new(
                        ErrorCode::ExpectedAmount,
                        format!(
                            "line {}, `{path}`: there are elements in it, and no amount",
                            line.line
                        ),
                        "correct the expected return, or the profile's path",
                    )
                    .at(expected.source(), inside));
                }
                // New York's and Virginia's schemas hold amounts in an attribute of that name.
                let beside = expected.value(&[path, "/@claimed"].concat());
                let is_amount =
                    beside.is_some_and(|value| matches!(read(value.text), Reading::Amount(_)));
                if is_amount && line.scored {
                    warnings.push(Warning {
                        code: "amount-in-attribute",
                        message: format!(
                            "line {}, `{path}`: the element has no amount and counts as 0; if its \
                             attribute is the amount, the profile's path has to end in `/@claimed`",
                            line.line
                        ),
                        span: None,
                    });
                }
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
            form: Indexed::of(profile),
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
            form: Indexed::of(profile),
            expected: vec![None; profile.lines.len()],
            tolerance: TOLERANCE,
            warnings: Vec::new(),
        }
    }

    /// The same key with another tolerance for lenient scores.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: Cents) -> Self {
        self.tolerance = tolerance.abs();
        self
    }

    /// The profile that is graded by.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.form.profile
    }

    /// The largest difference that counts as right leniently.
    #[must_use]
    pub const fn tolerance(&self) -> Cents {
        self.tolerance
    }

    /// The profile's numbers and labels, for finding lines in a response.
    pub(crate) fn index(&self) -> &LineIndex {
        &self.form.index
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
        for (line, expected) in self.profile().lines.iter().zip(&self.expected) {
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
            lines: Vec::with_capacity(self.profile().lines.len()),
            warnings: self.warnings.clone(),
        };
        grading.replaced_characters();
        let format = grading.response();
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
                    self.profile()
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
    /// Grades the response as text or as data, whichever it is.
    fn response(&mut self) -> Format {
        let mut text = None;
        let (response, index) = (self.response, self.key.index());
        let Data { answer, broken } = read_structured(response, self.key.profile(), index, || {
            let (located, _) = text.insert(locate(response, index));
            self.stated_scored(located)
        });
        match answer {
            Some(answer) => {
                let format = answer.format;
                if let Some((located, _)) = &text {
                    self.compare_with_text(&answer, located);
                }
                self.structured(answer);
                format
            }
            None => {
                let (located, conflicts) = text.unwrap_or_else(|| locate(response, index));
                if let Some(broken) = broken.filter(|_| self.stated_scored(&located) == 0) {
                    self.broken(broken);
                }
                self.text(&located, conflicts);
                Format::Text
            }
        }
    }

    /// Reports characters that stand where bytes could not be read as text.
    fn replaced_characters(&mut self) {
        const REPLACEMENT: &str = "\u{fffd}";
        // Hardly any answer holds the character's first byte.
        let bytes = self.response.as_bytes();
        let may_have = memchr::memchr(0xef, bytes).is_some();
        let Some(first) = may_have.then(|| self.response.find(REPLACEMENT)).flatten() else {
            return;
        };
        let count = match self.response.matches(REPLACEMENT).count() {
            1 => "a replacement character".to_owned(),
            count => format!("{count} replacement characters"),
        };
        self.warnings.push(Warning {
            code: "replaced-characters",
            message: format!(
                "the response has {count} (U+FFFD), which stands for bytes that are not UTF-8; no \
                 amount with one in it is read"
            ),
            span: Some(first..first + REPLACEMENT.len()),
        });
    }

    /// How many scored lines a text states.
    fn stated_scored(&self, located: &[Located<'_>]) -> usize {
        let lines = self.key.profile().lines.iter().zip(located);
        lines
            .filter(|(line, located)| line.scored && located.chosen.is_some())
            .count()
    }

    /// Reports where the text beside an answer that is data states other amounts.
    fn compare_with_text(&mut self, answer: &Structured, located: &[Located<'_>]) {
        let mut span = None;
        let mut differing: Vec<&str> = Vec::new();
        let lines = self
            .key
            .profile()
            .lines
            .iter()
            .zip(&answer.lines)
            .zip(located);
        for ((line, stated), located) in lines {
            let (Some(stated), Some(chosen)) = (stated, &located.chosen) else {
                continue;
            };
            let (reading, _) = read_field(chosen.field);
            if line.scored && matches!(reading, Reading::Amount(_)) && reading != stated.reading {
                span.get_or_insert(range_in(self.response, chosen.field));
                differing.push(&line.line);
            }
        }
        if !differing.is_empty() {
            let name = answer.format.name();
            self.warnings.push(Warning {
                code: "conflicting-lines",
                message: format!(
                    "the response's {name} counts; its text has other amounts on line {}",
                    differing.join(", ")
                ),
                span,
            });
        }
    }

    /// Reports data that cannot be read, where nothing else in the response is an answer.
    fn broken(&mut self, broken: Broken) {
        let name = broken.format.name();
        self.warnings.push(Warning {
            code: "unreadable-data",
            message: format!(
                "the response looks like {name} and cannot be read as such: {}",
                broken.why
            ),
            span: Some(broken.span),
        });
    }

    /// Grades the lines of a text.
    fn text(&mut self, located: &[Located<'_>], conflicts: Vec<Conflict<'_>>) {
        for conflict in conflicts {
            let Some(line) = self.key.profile().lines.get(conflict.line) else {
                continue;
            };
            self.conflict(&line.line, range_in(self.response, conflict.passed_over));
        }
        for located in located {
            let upstream = located.upstream().map_or(Cents::ZERO, read_upstream);
            self.line(match &located.chosen {
                None => Stated {
                    upstream,
                    ..Stated::MISSING
                },
                Some(chosen) => {
                    let (reading, within) = read_field(chosen.field);
                    let start = range_in(self.response, chosen.field).start;
                    Stated {
                        reading,
                        missing: false,
                        matched_by: Some(chosen.matched_by),
                        span: Some(start + within.start..start + within.end),
                        upstream,
                    }
                }
            });
        }
    }

    /// Reports a statement that another one displaces.
    fn conflict(&mut self, line: &str, passed_over: std::ops::Range<usize>) {
        let text = self.response.get(passed_over.clone()).unwrap_or_default();
        self.warnings.push(Warning {
            code: "conflicting-lines",
            message: format!(
                "line {line} is stated more than once; the last one counts, `{}` does not",
                shorten(text.trim())
            ),
            span: Some(passed_over),
        });
    }

    /// Grades a structured answer. The upstream evaluator knows lines of text alone, so to it
    /// every line of such an answer is 0.
    fn structured(&mut self, structured: Structured) {
        for (line, passed_over) in structured.passed_over {
            if let Some(line) = self.key.profile().lines.get(line) {
                self.conflict(&line.line, passed_over);
            }
        }
        if let Some(broken) = structured.broken {
            let name = broken.format.name();
            self.warnings.push(Warning {
                code: "unreadable-data",
                message: format!(
                    "the response's {name} cannot be read to its end: {}; what it states before \
                     counts",
                    broken.why
                ),
                span: Some(broken.span),
            });
        }
        let unknown = structured.unknown;
        if unknown.count > 0 {
            let names: Vec<String> = unknown
                .first
                .iter()
                .map(|name| format!("`{}`", shorten(name)))
                .collect();
            let more = if unknown.count > names.len() {
                ", \u{2026}"
            } else {
                ""
            };
            self.warnings.push(Warning {
                code: "unknown-lines",
                message: format!(
                    "{} of the answer's keys are no line of the form: {}{more}",
                    unknown.count,
                    names.join(", ")
                ),
                span: None,
            });
        }
        if let Some((count, first)) = structured.odd {
            let text = self.response.get(first.clone()).unwrap_or_default();
            self.warnings.push(Warning {
                code: "unreadable-items",
                message: format!(
                    "{count} of the answer's items name no line and are left out, first `{}`",
                    shorten(text)
                ),
                span: Some(first),
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
        let Some(line) = self.key.profile().lines.get(index) else {
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
        let verdict = against(actual);
        let other_verdict = if other_actual == actual {
            verdict
        } else {
            against(other_actual)
        };
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
