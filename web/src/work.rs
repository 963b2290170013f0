//! What the page asks of the worker, and the worker's answers: all grading happens there, so that
//! the page never waits.
//!
//! Every request carries the whole expected return. The worker keeps the last keys by their text,
//! so this costs little, and a worker that was started afresh needs no introduction.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use taxgrade::diagnose::{Diagnosis, Examiner};
use taxgrade::expected::Jurisdiction;
use taxgrade::grade::{GradedReturn, LineReading, Score, Verdict};
use taxgrade::response::{Format, MatchedBy};
use taxgrade::{AnswerKey, Cents, Error, ExpectedReturn, Mode, Profile, wire};

/// A request.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Ask<'a> {
    /// Grade runs against one expected return; none at all asks for the key alone.
    Grade {
        case: Cow<'a, str>,
        xml: Cow<'a, str>,
        /// JSON of profiles that go before the built-in ones.
        profiles: Vec<Cow<'a, str>>,
        mode: Mode,
        runs: Vec<(u32, Cow<'a, str>)>,
    },
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Answer {
    Graded {
        key: Result<Key, Problem>,
        grades: Vec<(u32, Result<Grade, Problem>)>,
    },
    /// The request could not be read: it came from another version of the page.
    Refused(Problem),
}

/// What was wrong, what it means and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Problem {
    pub(crate) what: String,
    pub(crate) remedy: String,
}

impl Problem {
    pub(crate) fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            remedy: remedy.into(),
        }
    }
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        Self::new(error.to_string(), error.help())
    }
}

/// What the expected return says, whatever the response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Key {
    pub(crate) jurisdiction: Jurisdiction,
    pub(crate) year: u16,
    pub(crate) title: String,
    pub(crate) source: String,
    /// Whether the lines are of a person's own profile.
    pub(crate) own: bool,
    pub(crate) lines: Vec<KeyLine>,
    pub(crate) empty: Points,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeyLine {
    pub(crate) line: String,
    pub(crate) label: String,
    pub(crate) xpath: Option<String>,
    pub(crate) scored: bool,
    /// Cents.
    pub(crate) expected: Option<i64>,
}

/// Counts of right lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Points {
    pub(crate) exact: u32,
    pub(crate) within: u32,
    pub(crate) total: u32,
}

impl Points {
    pub(crate) const fn strict(self) -> bool {
        self.exact == self.total
    }

    pub(crate) const fn lenient(self) -> bool {
        self.within == self.total
    }

    pub(crate) const fn score(self) -> Score {
        Score {
            exact: self.exact,
            within: self.within,
            total: self.total,
        }
    }
}

impl From<Score> for Points {
    fn from(score: Score) -> Self {
        Self {
            exact: score.exact,
            within: score.within,
            total: score.total,
        }
    }
}

/// A graded response; its rows stand beside the key's lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grade {
    pub(crate) points: Points,
    pub(crate) other: Points,
    pub(crate) format: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) notes: Vec<Note>,
    /// The diagnosis in a sentence.
    pub(crate) summary: String,
    /// Roots of the return, with the score if each were mended.
    pub(crate) roots: Vec<(usize, Points)>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// Cents; none when unreadable.
    pub(crate) actual: Option<i64>,
    pub(crate) other_actual: Option<i64>,
    pub(crate) mark: Option<Mark>,
    pub(crate) other_mark: Option<Mark>,
    pub(crate) read: Read,
    /// Bytes of the response.
    pub(crate) span: Option<(usize, usize)>,
    /// Why the line is wrong, where that is known.
    pub(crate) why: Option<Why>,
}

/// Why a line is wrong: a sentence, and the wrong lines it is computed from. A line without any is
/// a root.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Why {
    pub(crate) sentence: String,
    /// The core's word for the kind of mistake.
    pub(crate) kind: String,
    /// Indices of lines.
    pub(crate) from: Vec<usize>,
    /// Whether the line is a cause and no mere consequence.
    pub(crate) root: bool,
    /// The roots behind it.
    pub(crate) roots: Vec<usize>,
}

/// The verdict as people see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Mark {
    Exact,
    Within,
    Wrong,
    Missing,
    Unreadable,
}

impl Mark {
    pub(crate) const fn is_right(self) -> bool {
        matches!(self, Self::Exact | Self::Within)
    }

    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "\u{2713}",
            Self::Within => "\u{2248}",
            Self::Wrong => "\u{2717}",
            Self::Missing => "\u{2205}",
            Self::Unreadable => "?",
        }
    }

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Within => "within $5",
            Self::Wrong => "wrong",
            Self::Missing => "missing",
            Self::Unreadable => "unreadable",
        }
    }

    pub(crate) const fn class(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Within => "within",
            Self::Wrong => "wrong",
            Self::Missing => "missing",
            Self::Unreadable => "unreadable",
        }
    }
}

