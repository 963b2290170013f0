//! Curves: pass^k over k, and scores over thinking levels.

use std::collections::BTreeMap;

use super::svg::{Anchor, Chart, DataTable, Drawing, WIDTH, fit, series, spread};
use crate::counts::{Figure, Ranked};
use crate::metrics::Runs;
use crate::report::{interval, percent};
use crate::sort::sort_by;
use crate::statistics::count;

const LEFT: f64 = 60.0;
const RIGHT: f64 = WIDTH - 220.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 320.0;
/// k is drawn up to here; the table has all.
const MOST_K: usize = 16;
/// Curves drawn at most, best first; the table has all.
const MOST_CURVES: usize = 16;
/// Thinking levels in their order; others follow by name.
const LEVELS: [&str; 5] = ["lobotomized", "low", "medium", "high", "ultrathink"];
const DASHES: [&str; 3] = ["", "7 3", "2 3"];

struct Curve {
    name: String,
    /// Place on the horizontal axis and share.
    points: Vec<(usize, f64)>,
}

/// Draws curves over `places` places with their names at the right.
fn draw(drawing: &mut Drawing, curves: &[Curve], labels: &[String]) {
    drawing.share_grid([LEFT, TOP, RIGHT, BOTTOM]);
    let steps = count(labels.len().saturating_sub(1).max(1));
    let x = |place: usize| LEFT + 20.0 + (RIGHT - LEFT - 40.0) * count(place) / steps;
    let y = |share: f64| BOTTOM - (BOTTOM - TOP) * share;
    for (at, label) in labels.iter().enumerate() {
        drawing.text("m", (x(at), BOTTOM + 18.0), Anchor::Middle, label);
    }
    let wanted: Vec<f64> = curves
        .iter()
        .map(|curve| curve.points.last().map_or(BOTTOM, |(_, share)| y(*share)))
        .collect();
    let places = spread(&wanted, 15.0, TOP, BOTTOM);
    for ((at, curve), label) in curves.iter().enumerate().zip(places) {
        let class = series(at);
        let points: Vec<(f64, f64)> = curve
            .points
            .iter()
            .map(|(place, share)| (x(*place), y(*share)))
            .collect();
        let dash = DASHES
            .get(at / 8 % DASHES.len())
            .copied()
            .unwrap_or_default();
        drawing.path(&class, &points, dash);
        for point in &points {
            drawing.circle(&class, *point, 3.0);
        }
        if let Some((end_x, end_y)) = points.last() {
            drawing.line("g", [end_x + 5.0, *end_y, RIGHT + 4.0, label]);
        }
        let name = fit(&curve.name, WIDTH - RIGHT - 24.0);
        drawing.circle(&class, (RIGHT + 9.0, label), 3.0);
        drawing.text("t", (RIGHT + 16.0, label + 4.0), Anchor::Start, &name);
    }
}

