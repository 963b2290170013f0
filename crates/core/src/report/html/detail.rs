//! Runs with every scored line and the model's words for it.

use std::collections::BTreeMap;

use crate::counted::counted;
use crate::grade::Verdict;
use crate::money::{Cents, Style};
use crate::report::{Configuration, markup, one_line};
use crate::results::{Results, RunResult, StatedLine};
use crate::sort::sort_by;

/// Writes the runs by configuration, at most `room` of them: those with the lowest run numbers.
pub(super) fn write(out: &mut String, results: &Results, room: usize) {
    let mut shown: Vec<&RunResult> = results
        .runs
        .iter()
        .filter(|run| run.stated.is_some())
        .collect();
    sort_by(&mut shown, |a, b| {
        (a.run, &a.case, &a.configuration).cmp(&(b.run, &b.case, &b.configuration))
    });
    shown.truncate(room);
    let all = results.runs.len();
    let left_out = all - shown.len();
    if left_out > 0 {
        out.push_str(&format!(
            "<p>Here are {} of {all} runs, those with the lowest run numbers. The other {left_out} are \
             left out to keep the file small; they count in every figure above, and \
             <code>taxgrade grade</code> shows any of them.</p>\n",
            shown.len()
        ));
    } else {
        out.push_str(&format!("<p>All {all} runs.</p>\n"));
    }
    let mut by_configuration: BTreeMap<&Configuration, Vec<&RunResult>> = BTreeMap::new();
    for run in shown {
        by_configuration
            .entry(&run.configuration)
            .or_default()
            .push(run);
    }
    for (name, mut runs) in by_configuration {
        sort_by(&mut runs, |a, b| (&a.case, a.run).cmp(&(&b.case, b.run)));
        let right = runs.iter().filter(|run| run.score.strict_correct()).count();
        out.push_str(&format!(
            "<details><summary>{}/{}: {right} of {} strictly correct</summary>\n",
            markup(&name.provider),
            markup(&name.title()),
            counted(runs.len(), "run")
        ));
        for run in runs {
            write_run(out, results, run);
        }
        out.push_str("</details>\n");
    }
}

fn write_run(out: &mut String, results: &Results, run: &RunResult) {
    let (class, mark) = if run.score.strict_correct() {
        ("good", "\u{2713}")
    } else {
        ("bad", "\u{2717}")
    };
    out.push_str(&format!(
        "<details><summary><span class=\"{class}\">{mark}</span> {} run {}: {} of {} lines{}</summary>\n",
        markup(&run.case),
        run.run,
        run.score.exact,
        run.score.total,
        run.failure
            .map(|failure| format!(", generation failure: {}", failure.as_str()))
            .unwrap_or_default()
    ));
    if !run.summary.is_empty() {
        out.push_str(&format!("<p>{}.</p>\n", markup(&run.summary)));
    }
    out.push_str(
        "<div class=\"wide\"><table><thead><tr><th scope=\"col\">Line</th><th scope=\"col\" class=\"n\">Expected</th>\
         <th scope=\"col\" class=\"n\">Stated</th><th scope=\"col\">Verdict</th><th scope=\"col\">The model's words</th>\
         <th scope=\"col\">Why</th></tr></thead><tbody>\n",
    );
    let lines = results.profiles.get(&run.profile);
    for (at, stated) in run.stated.iter().flatten().enumerate() {
        let label = lines
            .and_then(|lines| lines.get(at))
            .map_or("", |line| line.label.as_str());
        write_line(out, run, stated, label);
    }
    out.push_str("</tbody></table></div>\n</details>\n");
}

fn write_line(out: &mut String, run: &RunResult, stated: &StatedLine, label: &str) {
    let wrong = run.wrong_line(&stated.line);
    let (class, verdict) = match stated.verdict {
        Verdict::Exact => ("good", "\u{2713} exact"),
        Verdict::Within => ("bad", "\u{2248} within"),
        Verdict::Wrong => ("bad", "\u{2717} wrong"),
    };
    let reading = wrong.map_or("amount", |wrong| wrong.reading);
    let verdict = match reading {
        "missing" => "\u{2205} missing",
        "blank" => "\u{2205} blank",
        "unreadable" => "? unreadable",
        _ => verdict,
    };
    let amount = |amount: Option<Cents>| {
        amount.map_or_else(|| "?".to_owned(), |amount| amount.format(Style::Grouped))
    };
    out.push_str(&format!(
        "<tr><td title=\"{}\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"{class}\">{verdict}</td>\
         <td class=\"q\">{}</td><td{}>{}</td></tr>\n",
        markup(label),
        markup(&stated.line),
        amount(Some(stated.expected)),
        amount(stated.actual),
        markup(&stated.words),
        if wrong.is_some() { " class=\"y\"" } else { "" },
        wrong
            .map(|wrong| markup(&one_line(&wrong.sentence)))
            .unwrap_or_default(),
    ));
}