/// How the amount came out of the response.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Read {
    Label,
    Number,
    Alias,
    Path,
    Blank,
    #[default]
    Missing,
    Unreadable,
}

impl Read {
    pub(crate) const fn short(self) -> &'static str {
        match self {
            Self::Label => "words",
            Self::Number => "number",
            Self::Alias => "other number",
            Self::Path => "path",
            Self::Blank => "blank, so 0",
            Self::Missing => "no line, so 0",
            Self::Unreadable => "no amount",
        }
    }

    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Label => "The response repeats the form\u{2019}s words for the line.",
            Self::Number => {
                "The response gives the line\u{2019}s number under the form\u{2019}s heading."
            }
            Self::Alias => {
                "The response gives a number that the line has in another year\u{2019}s form."
            }
            Self::Path => "The response is e-file XML and has a value at the line\u{2019}s path.",
            Self::Blank => "The response has the line without an amount; a blank counts as 0.",
            Self::Missing => "The response does not have the line; a missing line counts as 0.",
            Self::Unreadable => "What stands there is not one amount, so the line is wrong.",
        }
    }
}

/// Something a reader of the score should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Note {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) span: Option<(usize, usize)>,
}

/// The worker's side.
#[derive(Default)]
pub(crate) struct Desk {
    keys: Vec<(String, AnswerKey, Examiner)>,
    /// The own profiles that the keys are by, as they came and as they were read.
    profiles: (Vec<String>, Vec<Profile>),
}

/// Keys kept at hand: more than a person looks at in turn, little enough memory.
const KEYS: usize = 16;

impl Desk {
    /// Answers a request; both are in postcard's form. JSON would name every field in every message,
    /// and its readers are several times the code.
    pub(crate) fn answer(&mut self, ask: &[u8]) -> Vec<u8> {
        let answer = match postcard::from_bytes(ask) {
            Ok(ask) => self.work(&ask),
            Err(error) => Answer::Refused(Problem::new(error.to_string(), "reload the page")),
        };
        postcard::to_allocvec(&answer).unwrap_or_default()
    }

    fn work(&mut self, ask: &Ask<'_>) -> Answer {
        match ask {
            Ask::Grade {
                case,
                xml,
                profiles,
                mode,
                runs,
            } => match self.key(xml, profiles) {
                Ok((key, examiner, own)) => Answer::Graded {
                    key: Ok(Key::new(key, own)),
                    grades: runs
                        .iter()
                        .map(|(id, text)| (*id, grade(key, examiner, case, text, *mode)))
                        .collect(),
                },
                Err(error) => Answer::Graded {
                    key: Err(Problem::from(&error)),
                    grades: Vec::new(),
                },
            },
        }
    }

