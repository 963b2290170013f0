//! The two pictures of a benchmark's front page: overall and detailed results of a tax year.

use super::svg::{Anchor, Chart, DataTable, Drawing, WIDTH, fit};
use crate::counts::{Counts, Figure, Ranked, ranking};
use crate::report::percent;
use crate::statistics::count;

/// Which picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// The best configuration of each model, strictly correct returns.
    Overall,
    /// Every configuration with all four figures.
    Detailed,
}

impl Picture {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::Overall, Self::Detailed];

    /// The word in file names.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Overall => "overall",
            Self::Detailed => "detailed",
        }
    }
}

/// Draws a picture of a data set, such as `ty24`.
#[must_use]
pub fn picture(set: &str, counts: &Counts, which: Picture) -> Chart {
    let all = ranking(counts);
    match which {
        Picture::Overall => {
            let mut best: Vec<Ranked<'_>> = Vec::new();
            for one in all {
                let known = best.iter().any(|known| {
                    known.name.model == one.name.model && known.name.provider == one.name.provider
                });
                if !known {
                    best.push(one);
                }
            }
            let mut chart = super::standings(set, counts, &best);
            chart.id = format!("{set}-overall");
            chart.title = format!(
                "{}: correct returns (strict), the best configuration of each model",
                set.to_uppercase()
            );
            titled(chart)
        }
        Picture::Detailed => detailed(set, &all),
    }
}

/// Puts the title into the drawing, above it: a picture has no page around it.
fn titled(mut chart: Chart) -> Chart {
    const ROOM: f64 = 30.0;
    let mut drawing = Drawing::default();
    drawing.text("t", (16.0, 22.0), Anchor::Start, &chart.title);
    chart.body = format!(
        "{}<g transform=\"translate(0 {ROOM})\">{}</g>",
        drawing.0, chart.body
    );
    chart.height += ROOM;
    chart
}

const NAMES: [&str; 4] = ["Strict", "Lenient", "By line", "By line, lenient"];

fn detailed(set: &str, all: &[Ranked<'_>]) -> Chart {
    const LEFT: f64 = 236.0;
    const BAR: f64 = 14.0;
    const TOP: f64 = 28.0;
    let right = WIDTH - 70.0;
    let group = BAR * 4.0 + 12.0;
    let mut drawing = Drawing::default();
    for (at, name) in NAMES.into_iter().enumerate() {
        let x = LEFT + count(at) * 116.0;
        drawing.rect(&format!("s{at}"), [x, 4.0, 10.0, 10.0]);
        drawing.text("m", (x + 15.0, 13.0), Anchor::Start, name);
    }
    let mut rows = Vec::new();
    for (at, one) in all.iter().enumerate() {
        let y = TOP + count(at) * group;
        drawing.text(
            "t",
            (LEFT - 8.0, y + group / 2.0),
            Anchor::End,
            &fit(&one.name.title(), LEFT - 12.0),
        );
        let mut cells = vec![format!("{}/{}", one.name.provider, one.name.title())];
        for (bar, figure) in Figure::ALL.into_iter().enumerate() {
            let share = one.standing.of(figure).mean;
            let top = y + count(bar) * BAR;
            drawing.rect(
                &format!("s{bar}"),
                [LEFT, top, (right - LEFT) * share, BAR - 2.0],
            );
            drawing.text(
                "t",
                (LEFT + (right - LEFT) * share + 5.0, top + 10.5),
                Anchor::Start,
                &percent(share),
            );
            cells.push(percent(share));
        }
        rows.push(cells);
    }
    let height = TOP + count(all.len()) * group + 8.0;
    drawing.line("a", [LEFT, TOP - 4.0, LEFT, height - 8.0]);
    let mut header = vec!["Configuration".to_owned()];
    header.extend(NAMES.map(str::to_owned));
    titled(Chart {
        id: format!("{set}-detailed"),
        title: format!(
            "{}: correct returns and lines of every configuration",
            set.to_uppercase()
        ),
        description: format!(
            "Four bars for each of {} configurations: correct returns strict and lenient, correct \
             lines strict and lenient.",
            all.len()
        ),
        height,
        body: drawing.0,
        table: DataTable {
            header,
            numbers: 1,
            rows,
        },
    })
}
