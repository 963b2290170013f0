//! What all charts are made of.

use std::fmt::Write;

use crate::report::markup;
use crate::sort::sort_by;

/// Class colours of charts on light ground. The series colours differ for people who see colours
/// otherwise (Okabe and Ito 2008, "Color Universal Design"), darkened for contrast.
pub(crate) const CHART_LIGHT: &str = "\
.bg{fill:#fff}.t{fill:#1c2128}.m{fill:#57606a}.g{stroke:#d8dee4}.a{stroke:#8c959f}\
.b{fill:#2f6fb5}.b2{fill:#a9c8e8}.w{stroke:#1c2128;stroke-width:1.5}\
.s0{fill:#0b62a4;stroke:#0b62a4}.s1{fill:#b84a00;stroke:#b84a00}.s2{fill:#00755a;stroke:#00755a}\
.s3{fill:#a8457f;stroke:#a8457f}.s4{fill:#7a5c00;stroke:#7a5c00}.s5{fill:#5947b8;stroke:#5947b8}\
.s6{fill:#4a545e;stroke:#4a545e}.s7{fill:#a52233;stroke:#a52233}\
.h0{fill:#f3c09b}.h1{fill:#f7e2d0}.h2{fill:#e8eef4}.h3{fill:#b5d2ec}.h4{fill:#7fb2e0}.hn{fill:#f3f4f6}";

/// The same on dark ground.
pub(crate) const CHART_DARK: &str = "\
.bg{fill:#14181d}.t{fill:#e6edf3}.m{fill:#9da7b1}.g{stroke:#30363d}.a{stroke:#6e7681}\
.b{fill:#5a9bdc}.b2{fill:#2d4f73}.w{stroke:#e6edf3;stroke-width:1.5}\
.s0{fill:#6cb6ff;stroke:#6cb6ff}.s1{fill:#ff9a57;stroke:#ff9a57}.s2{fill:#4fd1ac;stroke:#4fd1ac}\
.s3{fill:#f08cc6;stroke:#f08cc6}.s4{fill:#e0bb4a;stroke:#e0bb4a}.s5{fill:#b3a5ff;stroke:#b3a5ff}\
.s6{fill:#aab4be;stroke:#aab4be}.s7{fill:#ff8591;stroke:#ff8591}\
.h0{fill:#7a4522}.h1{fill:#4d3626}.h2{fill:#2a323b}.h3{fill:#25486b}.h4{fill:#2f6ba3}.hn{fill:#1d2228}";

/// Number of series classes.
const SERIES: usize = 8;
/// Width of every chart in its own units, which are pixels where there is room.
pub(super) const WIDTH: f64 = 760.0;
/// About the width of a character at 12 pixels; fonts differ, so labels are cut with a margin.
const CHARACTER: f64 = 6.6;

/// Which colours a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Light, and dark where the viewer asks for it.
    Adaptive,
    /// Light, for renderers without media queries.
    Light,
}

/// A table of what a chart shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataTable {
    /// Names of the columns.
    pub header: Vec<String>,
    /// The columns from this one on are numbers.
    pub numbers: usize,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// A chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Its name in a file's links.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// What can be read from it, for those who do not see it.
    pub description: String,
    /// Its height at a width of 760.
    pub height: f64,
    /// The drawing.
    pub body: String,
    /// What it shows, as a table.
    pub table: DataTable,
}

impl Chart {
    /// The chart inside a page whose style sheet colours it.
    #[must_use]
    pub fn inline_svg(&self) -> String {
        format!("{}{}</svg>", self.open("", &self.id), self.body)
    }

    /// The chart as a file of its own.
    #[must_use]
    pub fn svg_file(&self, theme: Theme) -> String {
        let dark = match theme {
            Theme::Adaptive => {
                format!("@media (prefers-color-scheme:dark){{{CHART_DARK}}}")
            }
            Theme::Light => String::new(),
        };
        let xmlns = " xmlns=\"http://www.w3.org/2000/svg\" width=\"760\"";
        format!(
            "{}<style>{CHART_LIGHT}{dark}</style><rect class=\"bg\" width=\"760\" height=\"{:.0}\"/>{}</svg>\n",
            self.open(xmlns, &self.id),
            self.height,
            self.body
        )
    }

