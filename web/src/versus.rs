//! Whole sets of runs side by side: what there is to compare, other sets of results that are loaded
//! for it, and where a reader of a comparison is led to.
//!
//! A side is named as the part of the page that compares reads it: `model openai/gpt-5/high`,
//! `day 2026-03-31`, or `set 0 this week`. Set 0 is what is open in the page.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use taxgrade::Mode;
use taxgrade::compare::{ComparisonTable, Day, TableRun};

use crate::intake::{self, Incoming};
use crate::keep;
use crate::session::{Action, Case, Notice, Response, Session, Source};

/// What is compared, and with what result.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Versus {
    pub(crate) others: Vec<Rc<OtherSet>>,
    picked: [Option<String>; 2],
    result: Option<Rc<Compared>>,
}

/// Results that are compared with and otherwise kept apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OtherSet {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) cases: Vec<Rc<Case>>,
}

/// A comparison, and what it is the comparison of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) sides: [String; 2],
    pub(crate) mode: Mode,
    /// The session's count of changes.
    pub(crate) changes: u32,
    pub(crate) outcome: Result<Rc<ComparisonTable>, String>,
}

/// Something that happened.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Files of another set, with its name.
    Load(String, Vec<Incoming>),
    Remove(u32),
    /// The first side (0) or the second (1) was chosen.
    Pick(usize, String),
    Compared(Rc<Compared>),
    /// To a run of a set, and there to a line.
    Go(Box<Place>),
}

/// Where a reader wants to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The set, 0 for what is open.
    pub(crate) set: u32,
    pub(crate) case: String,
    pub(crate) run: TableRun,
    pub(crate) line: Option<String>,
}

/// A side that there is, as it is named and in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) words: String,
}

/// Every side that there is, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Choices {
    pub(crate) sets: Vec<Choice>,
    pub(crate) models: Vec<Choice>,
    pub(crate) days: Vec<Choice>,
}

/// The number of the set that a side is of.
pub(crate) fn set_of(side: &str) -> u32 {
    let number = side
        .strip_prefix("set ")
        .and_then(|rest| rest.split(' ').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Saved runs with what they are.
fn saved(cases: &[Rc<Case>]) -> impl Iterator<Item = (&Rc<Response>, String, &str)> {
    let responses = cases.iter().flat_map(|case| &case.responses);
    responses.filter_map(|one| match &one.source {
        Source::Run(name, run) if !one.is_live() => {
            Some((one, keep::run_place(name, *run).0, name.thinking.as_str()))
        }
        _ => None,
    })
}

impl OtherSet {
    /// Saved runs, and the cases that have any.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let has = |case: &&Rc<Case>| saved(std::slice::from_ref(case)).next().is_some();
        (
            saved(&self.cases).count(),
            self.cases.iter().filter(has).count(),
        )
    }
}

/// What can be a side: sets of results, every model at every thinking level, and where there are
/// several levels, the model at all of them; days, where calls are known to be of several.
pub(crate) fn choices(session: &Session) -> Choices {
    let mut models: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut days: BTreeSet<Day> = BTreeSet::new();
    for (response, model, thinking) in saved(&session.cases) {
        models.entry(model).or_default().insert(thinking);
        let began = response
            .call
            .as_ref()
            .and_then(|call| call.notes.started_unix_ms);
        days.extend(began.map(Day::of_unix_ms));
    }
    let mut choices = Choices::default();
    let set = |id: u32, name: &str, words: String| Choice {
        value: format!("set {id} {name}"),
        words,
    };
    if !models.is_empty() {
        let name = session.set_name();
        choices
            .sets
            .push(set(0, name, format!("{name} (open here)")));
    }
    for other in &session.versus.others {
        let one = set(other.id, &other.name, other.name.clone());
        choices.sets.push(one);
    }
    let mut model = |name: String| {
        choices.models.push(Choice {
            value: format!("model {name}"),
            words: name,
        });
    };
    for (name, levels) in models {
        if levels.len() > 1 {
            model(name.clone());
        }
        for level in levels {
            model(format!("{name}/{level}"));
        }
    }
    if days.len() > 1 {
        choices.days.extend(days.into_iter().map(|day| Choice {
            value: format!("day {day}"),
            words: day.to_string(),
        }));
    }
    choices
}

impl Choices {
    fn all(&self) -> impl Iterator<Item = &Choice> {
        self.sets.iter().chain(&self.models).chain(&self.days)
    }

    /// What was picked, as far as it is still there, or else the open set with the last one that was
    /// loaded, or else the first two models.
    pub(crate) fn sides(&self, versus: &Versus) -> Option<[String; 2]> {
        let [first, second] = &versus.picked;
        let known = |side: &Option<String>| {
            let known = |one: &String| self.all().any(|choice| choice.value == *one);
            side.clone().filter(known)
        };
        let (a, b) = match (self.sets.as_slice(), self.models.as_slice()) {
            ([open, .., last], _) => (open, last),
            (_, [one, rest @ ..]) => {
                let level = |other: &&Choice| other.value.starts_with(&format!("{}/", one.value));
                let another = rest.iter().find(|other| !level(other));
                (one, another.or_else(|| rest.first())?)
            }
            _ => return None,
        };
        Some([
            known(first).unwrap_or_else(|| a.value.clone()),
            known(second).unwrap_or_else(|| b.value.clone()),
        ])
    }
}

/// A name for files that were opened together: their folder's, or their archive's.
pub(crate) fn set_name<'a>(paths: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut names = paths.map(|path| match path.split_once('/') {
        Some((folder, _)) => Some(folder),
        None => path.to_ascii_lowercase().ends_with(".zip").then_some(path),
    });
    let first = names.next()??;
    names
        .all(|name| name == Some(first))
        .then(|| first.to_owned())
}

