//! Reports as text: the evaluation of one run, and the summary over many.

mod diagnosis;
mod evaluation;
mod summary;

pub use evaluation::{Evaluation, diagnosed_markdown, evaluation_markdown};
pub use summary::{COLUMNS, Configuration, SummaryRow, summary_markdown, summary_rows};
