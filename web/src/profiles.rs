//! A person's own profiles: which lines are scored, in place of the built-in ones.

use std::rc::Rc;

use taxgrade::Profile;
use taxgrade::counted::counted;
use taxgrade::json::Json;

use crate::session::Session;
use crate::tree;
use crate::work::Problem;

/// A profile file that is graded by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnProfile {
    pub(crate) path: String,
    pub(crate) text: Rc<str>,
    /// What is in it: `ca-ty25 (CA 2025), 18 scored lines`.
    pub(crate) words: String,
}

fn first(json: Json<'_>) -> Option<Json<'_>> {
    json.array().ok()?.into_iter().next()
}

/// Whether JSON is meant as a profile, or as a list of them: an answer has lines too, but neither
/// their places in the e-file XML nor a tax year beside them.
pub(crate) fn is_profile(json: Json<'_>) -> bool {
    let one = first(json).unwrap_or(json);
    let fields = tree::fields(one);
    let field = |name: &str| fields.iter().find(|(key, _)| key == name);
    let Some((_, lines)) = field("lines") else {
        return false;
    };
    let path = first(*lines).is_some_and(|line| {
        let fields = tree::fields(line);
        fields.iter().any(|(key, _)| key == "xpath")
    });
    path || (field("taxYear").is_some() && field("jurisdiction").is_some())
}

impl OwnProfile {
    /// Reads a profile, or several, as `--profile` of the command line does.
    pub(crate) fn read(path: &str, text: &str) -> Result<Self, Problem> {
        let profiles = Profile::list_from_json(text).map_err(|error| {
            Problem::new(
                format!("as a profile it cannot be used: {error}"),
                error.help(),
            )
        })?;
        let words = |one: &Profile| {
            format!(
                "{} ({} {}), {}",
                one.id,
                one.jurisdiction.as_str().to_uppercase(),
                one.tax_year,
                counted(one.scored().count(), "scored line")
            )
        };
        let words: Vec<String> = profiles.iter().map(words).collect();
        if words.is_empty() {
            return Err(Problem::new(
                "it is a list of profiles without any",
                "put a profile into it",
            ));
        }
        Ok(Self {
            path: path.to_owned(),
            text: text.into(),
            words: words.join("; "),
        })
    }
}

impl Session {
    /// The texts of the own profiles, the one that came last before the others: the first that is
    /// for a return counts.
    pub(crate) fn profile_texts(&self) -> Vec<Rc<str>> {
        let own = self.profiles.iter().rev();
        own.map(|one| Rc::clone(&one.text)).collect()
    }

    /// Grades by one more profile; one of the same name is replaced.
    pub(crate) fn add_profile(&mut self, own: OwnProfile) {
        self.profiles.retain(|one| one.path != own.path);
        self.profiles.push(Rc::new(own));
        self.grade_anew();
    }

    /// Grades by one profile less.
    pub(crate) fn remove_profile(&mut self, at: usize) {
        if at < self.profiles.len() {
            self.profiles.remove(at);
            self.changes += 1;
            self.grade_anew();
        }
    }

    fn grade_anew(&mut self) {
        self.line = None;
        for case in &mut self.cases {
            let case = Rc::make_mut(case);
            case.key = None;
            for response in &mut case.responses {
                Rc::make_mut(response).graded = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::grade_all;
    use crate::intake::Taken;
    use crate::intake::tests::{file, folder};
    use crate::session::{Action, Outcome};

    /// The built-in profile of a return, with one scored line.
    fn one_line(id: &str) -> String {
        let mut profile = Profile::builtin(id).unwrap().clone();
        profile.id = "mine".into();
        for line in profile.lines.iter_mut().filter(|line| line.scored).skip(1) {
            line.scored = false;
        }
        profile.to_json()
    }

    fn totals(session: &Session) -> Vec<(String, u32)> {
        let cases = session.cases.iter();
        cases
            .filter_map(|case| {
                let grade = case.responses.first()?.grade()?;
                Some((case.name.clone(), grade.points.total))
            })
            .collect()
    }

    #[test]
    fn a_profile_among_the_files_is_graded_by_until_it_is_removed() {
        let mut session = Session::default();
        session.apply(Action::Take(folder("test_data/ty25")));
        grade_all(&mut session);
        let before = totals(&session);
        let late = {
            let case = session.cases.iter().find(|case| case.name == "ty25-ca-901");
            let key = Ok((**case.unwrap().key().unwrap()).clone());
            let response = Rc::clone(&case.unwrap().responses[0]);
            session.apply(Action::Again(response.id));
            let batch = session.next_batch().unwrap();
            assert_eq!(batch.runs[0].0, response.id);
            let grades = vec![(response.id, Ok((**response.grade().unwrap()).clone()))];
            Action::Graded(Box::new(Outcome { batch, key, grades }))
        };
        session.apply(Action::Take(vec![file(
            "my lines.json",
            &one_line("ca-ty25"),
        )]));
        assert_eq!(
            session.intake[0].taken,
            Taken::Profile("mine (CA 2025), 1 scored line".into())
        );
        // A grade by the lines of before comes too late.
        session.apply(late);
        assert_eq!(totals(&session), []);
        grade_all(&mut session);
        for ((name, total), (_, before)) in totals(&session).into_iter().zip(&before) {
            let expected = if name == "ty25-ca-901" { 1 } else { *before };
            assert_eq!(total, expected, "{name}");
        }
        let own = session.cases.iter().find(|case| case.name == "ty25-ca-901");
        assert!(own.unwrap().key().unwrap().own);

        // It is part of the archive.
        let (names, contents) = crate::keep::files(&session);
        let files = names
            .iter()
            .zip(contents)
            .map(|(path, bytes)| crate::intake::Incoming {
                path: path.clone(),
                bytes: bytes.into(),
                unread: None,
            });
        let mut back = Session::default();
        back.apply(Action::Take(files.collect()));
        grade_all(&mut back);
        assert_eq!(totals(&back), totals(&session));
        assert_eq!(back.profile_texts(), session.profile_texts());

        session.apply(Action::RemoveProfile(0));
        grade_all(&mut session);
        assert_eq!(totals(&session), before);
    }

    #[test]
    fn a_broken_profile_says_what_is_wrong() {
        let mut session = Session::default();
        let wrong = one_line("ca-ty25").replace("\"scored\": true", "\"scored\": 1");
        let answers = |session: &Session| -> Vec<String> {
            let words = session.intake.iter().map(|one| one.taken.words());
            words.collect()
        };
        session.apply(Action::Take(vec![
            file("a.json", &wrong),
            file("profile.json", "{\"id\": "),
            file("z.json", "{\"lines\": [{\"line\": \"1a\", \"amount\": 5}]}"),
        ]));
        let words = answers(&session);
        assert!(
            words[0].starts_with("not taken: as a profile it cannot be used: "),
            "{words:?}"
        );
        assert!(
            words[0].contains("expected true or false") && words[0].contains("(line "),
            "{words:?}"
        );
        assert!(
            words[1].starts_with("not taken: as a profile it cannot be used: "),
            "{words:?}"
        );
        assert_eq!(words[2], "response");
        assert!(session.profiles.is_empty() && session.files_open);
    }
}
