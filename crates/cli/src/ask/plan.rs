//! Which calls to make.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use taxgrade::provider::{Level, Model, Models, Provider};

use crate::args::{BenchArguments, ThinkingLevel};
use crate::failure::Failure;
use crate::layout::SavedRun;

/// A model and how it is asked.
#[derive(Debug, Clone)]
pub(crate) struct Configuration {
    pub(crate) model: Arc<Model>,
    pub(crate) level: Level,
    pub(crate) web_search: bool,
}

impl Configuration {
    /// The saved run that a call's answer becomes.
    pub(crate) fn run(&self, results: &Path, case: &str, run: u32) -> SavedRun {
        let tools = if self.web_search { "_web_search" } else { "" };
        let file = format!("model_completed_return_{}{tools}_{run}.md", self.level);
        SavedRun {
            provider: self.model.provider.as_str().to_owned(),
            model: folder_name(&self.model.name),
            thinking: self.level.as_str().to_owned(),
            web_search: self.web_search,
            run,
            path: [
                case,
                self.model.provider.as_str(),
                &folder_name(&self.model.name),
            ]
            .iter()
            .fold(results.to_path_buf(), |path: PathBuf, part| path.join(part))
            .join(file),
        }
    }
}

/// A model's name as a folder's: names of local models hold slashes and colons.
fn folder_name(model: &str) -> String {
    let name: String = model
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "-._@+".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    // `..` would be another folder.
    if name.trim_matches('.').is_empty() {
        return "_".to_owned();
    }
    name
}

/// What was asked for, and remarks on what is left out of it.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) configurations: Vec<Configuration>,
    pub(crate) notes: Vec<String>,
}

/// The configurations that the arguments choose.
pub(crate) fn plan(arguments: &BenchArguments, models: &Models) -> Result<Plan, Failure> {
    let year = arguments.tax_year.folder();
    let provider = arguments
        .provider
        .as_deref()
        .map(|name| {
            Provider::from_name(name).ok_or_else(|| {
                Failure::usage(
                    format!("no provider `{name}`"),
                    "known are anthropic, gemini, openai and compatible",
                )
            })
        })
        .transpose()?;
    let chosen = match &arguments.model {
        Some(name) => vec![by_name(models, provider, name)?],
        None => models
            .benchmark(year)
            .filter(|model| provider.is_none_or(|provider| model.provider == provider))
            .collect(),
    };
    if chosen.is_empty() {
        return Err(Failure::usage(
            format!(
                "no {} model is listed for {year}",
                provider.map_or("", Provider::as_str)
            ),
            "name one with --model",
        ));
    }
    let web_search = arguments.tool_use.is_some();
    let one_by_name = arguments.model.is_some();
    let mut plan = Plan {
        configurations: Vec::new(),
        notes: Vec::new(),
    };
    for model in chosen {
        if !model.known {
            plan.notes.push(format!(
                "{} is not in the model file; {}'s defaults are used",
                model.name, model.provider
            ));
        }
        if web_search && !model.searches_in(year) {
            let message = format!("{} has no web search for {year}", model.name);
            if one_by_name {
                return Err(Failure::usage(message, "leave --tool-use out"));
            }
            plan.notes.push(format!("{message}: left out"));
            continue;
        }
        let levels = levels(arguments, &model)?;
        if levels.is_empty() {
            plan.notes.push(format!(
                "{} has not this thinking level: left out",
                model.name
            ));
        }
        let model = Arc::new(model);
        plan.configurations
            .extend(levels.into_iter().map(|level| Configuration {
                model: Arc::clone(&model),
                level,
                web_search,
            }));
    }
    if plan.configurations.is_empty() {
        return Err(Failure::usage(
            "no model is left to call",
            plan.notes.join("; "),
        ));
    }
    Ok(plan)
}

fn by_name(models: &Models, provider: Option<Provider>, name: &str) -> Result<Model, Failure> {
    let provider = provider
        .or_else(|| {
            models
                .listed()
                .find(|model| model.name == name)
                .map(|model| model.provider)
        })
        .ok_or_else(|| {
            Failure::usage(
                format!("whose model is `{name}`?"),
                "it is not in the model file: pass --provider",
            )
        })?;
    Ok(models.get(provider, name))
}

/// The levels to ask a model at: those of the argument, or the tax year's defaults.
fn levels(arguments: &BenchArguments, model: &Model) -> Result<Vec<Level>, Failure> {
    let year = arguments.tax_year.folder();
    let known = model.levels_in(year);
    let wanted = match arguments.thinking_level {
        Some(ThinkingLevel::All) => return Ok(known),
        Some(level) => level.as_str().and_then(Level::from_name),
        None => match (model.default_level, year) {
            (Some(level), _) => Some(level),
            (None, "ty25") => return Ok(known),
            (None, _) => Some(Level::High),
        },
    };
    let found: Vec<Level> = known
        .iter()
        .copied()
        .filter(|level| Some(*level) == wanted)
        .collect();
    if found.is_empty() && arguments.model.is_some() {
        let names: Vec<&str> = known.iter().map(|level| level.as_str()).collect();
        return Err(Failure::usage(
            format!(
                "{} has no thinking level {} for {year}",
                model.name,
                wanted.map_or("", Level::as_str)
            ),
            format!("it has {}", names.join(", ")),
        ));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_models_stay_inside_their_folder() {
        assert_eq!(
            folder_name("gemini-2.5-pro-preview-05-06"),
            "gemini-2.5-pro-preview-05-06"
        );
        assert_eq!(folder_name("qwen3:32b"), "qwen3_32b");
        assert_eq!(folder_name("../../etc/x"), ".._.._etc_x");
        assert_eq!(folder_name(".."), "_");
    }
}
