//! What the part of the page that writes reports is given: the session's runs as files in the
//! benchmark's layout, and the models that there are to compare.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::keep;
use crate::session::{Session, Source};

/// Names and texts of the expected returns, the runs, and the notes on calls.
pub(crate) fn files(session: &Session) -> (Vec<String>, Vec<Rc<str>>) {
    let mut files: Vec<(String, Rc<str>)> = Vec::new();
    let mut taken: BTreeSet<(String, String)> = BTreeSet::new();
    for case in &session.cases {
        let (year, name) = (keep::year(case), keep::safe(&case.name));
        let numbered = (2_u32..).map(|number| format!("{name} ({number})"));
        let Some(name) = std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| taken.insert((year.clone(), name.clone())))
        else {
            continue;
        };
        if let Some(xml) = &case.expected {
            let path = format!("{year}/test_data/{name}/output.xml");
            files.push((path, Rc::clone(&xml.text)));
        }
        for response in case.responses.iter().filter(|one| !one.is_live()) {
            let Source::Run(configuration, run) = &response.source else {
                continue;
            };
            let (folder, file) = keep::run_place(configuration, *run);
            let folder = format!("{year}/results/{name}/{folder}");
            files.push((
                format!("{folder}/{}", file.file()),
                Rc::clone(&response.text),
            ));
            if let Some(call) = &response.call {
                files.push((format!("{folder}/{}", file.notes()), Rc::clone(&call.text)));
            }
        }
        for (configuration, run, text) in case.failed_calls() {
            let (folder, file) = keep::run_place(configuration, run);
            let path = format!("{year}/results/{name}/{folder}/{}", file.notes());
            files.push((path, (*text).into()));
        }
    }
    files.into_iter().unzip()
}

/// What can be a side of a comparison: every model at every thinking level, and where there are
/// several levels, the model at all of them.
pub(crate) fn sides(session: &Session) -> Vec<String> {
    let mut models: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let responses = session.cases.iter().flat_map(|case| &case.responses);
    for response in responses.filter(|one| !one.is_live()) {
        if let Source::Run(name, run) = &response.source {
            let (folder, _) = keep::run_place(name, *run);
            models.entry(folder).or_default().insert(&name.thinking);
        }
    }
    let mut sides = Vec::new();
    for (model, levels) in models {
        if levels.len() > 1 {
            sides.push(model.clone());
        }
        sides.extend(levels.iter().map(|level| format!("{model}/{level}")));
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::{Incoming, take_in, tests::folder};

    #[test]
    fn a_folder_in_the_layout_goes_out_as_it_came_in() {
        let mut session = Session::default();
        let notes = Incoming {
            unread: None,
            path: "ty24/results/single-w2-interest/p/m/run_high_1.json".into(),
            bytes: b"{}".as_slice().into(),
        };
        let mut came: Vec<Incoming> = folder("test_data/ty24");
        came.push(notes);
        take_in(&mut session, came.clone());
        let (names, texts) = files(&session);
        let went: BTreeMap<&str, &[u8]> = names
            .iter()
            .zip(&texts)
            .map(|(name, text)| (name.as_str(), text.as_bytes()))
            .collect();
        let came: BTreeMap<&str, &[u8]> = came
            .iter()
            .map(|one| {
                let path = one.path.strip_prefix("test_data/").unwrap_or(&one.path);
                // A byte order mark is no part of a text.
                let text = one
                    .bytes
                    .strip_prefix(b"\xef\xbb\xbf")
                    .unwrap_or(&one.bytes);
                (path, text)
            })
            .filter(|(path, _)| path.ends_with("output.xml") || path.contains("/results/"))
            .collect();
        assert!(came.len() > 70, "{}", came.len());
        assert_eq!(went.len(), names.len());
        let differ: Vec<&&str> = came
            .iter()
            .filter(|(name, bytes)| went.get(*name) != Some(*bytes))
            .map(|(name, _)| name)
            .collect();
        assert!(differ.is_empty(), "{differ:?}");
        assert_eq!(went.len(), came.len());
    }

    #[test]
    fn sides_are_models_at_one_level_or_at_all() {
        let mut session = Session::default();
        take_in(&mut session, folder("test_data/ty25"));
        let sides = sides(&session);
        for side in ["anthropic/sample-opus", "anthropic/sample-opus/high"] {
            assert!(sides.iter().any(|one| one == side), "{sides:?}");
        }
        assert!(
            !sides.contains(&"gemini/sample-flash".to_owned()),
            "{sides:?}"
        );
    }

    #[test]
    fn the_pages_policy_lets_a_report_have_its_style() {
        let html = taxgrade::report::report_html(&[]);
        let (_, rest) = html.split_once("style-src '").unwrap();
        let (hash, _) = rest.split_once('\'').unwrap();
        // A page that is opened from this one is under this one's policy, too.
        for (name, text) in [
            ("_headers", include_str!("../_headers")),
            ("index.html", include_str!("../index.html")),
        ] {
            assert!(
                text.contains(&format!("style-src 'self' '{hash}'; ")),
                "{name} lacks {hash}"
            );
        }
    }
}
