//! The taxgrade playground.

mod ask;
mod board;
mod calls;
mod chain;
mod compare;
mod edit;
mod find;
mod intake;
mod keep;
mod order;
mod profiles;
mod report;
mod session;
mod tree;
#[allow(
    clippy::float_arithmetic,
    clippy::manual_is_multiple_of,
    clippy::collapsible_if,
    reason = "places and times on a page are floats; amounts never are"
)]
mod ui;
mod versus;
mod work;

fn main() {
    ui::start();
}
