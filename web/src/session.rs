//! The state of the page and everything that can happen to it. Pure: what reaches out (files, the
//! worker, storage) lives in `ui` and reports back as actions.

use std::rc::Rc;

use taxgrade::Mode;
use taxgrade::report::Configuration;
use yew::Reducible;

use crate::ask;
use crate::calls::{Call, Unanswered};
use crate::edit;
use crate::intake::{self, FileAnswer, Incoming};
use crate::profiles::OwnProfile;
use crate::versus::{self, Versus};
use crate::work::{Ask, Grade, Key, Problem};

/// Everything the page shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Session {
    pub(crate) cases: Vec<Rc<Case>>,
    /// Id of the case in view.
    pub(crate) current: Option<u32>,
    pub(crate) mode: Mode,
    pub(crate) view: View,
    /// Index of the selected line in the key, and how often it was picked: a second click on the
    /// same row scrolls to it again.
    pub(crate) line: Option<usize>,
    pub(crate) picked: u32,
    pub(crate) filter: Filter,
    pub(crate) intake: Vec<FileAnswer>,
    pub(crate) files_open: bool,
    pub(crate) notice: Option<Notice>,
    pub(crate) progress: Option<Progress>,
    /// Whether the session is kept in this browser.
    pub(crate) remember: bool,
    /// Profiles that go before the built-in ones.
    pub(crate) profiles: Vec<Rc<OwnProfile>>,
    /// The folder that the first files came from.
    pub(crate) name: Option<String>,
    /// Whole sets of runs that are compared.
    pub(crate) versus: Versus,
    /// The two responses that are compared.
    pub(crate) pair: (Option<u32>, Option<u32>),
    /// Counts everything worth keeping.
    pub(crate) changes: u32,
    last_id: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum View {
    #[default]
    Case,
    Compare,
    Board,
    Matrix,
    Versus,
}

impl View {
    /// The word in the address.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Case => "case",
            Self::Compare => "compare",
            Self::Board => "leaderboard",
            Self::Matrix => "matrix",
            Self::Versus => "comparison",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        [
            Self::Case,
            Self::Compare,
            Self::Board,
            Self::Matrix,
            Self::Versus,
        ]
        .into_iter()
        .find(|view| view.word() == word)
    }

    /// Whether it is one of the tables over all runs.
    pub(crate) const fn is_of_all(self) -> bool {
        matches!(self, Self::Board | Self::Matrix | Self::Versus)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Filter {
    #[default]
    Scored,
    Wrong,
    Roots,
    All,
}

/// A case with its documents and responses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Case {
    pub(crate) id: u32,
    pub(crate) name: String,
    /// Folder of the year it came from, such as `ty25`.
    pub(crate) folder: Option<String>,
    pub(crate) expected: Option<Document>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) responses: Vec<Rc<Response>>,
    /// Calls that gave no answer.
    pub(crate) failures: Vec<Rc<ask::Failure>>,
    /// Notes on calls of which no answer was saved.
    pub(crate) unanswered: Vec<Rc<Unanswered>>,
    /// Id of the response in view.
    pub(crate) open: Option<u32>,
    /// Index of the input in view.
    pub(crate) input: usize,
    pub(crate) key: Option<Result<Rc<Key>, Problem>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    pub(crate) path: String,
    pub(crate) text: Rc<str>,
}

/// A document that the model was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Input {
    /// Unique over the session.
    pub(crate) id: u32,
    pub(crate) path: String,
    pub(crate) content: Content,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    Pdf(Rc<[u8]>),
    Data(Rc<str>),
}

impl Input {
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// A model's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) id: u32,
    pub(crate) source: Source,
    pub(crate) text: Rc<str>,
    /// As it came, to go back to.
    pub(crate) original: Rc<str>,
    /// Counts the edits.
    pub(crate) revision: u32,
    /// Counts the changes that did not come from the editor, which then has to take them over.
    pub(crate) given: u32,
    pub(crate) graded: Option<Graded>,
    /// How it came, if a model was asked for it here.
    pub(crate) asked: Option<Rc<ask::Asked>>,
    /// What was noted of the call that it came from.
    pub(crate) call: Option<Rc<Call>>,
}

