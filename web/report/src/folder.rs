//! Files in the benchmark's layout, sorted as the command line meets them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use taxgrade::layout::RunName;
use taxgrade::report::Configuration;

/// Data sets by name.
pub(crate) struct Folder<'a>(pub(crate) BTreeMap<&'a str, Cases<'a>>);

/// Cases by name.
pub(crate) type Cases<'a> = BTreeMap<Cow<'a, str>, Case<'a>>;

/// A case of a data set.
#[derive(Debug, Default)]
pub(crate) struct Case<'a> {
    /// The expected return.
    pub(crate) expected: Option<&'a str>,
    pub(crate) answers: BTreeMap<RunPlace, &'a str>,
    /// What was noted beside the answers, and of calls without one.
    pub(crate) notes: BTreeMap<RunPlace, &'a str>,
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

impl<'a> Folder<'a> {
    /// Sorts the files of a set by their names: `<set>/<year>/test_data/<case>/output.xml` and
    /// `<set>/<year>/results/<case>/<provider>/<model>/<run>`. Others are left out.
    pub(crate) fn new(of: &str, names: &'a [String], contents: &'a [String]) -> Self {
        let mut folder = Self(BTreeMap::new());
        for (name, content) in names.iter().zip(contents) {
            let parts: Vec<&str> = name.split('/').collect();
            match parts.as_slice() {
                [set, year, "test_data", case, "output.xml"] if *set == of => {
                    folder.case(year, case).expected = Some(content);
                }
                [set, year, "results", case, provider, model, file] if *set == of => {
                    let place = |name| RunPlace {
                        provider: (*provider).to_owned(),
                        model: (*model).to_owned(),
                        name,
                    };
                    let case = folder.case(year, case);
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

    fn case(&mut self, year: &'a str, case: &'a str) -> &mut Case<'a> {
        let cases = self.0.entry(year).or_default();
        cases.entry(Cow::Borrowed(case)).or_default()
    }

    /// All data sets as one. Names of cases may repeat from year to year: where there are several,
    /// the year stands before them.
    pub(crate) fn into_one(self) -> Cases<'a> {
        let several = self.0.len() > 1;
        let sets = self.0.into_iter();
        sets.flat_map(|(year, cases)| {
            cases.into_iter().map(move |(name, case)| {
                let name = if several {
                    format!("{year}/{name}").into()
                } else {
                    name
                };
                (name, case)
            })
        })
        .collect()
    }
}
