//! Comma-separated values (RFC 4180) with the command line's columns.

use taxgrade::report::{EVALUATION_COLUMNS, evaluation_rows};
use taxgrade::wire::Graded;

/// One row a line of the form.
pub(crate) fn lines(graded: &Graded) -> String {
    let rows = evaluation_rows(graded, false).map(row);
    row(EVALUATION_COLUMNS) + &rows.collect::<String>()
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