/// A grade and what it is the grade of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Graded {
    pub(crate) revision: u32,
    pub(crate) mode: Mode,
    pub(crate) result: Result<Rc<Grade>, Problem>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// A saved output of a benchmark run.
    Run(Configuration, u32),
    File(String),
    Pasted(u32),
}

impl Response {
    pub(crate) fn grade(&self) -> Option<&Rc<Grade>> {
        self.graded.as_ref()?.result.as_ref().ok()
    }

    pub(crate) fn name(&self) -> String {
        match &self.source {
            Source::Run(name, run) => format!("{} #{run}", configuration(name)),
            Source::File(name) => name.clone(),
            Source::Pasted(1) => "pasted".to_owned(),
            Source::Pasted(n) => format!("pasted {n}"),
        }
    }

    pub(crate) fn is_edited(&self) -> bool {
        self.text != self.original
    }

    fn is_due(&self, mode: Mode) -> bool {
        self.graded
            .as_ref()
            .is_none_or(|graded| graded.revision != self.revision || graded.mode != mode)
    }
}

/// `sample-opus high, web search`.
pub(crate) fn configuration(name: &Configuration) -> String {
    let tools = match name.tools.as_str() {
        "" => String::new(),
        tools => format!(", {}", tools.replace('-', " ")),
    };
    format!("{} {}{tools}", name.model, name.thinking)
}

impl Case {
    pub(crate) fn response(&self) -> Option<&Rc<Response>> {
        let open = self.open?;
        self.responses.iter().find(|one| one.id == open)
    }

    pub(crate) fn find(&self, id: Option<u32>) -> Option<&Rc<Response>> {
        self.responses.iter().find(|one| Some(one.id) == id)
    }

    pub(crate) fn key(&self) -> Option<&Rc<Key>> {
        self.key.as_ref()?.as_ref().ok()
    }

    /// What the case still lacks, and what to do about it.
    pub(crate) fn lacks(&self) -> Vec<Problem> {
        let mut lacks = Vec::new();
        if self.expected.is_none() {
            lacks.push(Problem::new(
                "The expected return is missing",
                "add the case\u{2019}s output.xml; grading starts as soon as it is there",
            ));
        }
        if self.responses.is_empty() {
            lacks.push(Problem::new(
                "There is no response yet",
                "paste one, or drop a saved response (.md, .txt, .json or .xml)",
            ));
        }
        lacks
    }
}

/// A message at the foot of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) bad: bool,
    pub(crate) undo: Option<(u32, usize, Rc<Response>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) what: String,
    pub(crate) done: usize,
    pub(crate) total: usize,
}

/// A batch for the worker: runs of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Batch {
    pub(crate) case: u32,
    pub(crate) name: String,
    pub(crate) xml: Rc<str>,
    pub(crate) profiles: Vec<Rc<str>>,
    pub(crate) mode: Mode,
    /// Id, revision and text.
    pub(crate) runs: Vec<(u32, u32, Rc<str>)>,
}

impl Batch {
    /// What the worker is asked.
    pub(crate) fn ask(&self) -> Ask<'_> {
        Ask::Grade {
            case: self.name.as_str().into(),
            xml: (*self.xml).into(),
            profiles: self.profiles.iter().map(|one| (**one).into()).collect(),
            mode: self.mode,
            runs: self
                .runs
                .iter()
                .map(|(id, _, text)| (*id, (**text).into()))
                .collect(),
        }
    }
}

/// What came back for a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) batch: Batch,
    pub(crate) key: Result<Key, Problem>,
    pub(crate) grades: Vec<(u32, Result<Grade, Problem>)>,
}

/// Something that happened.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    Take(Vec<Incoming>),
    Progress(Option<Progress>),
    Notify(Option<Notice>),
    ShowFiles(bool),
    OpenCase(u32),
    OpenRun(u32, u32),
    OpenResponse(u32),
    /// Show the sample at its best: a response with something to find.
    OpenSample,
    OpenInput(usize),
    RemoveResponse(u32),
    Undo,
    Paste(Rc<str>),
    Edit(u32, Rc<str>),
    Restore(u32),
    Pick(Option<usize>),
    Filter(Filter),
    Mode(Mode),
    View(View),
    Pair(Option<u32>, Option<u32>),
    Graded(Box<Outcome>),
    /// The worker died over this batch.
    Crashed(Box<Batch>),
    /// Grade this response again.
    Again(u32),
    Remember(bool),
    RemoveProfile(usize),
    Forget,
    Ask(ask::Step),
    Versus(versus::Step),
}

