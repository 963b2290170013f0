//! The taxgrade playground.

mod board;
mod compare;
mod csv;
mod edit;
mod find;
mod intake;
mod keep;
mod order;
mod session;
mod tree;
mod ui;
mod work;

fn main() {
    ui::start();
}
