//! Amounts of money as exact whole cents, how models and XML files write them, and how they are
//! written back.

mod cents;
mod number;
mod read;
#[cfg(test)]
mod tests;
mod upstream;

pub use cents::{Cents, Style};
pub use number::read_number;
pub use read::{Reading, Unreadable, read, read_field};
pub(crate) use read::{is_dash, is_space};
pub use upstream::read_upstream;
