//! Horizontal bars: the leaderboard, failing lines, root causes.

use std::collections::BTreeMap;

use super::svg::{Anchor, Chart, DataTable, Drawing, WIDTH, fit};
use crate::counts::{Counts, Figure, Ranked};
use crate::diagnose::Kind;
use crate::insight::Insight;
use crate::report::{LINE_COLUMNS, failures, interval, line_cells, percent};
use crate::sort::sort_by;
use crate::statistics::count;

const LEFT: f64 = 236.0;
const RIGHT: f64 = WIDTH - 70.0;
const ROW: f64 = 24.0;
const TOP: f64 = 28.0;
/// Bars of failing lines at most; the table behind has all.
const MOST_LINES: usize = 24;

fn bar_x(share: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * share.clamp(0.0, 1.0)
}

fn grid(drawing: &mut Drawing, rows: usize) {
    for (at, label) in ["0%", "25%", "50%", "75%", "100%"].into_iter().enumerate() {
        let x = bar_x(count(at) / 4.0);
        let class = if at == 0 { "a" } else { "g" };
        drawing.line(class, [x, TOP - 4.0, x, TOP + count(rows) * ROW]);
        drawing.text("m", (x, TOP - 10.0), Anchor::Middle, label);
    }
}

/// Strictly correct returns of every configuration, best first, with whiskers for the interval.
pub(crate) fn standings(id: &str, counts: &Counts, ranking: &[Ranked<'_>]) -> Chart {
    let mut drawing = Drawing::default();
    grid(&mut drawing, ranking.len());
    let mut rows = Vec::new();
    for (at, one) in ranking.iter().enumerate() {
        let y = TOP + count(at) * ROW;
        let strict = one.standing.of(Figure::Strict);
        let title = format!("{}. {}", at + 1, one.name.title());
        drawing.text(
            "t",
            (LEFT - 8.0, y + 16.0),
            Anchor::End,
            &fit(&title, LEFT - 12.0),
        );
        drawing.rect("b", [LEFT, y + 5.0, bar_x(strict.mean) - LEFT, ROW - 10.0]);
        let mut end = bar_x(strict.mean);
        if let Some(interval) = strict.bootstrap {
            let (low, high) = (bar_x(interval.low), bar_x(interval.high));
            let middle = y + ROW / 2.0;
            drawing.line("w", [low, middle, high, middle]);
            drawing.line("w", [low, middle - 4.0, low, middle + 4.0]);
            drawing.line("w", [high, middle - 4.0, high, middle + 4.0]);
            end = end.max(high);
        }
        drawing.text(
            "t",
            (end + 6.0, y + 16.0),
            Anchor::Start,
            &percent(strict.mean),
        );
        rows.push(vec![
            (at + 1).to_string(),
            format!("{}/{}", one.name.provider, one.name.title()),
            percent(strict.mean),
            interval(strict),
            percent(one.standing.of(Figure::ByLine).mean),
            interval(one.standing.of(Figure::ByLine)),
            format!("{}/{}", one.standing.cases, counts.case_count()),
            one.standing.runs.to_string(),
            failures(&one.standing),
        ]);
    }
    let best = ranking.first().map_or_else(String::new, |one| {
        format!(
            " The best is {} with {}.",
            one.name.title(),
            percent(one.standing.of(Figure::Strict).mean)
        )
    });
    Chart {
        id: format!("{id}-standings"),
        title: "Correct returns (strict) with 95% intervals".to_owned(),
        description: format!(
            "A bar for each of {} configurations, best first; the whisker is the 95% interval over \
             cases.{best}",
            ranking.len()
        ),
        height: TOP + count(ranking.len()) * ROW + 12.0,
        body: drawing.0,
        table: DataTable {
            header: [
                "No.",
                "Configuration",
                "Strict",
                "95% interval",
                "By line",
                "95% interval",
                "Cases",
                "Runs",
                "Generation failures",
            ]
            .map(str::to_owned)
            .to_vec(),
            numbers: 2,
            rows,
        },
    }
}

/// How often each line is wrong, roots apart from consequences.
pub(crate) fn line_failures(id: &str, insight: &Insight) -> Chart {
    let lines = insight.failing_lines();
    let shown = lines.len().min(MOST_LINES);
    let mut drawing = Drawing::default();
    grid(&mut drawing, shown);
    for (at, (profile, line, counted)) in lines.iter().take(MOST_LINES).enumerate() {
        let y = TOP + count(at) * ROW;
        let of = |part: u32| f64::from(part) / f64::from(counted.runs.max(1));
        let title = format!("{profile} line {line}");
        drawing.text(
            "t",
            (LEFT - 8.0, y + 16.0),
            Anchor::End,
            &fit(&title, LEFT - 12.0),
        );
        let (wrong, root) = (bar_x(of(counted.wrong)), bar_x(of(counted.root)));
        drawing.rect("b2", [LEFT, y + 5.0, wrong - LEFT, ROW - 10.0]);
        drawing.rect("b", [LEFT, y + 5.0, root - LEFT, ROW - 10.0]);
        drawing.text(
            "t",
            (wrong.max(root) + 6.0, y + 16.0),
            Anchor::Start,
            &percent(of(counted.wrong)),
        );
    }
    let more = if lines.len() > shown {
        format!(
            " The {shown} lines that fail most are drawn; the table has all {}.",
            lines.len()
        )
    } else {
        String::new()
    };
    Chart {
        id: format!("{id}-lines"),
        title: "Wrong lines: share of runs, the root of it (strong) and carried along (pale)"
            .to_owned(),
        description: format!(
            "A bar for each scored line that is wrong somewhere, most often first.{more}"
        ),
        height: TOP + count(shown) * ROW + 12.0,
        body: drawing.0,
        table: DataTable {
            header: LINE_COLUMNS.map(str::to_owned).to_vec(),
            numbers: 2,
            rows: lines
                .iter()
                .map(|(profile, line, counted)| line_cells(profile, line, counted))
                .collect(),
        },
    }
}

/// What is behind wrong lines, all configurations together; the table has each.
pub(crate) fn root_causes(id: &str, insight: &Insight) -> Chart {
    let mut kinds: BTreeMap<Kind, u32> = BTreeMap::new();
    for (_, mistakes) in insight.mistakes() {
        for (kind, counted) in &mistakes.kinds {
            *kinds.entry(*kind).or_default() += counted;
        }
    }
    let mut order: Vec<(Kind, u32)> = kinds.into_iter().collect();
    sort_by(&mut order, |(a_kind, a), (b_kind, b)| {
        b.cmp(a).then(a_kind.cmp(b_kind))
    });
    let all: u32 = order.iter().map(|(_, counted)| counted).sum();
    let mut drawing = Drawing::default();
    grid(&mut drawing, order.len());
    for (at, (kind, counted)) in order.iter().enumerate() {
        let y = TOP + count(at) * ROW;
        let share = f64::from(*counted) / f64::from(all.max(1));
        drawing.text("t", (LEFT - 8.0, y + 16.0), Anchor::End, kind.as_str());
        drawing.rect("b", [LEFT, y + 5.0, bar_x(share) - LEFT, ROW - 10.0]);
        let label = format!("{counted} ({})", percent(share));
        let (x, anchor) = if share > 0.8 {
            (bar_x(share), Anchor::End)
        } else {
            (bar_x(share) + 6.0, Anchor::Start)
        };
        let y = if share > 0.8 { y + 4.0 } else { y + 16.0 };
        drawing.text("t", (x, y), anchor, &label);
    }
    let mut header: Vec<String> = [
        "Configuration",
        "Runs",
        "Not strictly correct",
        "By the Tax Table alone",
    ]
    .map(str::to_owned)
    .to_vec();
    header.extend(order.iter().map(|(kind, _)| kind.as_str().to_owned()));
    let rows = insight
        .mistakes()
        .map(|(name, mistakes)| {
            let mut row = vec![
                format!("{}/{}", name.provider, name.title()),
                mistakes.runs.to_string(),
                mistakes.strict_failures.to_string(),
                mistakes.table_only.to_string(),
            ];
            row.extend(order.iter().map(|(kind, _)| {
                mistakes
                    .kinds
                    .get(kind)
                    .copied()
                    .unwrap_or_default()
                    .to_string()
            }));
            row
        })
        .collect();
    Chart {
        id: format!("{id}-roots"),
        title: format!("Why lines are wrong: {all} root causes by kind"),
        description: "A bar for each kind of mistake that other wrong lines follow from, most \
                      frequent first, as a share of all root causes."
            .to_owned(),
        height: TOP + count(order.len()) * ROW + 12.0,
        body: drawing.0,
        table: DataTable {
            header,
            numbers: 1,
            rows,
        },
    }
}
