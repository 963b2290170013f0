//! Looks for words and amounts in the text of documents.
#![expect(
    clippy::float_arithmetic,
    reason = "places on a page; amounts are compared as whole cents"
)]

use crate::order;

/// A run of text on a page; places count from the page's top left corner at scale 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Run {
    pub(crate) page: u32,
    pub(crate) text: String,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) w: f64,
    pub(crate) h: f64,
}

/// A place in a document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hit {
    pub(crate) page: u32,
    /// x, y, width, height.
    pub(crate) at: [f64; 4],
    /// The text around it.
    pub(crate) context: String,
    /// Whether the document has cents that the form rounds away.
    pub(crate) rounded: bool,
}

/// A line of text as it stands on the page, with the runs it is made of.
#[derive(Debug)]
struct TextLine<'r> {
    runs: Vec<(&'r Run, usize)>,
    text: String,
}

/// Joins runs that stand on one line, so that a search crosses their borders.
fn lines(runs: &[Run]) -> Vec<TextLine<'_>> {
    let mut sorted: Vec<&Run> = runs
        .iter()
        .filter(|run| !run.text.trim().is_empty())
        .collect();
    order::by(&mut sorted, &|a, b| {
        a.page.cmp(&b.page).then(a.y.total_cmp(&b.y))
    });
    let mut rows: Vec<Vec<&Run>> = Vec::new();
    for run in sorted {
        let same = |row: &&mut Vec<&Run>| {
            row.first()
                .is_some_and(|first| first.page == run.page && run.y - first.y < 3.0)
        };
        match rows.last_mut().filter(same) {
            Some(row) => row.push(run),
            None => rows.push(vec![run]),
        }
    }
    let mut out: Vec<TextLine<'_>> = Vec::new();
    for mut row in rows {
        order::by(&mut row, &|a, b| a.x.total_cmp(&b.x));
        let mut before: Option<&Run> = None;
        for run in row {
            let gap = before.map(|last| run.x - (last.x + last.w) - 4.0 * last.h);
            match out.last_mut().filter(|_| gap.is_some_and(|gap| gap < 0.0)) {
                Some(line) => line.push(run),
                None => out.push(TextLine {
                    runs: vec![(run, 0)],
                    text: run.text.clone(),
                }),
            }
            before = Some(run);
        }
    }
    out
}

impl<'r> TextLine<'r> {
    fn push(&mut self, run: &'r Run) {
        // Letters set one by one are one word.
        let apart = self
            .runs
            .last()
            .is_some_and(|(last, _)| run.x - (last.x + last.w) > 0.15 * last.h);
        if apart {
            self.text.push(' ');
        }
        self.runs.push((run, self.text.len()));
        self.text.push_str(&run.text);
    }

    fn hit(&self, start: usize, end: usize, rounded: bool) -> Option<Hit> {
        let mut touched = self
            .runs
            .iter()
            .filter(|(run, at)| *at < end && at + run.text.len() > start)
            .map(|(run, at)| {
                // Letters are not all as wide as each other, but near enough to point at.
                let length = run.text.len().max(1);
                let share =
                    |byte: usize| byte.saturating_sub(*at).min(length) as f64 / length as f64;
                let (from, to) = (share(start), share(end));
                (run, run.x + run.w * from, run.x + run.w * to)
            });
        let (first, left, mut right) = touched.next()?;
        for (_, _, to) in touched {
            right = right.max(to);
        }
        Some(Hit {
            page: first.page,
            at: [left, first.y, right - left, first.h],
            context: self.text.trim().to_owned(),
            rounded,
        })
    }
}

