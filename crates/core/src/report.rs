//! Reports as text: the evaluation of one run, and the summary over many.

mod diagnosis;
mod evaluation;
mod percent;
mod summary;

pub use evaluation::{Evaluation, diagnosed_markdown, evaluation_markdown};
pub use percent::percent;
pub use summary::{COLUMNS, Configuration, SummaryRow, summary_markdown, summary_rows};
