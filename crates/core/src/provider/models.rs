//! What is known of each model: data, in `models.json`, which a user's file extends.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Level, Provider, Setting, Usage};
use crate::error::{Error, ErrorCode};

const BUILTIN: &str = include_str!("../../models.json");

/// The name of the entry that stands for models not listed.
const ANY: &str = "*";

/// The known models.
#[derive(Debug, Clone)]
pub struct Models {
    ladders: BTreeMap<String, Ladder>,
    entries: Vec<Entry>,
}

type Ladder = BTreeMap<Level, Setting>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct File {
    #[serde(default)]
    #[expect(dead_code, reason = "words for readers of the file")]
    about: String,
    #[serde(default)]
    ladders: BTreeMap<String, Ladder>,
    models: Vec<Entry>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Entry {
    provider: Provider,
    model: String,
    #[serde(default)]
    title: Option<String>,
    thinking: Thinking,
    #[serde(default)]
    context_tokens: Option<u32>,
    #[serde(default)]
    max_output_tokens: Option<u32>,
    #[serde(default)]
    max_thinking_tokens: Option<u32>,
    #[serde(default)]
    web_search: Option<String>,
    #[serde(default = "yes")]
    documents: bool,
    #[serde(default)]
    default_level: Option<Level>,
    #[serde(default)]
    benchmarks: BTreeMap<String, Benchmark>,
    #[serde(default)]
    price: Option<Price>,
}

const fn yes() -> bool {
    true
}

/// A ladder's name, or a ladder of the model's own.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Thinking {
    Named(String),
    Own(Ladder),
}

/// A model's part in a year's benchmark.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Benchmark {
    /// The levels it is run at, when not all it has.
    #[serde(default)]
    pub levels: Option<Vec<Level>>,
    /// Whether it is run with web search, when not as the model can.
    #[serde(default)]
    pub web_search: Option<bool>,
}

/// US dollars per million tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Tokens sent, as a decimal number in quotes.
    pub input: Dollars,
    /// Tokens answered, thinking among them.
    pub output: Dollars,
}

impl Price {
    /// What a call cost, in millionths of a dollar.
    #[must_use]
    pub fn cost_micros(&self, usage: &Usage) -> u64 {
        let of = |tokens: u64, price: Dollars| u128::from(tokens) * u128::from(price.micros);
        let sum = of(usage.input_tokens, self.input) + of(usage.output_tokens, self.output);
        u64::try_from(sum / 1_000_000).unwrap_or(u64::MAX)
    }
}

/// An amount of dollars, exact to a millionth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Dollars {
    micros: u64,
}

impl TryFrom<String> for Dollars {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let micros = (digits(whole) && digits(part) && part.len() <= 6 && !whole.is_empty())
            .then(|| format!("{whole}{part:0<6}").parse().ok())
            .flatten();
        micros
            .map(|micros| Self { micros })
            .ok_or_else(|| format!("`{text}` is no price such as \"1.25\""))
    }
}

impl From<Dollars> for String {
    fn from(price: Dollars) -> Self {
        format!(
            "{}.{:06}",
            price.micros / 1_000_000,
            price.micros % 1_000_000
        )
    }
}

/// One model with all that is needed to ask it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Model {
    /// Whose interface it is asked by.
    pub provider: Provider,
    /// The provider's name for it.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Whether it has an entry of its own; otherwise the provider's defaults stand here.
    pub known: bool,
    /// What each level means to it. Levels it has not are absent.
    pub levels: BTreeMap<Level, Setting>,
    /// Tokens it takes and gives together.
    pub context_tokens: Option<u32>,
    /// Tokens it gives at most, thinking among them; not sent when not known.
    pub max_output_tokens: Option<u32>,
    /// Tokens it may think at most, for models with budgets.
    pub max_thinking_tokens: Option<u32>,
    /// The provider's hosted search, by the name its requests use.
    pub web_search: Option<String>,
    /// Whether it takes PDFs.
    pub documents: bool,
    /// The level to use when none is asked for.
    pub default_level: Option<Level>,
    /// Its part in the benchmarks, by tax year such as `ty25`.
    pub benchmarks: BTreeMap<String, Benchmark>,
    /// What it costs, where that is known.
    pub price: Option<Price>,
}

impl Model {
    /// The levels it is run at in a tax year's benchmark.
    #[must_use]
    pub fn levels_in(&self, tax_year: &str) -> Vec<Level> {
        let limited = self
            .benchmarks
            .get(tax_year)
            .and_then(|benchmark| benchmark.levels.as_ref());
        self.levels
            .keys()
            .copied()
            .filter(|level| limited.is_none_or(|levels| levels.contains(level)))
            .collect()
    }