/// Places of a text, whatever its case.
pub(crate) fn words(runs: &[Run], wanted: &str) -> Vec<Hit> {
    let wanted = wanted.trim().to_lowercase();
    if wanted.is_empty() {
        return Vec::new();
    }
    lines(runs)
        .iter()
        .flat_map(|line| {
            let lower = line.text.to_lowercase();
            let same = lower.len() == line.text.len();
            let at: Vec<usize> = lower.match_indices(&wanted).map(|(at, _)| at).collect();
            at.into_iter()
                .filter_map(|at| {
                    // Lower case may be longer than upper case; then the whole line is the place.
                    let (start, end) = if same {
                        (at, at + wanted.len())
                    } else {
                        (0, line.text.len())
                    };
                    line.hit(start, end, false)
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Places where an amount of cents is printed, exactly or before rounding to whole dollars.
pub(crate) fn amount(runs: &[Run], cents: i64) -> Vec<Hit> {
    if cents == 0 {
        return Vec::new();
    }
    lines(runs)
        .iter()
        .flat_map(|line| {
            numbers(&line.text)
                .into_iter()
                .filter_map(|(start, end, found)| {
                    let rounded = same(found, cents)?;
                    line.hit(start, end, rounded)
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Whether a value of the input data is an amount: whether it was rounded, if so.
pub(crate) fn is_amount(text: &str, cents: i64) -> bool {
    cents != 0
        && matches!(numbers(text).as_slice(), [(0, end, found)]
            if *end == text.trim_end().len() && same(*found, cents).is_some())
}

/// Signs are not compared: documents print what was withheld or lost without one.
fn same(found: i64, wanted: i64) -> Option<bool> {
    let wanted = wanted.abs();
    if found == wanted {
        Some(false)
    } else if wanted % 100 == 0 && (found + 50) / 100 * 100 == wanted {
        Some(true)
    } else {
        None
    }
}

/// Numbers in a text as start, end and cents.
fn numbers(text: &str) -> Vec<(usize, usize, i64)> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !byte(at).is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        let mut whole: i64 = 0;
        let mut grouped = true;
        while byte(at).is_ascii_digit() || (byte(at) == b',' && byte(at + 1).is_ascii_digit()) {
            if byte(at) == b',' {
                let three = (1..=3).all(|n| byte(at + n).is_ascii_digit());
                grouped &= three && !byte(at + 4).is_ascii_digit();
            } else {
                let digit = i64::from(byte(at) - b'0');
                whole = whole.saturating_mul(10).saturating_add(digit);
            }
            at += 1;
        }
        let mut cents = whole.saturating_mul(100);
        let mut plain = grouped;
        if byte(at) == b'.' && byte(at + 1).is_ascii_digit() {
            let fraction = (1_usize..)
                .take_while(|n| byte(at + n).is_ascii_digit())
                .count();
            plain &= fraction <= 2;
            let digit = |n: usize| match byte(at + n) {
                digit @ b'0'..=b'9' => i64::from(digit - b'0'),
                _ => 0,
            };
            cents = cents.saturating_add(digit(1) * 10 + if fraction > 1 { digit(2) } else { 0 });
            at += 1 + fraction;
        }
        // `123-00-4567`, `2025/01` and `W2` are no amounts.
        let joined = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/' | b'#');
        let before = start.checked_sub(1).map_or(b' ', byte);
        let leading_minus: bool = before == b'-'
            && start
                .checked_sub(2)
                .is_none_or(|at| !byte(at).is_ascii_alphanumeric());
        if plain && (!joined(before) || leading_minus) && !joined(byte(at)) {
            found.push((start, at, cents));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, x: f64, y: f64) -> Run {
        Run {
            page: 1,
            text: text.to_owned(),
            x,
            y,
            w: text.len() as f64 * 5.0,
            h: 10.0,
        }
    }

    #[test]
    fn numbers_and_what_only_looks_like_them() {
        let cents = |text: &str| {
            numbers(text)
                .into_iter()
                .map(|one| one.2)
                .collect::<Vec<_>>()
        };
        assert_eq!(cents("$ 84,512.37 and (1,200)"), [8_451_237, 120_000]);
        assert_eq!(cents("-12.5"), [1_250]);
        assert_eq!(
            cents("123-00-4567 12/31/2025 W2 1,23 1.234 99999999999999999999999x"),
            Vec::<i64>::new()
        );
    }

    #[test]
    fn a_line_reads_from_left_to_right() {
        let runs = [
            run("1,200.00", 40.0, 50.0),
            run("$", 30.0, 52.0),
            run("far away", 400.0, 50.0),
            run("below", 30.0, 60.0),
        ];
        let texts: Vec<String> = lines(&runs).into_iter().map(|line| line.text).collect();
        assert_eq!(texts, ["$ 1,200.00", "far away", "below"]);
    }

    #[test]
    fn amounts_are_found_whole_and_rounded() {
        let runs = [
            run("2 Federal tax", 10.0, 50.0),
            run("5,300.40", 200.0, 51.0),
            run("5,300", 10.0, 90.0),
            run("15,300", 10.0, 120.0),
        ];
        let hits = amount(&runs, 530_000);
        assert_eq!(
            hits.iter().map(|hit| hit.rounded).collect::<Vec<_>>(),
            [true, false]
        );
        assert!((hits[0].at[0] - 200.0).abs() < 1e-9);
        assert!(amount(&runs, 0).is_empty());
        assert_eq!(amount(&runs, -530_000).len(), 2);
        assert!(is_amount("5300.40", 530_000) && is_amount(" 62000".trim(), 6_200_000));
        assert!(!is_amount("box 5300", 530_000));
    }

    #[test]
    fn words_cross_runs() {
        let runs = [run("Federal", 10.0, 50.0), run("Income Tax", 50.0, 50.5)];
        let hits = words(&runs, "federal income");
        assert_eq!(hits.len(), 1);
        assert_eq!(hits[0].context, "Federal Income Tax");
        assert!(words(&runs, " ").is_empty());
    }
}
