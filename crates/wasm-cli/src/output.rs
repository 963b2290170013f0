//! What the command prints.

#[path = "../../cli/src/output/csv.rs"]
#[allow(dead_code, reason = "there are no leaderboards here")]
pub(crate) mod csv;
#[path = "../../cli/src/output/table.rs"]
#[allow(dead_code, reason = "there are no leaderboards here")]
pub(crate) mod table;

use crate::failure::Failure;
use crate::host;

/// Width of the terminal.
pub(crate) fn width() -> Option<u16> {
    host::with(|host| host.columns())
}

/// Prints an error and what to do about it on standard error.
pub(crate) fn error(failure: &Failure) {
    let mut text = format!("taxgrade: {failure}\n");
    if !failure.help().is_empty() {
        text.push_str(&format!("  {}\n", failure.help()));
    }
    host::with(|host| host.write_error(&text));
}

/// Prints on standard output.
#[expect(
    clippy::unnecessary_wraps,
    reason = "as in the command line, where writing can fail"
)]
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    host::with(|host| {
        host.write(text);
        if !text.ends_with('\n') {
            host.write("\n");
        }
    });
    Ok(())
}
