//! `taxgrade merge`: puts partial aggregates together.

use taxgrade::counts::Counts;

use super::bench::summary;
use crate::args::MergeArguments;
use crate::failure::{Failure, Outcome};
use crate::files;

pub(super) fn run(arguments: &MergeArguments) -> Result<Outcome, Failure> {
    let mut all = Counts::default();
    for path in &arguments.files {
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
