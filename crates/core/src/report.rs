//! Reports as text: the evaluation of one run, and the summary over many.

mod certainty;
pub mod chart;
mod diagnosis;
mod escape;
mod evaluation;
mod evaluation_rows;
mod html;
mod insight_words;
mod junit;
mod leaderboard_json;
mod percent;
mod runs;
mod summary;

pub(crate) use certainty::signed_estimate;
pub use certainty::{
    Against, CERTAINTY_COLUMNS, against_best, against_words, certainty_note, difference, failures,
    interval, leaderboard_columns, leaderboard_markdown, leaderboard_rows, p_value,
};
pub use escape::{csv_row, markdown_text, markup, one_line};
pub use evaluation::{Evaluation, diagnosed_markdown, evaluation_markdown};
pub use evaluation_rows::{EVALUATION_COLUMNS, evaluation_rows};
pub use html::{MOST_DETAILED, report_html};
pub use insight_words::insight_words;
pub(crate) use insight_words::{LINE_COLUMNS, line_cells};
pub use junit::report_junit;
pub use leaderboard_json::LeaderboardJson;
pub use percent::percent;
pub use runs::{report_csv, report_json, report_markdown};
pub(crate) use summary::best_first;
pub use summary::{COLUMNS, Configuration, SummaryRow, summary_markdown, summary_rows};
