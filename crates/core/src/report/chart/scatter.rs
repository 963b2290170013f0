//! Strict against by-line scores.

use super::svg::{Anchor, Chart, DataTable, Drawing, WIDTH, series};
use crate::counts::{Figure, Ranked};
use crate::report::percent;
use crate::statistics::count;

const LEFT: f64 = 60.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 340.0;

/// A numbered point for every configuration: how far single mistakes spread into whole returns.
pub(crate) fn strict_by_line(id: &str, ranking: &[Ranked<'_>]) -> Chart {
    let mut drawing = Drawing::default();
    drawing.share_grid([LEFT, TOP, RIGHT, BOTTOM]);
    for (at, label) in ["0%", "25%", "50%", "75%", "100%"].into_iter().enumerate() {
        let x = LEFT + (RIGHT - LEFT) * count(at) / 4.0;
        drawing.line("g", [x, TOP, x, BOTTOM]);
        drawing.text("m", (x, BOTTOM + 18.0), Anchor::Middle, label);
    }
    drawing.text(
        "m",
        ((LEFT + RIGHT) / 2.0, BOTTOM + 36.0),
        Anchor::Middle,
        "Correct (by line)",
    );
    drawing.text(
        "m",
        (LEFT, TOP - 8.0),
        Anchor::Start,
        "Correct returns (strict)",
    );
    let mut rows = Vec::new();
    let mut points = Vec::new();
    for (at, one) in ranking.iter().enumerate() {
        let strict = one.standing.of(Figure::Strict).mean;
        let by_line = one.standing.of(Figure::ByLine).mean;
        let x = LEFT + (RIGHT - LEFT) * by_line;
        let y = BOTTOM - (BOTTOM - TOP) * strict;
        drawing.circle(&series(at), (x, y), 5.0);
        points.push((x, y));
        rows.push(vec![
            (at + 1).to_string(),
            format!("{}/{}", one.name.provider, one.name.title()),
            percent(by_line),
            percent(strict),
        ]);
    }
    for ((x, y), number) in labels(&points).into_iter().zip(1..) {
        drawing.text("t", (x, y + 4.0), Anchor::Middle, &number.to_string());
    }
    Chart {
        id: format!("{id}-scatter"),
        title: "Correct returns (strict) against correct lines".to_owned(),
        description: format!(
            "A numbered point for each of {} configurations. Points far below the diagonal have \
             most lines right and few whole returns.",
            ranking.len()
        ),
        height: BOTTOM + 46.0,
        body: drawing.0,
        table: DataTable {
            header: ["No.", "Configuration", "By line", "Strict"]
                .map(str::to_owned)
                .to_vec(),
            numbers: 2,
            rows,
        },
    }
}

/// Where the numbers of points stand: the first place around each that no point and no other number
/// takes, or else the first.
fn labels(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    const AROUND: [(f64, f64); 8] = [
        (13.0, 0.0),
        (-13.0, 0.0),
        (0.0, -13.0),
        (0.0, 14.0),
        (12.0, -11.0),
        (-12.0, -11.0),
        (12.0, 12.0),
        (-12.0, 12.0),
    ];
    let mut placed: Vec<(f64, f64)> = Vec::new();
    for (x, y) in points {
        let free = |(label_x, label_y): &(f64, f64)| {
            let apart = |(other_x, other_y): &(f64, f64)| {
                (label_x - other_x).abs() >= 12.0 || (label_y - other_y).abs() >= 10.0
            };
            *label_x < RIGHT && placed.iter().chain(points).all(apart)
        };
        let mut places = AROUND.iter().map(|(right, down)| (x + right, y + down));
        let first = (x + 13.0, *y);
        let place = places.find(free).unwrap_or(first);
        placed.push(place);
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_clear_of_points_and_each_other() {
        let points = [
            (100.0, 100.0),
            (112.0, 102.0),
            (300.0, 100.0),
            (RIGHT - 4.0, 30.0),
        ];
        let labels = labels(&points);
        assert_eq!(labels[2], (313.0, 100.0));
        assert!(labels[3].0 < RIGHT);
        for (at, (x, y)) in labels.iter().enumerate() {
            let others = labels.iter().enumerate().filter(|(other, _)| *other != at);
            let others = others.map(|(_, label)| label).chain(&points);
            for (other_x, other_y) in others {
                assert!(
                    (x - other_x).abs() >= 12.0 || (y - other_y).abs() >= 10.0,
                    "{labels:?}"
                );
            }
        }
    }
}
