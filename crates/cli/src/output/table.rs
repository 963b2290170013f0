//! Tables for people.

use comfy_table::{Cell, CellAlignment, ContentArrangement, LineStyle, Table, presets};
use taxgrade::money::Style;
use taxgrade::report::{COLUMNS, percent};
use taxgrade::wire::{Graded, WireLine, WireScore};
use taxgrade::{Cents, Verdict};

fn new(header: &[&str]) -> Table {
    let mut table = Table::new();
    table
        // Rules above, below and under the header; a rule between rows would double the height.
        .load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header.iter().copied());
    if let Some(width) = super::width() {
        table.set_width(width);
    }
    table
}

fn right(text: impl Into<String>) -> Cell {
    Cell::new(text.into()).set_alignment(CellAlignment::Right)
}

fn amount(amount: Option<Cents>) -> Cell {
    right(amount.map_or_else(|| "?".to_owned(), |amount| amount.format(Style::Grouped)))
}

/// The graded lines of one return with the score below.
pub(crate) fn graded(graded: &Graded, all_lines: bool) -> String {
    let mut table = new(&[
        "Line",
        "What",
        "Expected",
        "Actual",
        "Difference",
        "Verdict",
        "Read as",
    ]);
    for line in graded.lines.iter().filter(|line| all_lines || line.scored) {
        table.add_row(vec![
            Cell::new(&line.line),
            Cell::new(&line.label),
            amount(line.expected),
            amount(line.actual),
            right(difference(line)),
            Cell::new(verdict(line)),
            Cell::new(line.reading),
        ]);
    }
    let mut out = format!("{table}\n\n");
    if let Some(case) = &graded.case {
        out.push_str(&format!("{case}: "));
    }
    out.push_str(&format!(
        "{} {}, profile {} ({}), {} mode\n",
        graded.jurisdiction, graded.tax_year, graded.profile, graded.profile_source, graded.mode
    ));
    let mut scores = new(&["", "Strict", "Lenient", "By line", "By line, lenient"]);
    scores.add_row(score("This answer", &graded.score));
    scores.add_row(score("An empty answer", &graded.empty_answer));
    if !graded.other_mode.lines.is_empty() {
        let name = format!(
            "In {} mode (lines {})",
            graded.other_mode.mode,
            graded.other_mode.lines.join(", ")
        );
        scores.add_row(score(&name, &graded.other_mode.score));
    }
    out.push_str(&scores.to_string());
    out.push('\n');
    if let Some(diagnosis) = &graded.diagnosis {
        out.push_str(&format!("\nWhy: {}\n", diagnosis.summary));
        for line in &diagnosis.lines {
            out.push_str(&format!("  {}\n", line.sentence));
        }
        for root in &diagnosis.roots {
            {
                let mended = &root.if_mended;
                out.push_str(&format!(
                    "  With line {} mended: {} of scored lines right\n",
                    root.line,
                    percent(mended.score.correct_by_line.0)
                ));
            }
        }
    }
    for warning in &graded.warnings {
        out.push_str(&format!("note: {}\n", warning.message));
    }
    out
}

fn score(name: &str, score: &WireScore) -> Vec<Cell> {
    let yes = |correct: bool| if correct { "\u{2713}" } else { "\u{2717}" };
    vec![
        Cell::new(name),
        Cell::new(yes(score.strict_correct)),
        Cell::new(yes(score.lenient_correct)),
        right(percent(score.correct_by_line.0)),
        right(percent(score.lenient_by_line.0)),
    ]
}

fn difference(line: &WireLine) -> String {
    match line.difference {
        Some(Cents::ZERO) => "\u{2013}".to_owned(),
        Some(difference) if difference > Cents::ZERO => {
            format!("+{}", difference.format(Style::Grouped))
        }
        Some(difference) => difference.format(Style::Grouped),
        None => String::new(),
    }
}

fn verdict(line: &WireLine) -> &'static str {
    match (line.verdict, line.reading) {
        (Some(Verdict::Exact), _) => "\u{2713} exact",
        (Some(Verdict::Within), _) => "\u{2248} within",
        (None, _) => "",
        (_, "missing") => "\u{2205} missing",
        (_, "unreadable") => "? unreadable",
        _ => "\u{2717} wrong",
    }
}

/// A leaderboard of [`taxgrade::report::leaderboard_columns`]: upstream's columns, and below them how
/// sure each row is. Side by side they would not fit a terminal.
pub(crate) fn leaderboard(header: &[&str], rows: &[Vec<String>]) -> String {
    let (upstream, more) = header.split_at(COLUMNS.len().min(header.len()));
    let mut board = new(upstream);
    let names = upstream.iter().take(3);
    let sure_header: Vec<&str> = names.chain(more).copied().collect();
    let mut sure = new(&sure_header);
    for row in rows {
        let (cells, more) = row.split_at(COLUMNS.len().min(row.len()));
        let aligned = cells.iter().enumerate();
        board.add_row(aligned.map(|(at, cell)| if at < 4 { Cell::new(cell) } else { right(cell) }));
        // Rows that detail the one above have no interval.
        if more.iter().any(|cell| !cell.is_empty()) {
            let names = cells.iter().take(3).map(Cell::new);
            sure.add_row(names.chain(more.iter().map(right)));
        }
    }
    format!("{board}\n{sure}\n")
}

/// A plain list with a header.
pub(crate) fn list(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut table = new(header);
    for row in rows {
        table.add_row(row);
    }
    format!("{table}\n")
}
