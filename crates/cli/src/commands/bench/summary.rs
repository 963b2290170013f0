//! The summary of graded runs: leaderboard, how sure it is, and what the runs have in common.

use taxgrade::counts::Counts;
use taxgrade::insight::Insight;
use taxgrade::report::{
    LeaderboardJson, against_words, certainty_note, insight_words, leaderboard_columns,
    leaderboard_markdown, leaderboard_rows,
};

use super::Board;
use super::outcome::Totals;
use crate::args::{BenchArguments, Format};
use crate::definitions::Profiles;
use crate::failure::Failure;
use crate::files;
use crate::layout::CaseFolder;
use crate::output::{self, csv, table};

/// Prints the summary, and writes the counts to `--aggregate`.
pub(super) fn print(
    arguments: &BenchArguments,
    cases: &[CaseFolder],
    board: &mut Board,
    totals: &Totals,
    profiles: &Profiles,
) -> Result<(), Failure> {
    for case in cases.iter().filter(|case| case.expected().is_file()) {
        board.counts.add_case(&case.name);
    }
    if let Some(path) = &arguments.aggregate {
        files::write_whole(path, &board.counts.to_json())?;
    }
    print_counts(
        &board.counts,
        Some(&board.insight),
        arguments.format,
        arguments.print_pass_k,
    )?;
    output::note(&format!("{}\n{}", totals.sentence(), profiles.note));
    Ok(())
}

/// Prints the leaderboard of counts, with the insight where there is one.
pub(in crate::commands) fn print_counts(
    counts: &Counts,
    insight: Option<&Insight>,
    format: Format,
    passes: bool,
) -> Result<(), Failure> {
    match format {
        Format::Table => {
            let board =
                table::leaderboard(&leaderboard_columns(), &leaderboard_rows(counts, passes));
            let against = against_words(counts);
            let insight = insight.map(insight_words).unwrap_or_default();
            output::print(&format!(
                "{board}{}\n{against}{insight}",
                certainty_note(counts)
            ))
        }
        Format::Markdown => {
            let mut text = leaderboard_markdown(counts, passes);
            text.push_str(&against_words(counts));
            output::print(&text)
        }
        Format::Csv => output::print(&csv::rows(
            &leaderboard_columns(),
            leaderboard_rows(counts, passes),
        )?),
        Format::Json => {
            let json = LeaderboardJson::new(counts, insight);
            output::print(&serde_json::to_string_pretty(&json).unwrap_or_default())
        }
    }
}
