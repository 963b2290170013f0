//! Reports as text: the evaluation of one run, and the summary over many.

mod certainty;
mod diagnosis;
mod evaluation;
mod percent;
mod summary;

pub use certainty::{
    CERTAINTY_COLUMNS, certainty_note, failures, interval, leaderboard_columns,
    leaderboard_markdown, leaderboard_rows,
};
pub use evaluation::{Evaluation, diagnosed_markdown, evaluation_markdown};
pub use percent::percent;
pub use summary::{COLUMNS, Configuration, SummaryRow, summary_markdown, summary_rows};
