//! Reading WebAssembly modules, as far as their sizes and the order of their functions need it.

use anyhow::{Context, Result, bail};

/// The bytes that are still to be read.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, size: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self
            .0
            .split_at_checked(size)
            .context("the module is cut off")?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8> {
        self.take(1)?
            .first()
            .copied()
            .context("the module is cut off")
    }

    /// An unsigned LEB128 number.
    pub(crate) fn number(&mut self) -> Result<usize> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
            shift += 7;
            if shift > 28 {
                bail!("a number of the module is too large");
            }
        }
    }

    pub(crate) fn text(&mut self) -> Result<&'a str> {
        let size = self.number()?;
        Ok(std::str::from_utf8(self.take(size)?)?)
    }
}

/// How many functions an import section brings, which come before a module's own.
pub(crate) fn imported_functions(mut section: Reader<'_>) -> Result<usize> {
    let mut functions = 0;
    for _ in 0..section.number()? {
        section.text()?;
        section.text()?;
        match section.byte()? {
            0 => {
                section.number()?;
                functions += 1;
            }
            kind => bail!("an import of kind {kind} is not expected"),
        }
    }
    Ok(functions)
}
