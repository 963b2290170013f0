//! An answer in two parts, for a caller who joins them: what every answer by one key says, and what
//! a response adds to it.
//!
//! Most of an answer is labels and paths. To write them for each response, and to have JavaScript
//! decode and parse them again, takes longer than to grade it.

use super::answer::{differs, is_shown, spans};
use super::write::{fields, score_fields};
use super::{
    Failure, GradeAnswer, Prepared, ResponseOptions, WireDiagnosis, WireScore, WireSpan,
    WireWarning, from_json, graded,
};
use crate::error::{Error, ErrorCode};
use crate::grade::{AnswerKey, GradedLine, GradedReturn, LineReading, Score, Verdict};
use crate::json::{ToJson, Writer, to_json};
use crate::money::Cents;
use crate::profile::Line;
use crate::response::MatchedBy;

/// What every answer by a key says, as a JSON object: `taxYear`, `jurisdiction`, `profile`,
/// `profileSource` and `emptyAnswer` as in an answer; `scored`, the number of scored lines; and
/// `lines`, an array `[line, label, xpath, scored, expected]` for every line of the profile.
#[must_use]
pub fn common_json(key: &Prepared) -> String {
    to_json(&Common(key.key()))
}

/// What a response adds, as a JSON array: `case`, `mode` and `format`; how many scored lines are
/// equal, and how many are within the tolerance; the other mode, the same two numbers in it, and the
/// lines that it judges differently; all lines in one array of numbers; `warnings`; and `diagnosis`
/// when there is one. The numbers of a line are its place in the profile, its [`code`], `actual`,
/// `difference`, and `start` and `end` of its span if it has one.
///
/// `key` is `None` for one that is no more; `options` are [`ResponseOptions`] as JSON. What cannot
/// be graded is a [`Failure`] object.
#[must_use]
pub fn own_json(key: Option<&Prepared>, response: &str, options: &str) -> String {
    let own = from_json(options).and_then(|options| {
        let closed = || {
            Error::new(
                ErrorCode::RequestInvalid,
                "the answer key is closed",
                "open it again",
            )
        };
        Own::new(key.ok_or_else(closed)?, response, options)
    });
    match own {
        Ok(own) => to_json(&own),
        Err(error) => GradeAnswer::Failed(Failure::from(&error)).to_json(),
    }
}

struct Common<'k>(&'k AnswerKey);

/// A line's expected amount, with what the profile says.
struct CommonLine<'k>(&'k Line, Option<Cents>);

struct Own<'a> {
    key: &'a AnswerKey,
    response: &'a str,
    options: ResponseOptions<'a>,
    graded: GradedReturn,
    diagnosis: Option<WireDiagnosis>,
}

impl<'a> Own<'a> {
    fn new(
        prepared: &'a Prepared,
        response: &'a str,
        options: ResponseOptions<'a>,
    ) -> Result<Self, Error> {
        let key = prepared.key();
        // Before the grading, as in a whole answer.
        let examiner = match options.diagnose {
            Some(false) => None,
            _ => Some(prepared.examiner()?),
        };
        let mode = options.mode.unwrap_or_default();
        let graded = graded(key, options.case.as_deref(), response, mode)?;
        let diagnosis = examiner.map(|examiner| {
            let diagnosis = examiner.diagnose(key, &graded, response);
            WireDiagnosis::new(key.profile(), &diagnosis)
        });
        Ok(Self {
            key,
            response,
            options,
            graded,
            diagnosis,
        })
    }

    fn lines(&self) -> impl Iterator<Item = (usize, (&GradedLine, &Line))> {
        let known = &self.key.profile().lines;
        self.graded.lines.iter().zip(known).enumerate()
    }