    fn open(&self, more: &str, id: &str) -> String {
        format!(
            "<svg{more} viewBox=\"0 0 760 {:.0}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\" \
             font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif\" font-size=\"12\">\
             <title id=\"{id}-t\">{}</title><desc id=\"{id}-d\">{}</desc>",
            self.height,
            markup(&self.title),
            markup(&self.description)
        )
    }
}

/// The class of the nth series.
pub(super) fn series(at: usize) -> String {
    format!("s{}", at % SERIES)
}

/// A drawing in the making.
#[derive(Debug, Default)]
pub(super) struct Drawing(pub(super) String);

/// Where a text stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    pub(super) fn rect(&mut self, class: &str, [x, y, width, height]: [f64; 4]) {
        // Writing to a String cannot fail.
        let _ = write!(
            self.0,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            width.max(0.0),
            height.max(0.0)
        );
    }

    pub(super) fn line(&mut self, class: &str, [x1, y1, x2, y2]: [f64; 4]) {
        let _ = write!(
            self.0,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    pub(super) fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let _ = write!(
            self.0,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{}</text>",
            markup(text)
        );
    }

    pub(super) fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let _ = write!(
            self.0,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        );
    }

    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)], dash: &str) {
        let mut d = String::new();
        for (at, (x, y)) in points.iter().enumerate() {
            let _ = write!(d, "{}{x:.1} {y:.1}", if at == 0 { "M" } else { "L" });
        }
        let dash = if dash.is_empty() {
            String::new()
        } else {
            format!(" stroke-dasharray=\"{dash}\"")
        };
        let _ = write!(
            self.0,
            "<path class=\"{class}\" fill=\"none\" fill-opacity=\"0\" stroke-width=\"2\"{dash} d=\"{d}\"/>"
        );
    }

    /// A share axis from 0 % to 100 % with grid lines: upwards at the left of the box.
    pub(super) fn share_grid(&mut self, [left, top, right, bottom]: [f64; 4]) {
        for (at, label) in ["0%", "25%", "50%", "75%", "100%"].into_iter().enumerate() {
            let y = bottom - (bottom - top) * crate::statistics::count(at) / 4.0;
            self.line(if at == 0 { "a" } else { "g" }, [left, y, right, y]);
            self.text("m", (left - 6.0, y + 4.0), Anchor::End, label);
        }
    }
}

/// Text cut so that it fits a width.
pub(super) fn fit(text: &str, width: f64) -> String {
    let most = (0..200)
        .take_while(|count| crate::statistics::count(*count) * CHARACTER < width)
        .count();
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}\u{2026}", cut.trim_end())
}

/// Where curves end and are named: places moved apart so that labels do not cover each other, kept
/// within the box as far as it holds them. Gives the places in the order of the wanted ones.
pub(super) fn spread(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<(usize, f64)> = wanted.iter().copied().enumerate().collect();
    sort_by(&mut order, |(_, a), (_, b)| a.total_cmp(b));
    let mut last = top - gap;
    for (_, y) in &mut order {
        *y = y.max(last + gap);
        last = *y;
    }
    let mut next = bottom + gap;
    for (_, y) in order.iter_mut().rev() {
        *y = y.min(next - gap);
        next = *y;
    }
    let mut places = vec![0.0; wanted.len()];
    for (at, y) in order {
        if let Some(place) = places.get_mut(at) {
            *place = y;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_do_not_cover_each_other() {
        let places = spread(&[50.0, 50.0, 51.0, 10.0], 12.0, 0.0, 60.0);
        let mut ordered = places.clone();
        ordered.sort_by(f64::total_cmp);
        assert!(
            ordered.windows(2).all(|two| two[1] - two[0] >= 11.99),
            "{places:?}"
        );
        assert!(
            ordered.iter().all(|y| (0.0..=60.0).contains(y)),
            "{places:?}"
        );
        assert!(places[3] < places[0]);
    }

    #[test]
    fn long_labels_are_cut() {
        assert_eq!(fit("short", 200.0), "short");
        let cut = fit("a-very-long-model-name-that-goes-on", 100.0);
        assert!(
            cut.ends_with('\u{2026}') && cut.chars().count() <= 16,
            "{cut}"
        );
    }
}
