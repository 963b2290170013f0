//! Cases against configurations.

use super::svg::{Anchor, Chart, DataTable, Drawing, WIDTH, fit};
use crate::counts::{Counts, Ranked};
use crate::statistics::count;

const LEFT: f64 = 300.0;
const TOP: f64 = 26.0;
const ROW: f64 = 20.0;
/// Columns that can be read side by side; the table has all.
const MOST_COLUMNS: usize = 20;

/// How many runs of each case are strictly correct with each configuration.
pub(crate) fn heat_map(id: &str, counts: &Counts, ranking: &[Ranked<'_>]) -> Chart {
    let cases = counts.case_names();
    let shown = ranking.len().min(MOST_COLUMNS);
    let column = ((WIDTH - LEFT - 8.0) / count(shown.max(1))).min(48.0);
    let mut drawing = Drawing::default();
    for at in 0..shown {
        let x = LEFT + count(at) * column + column / 2.0;
        drawing.text("m", (x, TOP - 8.0), Anchor::Middle, &(at + 1).to_string());
    }
    let mut rows = Vec::new();
    for (row, case) in cases.iter().enumerate() {
        let y = TOP + count(row) * ROW;
        drawing.text(
            "t",
            (LEFT - 8.0, y + 14.0),
            Anchor::End,
            &fit(case, LEFT - 12.0),
        );
        let mut cells = vec![(*case).to_owned()];
        for (at, one) in ranking.iter().enumerate() {
            let graded = one.counts.of_case(case);
            let text = graded
                .as_ref()
                .map_or_else(String::new, |sums| format!("{}/{}", sums.strict, sums.runs));
            if at < shown {
                let x = LEFT + count(at) * column;
                let class = graded
                    .as_ref()
                    .map_or("hn", |sums| heat(sums.strict, sums.runs));
                drawing.rect(class, [x + 0.5, y + 0.5, column - 1.0, ROW - 1.0]);
                let sign = match &graded {
                    Some(sums) if sums.runs == 1 && sums.strict == 1 => "\u{2713}",
                    Some(sums) if sums.runs == 1 => "\u{2717}",
                    _ => &text,
                };
                let sign = fit(sign, column + 4.0);
                drawing.text("t", (x + column / 2.0, y + 14.0), Anchor::Middle, &sign);
            }
            cells.push(text);
        }
        rows.push(cells);
    }
    let mut header = vec!["Case".to_owned()];
    header.extend(
        ranking
            .iter()
            .enumerate()
            .map(|(at, one)| format!("{}. {}", at + 1, one.name.title())),
    );
    let more = if shown < ranking.len() {
        format!(" The best {shown} of {} are drawn.", ranking.len())
    } else {
        String::new()
    };
    Chart {
        id: format!("{id}-cases"),
        title: "Strictly correct runs of each case, by configuration".to_owned(),
        description: format!(
            "A row for each of {} cases and a column for each configuration, numbered as in the \
             leaderboard.{more}",
            cases.len()
        ),
        height: TOP + count(cases.len()) * ROW + 10.0,
        body: drawing.0,
        table: DataTable {
            header,
            numbers: 1,
            rows,
        },
    }
}

/// The class of a share: none, less than a half, up to all but one, all.
const fn heat(right: u64, runs: u64) -> &'static str {
    if right == 0 {
        "h0"
    } else if right >= runs {
        "h4"
    } else if right * 3 < runs {
        "h1"
    } else if right * 3 <= runs * 2 {
        "h2"
    } else {
        "h3"
    }
}
