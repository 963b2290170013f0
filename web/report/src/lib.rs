//! The part of the playground that writes reports and comparisons: what the command line writes,
//! by the same code. The page loads it, in a worker of its own, when somebody wants one.
//!
//! It is given the runs as files in the benchmark's layout, as the command line finds them, below a
//! folder for each set of results: `0` is what is open in the page.

mod csv;
mod evaluation;
mod folder;
mod load;
mod side;
mod write;

use taxgrade::{Error, Mode, Profile};
use wasm_bindgen::prelude::*;

use evaluation::Answered;
use folder::Folder;
use load::Grading;
use side::Side;
use write::Written;

/// Files and how they are graded.
#[wasm_bindgen]
pub struct Given {
    names: Vec<String>,
    contents: Vec<String>,
    grading: Grading,
}

#[wasm_bindgen]
impl Given {
    /// Takes files by name; `profiles` are JSON texts of profiles that go before the built-in ones.
    ///
    /// # Errors
    ///
    /// When a profile cannot be read.
    #[wasm_bindgen(constructor)]
    pub fn new(
        names: Vec<String>,
        contents: Vec<String>,
        profiles: Vec<String>,
        upstream: bool,
    ) -> Result<Self, String> {
        let lists: Result<Vec<_>, Error> = profiles
            .iter()
            .map(|json| Profile::list_from_json(json))
            .collect();
        let lists = lists.map_err(|error| error.to_string())?;
        Ok(Self {
            names,
            contents,
            grading: Grading {
                mode: if upstream {
                    Mode::Upstream
                } else {
                    Mode::Robust
                },
                profiles: lists.concat(),
            },
        })
    }

    /// Writes the report on the runs in `html`, `markdown`, `json`, `csv` or `junit`.
    ///
    /// # Errors
    ///
    /// When the form is unknown.
    pub fn report(self, form: &str) -> Result<Written, String> {
        let folder = Folder::new(side::OPEN, &self.names, &self.contents);
        write::report(&folder, &self.grading, form)
    }

    /// Writes the leaderboard in `markdown`, `json` or `csv`.
    ///
    /// # Errors
    ///
    /// When the form is unknown.
    pub fn leaderboard(self, form: &str) -> Result<Written, String> {
        let folder = Folder::new(side::OPEN, &self.names, &self.contents);
        write::leaderboard(folder, &self.grading, form)
    }

    /// Writes the evaluation of one response in `markdown`, `json` or `csv`; the files are the
    /// expected return and the response.
    ///
    /// # Errors
    ///
    /// When the form is unknown, or one of the files cannot be used.
    pub fn evaluation(self, form: &str, case: &str) -> Result<Written, String> {
        let [xml, text] = self.contents.as_slice() else {
            return Err("an evaluation is of an expected return and a response".to_owned());
        };
        let answered = Answered { case, xml, text };
        evaluation::evaluation(&answered, &self.grading, form)
    }

    /// Compares two sides, each given as `model provider/name`, `model provider/name/thinking`,
    /// `day 2026-03-31` or `set 1 name`: as a `table` for the page, in `markdown`, `json` or `csv`.
    ///
    /// # Errors
    ///
    /// When a side or the form is unknown, or the sides have no case in common.
    pub fn compare(self, form: &str, first: &str, second: &str) -> Result<Written, String> {
        let (first, second) = (Side::read(first)?, Side::read(second)?);
        let folder = |side: &Side| Folder::new(side.set(), &self.names, &self.contents);
        write::comparison(
            (&first, &folder(&first)),
            (&second, &folder(&second)),
            &self.grading,
            form,
        )
    }
}
