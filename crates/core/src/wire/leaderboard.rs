//! Figures over many graded runs.

use serde::Serialize;

use super::parsed::json;
use super::request::FromObject;
use super::{Failure, Share, from_json, invalid_request};
use crate::error::Error;
use crate::grade::{Score, Verdict};
use crate::json::{Json, Object, Wrong};
use crate::metrics::{Aggregate, Figures, Segment, pass_at, pass_hat};
use crate::report::{Configuration, summary_markdown, summary_rows};
use crate::sort::sort_by;

/// A request for figures over runs.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", serde(rename_all = "camelCase"))]
pub struct AggregateRequest {
    /// The graded runs, in any order.
    pub runs: Vec<Run>,
    /// Number of cases in the data set; the cases that have a run when left out.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "number"))]
    pub total: Option<u32>,
}

/// One graded run: a graded answer with the settings it was made with, or what counts of it.
/// Fields that do not count are passed over.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "typescript", serde(rename_all = "camelCase"))]
pub struct Run {
    /// Name of the case; runs of one case are repetitions of each other.
    pub case: Option<String>,
    /// Provider, such as `anthropic`.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub provider: Option<String>,
    /// Model name.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub model: Option<String>,
    /// Thinking level.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub thinking: Option<String>,
    /// Tools, such as `web-search`.
    #[cfg_attr(feature = "typescript", serde(default))]
    #[cfg_attr(feature = "typescript", tsify(type = "string"))]
    pub tools: Option<String>,
    /// The lines of the graded answer.
    pub lines: Vec<RunLine>,
}

/// What counts of a graded line.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RunLine {
    /// Whether the line counts.
    pub scored: bool,
    /// How the amounts compare.
    pub verdict: Option<Verdict>,
}

impl<'a> FromObject<'a> for AggregateRequest {
    fn take(object: &mut Object<'a>) -> Result<Self, Wrong> {
        Ok(Self {
            runs: object.required("runs")?.list(run)?,
            total: object.optional("total")?.map(Json::whole).transpose()?,
        })
    }
}

fn run(json: Json<'_>) -> Result<Run, Wrong> {
    let mut object = json.object()?;
    Ok(Run {
        case: object.optional_string("case")?,
        provider: object.optional_string("provider")?,
        model: object.optional_string("model")?,
        thinking: object.optional_string("thinking")?,
        tools: object.optional_string("tools")?,
        lines: object.required("lines")?.list(run_line)?,
    })
}

fn run_line(json: Json<'_>) -> Result<RunLine, Wrong> {
    let mut object = json.object()?;
    let verdict = object.optional("verdict")?;
    let names = [
        ("exact", Verdict::Exact),
        ("within", Verdict::Within),
        ("wrong", Verdict::Wrong),
    ];
    Ok(RunLine {
        scored: object.required("scored")?.boolean()?,
        verdict: verdict.map(|verdict| verdict.one_of(&names)).transpose()?,
    })
}

/// Figures over runs, or why there are none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum AggregateAnswer {
    /// The figures.
    Aggregated(Aggregated),
    /// The request could not be used.
    Failed(Failure),
}

/// Figures over runs. Every figure is the mean over cases of the mean over that case's runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Aggregated {
    /// Always true.
    #[cfg_attr(feature = "typescript", tsify(type = "true"))]
    pub ok: bool,
    /// Number of cases in the data set.
    pub total: u32,
    /// One entry per provider, model, thinking level and tools, best strict score first.
    #[cfg_attr(feature = "typescript", tsify(type = "LeaderboardEntry[]"))]
    pub entries: Vec<Entry>,
    /// The leaderboard as a Markdown table, with pass@1 and pass^k where cases ran repeatedly.
    pub markdown: String,
}

/// One line of the leaderboard.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(rename = "LeaderboardEntry")
)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Provider.
    pub provider: String,
    /// Model name.
    pub model: String,
    /// Thinking level.
    pub thinking: String,
    /// Tools.
    pub tools: String,
    /// Cases that have a run.
    pub cases: usize,
    /// Runs over all cases.
    pub runs: usize,
    /// Correct returns (strict).
    pub strict: Share,
    /// Correct returns (lenient).
    pub lenient: Share,
    /// Correct (by line).
    pub by_line: Share,
    /// Correct (by line, lenient).
    pub lenient_by_line: Share,
    /// The cases grouped by their number of runs, fewest runs first.
    pub segments: Vec<RunSegment>,
}

/// Cases that have the same number of runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunSegment {
    /// Runs of each case.
    pub runs: usize,
    /// Number of cases.
    pub cases: usize,
    /// Correct returns (strict).
    pub strict: Share,
    /// Correct returns (lenient).
    pub lenient: Share,
    /// Correct (by line).
    pub by_line: Share,
    /// Correct (by line, lenient).
    pub lenient_by_line: Share,
    /// pass@k for k from 1 to `runs`: at least one of k runs is correct.
    pub pass_at: Vec<PassFigures>,
    /// pass^k for k from 1 to `runs`: all of k runs are correct.
    pub pass_hat: Vec<PassFigures>,
}

