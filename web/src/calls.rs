//! What was noted of calls, beside their answers, and which answers are not whole.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use taxgrade::generation::GenerationFailure;
use taxgrade::notes::{AnsweredCall, Notes, failed_call_json};
use taxgrade::report::Configuration;

use crate::session::{Case, Response, Source};

/// The notes on the call that an answer came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    /// As they are kept.
    pub(crate) text: Rc<str>,
    /// What they say of the answer.
    pub(crate) notes: Notes,
    /// What they say of the call, where they are the answer's.
    pub(crate) answered: Option<AnsweredCall>,
}

impl Call {
    pub(crate) fn of(answer: &str, text: &Rc<str>) -> Self {
        let notes = Notes::of_answer(answer, Some(text));
        let answered = AnsweredCall::from_json(text).ok();
        Self {
            text: Rc::clone(text),
            answered: answered.filter(|_| notes.known),
            notes,
        }
    }
}

/// Notes on a call of which there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unanswered {
    pub(crate) configuration: Configuration,
    pub(crate) run: u32,
    /// As they are kept.
    pub(crate) text: Rc<str>,
}

/// Generation failures by kind.
pub(crate) type Failures = BTreeMap<GenerationFailure, u64>;

impl Response {
    /// Why the answer is not whole. What a person edited is known by its text alone.
    pub(crate) fn failure(&self) -> Option<GenerationFailure> {
        match &self.call {
            Some(call) if !self.is_edited() => call.notes.failure,
            _ => GenerationFailure::of_answer(&self.text, None),
        }
    }
}

impl Case {
    /// Takes notes in; they wait for their answer until [`Self::give_notes`].
    pub(crate) fn note(&mut self, notes: Unanswered) {
        let same =
            |one: &Rc<Unanswered>| one.run == notes.run && one.configuration == notes.configuration;
        self.unanswered.retain(|one| !same(one));
        self.unanswered.push(Rc::new(notes));
    }

    /// Gives notes to the answers they are about; what is left had none.
    pub(crate) fn give_notes(&mut self) {
        for notes in std::mem::take(&mut self.unanswered) {
            let answer = self.responses.iter_mut().find(|one| {
                matches!(&one.source, Source::Run(name, run)
                    if *run == notes.run && *name == notes.configuration)
            });
            match answer {
                Some(answer) => {
                    let call = Call::of(&answer.original, &notes.text);
                    Rc::make_mut(answer).call = Some(Rc::new(call));
                }
                None => self.unanswered.push(notes),
            }
        }
    }