    /// Whether it can search the web in a tax year's benchmark.
    #[must_use]
    pub fn searches_in(&self, tax_year: &str) -> bool {
        let limited = self
            .benchmarks
            .get(tax_year)
            .and_then(|benchmark| benchmark.web_search);
        self.web_search.is_some() && limited != Some(false)
    }
}

impl Models {
    /// The built-in models.
    #[must_use]
    pub fn builtin() -> Self {
        let mut models = Self {
            ladders: BTreeMap::new(),
            entries: Vec::new(),
        };
        // The file is part of the crate and a test reads it.
        let read = models.extend(BUILTIN);
        debug_assert_eq!(read, Ok(()));
        models
    }

    /// The text of the built-in file, as a start for one's own.
    #[must_use]
    pub const fn builtin_json() -> &'static str {
        BUILTIN
    }

    /// Adds the models of a file; those already known are replaced.
    ///
    /// # Errors
    /// [`ErrorCode::ModelsInvalid`], with the place in the file where it is one.
    pub fn extend(&mut self, json: &str) -> Result<(), Error> {
        const HELP: &str = "compare with the built-in model file";
        let invalid = |message: String| Error::new(ErrorCode::ModelsInvalid, message, HELP);
        let file: File = serde_json::from_str(json)
            .map_err(|error| invalid(format!("the model file cannot be read: {error}")))?;
        self.ladders.extend(file.ladders);
        for entry in file.models {
            if let Thinking::Named(name) = &entry.thinking
                && !self.ladders.contains_key(name)
            {
                return Err(invalid(format!(
                    "`{}` has the thinking ladder `{name}`, which is not there",
                    entry.model
                )));
            }
            let same =
                |other: &Entry| other.provider == entry.provider && other.model == entry.model;
            match self.entries.iter_mut().find(|other| same(other)) {
                Some(other) => *other = entry,
                None => self.entries.push(entry),
            }
        }
        Ok(())
    }

    /// A model by provider and name, with the provider's defaults when it is not listed.
    #[must_use]
    pub fn get(&self, provider: Provider, name: &str) -> Model {
        let entry = |name: &str| {
            self.entries
                .iter()
                .find(|entry| entry.provider == provider && entry.model == name)
        };
        match entry(name).filter(|_| name != ANY) {
            Some(found) => self.model(found, name, true),
            None => match entry(ANY) {
                Some(defaults) => Model {
                    title: name.to_owned(),
                    ..self.model(defaults, name, false)
                },
                None => bare(provider, name),
            },
        }
    }

    /// The listed models in the file's order.
    pub fn listed(&self) -> impl Iterator<Item = Model> {
        self.entries
            .iter()
            .filter(|entry| entry.model != ANY)
            .map(|entry| self.model(entry, &entry.model, true))
    }

    /// The models of a tax year's benchmark, such as `ty25`.
    pub fn benchmark(&self, tax_year: &str) -> impl Iterator<Item = Model> {
        self.listed()
            .filter(move |model| model.benchmarks.contains_key(tax_year))
    }

    fn model(&self, entry: &Entry, name: &str, known: bool) -> Model {
        let levels = match &entry.thinking {
            Thinking::Named(ladder) => self.ladders.get(ladder).cloned().unwrap_or_default(),
            Thinking::Own(ladder) => ladder.clone(),
        };
        Model {
            provider: entry.provider,
            name: name.to_owned(),
            title: entry.title.clone().unwrap_or_else(|| name.to_owned()),
            known,
            levels,
            context_tokens: entry.context_tokens,
            max_output_tokens: entry.max_output_tokens,
            max_thinking_tokens: entry.max_thinking_tokens,
            web_search: entry.web_search.clone(),
            documents: entry.documents,
            default_level: entry.default_level,
            benchmarks: entry.benchmarks.clone(),
            price: entry.price.clone(),
        }
    }
}

/// A model of which nothing at all is known.
fn bare(provider: Provider, name: &str) -> Model {
    Model {
        provider,
        name: name.to_owned(),
        title: name.to_owned(),
        known: false,
        levels: [(Level::Lobotomized, Setting::Default)].into(),
        context_tokens: None,
        max_output_tokens: None,
        max_thinking_tokens: None,
        web_search: None,
        documents: provider != Provider::Compatible,
        default_level: None,
        benchmarks: BTreeMap::new(),
        price: None,
    }
}
