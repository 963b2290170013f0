//! Reading and writing files with errors that name them.

use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use crate::failure::Failure;
use crate::output;

/// The largest file that is read into memory: twice what the core accepts, so that the core says
/// what is too large.
const MOST_BYTES: u64 = 64 << 20;

/// How names of files begin that are being written.
const UNFINISHED: &str = ".taxgrade-";

/// Whether a path is a file's.
pub(crate) fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Reads a text file, or standard input for `-`. Bytes that are not UTF-8 become replacement
/// characters, with a note that says where: most such files are whole but for a name in another
/// encoding, and an amount with such a character in it is never read as one.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .take(MOST_BYTES + 1)
            .read_to_end(&mut bytes)?;
        return text(path, bytes);
    }
    text(path, read_bytes(path)?)
}

/// Reads a file, at most one byte more than the limit.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let open = || -> io::Result<Vec<u8>> {
        let file = fs::File::open(path)?;
        let mut bytes = Vec::with_capacity(
            usize::try_from(file.metadata()?.len().min(MOST_BYTES)).unwrap_or(0),
        );
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    open().map_err(|error| cannot_read(path, &error))
}

fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::input(
            format!("{} is larger than {MOST_BYTES} bytes", path.display()),
            "pass one response or one return",
        ));
    }
    if let Some(text) = utf16(&bytes) {
        return Ok(text);
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| {
        output::note(&format!(
            "{}: byte {} is not UTF-8; such bytes are read as U+FFFD",
            path.display(),
            error.utf8_error().valid_up_to()
        ));
        String::from_utf8_lossy(error.as_bytes()).into_owned()
    }))
}

/// A text that its byte order mark says is UTF-16, as some Windows programs save XML.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (rest, little) = match bytes {
        [0xff, 0xfe, rest @ ..] => (rest, true),
        [0xfe, 0xff, rest @ ..] => (rest, false),
        _ => return None,
    };
    let read = |pair| {
        if little {
            u16::from_le_bytes(pair)
        } else {
            u16::from_be_bytes(pair)
        }
    };
    let units: Vec<u16> = rest
        .as_chunks::<2>()
        .0
        .iter()
        .map(|pair| read(*pair))
        .collect();
    Some(String::from_utf16_lossy(&units))
}

/// The failure for a file that cannot be read.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    Failure::input(
        format!("cannot read {}: {error}", path.display()),
        "check the path",
    )
}

/// The failure for a folder that cannot be made.
pub(crate) fn cannot_make(path: &Path, error: &io::Error) -> Failure {
    Failure::input(
        format!("cannot make {}: {error}", path.display()),
        "check the folder",
    )
}

/// Writes a text file so that it is there whole or not at all, even when the process is killed.
pub(crate) fn write_whole(path: &Path, content: &str) -> Result<(), Failure> {
    write_whole_bytes(path, content.as_bytes())
}

/// The same for bytes.
pub(crate) fn write_whole_bytes(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let write = || -> io::Result<()> {
        if is_stream(path) {
            return fs::write(path, content);
        }
        let mut file = begin(path)?;
        file.write_all(content)?;
        // Reports are meant to be read by others than their writer.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.as_file()
                .set_permissions(fs::Permissions::from_mode(0o644))?;
        }
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error| cannot_write(path, &error))
}

/// Sees to it that a file can be written when the work is done, before the work begins.
pub(crate) fn must_be_writable(path: &Path) -> Result<(), Failure> {
    if is_stream(path) {
        return Ok(());
    }
    if path.is_dir() {
        return Err(cannot_write(path, &"it is a folder"));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        let why = format!("the folder {} does not exist", folder.display());
        return Err(cannot_write(path, &why));
    }
    // The file is removed again where it is dropped.
    begin(path)
        .map(drop)
        .map_err(|error| cannot_write(path, &error))
}

/// What is written to as it is, and must not be replaced: a device or a pipe.
fn is_stream(path: &Path) -> bool {
    path.starts_with("/dev")
        || fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or_else(|| Path::new("."))
}

/// An unfinished file in the folder where a file will stand.
fn begin(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempfile_in(folder_of(path))
        // The error names the unfinished file, of which nobody knows.
        .map_err(|error| error.kind().into())
}

fn cannot_write(path: &Path, why: &dyn fmt::Display) -> Failure {
    Failure::input(
        format!("cannot write {}: {why}", path.display()),
        "check the folder, or name another file",
    )
}

/// Removes what killed processes left unfinished in a folder. What is younger than an hour may belong
/// to a process that runs.
pub(crate) fn sweep(folder: &Path) {
    for (name, path) in entries(folder).unwrap_or_default() {
        let old = || {
            let age = path.metadata()?.modified()?.elapsed();
            Ok::<bool, io::Error>(age.is_ok_and(|age| age > Duration::from_hours(1)))
        };
        if name.starts_with(UNFINISHED) && old().unwrap_or(false) {
            // Left for the next time if it cannot be removed.
            let _ = fs::remove_file(&path);
        }
    }
}

/// The entries of a folder by name, folders and files alike. What is not UTF-8 of a name becomes
/// replacement characters; the path is as it is.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<(String, std::path::PathBuf)>> {
    let mut found: Vec<(String, std::path::PathBuf)> = fs::read_dir(folder)?
        .filter_map(Result::ok)
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, entry.path())
        })
        .collect();
    found.sort();
    Ok(found)
}
