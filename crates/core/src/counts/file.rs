//! Counts as JSON files, so that machines can count parts and one can merge them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{CaseCounts, Counts};
use crate::error::{Error, ErrorCode};
use crate::report::Configuration;

const FORMAT: &str = "taxgrade-aggregate";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    data_set: BTreeSet<String>,
    configurations: Vec<Part>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    provider: String,
    model: String,
    thinking: String,
    tools: String,
    cases: BTreeMap<String, CaseCounts>,
}

impl Counts {
    /// The counts as a JSON file, the same bytes for the same counts.
    #[must_use]
    pub fn to_json(&self) -> String {
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            data_set: self.data_set.clone(),
            configurations: self
                .configurations()
                .map(|(name, counts)| Part {
                    provider: name.provider.clone(),
                    model: name.model.clone(),
                    thinking: name.thinking.clone(),
                    tools: name.tools.clone(),
                    cases: counts
                        .cases()
                        .map(|(case, counts)| (case.to_owned(), counts.clone()))
                        .collect(),
                })
                .collect(),
        };
        // Names and numbers always become JSON.
        let mut json = serde_json::to_string(&file).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads a file that [`Counts::to_json`] made.
    ///
    /// # Errors
    /// [`ErrorCode::RequestInvalid`] for text that is no such file, or whose counts contradict each
    /// other.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let refuse = |message: String| {
            Error::new(
                ErrorCode::RequestInvalid,
                message,
                "pass a file that --aggregate or `taxgrade merge` wrote",
            )
        };
        let file: File = serde_json::from_str(json)
            .map_err(|error| refuse(format!("not an aggregate: {error}")))?;
        if file.format != FORMAT || file.version != VERSION {
            return Err(refuse(format!(
                "format `{}` version {} is not `{FORMAT}` version {VERSION}",
                file.format, file.version
            )));
        }
        let mut counts = Self {
            data_set: file.data_set,
            ..Self::default()
        };
        for part in file.configurations {
            let name = Configuration {
                provider: part.provider,
                model: part.model,
                thinking: part.thinking,
                tools: part.tools,
            };
            for (case, read) in part.cases {
                let fault = read.complete.fault();
                let fault =
                    fault.or_else(|| read.failed.values().find_map(super::sums::RunSums::fault));
                if let Some(fault) = fault {
                    return Err(refuse(format!(
                        "case `{case}` of {} {}: {fault}",
                        name.model, name.thinking
                    )));
                }
                counts.change(&name, &case, |counts| counts.merge(&read));
            }
        }
        Ok(counts)
    }
}
