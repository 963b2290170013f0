//! A side of a comparison, as the page names it.

use std::fmt;

use taxgrade::compare::{Day, ModelSide, Pairing};
use taxgrade::report::Configuration;
use taxgrade::results::RunResult;

/// The set that models and days are of: what is open in the page.
pub(crate) const OPEN: &str = "0";

/// What is compared.
pub(crate) enum Side {
    /// A model of the open set.
    Model(ModelSide),
    /// The calls of the open set that began on a day.
    Day(Day),
    /// A set of results: its number, and its name.
    Set(String, String),
}

impl Side {
    /// Reads `model openai/gpt-5/high`, `day 2026-03-31`, or `set 1 last week`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let side = match text.split_once(' ') {
            Some(("model", name)) => ModelSide::read(name).map(Self::Model),
            Some(("day", day)) => Day::read(day).map(Self::Day),
            Some(("set", set)) => set
                .split_once(' ')
                .map(|(number, name)| Self::Set(number.to_owned(), name.to_owned())),
            _ => None,
        };
        side.ok_or_else(|| format!("`{text}` is no model, no day and no set of results"))
    }

    pub(crate) fn set(&self) -> &str {
        match self {
            Self::Set(number, _) => number,
            Self::Model(_) | Self::Day(_) => OPEN,
        }
    }

    pub(crate) fn wants(&self, configuration: &Configuration) -> bool {
        match self {
            Self::Model(model) => model.takes(configuration),
            Self::Day(_) | Self::Set(..) => true,
        }
    }

    pub(crate) fn has(&self, run: &RunResult) -> bool {
        match self {
            Self::Day(day) => day.takes(run),
            Self::Model(_) | Self::Set(..) => true,
        }
    }

    pub(crate) const fn pairing(&self, other: &Self) -> Pairing {
        match (self, other) {
            (Self::Model(one), Self::Model(two)) => one.pairing(two),
            _ => Pairing::Configuration,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(model) => model.fmt(f),
            Self::Day(day) => day.fmt(f),
            Self::Set(_, name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_models_days_and_sets() {
        let read = |text| Side::read(text).unwrap();
        let (model, day) = (read("model openai/gpt-5/high"), read("day 2026-03-31"));
        let set = read("set 1 last week");
        for (side, name, of) in [
            (&model, "openai/gpt-5/high", OPEN),
            (&day, "2026-03-31", OPEN),
            (&set, "last week", "1"),
        ] {
            assert_eq!((side.to_string().as_str(), side.set()), (name, of));
        }
        assert_eq!(model.pairing(&model), Pairing::CaseOnly);
        assert_eq!(model.pairing(&set), Pairing::Configuration);
        for text in ["", "model gpt-5", "day 2026-02-30", "set 1", "folder x"] {
            assert!(Side::read(text).is_err(), "{text}");
        }
    }
}
