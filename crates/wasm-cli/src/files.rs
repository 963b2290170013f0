//! Reading files through the host.

use std::path::Path;

use crate::failure::Failure;
use crate::host;

/// As in the command line.
const MOST_BYTES: usize = 64 << 20;

/// Reads a text file, or standard input for `-`.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    let bytes = host::with(|host| Some(host.read(&path.to_string_lossy())))
        .unwrap_or_else(|| Ok(Vec::new()))
        .map_err(|error| {
            let why = error.as_string().unwrap_or_default();
            Failure::input(format!("cannot read {name}: {why}"), "check the path")
        })?;
    if bytes.len() > MOST_BYTES {
        return Err(Failure::input(
            format!("{name} is larger than {MOST_BYTES} bytes"),
            "pass one response or one return",
        ));
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

pub(crate) fn is_file(path: &Path) -> bool {
    host::with(|host| host.is_file(&path.to_string_lossy()))
}

pub(crate) fn is_folder(path: &Path) -> bool {
    host::with(|host| host.is_folder(&path.to_string_lossy()))
}
