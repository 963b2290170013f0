//! Times and chance.

/// Milliseconds since 1970.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number of milliseconds"
)]
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// Any number, evenly drawn.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "below 2^32"
)]
pub(crate) fn random() -> u32 {
    (js_sys::Math::random() * 4_294_967_296.0) as u32
}