    /// The key of an expected return, and whether it is by an own profile.
    fn key(
        &mut self,
        xml: &str,
        profiles: &[Cow<'_, str>],
    ) -> Result<(&AnswerKey, &Examiner, bool), Error> {
        if self.profiles.0 != profiles {
            let lists: Result<Vec<_>, Error> = profiles
                .iter()
                .map(|json| Profile::list_from_json(json))
                .collect();
            let texts = profiles.iter().map(|one| one.clone().into_owned());
            self.profiles = (texts.collect(), lists?.concat());
            self.keys.clear();
        }
        if let Some(at) = self.keys.iter().position(|(known, ..)| known == xml) {
            let known = self.keys.remove(at);
            self.keys.push(known);
        } else {
            let expected = ExpectedReturn::parse(xml)?;
            let profile = Profile::among(&self.profiles.1, &expected)?;
            let key = AnswerKey::new(&expected, profile)?;
            let examiner = Examiner::new(&key, &expected)?;
            if self.keys.len() >= KEYS {
                self.keys.remove(0);
            }
            self.keys.push((xml.to_owned(), key, examiner));
        }
        self.keys
            .last()
            .map(|(_, key, examiner)| {
                let own = self.profiles.1.contains(key.profile());
                (key, examiner, own)
            })
            .ok_or_else(|| Error::new(taxgrade::error::ErrorCode::ReturnUnknown, "no key", ""))
    }
}

impl Key {
    fn new(key: &AnswerKey, own: bool) -> Self {
        let profile = key.profile();
        Self {
            jurisdiction: profile.jurisdiction,
            year: profile.tax_year,
            title: profile.title.clone(),
            source: profile.source.clone(),
            own,
            lines: profile
                .lines
                .iter()
                .enumerate()
                .map(|(at, line)| KeyLine {
                    line: line.line.clone(),
                    label: line.label.clone(),
                    xpath: line.xpath.clone(),
                    scored: line.scored,
                    expected: key.expected(at).map(Cents::get),
                })
                .collect(),
            empty: key.empty_answer().into(),
        }
    }
}

fn grade(
    key: &AnswerKey,
    examiner: &Examiner,
    case: &str,
    text: &str,
    mode: Mode,
) -> Result<Grade, Problem> {
    let mut graded = key
        .grade(text, mode)
        .map_err(|error| Problem::from(&error))?;
    graded
        .warnings
        .extend(wire::case_warning(key.profile(), Some(case)));
    let diagnosis = examiner.diagnose(key, &graded, text);
    Ok(Grade::new(&graded, &diagnosis))
}

impl Why {
    fn of(diagnosis: &Diagnosis, line: usize) -> Option<Self> {
        let one = diagnosis.of(line)?;
        Some(Self {
            sentence: one.sentence.clone(),
            kind: one.kind.as_str().to_owned(),
            from: one.upstream.clone(),
            root: one.kind.is_root(),
            roots: one.roots.clone(),
        })
    }
}

impl Grade {
    fn new(graded: &GradedReturn, diagnosis: &Diagnosis) -> Self {
        let span = |span: &std::ops::Range<usize>| (span.start, span.end);
        Self {
            points: graded.score.into(),
            other: graded.other_score.into(),
            format: match graded.format {
                Format::Text => "text",
                Format::Json => "JSON",
                Format::Xml => "e-file XML",
            }
            .to_owned(),
            summary: diagnosis.summary.clone(),
            roots: diagnosis
                .mended
                .iter()
                .map(|mended| (mended.root, mended.score.into()))
                .collect(),
            rows: graded
                .lines
                .iter()
                .map(|line| {
                    let read = match (line.reading, line.matched_by) {
                        (LineReading::Blank, _) => Read::Blank,
                        (LineReading::Missing, _) => Read::Missing,
                        (LineReading::Unreadable(_), _) => Read::Unreadable,
                        (_, Some(MatchedBy::Label)) => Read::Label,
                        (_, Some(MatchedBy::Alias)) => Read::Alias,
                        (_, Some(MatchedBy::Path)) => Read::Path,
                        (_, Some(MatchedBy::Number) | None) => Read::Number,
                    };
                    Row {
                        actual: line.actual.map(Cents::get),
                        other_actual: line.other_actual.map(Cents::get),
                        mark: line.verdict.map(|verdict| mark(verdict, read)),
                        other_mark: line.other_verdict.map(|verdict| mark(verdict, read)),
                        read,
                        span: line.span.as_ref().map(span),
                        why: Why::of(diagnosis, line.index),
                    }
                })
                .collect(),
            notes: graded
                .warnings
                .iter()
                .map(|warning| Note {
                    code: warning.code.to_owned(),
                    message: warning.message.clone(),
                    span: warning.span.as_ref().map(span),
                })
                .collect(),
        }
    }
}

const fn mark(verdict: Verdict, read: Read) -> Mark {
    match (verdict, read) {
        (Verdict::Exact, _) => Mark::Exact,
        (Verdict::Within, _) => Mark::Within,
        (Verdict::Wrong, Read::Missing) => Mark::Missing,
        (Verdict::Wrong, Read::Unreadable) => Mark::Unreadable,
        (Verdict::Wrong, _) => Mark::Wrong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
         <WagesAmt>47900</WagesAmt></IRS1040></ReturnData></Return>";

    fn ask(ask: &Ask<'_>) -> Answer {
        let answer = Desk::default().answer(&postcard::to_allocvec(ask).unwrap());
        postcard::from_bytes(&answer).unwrap()
    }

    #[test]
    fn grades_with_spans_in_bytes() {
        let text = "\u{e9}\nLine 1a: Wages | | $47,903\n";
        let answer = ask(&Ask::Grade {
            case: "ty25-ca-001".into(),
            xml: XML.into(),
            profiles: Vec::new(),
            mode: Mode::Robust,
            runs: vec![(7, text.into())],
        });
        let Answer::Graded {
            key: Ok(key),
            grades,
        } = answer
        else {
            panic!("{answer:?}")
        };
        assert_eq!((key.jurisdiction, key.year), (Jurisdiction::Us, 2024));
        let (7, Ok(grade)) = &grades[0] else {
            panic!("{grades:?}")
        };
        let row = &grade.rows[0];
        assert_eq!(row.mark, Some(Mark::Within));
        let (start, end) = row.span.unwrap();
        assert_eq!(text.get(start..end), Some("$47,903"));
        assert!(grade.notes.iter().any(|note| note.code == "case-mismatch"));
    }

    #[test]
    fn a_bad_key_is_a_problem_with_a_remedy() {
        let answer = ask(&Ask::Grade {
            case: "x".into(),
            xml: "<Return>".into(),
            profiles: Vec::new(),
            mode: Mode::Robust,
            runs: vec![],
        });
        let Answer::Graded {
            key: Err(problem), ..
        } = answer
        else {
            panic!("{answer:?}")
        };
        assert!(!problem.what.is_empty() && !problem.remedy.is_empty());
    }
}
