//! Names in a benchmark folder, as the command line and the page both meet them.

/// What the file name of a saved output says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunName {
    /// Thinking level, such as `high`.
    pub thinking: String,
    /// Whether the model could search the web.
    pub web_search: bool,
    /// Number of the run, from 1.
    pub run: u32,
}

impl RunName {
    /// Reads `model_completed_return_<thinking>[_web_search]_<run>.md`.
    #[must_use]
    pub fn parse(file: &str) -> Option<Self> {
        let stem = file
            .strip_prefix("model_completed_return_")?
            .strip_suffix(".md")?;
        let (rest, run) = stem.rsplit_once('_')?;
        let run = run.parse().ok()?;
        let (thinking, web_search) = match rest.strip_suffix("_web_search") {
            Some(thinking) => (thinking, true),
            None => (rest, false),
        };
        (!thinking.is_empty()).then(|| Self {
            thinking: thinking.to_owned(),
            web_search,
            run,
        })
    }

    /// Reads `run_<thinking>[_web_search]_<run>.json`, the name of the notes on a call.
    #[must_use]
    pub fn parse_notes(file: &str) -> Option<Self> {
        let stem = file.strip_prefix("run_")?.strip_suffix(".json")?;
        Self::parse(&format!("model_completed_return_{stem}.md"))
    }

    /// The file name of the saved output.
    #[must_use]
    pub fn file(&self) -> String {
        self.name("model_completed_return")
    }

    /// The file name of the evaluation report that belongs to it.
    #[must_use]
    pub fn report(&self) -> String {
        self.name("evaluation_result")
    }

    /// The file name of the notes on the call, see [`crate::notes`].
    #[must_use]
    pub fn notes(&self) -> String {
        format!("run_{}.json", self.stem())
    }

    fn name(&self, what: &str) -> String {
        format!("{what}_{}.md", self.stem())
    }

    fn stem(&self) -> String {
        let tools = if self.web_search { "_web_search" } else { "" };
        format!("{}{tools}_{}", self.thinking, self.run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_saved_runs() {
        for (file, thinking, web_search, run) in [
            ("model_completed_return_high_1.md", "high", false, 1),
            (
                "model_completed_return_ultrathink_web_search_12.md",
                "ultrathink",
                true,
                12,
            ),
        ] {
            let name = RunName::parse(file).unwrap();
            assert_eq!(
                (name.thinking.as_str(), name.web_search, name.run),
                (thinking, web_search, run)
            );
            assert_eq!(name.file(), file);
            let notes = file
                .replace("model_completed_return", "run")
                .replace(".md", ".json");
            assert_eq!(name.notes(), notes);
            assert_eq!(RunName::parse_notes(&notes), Some(name));
        }
        for file in [
            "evaluation_result_high_1.md",
            "model_completed_return_high.md",
            "model_completed_return_high_1.txt",
            "model_completed_return__1.md",
        ] {
            assert_eq!(RunName::parse(file), None, "{file}");
        }
    }
}
