//! A side of a comparison: a folder of results, a model, or a day.

use std::path::{Path, PathBuf};

use taxgrade::compare::ModelSide;
use taxgrade::results::{Results, RunResult};

use crate::args::CompareArguments;
use crate::failure::Failure;
use crate::layout::{DataSet, SavedRun};
use crate::results::{self, Options, Ungraded};

const MILLISECONDS_A_DAY: u64 = 86_400_000;

/// What is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Side {
    /// A folder with results: of a data set of its own, or of the cases in --data-dir.
    Folder(PathBuf),
    /// A model, at all levels or at one.
    Model(ModelSide),
    /// The calls that began on a day (UTC), by its number since 1970.
    Day { text: String, number: u64 },
}

impl Side {
    /// A folder that is there, a day as `2026-03-31`, or a model as `provider/model[/thinking]`.
    pub(super) fn read(text: &str) -> Result<Self, Failure> {
        if let Some(number) = day(text) {
            return Ok(Self::Day {
                text: text.to_owned(),
                number,
            });
        }
        let folder = Path::new(text);
        if folder.is_dir() {
            return Ok(Self::Folder(folder.to_path_buf()));
        }
        ModelSide::read(text)
            .map(Self::Model)
            .ok_or_else(|| unknown(text))
    }

    pub(super) fn title(&self) -> String {
        match self {
            Self::Folder(folder) => folder.display().to_string(),
            Self::Model(model) => model.to_string(),
            Self::Day { text, .. } => text.clone(),
        }
    }
}

fn unknown(text: &str) -> Failure {
    Failure::usage(
        format!("`{text}` is no folder, no model and no day"),
        "pass a folder of results, provider/model, provider/model/thinking, or a day such as 2026-03-31",
    )
}

/// The number of a day since 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// `days_from_civil`); `None` for text that is no day.
fn day(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes.get(4) != Some(&b'-') || bytes.get(7) != Some(&b'-') {
        return None;
    }
    let number = |from, to| -> Option<u64> { text.get(from..to)?.parse().ok() };
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if year < 1970 || day == 0 || day > days {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year / 400, year % 400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    (era * 146_097 + day_of_era).checked_sub(719_468)
}

/// Grades a side's runs. What both sides share, the scored lines, is collected in `shared`.
pub(super) fn load(
    side: &Side,
    arguments: &CompareArguments,
    shared: &mut Results,
    ungraded: &mut Ungraded,
) -> Result<Vec<RunResult>, Failure> {
    let sets = sets(side, arguments)?;
    let wanted = |run: &SavedRun| match side {
        Side::Model(model) => model.takes(&run.configuration()),
        Side::Folder(_) | Side::Day { .. } => true,
    };
    let options = Options {
        mode: arguments.scoring.mode.into(),
        profiles: &arguments.scoring.profile,
        wanted: &wanted,
        most_stated: 0,
    };
    let mut runs = Vec::new();
    for set in &sets {
        let (results, failed) = results::load(set, &options)?;
        ungraded.runs += failed.runs;
        ungraded.cases += failed.cases;
        shared.profiles.extend(results.profiles);
        runs.extend(results.runs);
    }
    if let Side::Day { number, .. } = side {
        runs.retain(|run| {
            run.started_unix_ms
                .is_some_and(|started| started / MILLISECONDS_A_DAY == *number)
        });
    }
    if runs.is_empty() {
        let help = match side {
            Side::Day { .. } => "days are known of answers with a run_….json beside them",
            _ => "see `taxgrade report` for what there is",
        };
        return Err(Failure::input(
            format!("no saved outputs of {}", side.title()),
            help,
        ));
    }
    Ok(runs)
}

fn sets(side: &Side, arguments: &CompareArguments) -> Result<Vec<DataSet>, Failure> {
    let Side::Folder(folder) = side else {
        return results::data_sets(&arguments.data_dir, arguments.tax_year);
    };
    if let Ok(sets) = results::data_sets(folder, arguments.tax_year) {
        return Ok(sets);
    }
    // Results alone: the cases are those of --data-dir, of whatever year the folder has cases of.
    let mut sets = results::data_sets(&arguments.data_dir, arguments.tax_year)?;
    for set in &mut sets {
        set.results.clone_from(folder);
    }
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_numbers() {
        for (text, number) in [
            ("1970-01-01", Some(0)),
            ("1970-03-01", Some(59)),
            ("2000-02-29", Some(11_016)),
            ("2026-03-31", Some(20_543)),
            ("2026-02-29", None),
            ("2026-13-01", None),
            ("2026-00-10", None),
            ("2026-3-31", None),
            ("1969-12-31", None),
            ("+026-03-31", None),
        ] {
            assert_eq!(day(text), number, "{text}");
        }
    }

    #[test]
    fn a_model_is_told_from_a_folder_and_a_day() {
        assert!(matches!(
            Side::read("openai/gpt-5/high"),
            Ok(Side::Model(_))
        ));
        assert!(matches!(Side::read("2026-03-31"), Ok(Side::Day { .. })));
        assert!(matches!(Side::read("."), Ok(Side::Folder(_))));
        assert!(Side::read("gpt-5").is_err());
    }
}