    fn write_lines(
        &self,
        span: &mut impl FnMut(&std::ops::Range<usize>) -> WireSpan,
        to: &mut Writer,
    ) {
        let mut first = true;
        for (at, (line, known)) in self.lines() {
            if !is_shown(line, known) {
                continue;
            }
            if !first {
                to.comma();
            }
            first = false;
            to.whole(at);
            to.comma();
            to.whole(code(line));
            to.comma();
            to.optional_dollars(line.actual);
            to.comma();
            to.optional_dollars(line.difference());
            if let Some(bytes) = &line.span {
                let span = span(bytes);
                to.comma();
                to.whole(span.start);
                to.comma();
                to.whole(span.end);
            }
        }
    }
}

/// Verdict, reading and match in one number: their places in the lists of their types, times 1, 4
/// and 16, where the place behind the last one is for none; and 128 when there is a span.
fn code(line: &GradedLine) -> usize {
    let verdict = match line.verdict {
        Some(Verdict::Exact) => 0,
        Some(Verdict::Within) => 1,
        Some(Verdict::Wrong) => 2,
        None => 3,
    };
    let reading = match line.reading {
        LineReading::Amount => 0,
        LineReading::Blank => 1,
        LineReading::Missing => 2,
        LineReading::Unreadable(_) => 3,
    };
    let matched = match line.matched_by {
        Some(MatchedBy::Label) => 0,
        Some(MatchedBy::Number) => 1,
        Some(MatchedBy::Alias) => 2,
        Some(MatchedBy::Path) => 3,
        None => 4,
    };
    verdict + 4 * reading + 16 * matched + 128 * usize::from(line.span.is_some())
}

impl ToJson for Common<'_> {
    fn write(&self, to: &mut Writer) {
        let profile = self.0.profile();
        let empty = self.0.empty_answer();
        let line = |(at, line)| CommonLine(line, self.0.expected(at));
        let lines: Vec<_> = profile.lines.iter().enumerate().map(line).collect();
        fields!(to, "{" "taxYear": whole(profile.tax_year.into()),
            "jurisdiction": text(profile.jurisdiction.as_str()),
            "profile": text(&profile.id),
            "profileSource": text(&profile.source));
        to.raw(",\"emptyAnswer\":{");
        score_fields(&WireScore::from(&empty), to);
        fields!(to, "}," "scored": whole(empty.total as usize), "lines": array(&lines));
        to.raw("}");
    }
}

impl ToJson for CommonLine<'_> {
    fn write(&self, to: &mut Writer) {
        let Self(line, expected) = self;
        to.raw("[");
        to.text(&line.line);
        to.comma();
        to.text(&line.label);
        to.comma();
        to.optional_text(line.xpath.as_deref());
        to.comma();
        to.boolean(line.scored);
        to.comma();
        to.optional_dollars(*expected);
        to.raw("]");
    }
}

impl ToJson for Own<'_> {
    fn write(&self, to: &mut Writer) {
        let graded = &self.graded;
        let mut span = spans(self.response);
        to.raw("[");
        to.optional_text(self.options.case.as_deref());
        to.comma();
        to.text(graded.mode.as_str());
        to.comma();
        to.text(graded.format.as_str());
        write_counts(&graded.score, to);
        to.comma();
        to.text(graded.mode.other().as_str());
        write_counts(&graded.other_score, to);
        to.comma();
        let differing = self
            .lines()
            .filter(|(_, (line, known))| differs(line, known));
        let differing: Vec<_> = differing
            .map(|(_, (_, known))| known.line.clone())
            .collect();
        to.texts(&differing);
        to.raw(",[");
        self.write_lines(&mut span, to);
        to.raw("],");
        let warning = |warning| WireWarning::new(warning, &mut span);
        let warnings: Vec<_> = graded.warnings.iter().map(warning).collect();
        to.array(&warnings);
        if let Some(diagnosis) = &self.diagnosis {
            to.comma();
            to.value(diagnosis);
        }
        to.raw("]");
    }
}

fn write_counts(score: &Score, to: &mut Writer) {
    for count in [score.exact, score.within] {
        to.comma();
        to.whole(count as usize);
    }
}
