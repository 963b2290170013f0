//! Searches for a byte in short texts.

/// Position of the first such byte.
///
/// Lines and cells are some ten bytes long: there, finding out what else the processor can do, and
/// calling it, costs more than the search.
#[inline]
pub(super) fn first(byte: u8, text: &[u8]) -> Option<usize> {
    // Every x86-64 processor has these instructions.
    #[cfg(target_arch = "x86_64")]
    if let Some(one) = memchr::arch::x86_64::sse2::memchr::One::new(byte) {
        return one.find(text);
    }
    memchr::memchr(byte, text)
}