/// Most bytes of responses in one batch: a batch delays what the person types next.
const BATCH_BYTES: usize = 1 << 20;
const BATCH_RUNS: usize = 32;

impl Session {
    pub(crate) fn case(&self) -> Option<&Rc<Case>> {
        let current = self.current?;
        self.cases.iter().find(|case| case.id == current)
    }

    pub(crate) fn case_mut(&mut self, id: u32) -> Option<&mut Case> {
        self.cases
            .iter_mut()
            .find(|case| case.id == id)
            .map(Rc::make_mut)
    }

    fn current_mut(&mut self) -> Option<&mut Case> {
        self.case_mut(self.current?)
    }

    fn response_mut(&mut self, id: u32) -> Option<&mut Response> {
        let case = self
            .cases
            .iter_mut()
            .find(|case| case.responses.iter().any(|one| one.id == id))?;
        Rc::make_mut(case)
            .responses
            .iter_mut()
            .find(|one| one.id == id)
            .map(Rc::make_mut)
    }

    pub(crate) fn new_id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }

    /// Whole answers over all cases that can be graded, and how many of them are, in this mode.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let usable =
            |case: &&Rc<Case>| case.expected.is_some() && !matches!(case.key, Some(Err(_)));
        let all = self
            .cases
            .iter()
            .filter(usable)
            .flat_map(|case| &case.responses)
            .filter(|one| !one.is_live());
        let graded = all.clone().filter(|one| !one.is_due(self.mode));
        (all.count(), graded.count())
    }

    /// What the worker should do next: the response in view, the rest of its case, other cases.
    pub(crate) fn next_batch(&self) -> Option<Batch> {
        let current = self.case();
        if let (Some(case), Some(open)) = (current, current.and_then(|case| case.response()))
            && open.is_due(self.mode)
            && let Some(batch) = self.batch(case, std::iter::once(open))
        {
            return Some(batch);
        }
        current
            .into_iter()
            .chain(
                self.cases
                    .iter()
                    .filter(|case| Some(case.id) != self.current),
            )
            .find_map(|case| {
                let due = case.responses.iter().filter(|one| one.is_due(self.mode));
                let batch = self.batch(case, due)?;
                (case.key.is_none() || !batch.runs.is_empty()).then_some(batch)
            })
    }

    fn batch<'a>(&self, case: &Case, due: impl Iterator<Item = &'a Rc<Response>>) -> Option<Batch> {
        // Without a usable key there is nothing to grade by; its problem is already shown.
        if matches!(case.key, Some(Err(_))) {
            return None;
        }
        let mut bytes = 0;
        Some(Batch {
            case: case.id,
            name: case.name.clone(),
            xml: Rc::clone(&case.expected.as_ref()?.text),
            profiles: self.profile_texts(),
            mode: self.mode,
            runs: due
                .take(BATCH_RUNS)
                .take_while(|one| {
                    let first = bytes == 0;
                    bytes += one.text.len();
                    first || bytes <= BATCH_BYTES
                })
                .map(|one| (one.id, one.revision, Rc::clone(&one.text)))
                .collect(),
        })
    }

    fn take_outcome(&mut self, outcome: Outcome) {
        let Outcome { batch, key, grades } = outcome;
        // It is by other lines than those that count now.
        if batch.profiles != self.profile_texts() {
            return;
        }
        let Some(case) = self.case_mut(batch.case) else {
            return;
        };
        // The expected return was replaced while the worker was busy with the old one.
        if case
            .expected
            .as_ref()
            .is_none_or(|now| now.text != batch.xml)
        {
            return;
        }
        match key {
            Ok(key) => {
                if case.key().is_none_or(|known| **known != key) {
                    case.key = Some(Ok(Rc::new(key)));
                }
            }
            Err(problem) => case.key = Some(Err(problem)),
        }
        for (id, result) in grades {
            let Some((_, revision, _)) = batch.runs.iter().find(|(run, ..)| *run == id) else {
                continue;
            };
            if let Some(response) = case.responses.iter_mut().find(|one| one.id == id) {
                Rc::make_mut(response).take_grade(*revision, batch.mode, result);
            }
        }
    }

    fn edit(&mut self, id: u32, text: Rc<str>) {
        if let Some(response) = self.response_mut(id).filter(|one| one.text != text) {
            response.shift_spans(&text);
            response.text = text;
            response.revision += 1;
            self.changes += 1;
        }
    }

    fn remove(&mut self, id: u32) {
        let Some(case) = self.current_mut() else {
            return;
        };
        let Some(at) = case.responses.iter().position(|one| one.id == id) else {
            return;
        };
        let removed = case.responses.remove(at);
        if case.open == Some(id) {
            let next = case.responses.get(at).or_else(|| case.responses.last());
            case.open = next.map(|one| one.id);
        }
        let case = case.id;
        self.notice = Some(Notice {
            text: format!("Removed the response \u{201c}{}\u{201d}.", removed.name()),
            bad: false,
            undo: Some((case, at, removed)),
        });
        self.changes += 1;
    }

    fn undo(&mut self) {
        let Some((id, at, response)) = self.notice.take().and_then(|notice| notice.undo) else {
            return;
        };
        if let Some(case) = self.case_mut(id) {
            case.open = Some(response.id);
            let at = at.min(case.responses.len());
            case.responses.insert(at, response);
            self.current = Some(id);
            self.changes += 1;
        }
    }

    fn paste(&mut self, text: &Rc<str>) {
        let id = self.new_id();
        if self.current.is_none() {
            let case = Case {
                id: self.new_id(),
                name: "Your case".to_owned(),
                ..Case::default()
            };
            self.current = Some(case.id);
            self.cases.push(Rc::new(case));
        }
        let Some(case) = self.current_mut() else {
            return;
        };
        let number = case
            .responses
            .iter()
            .filter_map(|one| match one.source {
                Source::Pasted(n) => Some(n),
                _ => None,
            })
            .max()
            .map_or(1, |most| most + 1);
        case.responses
            .push(Rc::new(Response::new(id, Source::Pasted(number), text)));
        case.open = Some(id);
        self.changes += 1;
    }

    fn open_case(&mut self, id: u32) {
        if self.cases.iter().any(|case| case.id == id) && self.current != Some(id) {
            self.current = Some(id);
            self.line = None;
            self.pair = (None, None);
        }
        if let Some(case) = self.current_mut()
            && case.response().is_none()
        {
            case.open = case.responses.first().map(|one| one.id);
        }
    }

    /// The default pair: the response in view and the next one.
    fn fill_pair(&mut self) {
        let Some(case) = self.case() else { return };
        let known = |id: Option<u32>| case.find(id).map(|one| one.id);
        let first = known(self.pair.0)
            .or(case.open)
            .or_else(|| case.responses.first().map(|one| one.id));
        let second = known(self.pair.1)
            .filter(|id| Some(*id) != first)
            .or_else(|| {
                let at = case
                    .responses
                    .iter()
                    .position(|one| Some(one.id) == first)?;
                let next = case.responses.get(at + 1);
                next.or_else(|| case.responses.iter().find(|one| Some(one.id) != first))
                    .map(|one| one.id)
            });
        self.pair = (first, second);
    }
}

