//! Grading files into results, as the command line does.

use taxgrade::diagnose::Examiner;
use taxgrade::notes::Notes;
use taxgrade::report::Configuration;
use taxgrade::results::{Results, SavedAnswer, stated};
use taxgrade::{AnswerKey, Error, ExpectedReturn, Mode, Profile};

use crate::folder::{Case, Cases, RunPlace};

/// How answers are graded.
pub(crate) struct Grading {
    pub(crate) mode: Mode,
    /// Profiles that go before the built-in ones.
    pub(crate) profiles: Vec<Profile>,
}

/// The results of a data set, and how many runs could not be graded.
pub(crate) fn load(
    name: &str,
    cases: &Cases<'_>,
    grading: &Grading,
    wanted: &dyn Fn(&Configuration) -> bool,
    most_stated: usize,
) -> (Results, usize) {
    let mut results = Results {
        name: name.to_owned(),
        ..Results::default()
    };
    let mut ungraded = 0;
    let mut work: Vec<(&str, usize, &Case<'_>, &RunPlace, &str)> = Vec::new();
    let mut keys: Vec<(AnswerKey, Examiner)> = Vec::new();
    // Without its expected return a case is none of the data set's.
    for (name, case) in cases {
        let Some(xml) = case.expected else {
            ungraded += case.answers.len();
            continue;
        };
        results.counts.add_case(name);
        for place in case.notes.keys() {
            let configuration = place.configuration();
            if !case.answers.contains_key(place) && wanted(&configuration) {
                results.counts.add_failed_call(&configuration, name);
            }
        }
        let answers = case.answers.iter();
        let answers: Vec<_> = answers
            .filter(|(place, _)| wanted(&place.configuration()))
            .collect();
        if answers.is_empty() {
            continue;
        }
        match grading.key(xml) {
            Ok(key) => {
                let at = keys.len();
                keys.push(key);
                let runs = answers.into_iter();
                work.extend(runs.map(|(place, answer)| (&**name, at, case, place, *answer)));
            }
            Err(_) => ungraded += answers.len(),
        }
    }
    let numbers: Vec<u32> = work.iter().map(|(.., place, _)| place.run()).collect();
    let stated = stated(&numbers, most_stated);
    for ((name, at, case, place, text), stated) in work.into_iter().zip(stated) {
        let Some((key, examiner)) = keys.get(at) else {
            continue;
        };
        let answer = SavedAnswer {
            configuration: place.configuration(),
            case: name,
            run: place.run(),
            text,
            notes: Notes::of_answer(text, case.notes.get(place).copied()),
        };
        match answer.grade(key, examiner, grading.mode, stated) {
            Ok(answer) => results.take(key.profile(), answer),
            Err(_) => ungraded += 1,
        }
    }
    (results, ungraded)
}

impl Grading {
    pub(crate) fn key(&self, xml: &str) -> Result<(AnswerKey, Examiner), Error> {
        let expected = ExpectedReturn::parse(xml)?;
        let profile = Profile::among(&self.profiles, &expected)?;
        let key = AnswerKey::new(&expected, profile)?;
        let examiner = Examiner::new(&key, &expected)?;
        Ok((key, examiner))
    }
}
