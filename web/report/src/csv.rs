//! Comma-separated values (RFC 4180) with the command line's columns.

use taxgrade::Verdict;
use taxgrade::wire::Graded;

const LINE_COLUMNS: [&str; 12] = [
    "case",
    "line",
    "label",
    "scored",
    "expected",
    "actual",
    "difference",
    "verdict",
    "reading",
    "matched_by",
    "diagnosis",
    "why",
];

/// One row a line of the form.
pub(crate) fn lines(graded: &Graded) -> String {
    let amount = |amount: Option<taxgrade::Cents>| amount.map(|one| one.to_string());
    let mut out = row(LINE_COLUMNS);
    for line in graded.lines.iter().filter(|line| line.scored) {
        let why = graded
            .diagnosis
            .as_ref()
            .and_then(|diagnosis| diagnosis.lines.iter().find(|one| one.line == line.line));
        out.push_str(&row([
            graded.case.clone().unwrap_or_default(),
            line.line.clone(),
            line.label.clone(),
            line.scored.to_string(),
            amount(line.expected).unwrap_or_default(),
            amount(line.actual).unwrap_or_default(),
            amount(line.difference).unwrap_or_default(),
            match line.verdict {
                Some(Verdict::Exact) => "exact",
                Some(Verdict::Within) => "within",
                Some(Verdict::Wrong) => "wrong",
                None => "",
            }
            .to_owned(),
            line.reading.to_owned(),
            line.matched_by
                .map(|by| format!("{by:?}").to_lowercase())
                .unwrap_or_default(),
            why.map(|one| one.kind.as_str().to_owned())
                .unwrap_or_default(),
            why.map(|one| one.sentence.clone()).unwrap_or_default(),
        ]));
    }
    out
}

/// A row, its line end included.
pub(crate) fn row<I: IntoIterator<Item = S>, S: AsRef<str>>(cells: I) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| field(cell.as_ref())).collect();
    format!("{}\r\n", cells.join(","))
}

/// A field, quoted where it must be. One that a spreadsheet would run as a formula is kept as text:
/// a response is somebody else's words.
fn field(text: &str) -> String {
    let number = |rest: &str| rest.bytes().all(|one| one.is_ascii_digit() || one == b'.');
    let formula = text.starts_with(['=', '+', '@', '\t'])
        || text.strip_prefix('-').is_some_and(|rest| !number(rest));
    let guard = if formula { "'" } else { "" };
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_guards() {
        assert_eq!(
            row(["a", "b,c", "d\"e", "-12", "=1+1", "-"]),
            "a,\"b,c\",\"d\"\"e\",-12,'=1+1,-\r\n"
        );
    }
}