impl Response {
    pub(crate) fn new(id: u32, source: Source, text: &Rc<str>) -> Self {
        Self {
            id,
            source,
            text: Rc::clone(text),
            original: Rc::clone(text),
            revision: 0,
            given: 0,
            graded: None,
            asked: None,
            call: None,
        }
    }

    /// A grade that is older than the text is still worth showing until the next one, but a newer
    /// one is not given up for it.
    fn take_grade(&mut self, revision: u32, mode: Mode, result: Result<Grade, Problem>) {
        let newer = self
            .graded
            .as_ref()
            .is_none_or(|graded| graded.mode != mode || graded.revision <= revision);
        // What arrives only grows: the grade of its beginning holds until the next one.
        if !newer || (revision != self.revision && !self.is_live()) {
            return;
        }
        self.graded = Some(Graded {
            revision,
            mode,
            result: result.map(Rc::new),
        });
    }

    /// Moves the places of the last grade along with an edit, so that marks do not jump while the
    /// next grade is on its way.
    fn shift_spans(&mut self, text: &str) {
        let Some(Graded {
            result: Ok(grade), ..
        }) = &mut self.graded
        else {
            return;
        };
        let change = edit::Change::between(&self.text, text);
        let grade = Rc::make_mut(grade);
        for row in &mut grade.rows {
            row.span = row.span.and_then(|span| change.shift(span));
        }
        for note in &mut grade.notes {
            note.span = note.span.and_then(|span| change.shift(span));
        }
    }
}

