//! Zip archives, within limits: an archive comes from anywhere and may claim to hold anything.

use std::io::{Cursor, Read as _, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::work::Problem;

/// A benchmark's checkout with results holds some ten thousand files.
const MOST_FILES: usize = 50_000;
const MOST_BYTES: u64 = 512 << 20;

/// The files of an archive with their paths.
pub(crate) fn unpack(archive: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let broken = |error: &dyn std::fmt::Display| {
        Problem::new(
            format!("the archive cannot be read: {error}"),
            "pack the folder again as an ordinary .zip, or drop the folder itself",
        )
    };
    let mut archive = ZipArchive::new(Cursor::new(archive)).map_err(|error| broken(&error))?;
    if archive.len() > MOST_FILES {
        return Err(broken(&format!("it holds more than {MOST_FILES} files")));
    }
    let mut left = MOST_BYTES;
    let mut files = Vec::with_capacity(archive.len());
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).map_err(|error| broken(&error))?;
        if !file.is_file() {
            continue;
        }
        let name = String::from_utf8_lossy(file.name_raw()).replace('\\', "/");
        let mut bytes = Vec::new();
        let read = (&mut file)
            .take(left + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| broken(&format!("{name}: {error}")))?;
        left = left
            .checked_sub(read as u64)
            .ok_or_else(|| broken(&format!("it unpacks to more than {} MB", MOST_BYTES >> 20)))?;
        files.push((name, bytes));
    }
    Ok(files)
}

/// An archive of files. The same files give the same bytes.
pub(crate) fn pack(names: &[String], contents: &[Vec<u8>]) -> Result<Vec<u8>, Problem> {
    let broken = |error: &dyn std::fmt::Display| {
        Problem::new(
            format!("the archive cannot be written: {error}"),
            "export fewer cases",
        )
    };
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in names.iter().zip(contents) {
        writer
            .start_file(name.as_str(), options)
            .map_err(|error| broken(&error))?;
        writer.write_all(bytes).map_err(|error| broken(&error))?;
    }
    writer
        .finish()
        .map(Cursor::into_inner)
        .map_err(|error| broken(&error))
}
