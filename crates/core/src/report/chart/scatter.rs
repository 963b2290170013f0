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
    for (at, one) in ranking.iter().enumerate() {
        let strict = one.standing.of(Figure::Strict).mean;
        let by_line = one.standing.of(Figure::ByLine).mean;
        let x = LEFT + (RIGHT - LEFT) * by_line;
        let y = BOTTOM - (BOTTOM - TOP) * strict;
        drawing.circle(&series(at), (x, y), 5.0);
        // Numbers stand left of points at the right end.
        let (x, anchor) = if by_line > 0.95 {
            (x - 9.0, Anchor::End)
        } else {
            (x + 9.0, Anchor::Start)
        };
        drawing.text("t", (x, y + 4.0), anchor, &(at + 1).to_string());
        rows.push(vec![
            (at + 1).to_string(),
            format!("{}/{}", one.name.provider, one.name.title()),
            percent(by_line),
            percent(strict),
        ]);
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
