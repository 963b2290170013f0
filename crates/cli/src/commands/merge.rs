//! `taxgrade merge`: puts partial aggregates together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use taxgrade::counts::Counts;

use super::bench::summary;
use crate::args::MergeArguments;
use crate::ask::saved;
use crate::failure::{Failure, Outcome};
use crate::files;

pub(super) fn run(arguments: &MergeArguments) -> Result<Outcome, Failure> {
    if let Some(path) = &arguments.aggregate {
        files::must_be_writable(path)?;
    }
    let mut all = Counts::default();
    let mut taken: Vec<PathBuf> = Vec::new();
    let mut contents: BTreeMap<String, &Path> = BTreeMap::new();
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
        if part.configurations().next().is_some() && !arguments.allow_equal {
            let content = saved::sha256(&[part.to_json().as_bytes()]);
            if let Some(other) = contents.insert(content, path) {
                return Err(Failure::usage(
                    format!(
                        "{} holds the same runs as {}",
                        path.display(),
                        other.display()
                    ),
                    "leave the copy out: its runs would count twice; --allow-equal takes parts that \
                     are equal by chance",
                ));
            }
        }
        all.merge(&part);
    }
    if let Some(path) = &arguments.aggregate {
        files::write_whole(path, &all.to_json())?;
    }
    summary::print_counts(&all, None, arguments.format, arguments.print_pass_k)?;
    Ok(Outcome::Done)
}
