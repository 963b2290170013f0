//! Calls to models, as far as the session is concerned: an answer is a response from its first byte
//! on, a call that fails leaves a note and no response. What makes the calls, and what they say of
//! themselves, is a part of the page of its own, in `web/ask`.

use std::rc::Rc;

use taxgrade::report::Configuration;

use crate::calls::Call;
use crate::session::{Case, Response, Session, Source};
use crate::work::{Grade, Problem};

/// How a response came from a model, in words that are ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Asked {
    /// Number of the call.
    pub(crate) call: u32,
    /// Whether it is a further one of several runs in a row.
    pub(crate) further: bool,
    /// What happens; empty when the answer is whole.
    pub(crate) status: String,
    pub(crate) ended: bool,
    /// When it began, in milliseconds since 1970.
    pub(crate) since: u64,
    /// When the next try begins, while one is waited for.
    pub(crate) until: Option<u64>,
    /// Tokens and host.
    pub(crate) facts: Vec<String>,
    /// The notes on the call, to be kept beside the answer; empty until it has ended.
    pub(crate) notes: Rc<str>,
}

/// A call that gave no answer. It is listed and not graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Of the run.
    pub(crate) name: String,
    pub(crate) configuration: Configuration,
    pub(crate) run: u32,
    pub(crate) problem: Problem,
    /// What had arrived.
    pub(crate) text: Rc<str>,
}

/// A change that a call makes.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// A call began, for a case.
    Began(u32, Configuration, Rc<Asked>),
    /// The whole text so far.
    Said(Rc<str>, Rc<Asked>),
    /// The number of the call, and what had arrived.
    Failed(u32, Problem, Rc<str>),
    /// Takes a failure off a case's list.
    Dismiss(u32, usize),
}

impl Response {
    /// Whether it is still arriving.
    pub(crate) fn is_live(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| !asked.ended)
    }

    /// The grade of a whole answer; one that is still arriving counts in no table.
    pub(crate) fn settled(&self) -> Option<&Rc<Grade>> {
        self.grade().filter(|_| !self.is_live())
    }

    fn is_of(&self, call: u32) -> bool {
        self.is_live() && self.asked.as_ref().is_some_and(|asked| asked.call == call)
    }
}

/// The number that the next run of a configuration gets: calls without an answer keep theirs.
pub(crate) fn next_run(case: &Case, name: &Configuration) -> u32 {
    let answered = case.responses.iter().filter_map(|one| match &one.source {
        Source::Run(other, run) => Some((other, *run)),
        _ => None,
    });
    let failed = case.failed_calls().map(|(name, run, _)| (name, run));
    let runs = answered.chain(failed);
    runs.filter_map(|(other, run)| (other == name).then_some(run))
        .max()
        .unwrap_or(0)
        + 1
}

