//! Comma-separated values, RFC 4180.

use taxgrade::report::{EVALUATION_COLUMNS, evaluation_rows};
use taxgrade::wire::Graded;

use crate::failure::Failure;

/// One row a line of the form.
pub(crate) fn graded(graded: &Graded, all_lines: bool) -> Result<String, Failure> {
    write(&EVALUATION_COLUMNS, evaluation_rows(graded, all_lines))
}

/// Rows below a header.
pub(crate) fn rows(header: &[&str], rows: Vec<Vec<String>>) -> Result<String, Failure> {
    write(header, rows.into_iter())
}

fn write<R: IntoIterator<Item = String>>(
    header: &[&str],
    rows: impl Iterator<Item = R>,
) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let broken = |error: csv::Error| Failure::input(format!("writing CSV failed: {error}"), "");
    writer.write_record(header).map_err(broken)?;
    for row in rows {
        writer.write_record(row).map_err(broken)?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| broken(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
