//! Files in the benchmark's layout, sorted as the command line meets them.

use std::collections::BTreeMap;

use taxgrade::layout::RunName;
use taxgrade::report::Configuration;

/// Data sets by name.
pub(crate) struct Folder(pub(crate) BTreeMap<String, BTreeMap<String, Case>>);

/// A case of a data set.
#[derive(Debug, Default)]
pub(crate) struct Case {
    /// The expected return.
    pub(crate) expected: Option<String>,
    pub(crate) answers: BTreeMap<RunPlace, String>,
    /// What was noted beside the answers, and of calls without one.
    pub(crate) notes: BTreeMap<RunPlace, String>,
}

/// Which run, in the order of saved runs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RunPlace {
    provider: String,
    model: String,
    name: RunName,
}

impl RunPlace {
    pub(crate) fn configuration(&self) -> Configuration {
        let tools = if self.name.web_search {
            "web-search"
        } else {
            ""
        };
        Configuration {
            provider: self.provider.clone(),
            model: self.model.clone(),
            thinking: self.name.thinking.clone(),
            tools: tools.to_owned(),
        }
    }

    pub(crate) const fn run(&self) -> u32 {
        self.name.run
    }
}

impl Folder {
    /// Sorts files by their names: `<set>/test_data/<case>/output.xml` and
    /// `<set>/results/<case>/<provider>/<model>/<run>`. Others are left out.
    pub(crate) fn new(names: Vec<String>, contents: Vec<String>) -> Self {
        let mut folder = Self(BTreeMap::new());
        for (name, content) in names.into_iter().zip(contents) {
            let parts: Vec<&str> = name.split('/').collect();
            match parts.as_slice() {
                [set, "test_data", case, "output.xml"] => {
                    folder.case(set, case).expected = Some(content);
                }
                [set, "results", case, provider, model, file] => {
                    let place = |name| RunPlace {
                        provider: (*provider).to_owned(),
                        model: (*model).to_owned(),
                        name,
                    };
                    let case = folder.case(set, case);
                    if let Some(name) = RunName::parse(file) {
                        case.answers.insert(place(name), content);
                    } else if let Some(name) = RunName::parse_notes(file) {
                        case.notes.insert(place(name), content);
                    }
                }
                _ => {}
            }
        }
        folder
    }

    fn case(&mut self, set: &str, case: &str) -> &mut Case {
        let cases = self.0.entry(set.to_owned()).or_default();
        cases.entry(case.to_owned()).or_default()
    }
}