impl Session {
    /// The name of what is open.
    pub(crate) fn set_name(&self) -> &str {
        self.name.as_deref().unwrap_or("the open results")
    }

    /// The comparison of two sides, if nothing has changed since.
    pub(crate) fn compared(&self, sides: &[String; 2]) -> Option<&Rc<Compared>> {
        let result = self.versus.result.as_ref();
        result.filter(|one| {
            one.sides == *sides && one.mode == self.mode && one.changes == self.changes
        })
    }

    /// The saved run of a set at a place.
    pub(crate) fn run_at(&self, place: &Place) -> Option<(&Rc<Case>, &Rc<Response>)> {
        let cases = match place.set {
            0 => &self.cases,
            set => &self.versus.others.iter().find(|one| one.id == set)?.cases,
        };
        let named = cases
            .iter()
            .filter(|case| keep::safe(&case.name) == place.case);
        named
            .flat_map(|case| case.responses.iter().map(move |one| (case, one)))
            .find(|(_, one)| is_run(one, &place.run))
    }

    fn go(&mut self, place: &Place) -> Option<()> {
        let (case, response) = self.run_at(place)?;
        let (mut case, mut id) = (case.id, response.id);
        if place.set != 0 {
            // It is looked at as one more response of the case, and counts in no table.
            let text = Rc::clone(&response.text);
            let set = self.versus.others.iter().find(|one| one.id == place.set)?;
            let source = Source::File(format!("{}: {}", set.name, response.name()));
            let named = |one: &&Rc<Case>| keep::safe(&one.name) == place.case;
            let own = self.cases.iter().find(named)?;
            case = own.id;
            let there = own.responses.iter().find(|one| one.source == source);
            id = match there.map(|one| one.id) {
                Some(id) => id,
                None => {
                    let id = self.new_id();
                    let response = Response::new(id, source, &text);
                    self.case_mut(case)?.responses.push(Rc::new(response));
                    id
                }
            };
        }
        self.apply(Action::OpenRun(case, id));
        let key = self.case()?.key()?;
        let line = place.line.as_ref();
        let line = line.and_then(|line| key.lines.iter().position(|one| one.line == *line));
        self.apply(Action::Pick(line));
        Some(())
    }
}

