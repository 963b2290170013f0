//! Pipes that hold more, so that the programs at both ends wake each other less often.

/// Four times what Linux gives a pipe; a larger one no longer fits the processor's caches.
#[cfg(target_os = "linux")]
const BYTES: usize = 256 << 10;

/// Widens the pipe of an input or output. What is no pipe stays as it is, and so does a pipe where
/// the system allows no more: a narrow one is only slower.
#[cfg(target_os = "linux")]
pub(crate) fn widen(end: impl std::os::fd::AsFd) {
    if rustix::pipe::fcntl_getpipe_size(&end).is_ok_and(|bytes| bytes < BYTES) {
        let _ = rustix::pipe::fcntl_setpipe_size(&end, BYTES);
    }
}

/// Only Linux lets a program choose.
#[cfg(not(target_os = "linux"))]
pub(crate) fn widen<T>(_end: T) {}
