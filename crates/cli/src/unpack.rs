//! Input that may be packed: gzip and Zstandard are recognised by how they begin, so that a pipe
//! needs no name.

use std::io::{self, BufReader, Cursor, Read};

use flate2::read::MultiGzDecoder;

/// How a gzip member begins (RFC 1952, section 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// How a Zstandard frame begins (RFC 8878, section 3.1.1).
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Packed bytes read at once.
const BUFFER_BYTES: usize = 1 << 16;

/// The content of an input: unpacked if it begins as gzip or Zstandard, else as it is. Files of
/// several members or frames, as parallel packers and `cat` leave them, are read to the end.
///
/// # Errors
///
/// What the input gives; a damaged or cut off archive gives its error where it is noticed, after the
/// content before it.
pub(crate) fn content(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let begin = beginning(&mut input)?;
    let gzip = begin.starts_with(&GZIP);
    let zstandard = begin == ZSTANDARD || is_skippable(&begin);
    let whole = Cursor::new(begin).chain(input);
    Ok(if gzip {
        Box::new(Named {
            inner: MultiGzDecoder::new(BufReader::with_capacity(BUFFER_BYTES, whole)),
            name: "gzip",
        })
    } else if zstandard {
        let packed = BufReader::with_capacity(BUFFER_BYTES, whole);
        Box::new(Named {
            inner: zstd::Decoder::with_buffer(packed)?,
            name: "Zstandard",
        })
    } else {
        Box::new(whole)
    })
}

/// Whether bytes begin a frame without content, as parallel packers write in front of the others (RFC
/// 8878, section 3.1.2).
const fn is_skippable(begin: &[u8]) -> bool {
    matches!(begin, [0x50..=0x5f, 0x2a, 0x4d, 0x18])
}

/// The first bytes, up to four; a pipe may give them one by one, and no more are waited for than it
/// takes to know that they are no archive's.
fn beginning(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let may_be_packed = |begin: &[u8]| {
        let skippable = matches!(
            begin,
            [0x50..=0x5f] | [0x50..=0x5f, 0x2a] | [0x50..=0x5f, 0x2a, 0x4d]
        );
        skippable || GZIP.starts_with(begin) || ZSTANDARD.starts_with(begin)
    };
    let mut begin = Vec::new();
    while begin.len() < ZSTANDARD.len() && may_be_packed(&begin) {
        let read = input.by_ref().take(1).read_to_end(&mut begin)?;
        if read == 0 {
            break;
        }
    }
    Ok(begin)
}

/// Says in errors what was being unpacked.
struct Named<R> {
    inner: R,
    name: &'static str,
}

impl<R: Read> Read for Named<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("the {} input is damaged or cut off: {error}", self.name),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn zstandard(text: &str) -> Vec<u8> {
        zstd::encode_all(text.as_bytes(), 1).unwrap()
    }

    fn unpacked(bytes: Vec<u8>) -> io::Result<String> {
        let mut text = String::new();
        content(Cursor::new(bytes))?.read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn what_is_not_packed_is_read_as_it_is() {
        for text in ["", "a", "abc", "{\"id\":1}\n{\"id\":2}\n"] {
            assert_eq!(unpacked(text.into()).unwrap(), text);
        }
    }

    #[test]
    fn members_and_frames_are_read_one_after_another() {
        for pack in [gzip, zstandard] {
            let bytes = [pack("one\n"), pack(""), pack("two\n")].concat();
            assert_eq!(unpacked(bytes).unwrap(), "one\ntwo\n");
        }
    }

    #[test]
    fn a_cut_archive_is_an_error_that_names_it() {
        for (pack, name) in [
            (gzip as fn(&str) -> Vec<u8>, "gzip"),
            (zstandard, "Zstandard"),
        ] {
            let mut bytes = pack("a line that does not arrive\n");
            bytes.truncate(bytes.len() - 6);
            let error = unpacked(bytes).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
        }
    }
}