fn is_run(response: &Response, run: &TableRun) -> bool {
    let Source::Run(name, number) = &response.source else {
        return false;
    };
    *number == run.run
        && !response.is_live()
        && name.thinking == run.thinking
        && name.tools.is_empty() == run.tools.is_empty()
        && keep::run_place(name, *number).0 == format!("{}/{}", run.provider, run.model)
}

impl Step {
    pub(crate) fn apply(self, session: &mut Session) {
        match self {
            Self::Load(name, files) => load(session, &name, files),
            Self::Remove(id) => session.versus.others.retain(|one| one.id != id),
            Self::Pick(at, side) => {
                if let Some(one) = session.versus.picked.get_mut(at) {
                    *one = Some(side);
                }
            }
            Self::Compared(compared) => session.versus.result = Some(compared),
            Self::Go(place) => {
                let _ = session.go(&place);
            }
        }
    }
}

fn load(session: &mut Session, name: &str, files: Vec<Incoming>) {
    let mut apart = Session::default();
    session.intake = intake::take_in(&mut apart, files);
    for answer in &mut session.intake {
        // The cases of another set are not listed among the open ones.
        answer.case = None;
    }
    session.files_open = session.intake.iter().any(intake::FileAnswer::needs_a_look);
    session.progress = None;
    let taken = |name: &str| {
        name == session.set_name() || session.versus.others.iter().any(|one| one.name == name)
    };
    let name = std::iter::once(name.to_owned())
        .chain((2_u32..).map(|number| format!("{name} ({number})")))
        .find(|name| !taken(name))
        .unwrap_or_default();
    let id = session.new_id();
    let set = OtherSet {
        id,
        name,
        cases: apart.cases,
    };
    let (runs, cases) = set.counts();
    session.notice = Some(if runs == 0 {
        Notice {
            text: format!(
                "There are no saved runs in \u{201c}{}\u{201d}. Choose the folder that holds <case>/<provider>/<model>/model_completed_return_<thinking>_<run>.md, or one above it.",
                set.name
            ),
            bad: true,
            undo: None,
        }
    } else {
        Notice {
            text: format!(
                "{runs} runs of {cases} cases are there to compare with: \u{201c}{}\u{201d}.",
                set.name
            ),
            bad: false,
            undo: None,
        }
    });
    if runs > 0 {
        session.versus.picked = [None, None];
        session.versus.others.push(Rc::new(set));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::grade_all;
    use crate::intake::tests::{file, folder};
    use crate::session::View;

    fn sample() -> Session {
        let mut session = Session::default();
        session.apply(Action::Take(folder("test_data/ty25")));
        session
    }

    fn values(choices: &[Choice]) -> Vec<&str> {
        choices.iter().map(|one| one.value.as_str()).collect()
    }

    #[test]
    fn models_are_sides_at_one_level_or_at_all() {
        let session = sample();
        let choices = choices(&session);
        assert_eq!(values(&choices.sets), ["set 0 test_data"]);
        let models = values(&choices.models);
        for side in [
            "model anthropic/sample-opus",
            "model anthropic/sample-opus/high",
        ] {
            assert!(models.contains(&side), "{models:?}");
        }
        assert!(!models.contains(&"model gemini/sample-flash"), "{models:?}");
        assert!(choices.days.is_empty());
        let sides = choices.sides(&session.versus).unwrap();
        // Two models, not one with itself at one level.
        let first_two = ["model anthropic/sample-opus", "model gemini/sample-pro"];
        assert_eq!(sides, first_two, "{models:?}");
    }

    #[test]
    fn days_are_sides_where_there_are_several() {
        let notes = |time: u64| {
            format!(
                "{{\"answerSha256\":\"{}\",\"startedUnixMs\":{time}}}",
                taxgrade::notes::sha256(b"x")
            )
        };
        let run = |number: u32, ending: &str| match ending {
            "md" => format!("ty24/results/c/p/m/model_completed_return_high_{number}.md"),
            _ => format!("ty24/results/c/p/m/run_high_{number}.json"),
        };
        let mut session = Session::default();
        let day = 86_400_000;
        for number in [1, 2] {
            session.apply(Action::Take(vec![
                file(&run(number, "md"), "x"),
                file(&run(number, "json"), &notes(day * u64::from(number))),
            ]));
        }
        assert_eq!(
            values(&choices(&session).days),
            ["day 1970-01-02", "day 1970-01-03"]
        );
    }

    #[test]
    fn another_set_is_kept_apart_and_its_runs_open_as_responses() {
        let mut session = sample();
        grade_all(&mut session);
        let (cases, changes) = (session.cases.clone(), session.changes);
        let path = "week-2/ty25-ca-901/anthropic/sample-opus/model_completed_return_high_1.md";
        session.apply(Action::Versus(Step::Load(
            "week-2".into(),
            vec![file(path, "Line 17: | | 5")],
        )));
        assert_eq!((&session.cases, session.changes), (&cases, changes));
        let other = Rc::clone(&session.versus.others[0]);
        assert_eq!(other.counts(), (1, 1));
        let sides = choices(&session).sides(&session.versus).unwrap();
        assert_eq!(
            sides,
            [
                "set 0 test_data".to_owned(),
                format!("set {} week-2", other.id)
            ]
        );
        assert_eq!(sides.each_ref().map(|side| set_of(side)), [0, other.id]);

        let mut place = Place {
            set: 0,
            case: "ty25-ca-901".into(),
            run: TableRun {
                provider: "anthropic".into(),
                model: "sample-opus".into(),
                thinking: "high".into(),
                tools: String::new(),
                run: 1,
            },
            line: Some("17".into()),
        };
        session.apply(Action::View(View::Versus));
        session.apply(Action::Versus(Step::Go(Box::new(place.clone()))));
        let case = session.case().unwrap();
        assert_eq!(session.view, View::Case);
        assert_eq!(case.response().unwrap().name(), "sample-opus high #1");
        assert_eq!(case.key().unwrap().lines[session.line.unwrap()].line, "17");
        place.set = other.id;
        for _ in 0..2 {
            session.apply(Action::Versus(Step::Go(Box::new(place.clone()))));
            let case = session.case().unwrap();
            assert_eq!(case.responses.len(), 8, "one more, once");
            let response = case.response().unwrap();
            assert_eq!(response.name(), "week-2: sample-opus high #1");
            assert_eq!(&*response.text, "Line 17: | | 5");
        }
        session.apply(Action::Versus(Step::Remove(other.id)));
        assert!(session.versus.others.is_empty() && session.run_at(&place).is_none());
    }

    #[test]
    fn a_set_without_runs_is_none() {
        let mut session = sample();
        session.apply(Action::Versus(Step::Load(
            "x".into(),
            vec![file("x/a.docx", "")],
        )));
        assert!(session.versus.others.is_empty() && session.files_open);
        assert!(session.notice.unwrap().bad);
    }

    #[test]
    fn a_comparison_is_out_of_date_after_a_change() {
        let mut session = sample();
        let sides = ["a".to_owned(), "b".to_owned()];
        session.apply(Action::Versus(Step::Compared(Rc::new(Compared {
            sides: sides.clone(),
            mode: session.mode,
            changes: session.changes,
            outcome: Err("x".into()),
        }))));
        assert!(session.compared(&sides).is_some());
        session.apply(Action::Mode(Mode::Upstream));
        assert!(session.compared(&sides).is_none());
        session.apply(Action::Mode(Mode::Robust));
        session.apply(Action::Paste("x".into()));
        assert!(session.compared(&sides).is_none());
    }

    #[test]
    fn names_are_those_of_the_folder_or_the_archive() {
        let name = |paths: &[&'static str]| set_name(paths.iter().copied());
        assert_eq!(name(&["week/a/b", "week/c"]).as_deref(), Some("week"));
        assert_eq!(name(&["runs.zip"]).as_deref(), Some("runs.zip"));
        assert_eq!(name(&["a/b", "c/d"]), None);
        assert_eq!(name(&["a.md"]), None);
    }
}