impl Reducible for Session {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = Rc::unwrap_or_clone(self);
        next.apply(action);
        Rc::new(next)
    }
}

impl Session {
    pub(crate) fn apply(&mut self, action: Action) {
        match action {
            Action::Take(files) => {
                let before = self.cases.len();
                let paths = files.iter().map(|file| file.path.as_str());
                self.name = self.name.take().or_else(|| versus::set_name(paths));
                self.intake = intake::take_in(self, files);
                self.files_open = self.intake.iter().any(FileAnswer::needs_a_look);
                self.progress = None;
                self.changes += 1;
                if self.cases.len() > before + 1 && self.current.is_none() {
                    self.view = View::Board;
                }
                if let Some(id) = self.current.or_else(|| Some(self.cases.first()?.id)) {
                    self.open_case(id);
                }
            }
            Action::Progress(progress) => self.progress = progress,
            Action::Notify(notice) => self.notice = notice,
            Action::ShowFiles(open) => self.files_open = open,
            Action::OpenCase(id) => {
                self.open_case(id);
                self.view = View::Case;
            }
            Action::OpenRun(case, response) => {
                self.open_case(case);
                if let Some(case) = self.current_mut() {
                    case.open = Some(response);
                }
                self.view = View::Case;
            }
            Action::OpenResponse(id) => {
                if let Some(case) = self.current_mut() {
                    case.open = Some(id);
                }
            }
            Action::OpenSample => {
                let is_medium = |one: &Rc<Response>| matches!(&one.source, Source::Run(name, _) if name.thinking == "medium");
                let found = self.cases.iter().find_map(|case| {
                    let response = case.responses.iter().find(|one| is_medium(one))?;
                    Some((case.id, response.id))
                });
                if let Some((case, response)) = found {
                    self.apply(Action::OpenRun(case, response));
                }
            }
            Action::OpenInput(at) => {
                if let Some(case) = self.current_mut() {
                    case.input = at;
                }
            }
            Action::RemoveResponse(id) => self.remove(id),
            Action::Undo => self.undo(),
            Action::Paste(text) => self.paste(&text),
            Action::Edit(id, text) => self.edit(id, text),
            Action::Restore(id) => {
                if let Some(response) = self.response_mut(id) {
                    let original = Rc::clone(&response.original);
                    response.given += 1;
                    self.edit(id, original);
                }
            }
            Action::Pick(line) => {
                self.line = line;
                self.picked += 1;
            }
            Action::Filter(filter) => self.filter = filter,
            Action::Mode(mode) => self.mode = mode,
            Action::View(view) => {
                self.view = view;
                if view == View::Compare {
                    self.fill_pair();
                }
            }
            Action::Pair(first, second) => self.pair = (first, second),
            Action::Graded(outcome) => self.take_outcome(*outcome),
            Action::Crashed(batch) => {
                let mode = batch.mode;
                for (id, revision, _) in batch.runs {
                    if let Some(response) = self.response_mut(id) {
                        response.take_grade(
                            revision,
                            mode,
                            Err(Problem::new(
                                "The grader stopped while it read this response",
                                "it was started again; change the response or press \u{201c}Grade again\u{201d}",
                            )),
                        );
                    }
                }
            }
            Action::Again(id) => {
                if let Some(response) = self.response_mut(id) {
                    response.graded = None;
                }
            }
            Action::Remember(remember) => self.remember = remember,
            Action::RemoveProfile(at) => self.remove_profile(at),
            Action::Ask(step) => step.apply(self),
            Action::Versus(step) => step.apply(self),
            Action::Forget => {
                *self = Self {
                    last_id: self.last_id,
                    ..Self::default()
                };
            }
        }
    }
}

#[cfg(test)]
mod tests;