impl Step {
    pub(crate) fn apply(self, session: &mut Session) {
        match self {
            Self::Began(case, name, asked) => {
                let id = session.new_id();
                let Some(case) = session.case_mut(case) else {
                    return;
                };
                let run = next_run(case, &name);
                // Whoever looks at something else by the time a further run begins is left there.
                let follows = !asked.further
                    || case.response().is_none_or(|open| {
                        matches!(&open.source, Source::Run(other, before) if *other == name && before + 1 == run)
                    });
                let mut response = Response::new(id, Source::Run(name, run), &"".into());
                response.asked = Some(asked);
                case.responses.push(Rc::new(response));
                if follows {
                    case.open = Some(id);
                }
            }
            Self::Said(text, asked) => {
                let of = |one: &Rc<Response>| one.is_of(asked.call);
                let mut cases = session.cases.iter_mut();
                let Some(case) = cases.find(|case| case.responses.iter().any(of)) else {
                    return;
                };
                let mut all = Rc::make_mut(case).responses.iter_mut();
                let Some(response) = all.find(|one| of(one)).map(Rc::make_mut) else {
                    return;
                };
                session.changes += u32::from(asked.ended);
                if response.text != text {
                    response.text = Rc::clone(&text);
                    response.original = text;
                    response.revision += 1;
                    response.given += 1;
                }
                if asked.ended {
                    response.call = Some(Rc::new(Call::of(&response.original, &asked.notes)));
                }
                response.asked = Some(asked);
            }
            Self::Failed(call, problem, text) => {
                for case in &mut session.cases {
                    let of = |one: &Rc<Response>| one.is_of(call);
                    let Some(at) = case.responses.iter().position(of) else {
                        continue;
                    };
                    let case = Rc::make_mut(case);
                    let response = case.responses.remove(at);
                    if case.open == Some(response.id) {
                        case.open = case.responses.last().map(|one| one.id);
                    }
                    let Source::Run(configuration, run) = &response.source else {
                        return;
                    };
                    case.failures.push(Rc::new(Failure {
                        name: response.name(),
                        configuration: configuration.clone(),
                        run: *run,
                        problem,
                        text,
                    }));
                    session.changes += 1;
                    return;
                }
            }
            Self::Dismiss(case, at) => {
                if let Some(case) = session.case_mut(case)
                    && at < case.failures.len()
                {
                    case.failures.remove(at);
                    session.changes += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::tests::file;
    use crate::session::Action;

    fn name() -> Configuration {
        Configuration {
            provider: "anthropic".to_owned(),
            model: "m".to_owned(),
            thinking: "high".to_owned(),
            tools: String::new(),
        }
    }

    fn asked(call: u32, ended: bool) -> Rc<Asked> {
        Rc::new(Asked {
            call,
            ended,
            ..Asked::default()
        })
    }

    /// A session with a case, its id, and a call that has begun.
    fn session() -> (Session, u32) {
        let mut session = Session::default();
        session.apply(Action::Take(vec![
            file("output.xml", "<Return/>"),
            file("a.md", "Line 1a: | | 5"),
        ]));
        let case = session.cases[0].id;
        session.apply(Action::Ask(Step::Began(case, name(), asked(1, false))));
        (session, case)
    }

    fn said(session: &mut Session, call: u32, text: &str, ended: bool) {
        session.apply(Action::Ask(Step::Said(text.into(), asked(call, ended))));
    }

    #[test]
    fn an_answer_is_a_response_while_it_arrives_and_is_graded_with_every_piece() {
        let (mut session, case) = session();
        let kept = session.changes;
        for text in ["Line 1a: | | 4", "Line 1a: | | 47"] {
            said(&mut session, 1, text, false);
            let batch = session.next_batch().unwrap();
            assert_eq!(&*batch.runs[0].2, text);
        }
        let live = session.cases[0].response().unwrap();
        assert!(live.is_live() && !live.is_edited());
        assert_eq!(session.changes, kept, "nothing to keep yet");
        let (names, _) = crate::keep::files(&session);
        assert!(
            !names.iter().any(|name| name.contains("results/")),
            "{names:?}"
        );
        said(&mut session, 1, "Line 1a: | | 479", true);
        // What comes late changes nothing.
        said(&mut session, 1, "late", false);
        let ended = session.cases[0].response().unwrap();
        assert!(!ended.is_live() && &*ended.text == "Line 1a: | | 479");
        assert_eq!(session.changes, kept + 1);
        let (names, _) = crate::keep::files(&session);
        let path = "results/Your case/anthropic/m/model_completed_return_high_1.md";
        assert!(names.iter().any(|name| name.ends_with(path)), "{names:?}");
        session.apply(Action::Ask(Step::Began(case, name(), asked(2, false))));
        assert_eq!(session.cases[0].response().unwrap().name(), "m high #2");
    }

    #[test]
    fn what_is_still_arriving_is_in_no_table() {
        let mut session = Session::default();
        session.apply(Action::Take(crate::intake::tests::folder("test_data/ty25")));
        let case = session.cases[0].id;
        session.apply(Action::Ask(Step::Began(case, name(), asked(1, false))));
        said(&mut session, 1, "Line 1a: | | 4", false);
        crate::board::tests::grade_all(&mut session);
        let of = |session: &Session| {
            let found = crate::board::insight::insight(session, &crate::board::Narrow::default());
            (
                session.counts(),
                found.mistakes.iter().any(|one| one.name == name()),
            )
        };
        assert_eq!(of(&session), ((40, 40), false));
        said(&mut session, 1, "Line 1a: | | 4", true);
        assert_eq!(of(&session), ((41, 41), true));
    }

    #[test]
    fn a_further_run_comes_into_view_for_whoever_watched_the_one_before() {
        let further = |call| {
            Rc::new(Asked {
                call,
                further: true,
                ..Asked::default()
            })
        };
        let (mut session, case) = session();
        said(&mut session, 1, "x", true);
        session.apply(Action::Ask(Step::Began(case, name(), further(2))));
        assert_eq!(session.cases[0].response().unwrap().name(), "m high #2");
        said(&mut session, 2, "x", true);
        let read = session.cases[0].responses[0].id;
        session.apply(Action::OpenResponse(read));
        session.apply(Action::Ask(Step::Began(case, name(), further(3))));
        assert_eq!(session.cases[0].open, Some(read), "one reads on");
        session.apply(Action::Ask(Step::Began(case, name(), asked(4, false))));
        assert_eq!(session.cases[0].response().unwrap().name(), "m high #4");
    }

    #[test]
    fn a_file_of_the_same_run_does_not_cut_off_what_arrives() {
        let (mut session, _) = session();
        let path = "results/Your case/anthropic/m/model_completed_return_high_1.md";
        session.apply(Action::Take(vec![file(path, "Line 1a: | | 7")]));
        said(&mut session, 1, "Line 1a: | | 8", true);
        let mut runs: Vec<(String, &str)> = session.cases[0]
            .responses
            .iter()
            .map(|one| (one.name(), &*one.text))
            .collect();
        runs.sort();
        let expected = [
            ("a.md", "Line 1a: | | 5"),
            ("m high #1", "Line 1a: | | 7"),
            ("m high #2", "Line 1a: | | 8"),
        ];
        assert_eq!(runs, expected.map(|(name, text)| (name.to_owned(), text)));
    }

    #[test]
    fn a_failed_call_is_listed_and_is_no_response() {
        let (mut session, case) = session();
        let failed = Step::Failed(1, Problem::new("x", "y"), "half".into());
        session.apply(Action::Ask(failed.clone()));
        session.apply(Action::Ask(failed));
        let found = &session.cases[0];
        assert_eq!((found.responses.len(), found.failures.len()), (1, 1));
        assert_eq!(found.open, Some(found.responses[0].id));
        assert_eq!(found.failures[0].name, "m high #1");
        assert_eq!(&*found.failures[0].text, "half");
        for _ in 0..2 {
            session.apply(Action::Ask(Step::Dismiss(case, 0)));
        }
        assert!(session.cases[0].failures.is_empty());
    }
}
