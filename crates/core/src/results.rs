//! Graded runs with what reports and comparisons show of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::counts::Counts;
use crate::diagnose::{Diagnosis, Examiner, Kind};
use crate::error::Error;
use crate::generation::GenerationFailure;
use crate::grade::{AnswerKey, GradedReturn, LineReading, Mode, Score, Verdict};
use crate::insight::Insight;
use crate::money::Cents;
use crate::notes::Notes;
use crate::profile::Profile;
use crate::provider::Usage;
use crate::report::Configuration;
use crate::sort::sort_by;

/// Characters of the model's words that are kept of a line.
const MOST_WORDS: usize = 240;

/// The graded runs of a data set.
#[derive(Debug, Clone, Default)]
pub struct Results {
    /// Name of the data set, such as `ty24`.
    pub name: String,
    /// Exact counts per case and configuration.
    pub counts: Counts,
    /// What the runs have in common.
    pub insight: Insight,
    /// The runs, by case, configuration and number.
    pub runs: Vec<RunResult>,
    /// The scored lines of every profile that was graded by, in the form's order.
    pub profiles: BTreeMap<String, Vec<ScoredLine>>,
}

/// A scored line of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoredLine {
    /// The printed line number, such as `25d`.
    pub line: String,
    /// The form's words for it.
    pub label: String,
}

/// One graded run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunResult {
    /// The model with its settings.
    pub configuration: Configuration,
    /// Name of the case.
    pub case: String,
    /// Number of the run.
    pub run: u32,
    /// The profile that was graded by.
    pub profile: String,
    /// The score.
    pub score: Score,
    /// Why the answer is not whole.
    pub failure: Option<GenerationFailure>,
    /// Whether anything was recorded when the model was called.
    pub recorded: bool,
    /// Tokens of the call.
    pub usage: Option<Usage>,
    /// Cost of the call in millionths of a dollar.
    pub cost_micros: Option<u64>,
    /// When the call began, in milliseconds since 1970.
    pub started_unix_ms: Option<u64>,
    /// The diagnosis in one sentence; empty for a right return.
    pub summary: String,
    /// The scored lines that are not equal, in the form's order.
    pub wrong: Vec<WrongLine>,
    /// What is stated for each scored line, where that was asked for.
    pub stated: Option<Vec<StatedLine>>,
}

/// A scored line that is not equal to the expected amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongLine {
    /// The printed line number.
    pub line: String,
    /// The expected amount.
    pub expected: Cents,
    /// The model's amount, 0 for a blank or missing line; `None` when it cannot be read.
    pub actual: Option<Cents>,
    /// What stood there: `amount`, `blank`, `missing` or `unreadable`.
    pub reading: &'static str,
    /// Whether it is within the tolerance.
    pub within: bool,
    /// What explains it.
    pub kind: Option<Kind>,
    /// The explanation in words.
    pub sentence: String,
}

/// What a response states for a scored line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedLine {
    /// The printed line number.
    pub line: String,
    /// The expected amount.
    pub expected: Cents,
    /// The model's amount, 0 for a blank or missing line; `None` when it cannot be read.
    pub actual: Option<Cents>,
    /// How they compare.
    pub verdict: Verdict,
    /// The line of the response that the amount stands in, shortened; empty for none.
    pub words: String,
}

/// A saved answer that is to be graded.
#[derive(Debug)]
pub struct SavedAnswer<'a> {
    /// The model with its settings.
    pub configuration: Configuration,
    /// Name of the case.
    pub case: &'a str,
    /// Number of the run.
    pub run: u32,
    /// The answer.
    pub text: &'a str,
    /// What is known of the call.
    pub notes: Notes,
}

/// A graded answer, to be taken into [`Results`].
#[derive(Debug)]
pub struct GradedAnswer {
    graded: GradedReturn,
    diagnosis: Diagnosis,
    run: RunResult,
}

impl SavedAnswer<'_> {
    /// Grades and diagnoses the answer; with `stated` the words for every scored line are kept.
    ///
    /// # Errors
    /// When the answer is too large to be read.
    pub fn grade(
        &self,
        key: &AnswerKey,
        examiner: &Examiner,
        mode: Mode,
        stated: bool,
    ) -> Result<GradedAnswer, Error> {
        let graded = key.grade(self.text, mode)?;
        let diagnosis = examiner.diagnose(key, &graded, self.text);
        let run = RunResult::new(self, key.profile(), &graded, &diagnosis, stated);
        Ok(GradedAnswer {
            graded,
            diagnosis,
            run,
        })
    }
}