/// pass^k of every configuration whose cases ran more than once; `None` when there is none.
pub(crate) fn pass_curves(id: &str, ranking: &[Ranked<'_>]) -> Option<Chart> {
    let mut curves = Vec::new();
    let mut rows = Vec::new();
    let mut most = 0;
    for (at, one) in ranking.iter().enumerate() {
        for segment in one.counts.segments().iter().filter(|one| one.runs > 1) {
            let points: Vec<(usize, f64)> = segment
                .passes
                .hat
                .iter()
                .enumerate()
                .map(|(k, (strict, _))| (k, *strict))
                .collect();
            rows.push(vec![
                (at + 1).to_string(),
                format!("{}/{}", one.name.provider, one.name.title()),
                format!("{}\u{d7}{}", segment.cases, segment.runs),
                points
                    .iter()
                    .map(|(k, share)| format!("{}: {}", k + 1, percent(*share)))
                    .collect::<Vec<_>>()
                    .join(", "),
            ]);
            most = most.max(segment.runs.min(MOST_K));
            curves.push(Curve {
                name: format!(
                    "{}. {} ({}\u{d7}{})",
                    at + 1,
                    one.name.title(),
                    segment.cases,
                    segment.runs
                ),
                points: points.into_iter().take(MOST_K).collect(),
            });
        }
    }
    if curves.is_empty() {
        return None;
    }
    let all = curves.len();
    curves.truncate(MOST_CURVES);
    let labels: Vec<String> = (1..=most).map(|k| format!("k={k}")).collect();
    let mut drawing = Drawing::default();
    draw(&mut drawing, &curves, &labels);
    drawing.text("m", (LEFT, TOP - 8.0), Anchor::Start, "pass^k (strict)");
    Some(Chart {
        id: format!("{id}-passes"),
        title: "pass^k: the chance that k runs of a case are all strictly correct".to_owned(),
        description: format!(
            "A curve over k for each group of cases that ran equally often; {} of {all} are drawn. \
             A curve that falls says that right answers are partly luck.",
            curves.len()
        ),
        height: BOTTOM + 30.0,
        body: drawing.0,
        table: DataTable {
            header: ["No.", "Configuration", "Cases\u{d7}runs", "pass^k by k"]
                .map(str::to_owned)
                .to_vec(),
            numbers: 4,
            rows,
        },
    })
}

/// The strict score of every model over its thinking levels; `None` when no model has two.
pub(crate) fn thinking_levels(id: &str, ranking: &[Ranked<'_>]) -> Option<Chart> {
    let mut levels: Vec<&str> = Vec::new();
    for level in LEVELS {
        if ranking.iter().any(|one| one.name.thinking == level) {
            levels.push(level);
        }
    }
    let mut others: Vec<&str> = ranking
        .iter()
        .map(|one| one.name.thinking.as_str())
        .filter(|level| !LEVELS.contains(level))
        .collect();
    sort_by(&mut others, Ord::cmp);
    others.dedup();
    levels.extend(others);
    let mut models: BTreeMap<(&str, &str, &str), Vec<&Ranked<'_>>> = BTreeMap::new();
    for one in ranking {
        let name = one.name;
        models
            .entry((&name.provider, &name.model, &name.tools))
            .or_default()
            .push(one);
    }
    if models.values().all(|levels| levels.len() < 2) {
        return None;
    }
    let mut curves = Vec::new();
    let mut rows = Vec::new();
    for ((provider, model, tools), of_model) in &models {
        let mut points = Vec::new();
        for (place, level) in levels.iter().enumerate() {
            let Some(one) = of_model.iter().find(|one| one.name.thinking == *level) else {
                continue;
            };
            let strict = one.standing.of(Figure::Strict);
            points.push((place, strict.mean));
            rows.push(vec![
                format!("{provider}/{model}"),
                if tools.is_empty() { "-" } else { tools }.to_owned(),
                (*level).to_owned(),
                percent(strict.mean),
                interval(strict),
            ]);
        }
        let tools = if tools.is_empty() {
            String::new()
        } else {
            format!(" with {tools}")
        };
        curves.push(Curve {
            name: format!("{model}{tools}"),
            points,
        });
    }
    let all = curves.len();
    curves.truncate(MOST_CURVES);
    let labels: Vec<String> = levels.iter().map(|&level| level.to_owned()).collect();
    let mut drawing = Drawing::default();
    draw(&mut drawing, &curves, &labels);
    drawing.text(
        "m",
        (LEFT, TOP - 8.0),
        Anchor::Start,
        "Correct returns (strict)",
    );
    Some(Chart {
        id: format!("{id}-levels"),
        title: "Correct returns (strict) by thinking level".to_owned(),
        description: format!(
            "A curve over thinking levels for each model; {} of {all} are drawn.",
            curves.len()
        ),
        height: BOTTOM + 30.0,
        body: drawing.0,
        table: DataTable {
            header: ["Model", "Tools", "Thinking", "Strict", "95% interval"]
                .map(str::to_owned)
                .to_vec(),
            numbers: 3,
            rows,
        },
    })
}
