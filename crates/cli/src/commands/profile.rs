//! `taxgrade profile`: print, edit, import.

use taxgrade::Profile;

use crate::args::ProfileCommand;
use crate::definitions;
use crate::failure::{Failure, Outcome};
use crate::output::{self, table};

pub(super) fn run(command: &ProfileCommand) -> Result<Outcome, Failure> {
    match command {
        ProfileCommand::List => {
            let rows: Vec<Vec<String>> = Profile::builtins()
                .iter()
                .map(|profile| {
                    vec![
                        profile.id.clone(),
                        profile.title.clone(),
                        profile.scored().count().to_string(),
                        profile.lines.len().to_string(),
                    ]
                })
                .collect();
            output::print(&table::list(
                &["Profile", "Form", "Scored lines", "Known lines"],
                &rows,
            ))?;
        }
        ProfileCommand::Show { profile } => print_all(&definitions::read(profile)?)?,
        ProfileCommand::Import { source, tax_year } => {
            print_all(&definitions::import_file(source, *tax_year)?)?;
        }
    }
    Ok(Outcome::Done)
}

/// One profile as it is, several as an array; either can be passed back with `--profile`.
fn print_all(profiles: &[Profile]) -> Result<(), Failure> {
    match profiles {
        [only] => output::print(&only.to_json()),
        _ => output::print(&serde_json::to_string_pretty(profiles).unwrap_or_default()),
    }
}