impl RunResult {
    /// Keeps what reports show of a run; with `stated` the words for every scored line.
    fn new(
        answer: &SavedAnswer<'_>,
        profile: &Profile,
        graded: &GradedReturn,
        diagnosis: &Diagnosis,
        stated: bool,
    ) -> Self {
        let notes = &answer.notes;
        let scored = || {
            profile
                .lines
                .iter()
                .zip(&graded.lines)
                .enumerate()
                .filter(|(_, (line, _))| line.scored)
        };
        let wrong = scored()
            .filter(|(_, (_, grade))| grade.verdict != Some(Verdict::Exact))
            .map(|(index, (line, grade))| {
                let why = diagnosis.of(index);
                WrongLine {
                    line: line.line.clone(),
                    expected: grade.expected.unwrap_or_default(),
                    actual: grade.actual,
                    reading: grade.reading.as_str(),
                    within: grade.verdict == Some(Verdict::Within),
                    kind: why.map(|why| why.kind),
                    sentence: why.map(|why| why.sentence.clone()).unwrap_or_default(),
                }
            })
            .collect();
        let stated = stated.then(|| {
            scored()
                .map(|(_, (line, grade))| StatedLine {
                    line: line.line.clone(),
                    expected: grade.expected.unwrap_or_default(),
                    actual: grade.actual,
                    verdict: grade.verdict.unwrap_or(Verdict::Wrong),
                    words: match (&grade.span, grade.reading) {
                        (None, _) | (_, LineReading::Missing) => String::new(),
                        (Some(span), _) => words(answer.text, span.start, span.end),
                    },
                })
                .collect()
        });
        Self {
            configuration: answer.configuration.clone(),
            case: answer.case.to_owned(),
            run: answer.run,
            profile: profile.id.clone(),
            score: graded.score,
            failure: notes.failure,
            recorded: notes.known,
            usage: notes.usage,
            cost_micros: notes.cost_micros,
            started_unix_ms: notes.started_unix_ms,
            summary: if diagnosis.lines.is_empty() {
                String::new()
            } else {
                diagnosis.summary.clone()
            },
            wrong,
            stated,
        }
    }

    /// The wrong line of a number.
    #[must_use]
    pub fn wrong_line(&self, line: &str) -> Option<&WrongLine> {
        self.wrong.iter().find(|wrong| wrong.line == line)
    }
}

/// The line of the response around a place, shortened around it.
fn words(response: &str, start: usize, end: usize) -> String {
    let before = response.get(..start).unwrap_or_default();
    let from = before.rfind('\n').map_or(0, |at| at + 1);
    let after = response.get(end..).unwrap_or_default();
    let to = end + after.find('\n').unwrap_or(after.len());
    let line = response.get(from..to).unwrap_or_default().trim();
    let length = line.chars().count();
    if length <= MOST_WORDS {
        return line.to_owned();
    }
    // The beginning names the line and the end holds the amount.
    let half = MOST_WORDS / 2;
    let head: String = line.chars().take(half).collect();
    let tail: String = line.chars().skip(length - half).collect();
    format!("{head} \u{2026} {tail}")
}

/// Of runs with these numbers, those of which the model's words are kept for every line: the ones
/// with the lowest numbers, in the order given, up to the limit.
#[must_use]
pub fn stated(numbers: &[u32], most: usize) -> Vec<bool> {
    let mut order: Vec<(u32, usize)> = numbers.iter().copied().zip(0..).collect();
    sort_by(&mut order, Ord::cmp);
    let chosen: BTreeSet<usize> = order.into_iter().take(most).map(|(_, at)| at).collect();
    (0..numbers.len()).map(|at| chosen.contains(&at)).collect()
}

impl Results {
    /// Takes in an answer that was graded by a profile.
    pub fn take(&mut self, profile: &Profile, answer: GradedAnswer) {
        let GradedAnswer {
            graded,
            diagnosis,
            run,
        } = answer;
        self.insight
            .add(&run.configuration, &run.case, profile, &graded, &diagnosis);
        self.counts.add(
            &run.configuration,
            &run.case,
            run.score,
            run.failure,
            run.recorded,
        );
        if !self.profiles.contains_key(&run.profile) {
            let lines = profile.lines.iter().filter(|line| line.scored);
            let lines = lines.map(|line| ScoredLine {
                line: line.line.clone(),
                label: line.label.clone(),
            });
            self.profiles.insert(run.profile.clone(), lines.collect());
        }
        self.runs.push(run);
    }
}

#[cfg(test)]
pub(crate) mod tests;