/// The chance of k runs drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PassFigures {
    /// Number of runs drawn.
    pub k: usize,
    /// By strictly correct returns.
    pub strict: Share,
    /// By leniently correct returns.
    pub lenient: Share,
}

/// Works out the figures.
///
/// # Errors
/// [`crate::error::ErrorCode::RequestInvalid`] for a run without a case or without scored lines.
pub fn aggregate(request: AggregateRequest) -> Result<Aggregated, Error> {
    let mut all: Vec<(Configuration, Aggregate)> = Vec::new();
    let mut every_case = Aggregate::default();
    for (at, run) in request.runs.into_iter().enumerate() {
        let refuse = |what: &str| invalid_request(format!("run {} {what}", at + 1));
        let mut score = Score::default();
        for line in run.lines.iter().filter(|line| line.scored) {
            score.count(line.verdict.unwrap_or(Verdict::Wrong));
        }
        let case = run.case.ok_or_else(|| refuse("has no `case`"))?;
        if score.total == 0 {
            return Err(refuse("has no scored line"));
        }
        let name = Configuration {
            provider: run.provider.unwrap_or_default(),
            model: run.model.unwrap_or_default(),
            thinking: run.thinking.unwrap_or_default(),
            tools: run.tools.unwrap_or_default(),
        };
        every_case.add(&case, score);
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, runs)) => runs.add(&case, score),
            None => {
                let mut runs = Aggregate::default();
                runs.add(&case, score);
                all.push((name, runs));
            }
        }
    }
    let counted = u32::try_from(every_case.case_count()).unwrap_or(u32::MAX);
    let total = request.total.unwrap_or(counted);
    sort_by(&mut all, |(a, _), (b, _)| a.cmp(b));
    let rows = summary_rows(&all, total as usize, true);
    // The order of the rows, which are best first.
    sort_by(&mut all, |(_, a), (_, b)| {
        best_first(&a.figures(), &b.figures())
    });
    Ok(Aggregated {
        ok: true,
        total,
        entries: all.iter().map(|(name, runs)| entry(name, runs)).collect(),
        markdown: summary_markdown(&rows),
    })
}

fn best_first(a: &Figures, b: &Figures) -> std::cmp::Ordering {
    b.strict
        .total_cmp(&a.strict)
        .then(b.lenient.total_cmp(&a.lenient))
        .then(b.by_line.total_cmp(&a.by_line))
        .then(b.lenient_by_line.total_cmp(&a.lenient_by_line))
}

fn entry(name: &Configuration, runs: &Aggregate) -> Entry {
    let figures = runs.figures();
    Entry {
        provider: name.provider.clone(),
        model: name.model.clone(),
        thinking: name.thinking.clone(),
        tools: name.tools.clone(),
        cases: runs.case_count(),
        runs: runs.run_count(),
        strict: Share(figures.strict),
        lenient: Share(figures.lenient),
        by_line: Share(figures.by_line),
        lenient_by_line: Share(figures.lenient_by_line),
        segments: runs
            .segments()
            .iter()
            .map(|segment| run_segment(segment, runs))
            .collect(),
    }
}

fn run_segment(segment: &Segment, runs: &Aggregate) -> RunSegment {
    let of_segment: Vec<&[Score]> = runs
        .cases()
        .map(|(_, runs)| runs)
        .filter(|runs| runs.len() == segment.runs)
        .collect();
    let figures = |chance: fn(usize, usize, usize) -> f64| {
        (1..=segment.runs)
            .map(|k| PassFigures {
                k,
                strict: mean(&of_segment, &|runs| {
                    let correct = runs.iter().filter(|run| run.strict_correct()).count();
                    chance(runs.len(), correct, k)
                }),
                lenient: mean(&of_segment, &|runs| {
                    let correct = runs.iter().filter(|run| run.lenient_correct()).count();
                    chance(runs.len(), correct, k)
                }),
            })
            .collect()
    };
    RunSegment {
        runs: segment.runs,
        cases: segment.cases,
        strict: Share(segment.figures.strict),
        lenient: Share(segment.figures.lenient),
        by_line: Share(segment.figures.by_line),
        lenient_by_line: Share(segment.figures.lenient_by_line),
        pass_at: figures(pass_at),
        pass_hat: figures(pass_hat),
    }
}

#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "a mean of chances of finished grades; counts are far below 2^53"
)]
fn mean(cases: &[&[Score]], chance: &dyn Fn(&[Score]) -> f64) -> Share {
    let sum: f64 = cases.iter().map(|runs| chance(runs)).sum();
    Share(sum / cases.len().max(1) as f64)
}

/// Works out the figures: JSON in, JSON out.
#[must_use]
pub fn aggregate_json(request: &str) -> String {
    json(match from_json(request).and_then(aggregate) {
        Ok(figures) => AggregateAnswer::Aggregated(figures),
        Err(error) => AggregateAnswer::Failed(Failure::from(&error)),
    })
}
