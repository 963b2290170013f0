//! A side of a comparison: a folder of results, a model, or a day.

use std::path::{Path, PathBuf};

use taxgrade::compare::{Day, ModelSide};
use taxgrade::results::{Results, RunResult};

use crate::args::CompareArguments;
use crate::failure::Failure;
use crate::layout::{DataSet, SavedRun};
use crate::results::{self, Options, Ungraded};

/// What is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Side {
    /// A folder with results: of a data set of its own, or of the cases in --data-dir.
    Folder(PathBuf),
    /// A model, at all levels or at one.
    Model(ModelSide),
    /// The calls that began on a day (UTC).
    Day(Day),
}

impl Side {
    /// A folder that is there, a day as `2026-03-31`, or a model as `provider/model[/thinking]`.
    pub(super) fn read(text: &str) -> Result<Self, Failure> {
        if let Some(day) = Day::read(text) {
            return Ok(Self::Day(day));
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
            Self::Day(day) => day.to_string(),
        }
    }
}

fn unknown(text: &str) -> Failure {
    Failure::usage(
        format!("`{text}` is no folder, no model and no day"),
        "pass a folder of results, provider/model, provider/model/thinking, or a day such as 2026-03-31",
    )
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
        Side::Folder(_) | Side::Day(_) => true,
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
    if let Side::Day(day) = side {
        runs.retain(|run| day.takes(run));
    }
    if runs.is_empty() {
        let help = match side {
            Side::Day(_) => "days are known of answers with a run_….json beside them",
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
    fn a_model_is_told_from_a_folder_and_a_day() {
        assert!(matches!(
            Side::read("openai/gpt-5/high"),
            Ok(Side::Model(_))
        ));
        assert!(matches!(Side::read("2026-03-31"), Ok(Side::Day(_))));
        assert!(matches!(Side::read("."), Ok(Side::Folder(_))));
        assert!(Side::read("gpt-5").is_err());
    }
}
