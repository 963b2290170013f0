//! What the part of the page that writes reports is given: the runs as files in the benchmark's
//! layout, below the number of their set.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::keep;
use crate::session::{Case, Session, Source};

/// Names and texts of the expected returns, the runs, and the notes on calls: those of the session
/// below `0`, and those of other sets below their numbers.
pub(crate) fn files(session: &Session, sets: &[u32]) -> (Vec<String>, Vec<Rc<str>>) {
    let mut files: Vec<(String, Rc<str>)> = Vec::new();
    if sets.contains(&0) {
        put(&mut files, 0, &session.cases, &|_| None);
    }
    for other in &session.versus.others {
        if !sets.contains(&other.id) {
            continue;
        }
        // Results alone are of the cases that are open.
        let alone = other.cases.iter().all(|case| case.expected.is_none());
        let borrowed = |case: &Case| {
            let same = |one: &&Rc<Case>| {
                one.name == case.name
                    && (one.folder == case.folder || one.folder.is_none() || case.folder.is_none())
            };
            let own = session.cases.iter().find(same).filter(|_| alone)?;
            Some(Rc::clone(&own.expected.as_ref()?.text))
        };
        put(&mut files, other.id, &other.cases, &borrowed);
    }
    files.into_iter().unzip()
}

fn put(
    files: &mut Vec<(String, Rc<str>)>,
    set: u32,
    cases: &[Rc<Case>],
    borrowed: &dyn Fn(&Case) -> Option<Rc<str>>,
) {
    let mut taken: BTreeSet<(String, String)> = BTreeSet::new();
    for case in cases {
        let (year, name) = (keep::year(case), keep::safe(&case.name));
        let numbered = (2_u32..).map(|number| format!("{name} ({number})"));
        let Some(name) = std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| taken.insert((year.clone(), name.clone())))
        else {
            continue;
        };
        let expected = case.expected.as_ref().map(|xml| Rc::clone(&xml.text));
        if let Some(xml) = expected.or_else(|| borrowed(case)) {
            files.push((format!("{set}/{year}/test_data/{name}/output.xml"), xml));
        }
        for response in case.responses.iter().filter(|one| !one.is_live()) {
            let Source::Run(configuration, run) = &response.source else {
                continue;
            };
            let (folder, file) = keep::run_place(configuration, *run);
            let folder = format!("{set}/{year}/results/{name}/{folder}");
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
            let path = format!("{set}/{year}/results/{name}/{folder}/{}", file.notes());
            files.push((path, (*text).into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::tests::{file, folder};
    use crate::intake::{Incoming, take_in};
    use crate::session::Action;
    use crate::versus::Step;
    use std::collections::BTreeMap;

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
        let (names, texts) = files(&session, &[0]);
        let went: BTreeMap<&str, &[u8]> = names
            .iter()
            .zip(&texts)
            .map(|(name, text)| (name.strip_prefix("0/").unwrap(), text.as_bytes()))
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
    fn results_alone_are_of_the_open_cases() {
        let mut session = Session::default();
        session.apply(Action::Take(folder("test_data/ty25")));
        let run = "anthropic/sample-opus/model_completed_return_high_1.md";
        let path = format!("week-2/ty25-ca-901/{run}");
        let load = Step::Load("week-2".into(), vec![file(&path, "x")]);
        session.apply(Action::Versus(load));
        let id = session.versus.others[0].id;
        let (names, texts) = files(&session, &[id]);
        let expected = [
            format!("{id}/cases/test_data/ty25-ca-901/output.xml"),
            format!("{id}/cases/results/ty25-ca-901/{run}"),
        ];
        assert_eq!(names, expected);
        assert!(texts[0].contains("<CA-Return"));
        assert_eq!(&*texts[1], "x");
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
