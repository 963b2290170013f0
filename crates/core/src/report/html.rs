//! Results as one HTML file that opens from disk: no script, no request, nothing from elsewhere.
//!
//! Its content security policy allows its own style sheet, by hash, and nothing else. All text of
//! models and files is escaped.

mod detail;
mod style;

use super::chart::{
    Chart, DataTable, heat_map, line_failures, pass_curves, root_causes, standings, strict_by_line,
    thinking_levels,
};
use super::runs::{SPENT_COLUMNS, spent_rows};
use super::{against_best, certainty_note, difference, failures, markup};
use crate::counted::counted;
use crate::counts::ranking;
use crate::results::Results;
use style::{STYLE_HASH, style};

/// Runs whose lines are shown one by one, so that a file stays within what browsers open at once:
/// about five kilobytes each.
pub const MOST_DETAILED: usize = 1_000;

/// The report on data sets as HTML.
#[must_use]
pub fn report_html(sets: &[Results]) -> String {
    let mut out = String::with_capacity(1 << 20);
    out.push_str(&format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{STYLE_HASH}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Graded tax returns</title>\n<style>{}</style>\n</head>\n<body>\n<header>\n<h1>Graded tax returns</h1>\n",
        style()
    ));
    out.push_str("<nav aria-label=\"Data sets\"><ul>");
    for (at, results) in sets.iter().enumerate() {
        out.push_str(&format!(
            "<li><a href=\"#s{at}\">{}</a></li>",
            markup(&results.name)
        ));
    }
    out.push_str("</ul></nav>\n</header>\n<main>\n");
    // The room for lines is shared out over the data sets.
    let room = MOST_DETAILED / sets.len().max(1);
    for (at, results) in sets.iter().enumerate() {
        section(&mut out, &format!("s{at}"), results, room);
    }
    out.push_str(
        "</main>\n<footer><p>Every figure is the mean over cases of the mean over that case's runs. \
         Strict: every scored line is equal. Lenient: within the tolerance. By line: share of scored \
         lines. The 95% intervals come from a seeded bootstrap over cases; differences are tested by \
         a sign-flip permutation test over cases.</p></footer>\n</body>\n</html>\n",
    );
    out
}

fn section(out: &mut String, id: &str, results: &Results, room: usize) {
    let counts = &results.counts;
    let ranking = ranking(counts);
    let parts = [
        ("board", "Leaderboard"),
        ("charts", "Charts"),
        ("cases", "Cases"),
        ("lines", "Lines"),
        ("why", "Why"),
        ("cost", "Tokens and cost"),
        ("runs", "Runs"),
    ];
    out.push_str(&format!(
        "<section id=\"{id}\" aria-labelledby=\"{id}-h\">\n<h2 id=\"{id}-h\">{}</h2>\n\
         <p>{} of {} graded, {}.</p>\n<nav aria-label=\"Parts of {0}\"><ul>",
        markup(&results.name),
        counted(counts.run_count(), "run"),
        counted(counts.case_count(), "case"),
        counted(ranking.len(), "configuration"),
    ));
    for (part, name) in parts {
        out.push_str(&format!("<li><a href=\"#{id}-{part}\">{name}</a></li>"));
    }
    out.push_str("</ul></nav>\n");

    heading(out, id, "board", "Leaderboard");
    let board = standings(id, counts, &ranking);
    figure_with_open_table(out, &board);
    for (name, unheard) in counts
        .configurations()
        .filter(|(_, counts)| counts.run_count() == 0)
    {
        out.push_str(&format!(
            "<p>{}/{}: no answer to grade, generation failures: {}.</p>\n",
            markup(&name.provider),
            markup(&name.title()),
            failures(&unheard.standing())
        ));
    }
    out.push_str(&format!(
        "<p class=\"note\">{}</p>\n",
        markup(&certainty_note(counts))
    ));
    against(out, results);

    heading(out, id, "charts", "Charts");
    figure(out, &strict_by_line(id, &ranking));
    match pass_curves(id, &ranking) {
        Some(chart) => figure(out, &chart),
        None => out.push_str(
            "<p class=\"note\">No pass^k curves: no case ran more than once with one configuration.</p>\n",
        ),
    }
    match thinking_levels(id, &ranking) {
        Some(chart) => figure(out, &chart),
        None => out.push_str(
            "<p class=\"note\">No curves over thinking levels: no model ran at two of them.</p>\n",
        ),
    }

    heading(out, id, "cases", "Cases");
    figure(out, &heat_map(id, counts, &ranking));
    let hopeless: Vec<String> = results
        .insight
        .never_right()
        .map(|(case, _)| markup(case))
        .collect();
    if !hopeless.is_empty() {
        out.push_str(&format!(
            "<p>Cases nobody got strictly right: {}.</p>\n",
            hopeless.join(", ")
        ));
    }

    heading(out, id, "lines", "Lines");
    figure(out, &line_failures(id, &results.insight));
    heading(out, id, "why", "Why lines are wrong");
    figure(out, &root_causes(id, &results.insight));

    heading(out, id, "cost", "Tokens and cost");
    let rows = spent_rows(&results.runs);
    if rows.is_empty() {
        out.push_str("<p class=\"note\">Nothing is recorded beside these answers.</p>\n");
    } else {
        let spent = DataTable {
            header: SPENT_COLUMNS.map(str::to_owned).to_vec(),
            numbers: 1,
            rows,
        };
        table(out, &spent, "Tokens and cost where they are known");
    }

    heading(out, id, "runs", "Runs");
    detail::write(out, results, room);
    out.push_str("</section>\n");
}

