//! `taxgrade merge`: puts partial aggregates together.

use std::path::PathBuf;

use taxgrade::counts::Counts;

use super::bench::summary;
use crate::args::MergeArguments;
use crate::failure::{Failure, Outcome};
use crate::files;

pub(super) fn run(arguments: &MergeArguments) -> Result<Outcome, Failure> {
    let mut all = Counts::default();
    let mut taken: Vec<PathBuf> = Vec::new();
    for path in &arguments.files {
        // A shard that is counted twice would only show in figures that are off a little.
        let place = path.canonicalize().unwrap_or_else(|_| path.clone());
        if taken.contains(&place) {
            return Err(Failure::usage(
                format!("{} is given twice", path.display()),
                "name each partial aggregate once: its runs would count twice",
            ));
        }
        taken.push(place);
        let part = Counts::from_json(&files::read_text(path)?)
            .map_err(|error| Failure::about(&path.display().to_string(), &error))?;
        all.merge(&part);
    }
    if let Some(path) = &arguments.aggregate {
        files::write_whole(path, &all.to_json())?;
    }
    summary::print_counts(&all, None, arguments.format, arguments.print_pass_k)?;
    Ok(Outcome::Done)
}
