//! What the command prints.

pub(crate) mod csv;
pub(crate) mod table;

use std::io::{self, Write};

use crate::args::Format;
use crate::failure::Failure;

/// The width of tables where somebody else than the table asks for it; here it asks by itself.
pub(crate) const fn width() -> Option<u16> {
    None
}

/// Prints an error and what to do about it on standard error.
pub(crate) fn error(failure: &Failure) {
    // Standard error may be closed; there is nobody left to tell then.
    let mut out = io::stderr().lock();
    let _ = writeln!(out, "taxgrade: {failure}");
    if !failure.help().is_empty() {
        let _ = writeln!(out, "  {}", failure.help());
    }
}

/// Prints a remark on standard error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Prints what is beside a summary: on standard error where the summary is for programs.
pub(crate) fn print_beside(text: &str, summary: Format) -> Result<(), Failure> {
    match summary {
        Format::Table | Format::Markdown => print(text),
        Format::Json | Format::Csv => {
            note(text);
            Ok(())
        }
    }
}

/// Prints on standard output, and sees to it that all of it arrives.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}