fn heading(out: &mut String, id: &str, part: &str, title: &str) {
    out.push_str(&format!("<h3 id=\"{id}-{part}\">{title}</h3>\n"));
}

/// Every configuration beside the best one.
fn against(out: &mut String, results: &Results) {
    let all = against_best(&results.counts);
    let Some(first) = all.first() else { return };
    let rows = all
        .iter()
        .map(|one| {
            vec![
                format!("{}/{}", one.name.provider, one.name.title()),
                difference(&one.strict),
                one.strict.verdict(),
            ]
        })
        .collect();
    let beside = DataTable {
        header: [
            "Configuration",
            "Difference (strict, 95% interval, permutation test)",
            "Verdict",
        ]
        .map(str::to_owned)
        .to_vec(),
        numbers: 3,
        rows,
    };
    table(
        out,
        &beside,
        &format!("Beside the best, {}, on the same cases", first.best.title()),
    );
}

fn drawing(out: &mut String, chart: &Chart) {
    out.push_str(&format!(
        "<figcaption>{}</figcaption>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\">{}</div>\n",
        markup(&chart.title),
        chart.inline_svg()
    ));
}

/// A chart with the table behind it folded away.
fn figure(out: &mut String, chart: &Chart) {
    out.push_str("<figure>\n");
    drawing(out, chart);
    out.push_str("<details><summary>The same as a table</summary>\n");
    table(out, &chart.table, &chart.title);
    out.push_str("</details>\n</figure>\n");
}

fn figure_with_open_table(out: &mut String, chart: &Chart) {
    out.push_str("<figure>\n");
    drawing(out, chart);
    table(out, &chart.table, &chart.title);
    out.push_str("</figure>\n");
}

fn table(out: &mut String, table: &DataTable, caption: &str) {
    out.push_str(&format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><table><caption>{0}</caption><thead><tr>",
        markup(caption)
    ));
    let number = |at: usize| {
        if at >= table.numbers {
            " class=\"n\""
        } else {
            ""
        }
    };
    for (at, name) in table.header.iter().enumerate() {
        out.push_str(&format!(
            "<th scope=\"col\"{}>{}</th>",
            number(at),
            markup(name)
        ));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            out.push_str(&format!("<td{}>{}</td>", number(at), markup(cell)));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

#[cfg(test)]
mod tests;