    /// The calls without an answer, those that are noted and those made here: configuration, number
    /// of the run, and notes.
    pub(crate) fn failed_calls(&self) -> impl Iterator<Item = (&Configuration, u32, Cow<'_, str>)> {
        let noted = self.unanswered.iter().map(|one| {
            let text = Cow::Borrowed(&*one.text);
            (&one.configuration, one.run, text)
        });
        let made = self.failures.iter().map(|one| {
            let text = failed_call_json(&one.problem.what);
            (&one.configuration, one.run, Cow::Owned(text))
        });
        noted.chain(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Asked, Step};
    use crate::board::{self, Narrow};
    use crate::intake::{Incoming, tests::file};
    use crate::session::{Action, Session};
    use crate::work::Problem;
    use taxgrade::provider::Stop;

    fn ended(answer: &str, stop: &Stop) -> String {
        let call = AnsweredCall {
            stop: stop.to_string(),
            text_extracted: true,
            ..AnsweredCall::default()
        };
        call.to_json(answer)
    }

    const ANSWER: &str = "ty24/results/c/p/m/model_completed_return_high_1.md";

    fn session(order: [(&str, &str); 2]) -> Session {
        let mut session = Session::default();
        for (path, text) in order {
            session.apply(Action::Take(vec![file(path, text)]));
        }
        session
    }

    #[test]
    fn notes_and_answer_find_each_other_in_any_order() {
        let notes = ended("cut", &Stop::MaxTokens);
        let notes = ("ty24/results/c/p/m/run_high_1.json", notes.as_str());
        for order in [[(ANSWER, "cut"), notes], [notes, (ANSWER, "cut")]] {
            let mut session = session(order);
            let case = &session.cases[0];
            assert_eq!(case.failed_calls().count(), 0);
            let answer = &case.responses[0];
            assert_eq!(answer.failure(), Some(GenerationFailure::Truncated));
            let id = answer.id;
            session.apply(Action::Edit(id, "cut and mended".into()));
            assert_eq!(session.cases[0].responses[0].failure(), None);
            // Another answer under the same name is not the one that the notes are about.
            session.apply(Action::Take(vec![file(ANSWER, "whole")]));
            let answer = &session.cases[0].responses[0];
            assert_eq!(answer.failure(), None);
            assert!(!answer.call.as_ref().unwrap().notes.known);
        }
    }

    #[test]
    fn notes_without_an_answer_are_a_failed_call_and_a_removed_answer_is_none() {
        let mut session = session([
            ("ty24/results/c/p/m/run_high_web_search_2.json", "{}"),
            (ANSWER, " \n"),
        ]);
        let case = &session.cases[0];
        let calls: Vec<_> = case.failed_calls().collect();
        assert_eq!(calls.len(), 1);
        assert_eq!((calls[0].0.tools.as_str(), calls[0].1), ("web-search", 2));
        let answer = &case.responses[0];
        assert_eq!(answer.failure(), Some(GenerationFailure::Empty));
        let id = answer.id;
        session.apply(Action::RemoveResponse(id));
        assert_eq!(session.cases[0].failed_calls().count(), 1);
    }

    #[test]
    fn remarks_on_a_call_made_here_are_in_the_archive() {
        let mut session = Session::default();
        session.apply(Action::Take(vec![file("output.xml", "<Return/>")]));
        let case = session.cases[0].id;
        let name = Configuration {
            provider: "p".into(),
            model: "m".into(),
            thinking: "high".into(),
            tools: String::new(),
        };
        let asked = Asked {
            call: 1,
            ..Asked::default()
        };
        session.apply(Action::Ask(Step::Began(case, name, Rc::new(asked.clone()))));
        let asked = Asked {
            ended: true,
            notes: ended("cut", &Stop::MaxTokens).into(),
            ..asked
        };
        session.apply(Action::Ask(Step::Said("cut".into(), Rc::new(asked))));
        let said = |session: &Session| {
            let call = session.cases[0].responses[0].call.as_ref().unwrap();
            let answered = call.answered.as_ref().unwrap();
            [answered.remarks("cut"), answered.facts()]
        };
        assert_eq!(
            said(&session),
            [
                ["Cut off at the token limit; graded as far as it goes."],
                ["PDFs sent as extracted text"]
            ]
        );
        let (names, contents) = crate::keep::files(&session);
        let files = names.iter().zip(contents).map(|(name, bytes)| Incoming {
            unread: None,
            path: name.clone(),
            bytes: bytes.into(),
        });
        let mut back = Session::default();
        back.apply(Action::Take(files.collect()));
        assert_eq!(said(&back), said(&session));
    }

    #[test]
    fn failures_are_counted_per_configuration_and_kept_in_the_archive() {
        let mut session = Session::default();
        let answer = std::fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../test_data/ty24/test_data/single-w2-interest/output.xml"),
        )
        .unwrap();
        let notes = ended("cut", &Stop::Refusal(None));
        let runs = "ty24/results/c/p";
        session.apply(Action::Take(vec![
            file("ty24/test_data/c/output.xml", &answer),
            file(ANSWER, "cut"),
            file(&format!("{runs}/m/run_high_1.json"), &notes),
            file(
                &format!("{runs}/m/model_completed_return_high_2.md"),
                "Line 1a: | | 5",
            ),
            file(&format!("{runs}/m/run_high_3.json"), "{}"),
            file(&format!("{runs}/silent/run_high_1.json"), "{}"),
        ]));
        let check = |session: &mut Session, failed: &str| {
            crate::board::tests::grade_all(session);
            let found: Vec<String> = board::rows(session, &Narrow::default())
                .into_iter()
                .map(|row| {
                    let runs = row.aggregate.run_count();
                    format!("{} {runs} {:?}", row.name.model, row.failures)
                })
                .collect();
            assert_eq!(
                found,
                [
                    "m 2 {Refused: 1, CallFailed: 1}".to_owned(),
                    format!("silent 0 {failed}")
                ]
            );
        };
        check(&mut session, "{CallFailed: 1}");
        let silent = Configuration {
            model: "silent".into(),
            ..session.cases[0].failed_calls().next().unwrap().0.clone()
        };
        let case = session.cases[0].id;
        session.apply(Action::Ask(Step::Began(
            case,
            silent,
            Rc::new(Asked {
                call: 7,
                ..Asked::default()
            }),
        )));
        session.apply(Action::Ask(Step::Failed(
            7,
            Problem::new("over capacity", ""),
            "".into(),
        )));
        check(&mut session, "{CallFailed: 2}");
        let (names, contents) = crate::keep::files(&session);
        let named = |path: &str| names.iter().position(|name| name == path);
        let made = named(&format!("{runs}/silent/run_high_2.json")).unwrap();
        assert!(String::from_utf8_lossy(&contents[made]).contains("over capacity"));
        let files = names.iter().zip(&contents).map(|(name, bytes)| Incoming {
            unread: None,
            path: name.clone(),
            bytes: bytes.as_slice().into(),
        });
        let mut back = Session::default();
        back.apply(Action::Take(files.collect()));
        check(&mut back, "{CallFailed: 2}");
    }
}
