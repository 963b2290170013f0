//! Takes files in: what each one is, which case it belongs to, and an answer for every one.
//!
//! A folder in the benchmark's layout says it all by its paths (see [`taxgrade::layout`]); loose
//! files make up one case.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use taxgrade::json::Json;
use taxgrade::layout::RunName;
use taxgrade::profile::LineId;
use taxgrade::report::Configuration;

use crate::ask::next_run;
use crate::calls::{Call, Unanswered};
use crate::keep::{MANIFEST, Manifest};
use crate::profiles::{self, OwnProfile};
use crate::session::{Case, Content, Document, Input, Response, Session, Source};
use crate::work::Problem;
use crate::{order, tree};

/// A file that came in, with its path below what was dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Incoming {
    pub(crate) path: String,
    pub(crate) bytes: Rc<[u8]>,
    /// Why it has no bytes, if it could not be read.
    pub(crate) unread: Option<Problem>,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileAnswer {
    pub(crate) path: String,
    /// The case it went to.
    pub(crate) case: Option<u32>,
    pub(crate) taken: Taken,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Taken {
    Expected,
    Pdf,
    Data,
    Run,
    Notes,
    Response,
    /// What is in it.
    Profile(String),
    /// Nothing that is needed here, and why.
    Unused(&'static str),
    /// Something is wrong with it.
    Refused(Problem),
}

impl Taken {
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Expected => "expected return",
            Self::Pdf => "document (PDF)",
            Self::Data => "document (data)",
            Self::Run => "saved run",
            Self::Notes => "notes on a call",
            Self::Response => "response",
            Self::Profile(what) => return format!("profile, graded by from now on: {what}"),
            Self::Unused(why) => return format!("not used: {why}"),
            Self::Refused(problem) => return format!("not taken: {}", problem.what),
        }
        .to_owned()
    }
}

impl FileAnswer {
    /// Whether a person should see it at once.
    pub(crate) const fn needs_a_look(&self) -> bool {
        matches!(self.taken, Taken::Refused(_))
    }
}

/// A text file larger than this is no response; the core refuses them at the same size.
const MOST_TEXT: usize = taxgrade::response::MAX_BYTES;

/// Sorts files into the session's cases.
pub(crate) fn take_in(session: &mut Session, mut files: Vec<Incoming>) -> Vec<FileAnswer> {
    files.retain(|file| !is_hidden(&file.path));
    if let Some(answers) = restore(session, &files) {
        return answers;
    }
    order::by(&mut files, &|a, b| a.path.cmp(&b.path));
    let mut folders: BTreeSet<String> = BTreeSet::new();
    folders.extend(
        files
            .iter()
            .filter_map(|file| match file.path.rsplit_once('/') {
                Some((folder, "output.xml")) => Some(folder.to_owned()),
                _ => None,
            }),
    );
    let loose_expected = files
        .iter()
        .any(|file| place(&file.path, &folders).is_none() && sniff(file) == Sniff::Expected);
    let mut batch = Batch {
        session,
        folders,
        loose: None,
        loose_expected,
        opened: HashMap::new(),
    };
    // Expected returns first, so that XML answers are known for what they are.
    let (first, rest): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|file| sniff(file) == Sniff::Expected);
    let mut answers: Vec<FileAnswer> = first.into_iter().map(|file| batch.take(file)).collect();
    answers.extend(rest.into_iter().map(|file| batch.take(file)));
    order::by(&mut answers, &|a, b| a.path.cmp(&b.path));
    order::by(&mut session.cases, &|a, b| {
        (&a.folder, &a.name).cmp(&(&b.folder, &b.name))
    });
    for case in &mut session.cases {
        if !case.unanswered.is_empty() {
            Rc::make_mut(case).give_notes();
        }
        if !case.responses.is_sorted_by(|a, b| rank(a) <= rank(b)) {
            order::by(&mut Rc::make_mut(case).responses, &|a, b| {
                rank(a).cmp(&rank(b))
            });
        }
    }
    answers
}

/// Saved runs by configuration and number, then what a person added, as it came.
fn rank(response: &Response) -> (u8, Option<(&Configuration, u32)>, u32) {
    match &response.source {
        Source::Run(name, run) => (0, Some((name, *run)), 0),
        _ => (1, None, response.id),
    }
}

fn is_hidden(path: &str) -> bool {
    path.split('/')
        .any(|part| part == "__MACOSX" || (part.starts_with('.') && part.len() > 1))
}

#[derive(Debug, PartialEq, Eq)]
enum Sniff {
    Expected,
    Other,
}

fn sniff(file: &Incoming) -> Sniff {
    let name = name_of(&file.path).to_ascii_lowercase();
    if file.unread.is_some()
        || !name.ends_with(".xml")
        || name.contains("response")
        || name.contains("completed")
    {
        return Sniff::Other;
    }
    let known = root_element(&text(&file.bytes))
        .is_some_and(|root| matches!(root.as_str(), "Return" | "CA-Return" | "ReturnState"));
    if known || name == "output.xml" {
        Sniff::Expected
    } else {
        Sniff::Other
    }
}

/// Local name of the first element.
fn root_element(xml: &str) -> Option<String> {
    let at = xml
        .match_indices('<')
        .find(|(at, _)| {
            xml.get(at + 1..)
                .is_some_and(|rest| rest.starts_with(char::is_alphabetic))
        })?
        .0;
    let rest = xml.get(at + 1..)?;
    let name = rest.split([' ', '>', '\n', '\r', '\t', '/']).next()?;
    Some(name.rsplit(':').next()?.to_owned())
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Text of a file, whatever editor wrote it.
fn text(bytes: &[u8]) -> String {
    let wide = |order: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes
            .as_chunks()
            .0
            .iter()
            .skip(1)
            .map(|pair| order(*pair))
            .collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Which case a path names: folder of the year, and name.
fn place(path: &str, folders: &BTreeSet<String>) -> Option<(Option<String>, String)> {
    let parts: Vec<&str> = path.split('/').collect();
    let dirs = parts.get(..parts.len().saturating_sub(1))?;
    let year = dirs
        .iter()
        .find(|dir| is_year(dir))
        .map(|dir| (*dir).to_owned());
    // The innermost one counts: a repository may keep its data sets in a folder of that name.
    let marker = dirs
        .iter()
        .rposition(|dir| matches!(*dir, "test_data" | "results"));
    if let Some(case) = marker.and_then(|at| dirs.get(at + 1)) {
        return Some((year, (*case).to_owned()));
    }
    let name = name_of(path);
    if RunName::parse(name)
        .or_else(|| RunName::parse_notes(name))
        .is_some()
        && let Some(at) = dirs.len().checked_sub(3)
        && let Some(case) = dirs.get(at)
    {
        return Some((year, (*case).to_owned()));
    }
    let mut folder = path;
    while let Some((above, _)) = folder.rsplit_once('/') {
        if folders.contains(above) {
            return Some((year, name_of(above).to_owned()));
        }
        folder = above;
    }
    let named = dirs
        .iter()
        .rev()
        .find(|dir| !matches!(**dir, "input" | "inputs"))?;
    // One folder around everything is the case's own; deeper ones would each be a case.
    (dirs.len() == 1 || dirs.last() == Some(&"input")).then(|| (year, (*named).to_owned()))
}

fn is_year(folder: &str) -> bool {
    folder
        .strip_prefix("ty")
        .is_some_and(|digits| digits.len() == 2 && digits.bytes().all(|one| one.is_ascii_digit()))
}

struct Batch<'s> {
    session: &'s mut Session,
    folders: BTreeSet<String>,
    /// The case of the loose files of this batch.
    loose: Option<u32>,
    loose_expected: bool,
    opened: HashMap<(Option<String>, String), u32>,
}

impl Batch<'_> {
    fn take(&mut self, file: Incoming) -> FileAnswer {
        let (taken, case) = self.sort(&file);
        FileAnswer {
            path: file.path,
            case,
            taken,
        }
    }

    fn sort(&mut self, file: &Incoming) -> (Taken, Option<u32>) {
        let name = name_of(&file.path);
        let lower = name.to_ascii_lowercase();
        let ending = lower.rsplit('.').next().unwrap_or_default();
        let readme =
            ["notes.md", "readme.md", "readme.txt", "license.txt"].contains(&lower.as_str());
        let unused = |why| (Taken::Unused(why), None);
        if let Some(problem) = &file.unread {
            return (Taken::Refused(problem.clone()), None);
        }
        if readme {
            return unused("notes are for people");
        }
        if lower.starts_with("evaluation_result_") {
            return unused("an earlier evaluation; every run is graded anew");
        }
        if ending != "pdf" && file.bytes.len() > MOST_TEXT {
            let problem = Problem::new(
                format!(
                    "it has {} MB, more than any response",
                    file.bytes.len() >> 20
                ),
                "save the model\u{2019}s answer alone, without its inputs",
            );
            return (Taken::Refused(problem), None);
        }
        match ending {
            "pdf" => self.pdf(file),
            "xml" if sniff(file) == Sniff::Expected => self.expected(file),
            "json" => match RunName::parse_notes(name) {
                Some(run) => self.notes(file, &run),
                None => self.json(file),
            },
            "md" | "txt" | "xml" | "markdown" => self.response(file),
            "py" | "rs" | "toml" | "lock" | "yml" | "yaml" | "sh" | "csv" | "png" | "jpg" => {
                unused("neither a document nor a response")
            }
            _ => {
                let problem = Problem::new(
                    "this kind of file is not known here",
                    "use .pdf, .json, .xml, .md or .txt, a folder of them, or a .zip",
                );
                (Taken::Refused(problem), None)
            }
        }
    }

    fn pdf(&mut self, file: &Incoming) -> (Taken, Option<u32>) {
        let head = file
            .bytes
            .get(..file.bytes.len().min(1024))
            .unwrap_or_default();
        if !head.windows(5).any(|five| five == b"%PDF-") {
            let problem = Problem::new(
                "it is named .pdf but holds no PDF",
                "save it as PDF again, or download it again",
            );
            return (Taken::Refused(problem), None);
        }
        self.input(file, Content::Pdf(Rc::clone(&file.bytes)), Taken::Pdf)
    }

    fn input(&mut self, file: &Incoming, content: Content, taken: Taken) -> (Taken, Option<u32>) {
        let id = self.session.new_id();
        let case = self.case(&file.path);
        if let Some(found) = self.session.case_mut(case) {
            let name = name_of(&file.path);
            let input = Input {
                id,
                path: file.path.clone(),
                content,
            };
            match found.inputs.iter_mut().find(|one| one.name() == name) {
                Some(old) => *old = input,
                None => found.inputs.push(input),
            }
            // Forms first, data last: the forms are what one looks up in.
            let data = |one: &Input| matches!(one.content, Content::Data(_));
            order::by(&mut found.inputs, &|a, b| data(a).cmp(&data(b)));
        }
        (taken, Some(case))
    }

    fn expected(&mut self, file: &Incoming) -> (Taken, Option<u32>) {
        let case = self.case(&file.path);
        if let Some(found) = self.session.case_mut(case) {
            let text: Rc<str> = text(&file.bytes).into();
            if found.expected.as_ref().is_none_or(|old| old.text != text) {
                found.key = None;
                for response in &mut found.responses {
                    Rc::make_mut(response).graded = None;
                }
            }
            found.expected = Some(Document {
                path: file.path.clone(),
                text,
            });
        }
        (Taken::Expected, Some(case))
    }

    fn json(&mut self, file: &Incoming) -> (Taken, Option<u32>) {
        let content = text(&file.bytes);
        let named = matches!(name_of(&file.path), "input.json" | "remaining_data.json");
        match Json::read(&content) {
            Ok(value) if profiles::is_profile(value) => self.profile(file, &content),
            Err(_) if name_of(&file.path).to_ascii_lowercase().contains("profile") => {
                self.profile(file, &content)
            }
            Ok(value) if named || tree::is_input(value) => {
                self.input(file, Content::Data(content.as_str().into()), Taken::Data)
            }
            Ok(value) if has_lines(value) => self.response(file),
            Ok(_) => (Taken::Unused("JSON without lines of a form"), None),
            Err(wrong) if named => {
                let problem = Problem::new(
                    format!("it is not valid JSON: {}", tree::place_of(&wrong, &content)),
                    "correct the file, or export it again",
                );
                (Taken::Refused(problem), None)
            }
            // A truncated answer is still an answer.
            Err(_) => self.response(file),
        }
    }

    fn profile(&mut self, file: &Incoming, content: &str) -> (Taken, Option<u32>) {
        match OwnProfile::read(&file.path, content) {
            Ok(own) => {
                let words = own.words.clone();
                self.session.add_profile(own);
                (Taken::Profile(words), None)
            }
            Err(problem) => (Taken::Refused(problem), None),
        }
    }

    fn notes(&mut self, file: &Incoming, run: &RunName) -> (Taken, Option<u32>) {
        let notes = Unanswered {
            configuration: run_configuration(&file.path, run),
            run: run.run,
            text: text(&file.bytes).into(),
        };
        let case = self.case(&file.path);
        if let Some(found) = self.session.case_mut(case) {
            found.note(notes);
        }
        (Taken::Notes, Some(case))
    }

    fn response(&mut self, file: &Incoming) -> (Taken, Option<u32>) {
        let name = name_of(&file.path);
        let source = match RunName::parse(name) {
            Some(run) => Source::Run(run_configuration(&file.path, &run), run.run),
            None => Source::File(name.to_owned()),
        };
        let taken = match source {
            Source::Run(..) => Taken::Run,
            _ => Taken::Response,
        };
        let id = self.session.new_id();
        let case = self.case(&file.path);
        if let Some(found) = self.session.case_mut(case) {
            let mut response = Response::new(id, source, &text(&file.bytes).into());
            give_way(found, &response.source);
            match found
                .responses
                .iter()
                .position(|one| one.source == response.source)
            {
                Some(at) => {
                    if let Some(old) = found.responses.get_mut(at) {
                        if found.open == Some(old.id) {
                            found.open = Some(id);
                        }
                        response.call = old
                            .call
                            .as_ref()
                            .map(|call| Rc::new(Call::of(&response.original, &call.text)));
                        *old = Rc::new(response);
                    }
                }
                None => found.responses.push(Rc::new(response)),
            }
            if matches!(taken, Taken::Response) {
                found.open = Some(id);
            }
        }
        (taken, Some(case))
    }

    /// The case a path belongs to, made when there is none yet.
    fn case(&mut self, path: &str) -> u32 {
        let Some(place) = place(path, &self.folders) else {
            return self.loose_case();
        };
        if let Some(id) = self.opened.get(&place) {
            return *id;
        }
        let (folder, name) = &place;
        // Cases and results may be dropped one after the other, with or without the year's folder.
        let known = self.session.cases.iter().find(|case| {
            case.name == *name
                && (case.folder == *folder || case.folder.is_none() || folder.is_none())
        });
        let id = match known {
            Some(case) => case.id,
            None => self.new_case(folder.clone(), name.clone()),
        };
        if let Some(case) = self.session.case_mut(id)
            && case.folder.is_none()
        {
            case.folder.clone_from(folder);
        }
        self.opened.insert(place, id);
        id
    }

    fn loose_case(&mut self) -> u32 {
        if let Some(id) = self.loose {
            return id;
        }
        // A loose expected return begins a case of its own, unless the case in view waits for one.
        let current = self
            .session
            .case()
            .filter(|case| {
                !self.loose_expected || case.expected.is_none() || matches!(case.key, Some(Err(_)))
            })
            .map(|case| case.id);
        let id = match current {
            Some(id) => id,
            None => {
                let taken = self
                    .session
                    .cases
                    .iter()
                    .filter(|case| case.name.starts_with("Your case"))
                    .count();
                let name = match taken {
                    0 => "Your case".to_owned(),
                    n => format!("Your case {}", n + 1),
                };
                let id = self.new_case(None, name);
                self.session.current = Some(id);
                id
            }
        };
        self.loose = Some(id);
        id
    }

    fn new_case(&mut self, folder: Option<String>, name: String) -> u32 {
        let id = self.session.new_id();
        self.session.cases.push(Rc::new(Case {
            id,
            name,
            folder,
            ..Case::default()
        }));
        id
    }
}

/// Whether JSON may be an answer: a list of lines, or line numbers as keys.
fn has_lines(json: Json<'_>) -> bool {
    let bare = |key: &str| {
        key.trim_start_matches(|c: char| !c.is_ascii_digit())
            .to_owned()
    };
    if let Ok(items) = json.array() {
        let mut names = items.into_iter().flat_map(tree::fields);
        return names.any(|(name, _)| name == "line");
    }
    tree::fields(json)
        .iter()
        .any(|(key, _)| key == "lines" || (key.len() < 12 && LineId::parse(&bare(key)).is_some()))
}

/// `<case>/<provider>/<model>/<file>`, as far as the path goes.
fn run_configuration(path: &str, run: &RunName) -> Configuration {
    let parts: Vec<&str> = path.split('/').collect();
    let back = |n: usize| {
        parts
            .len()
            .checked_sub(n + 1)
            .and_then(|at| parts.get(at))
            .map(|part| (*part).to_owned())
    };
    Configuration {
        provider: back(2).unwrap_or_default(),
        model: back(1).unwrap_or_else(|| "model".to_owned()),
        thinking: run.thinking.clone(),
        tools: if run.web_search {
            "web-search".to_owned()
        } else {
            String::new()
        },
    }
}

/// An answer that still arrives leaves its number to a saved run, and takes the next one.
fn give_way(case: &mut Case, source: &Source) {
    let live = |one: &Rc<Response>| one.is_live() && one.source == *source;
    if let (Source::Run(name, _), Some(at)) = (source, case.responses.iter().position(live)) {
        let next = next_run(case, name);
        if let Some(one) = case.responses.get_mut(at) {
            Rc::make_mut(one).source = Source::Run(name.clone(), next);
        }
    }
}

/// A saved session says itself what its files are.
fn restore(session: &mut Session, files: &[Incoming]) -> Option<Vec<FileAnswer>> {
    let manifest = files.iter().find(|file| name_of(&file.path) == MANIFEST)?;
    let root = manifest.path.strip_suffix(MANIFEST)?;
    let manifest = Manifest::read(&text(&manifest.bytes))?;
    let by_path: HashMap<&str, &Incoming> = files
        .iter()
        .filter_map(|file| Some((file.path.strip_prefix(root)?, file)))
        .collect();
    Some(manifest.restore(
        session,
        |path| by_path.get(path).map(|file| Rc::clone(&file.bytes)),
        text,
    ))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::path::Path;

    pub(crate) fn file(path: &str, content: &str) -> Incoming {
        Incoming {
            path: path.to_owned(),
            bytes: content.as_bytes().into(),
            unread: None,
        }
    }

    /// The files of a folder of this repository, as a drop of the folder gives them.
    pub(crate) fn folder(path: &str) -> Vec<Incoming> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        let mut open = vec![root.join(path)];
        while let Some(dir) = open.pop() {
            for entry in std::fs::read_dir(dir).unwrap() {
                let entry = entry.unwrap().path();
                if entry.is_dir() {
                    open.push(entry);
                } else {
                    let name = entry.strip_prefix(&root).unwrap();
                    files.push(Incoming {
                        path: name.to_string_lossy().into_owned(),
                        bytes: std::fs::read(&entry).unwrap().into(),
                        unread: None,
                    });
                }
            }
        }
        files
    }

    fn taken(answers: &[FileAnswer]) -> Vec<(&str, String)> {
        answers
            .iter()
            .map(|answer| (answer.path.as_str(), answer.taken.words()))
            .collect()
    }

    const XML: &str = "<?xml version='1.0'?><efile:Return xmlns:efile='x'></efile:Return>";

    #[test]
    fn loose_files_make_one_case() {
        let mut session = Session::default();
        let answers = take_in(
            &mut session,
            vec![
                file("w2.pdf", "%PDF-1.4"),
                file("broken.pdf", "<html>"),
                file("expected.xml", XML),
                file("remaining_data.json", "{\"input\": {}}"),
                file("opus.md", "Line 1a: | | 5"),
                file("answer.json", "{\"1a\": 5}"),
                file("x.docx", ""),
                file(".DS_Store", ""),
                Incoming {
                    unread: Some(Problem::new("it cannot be read", "pack it again")),
                    ..file("y.zip", "")
                },
            ],
        );
        assert_eq!(
            taken(&answers),
            [
                ("answer.json", "response".to_owned()),
                (
                    "broken.pdf",
                    "not taken: it is named .pdf but holds no PDF".to_owned()
                ),
                ("expected.xml", "expected return".to_owned()),
                ("opus.md", "response".to_owned()),
                ("remaining_data.json", "document (data)".to_owned()),
                ("w2.pdf", "document (PDF)".to_owned()),
                (
                    "x.docx",
                    "not taken: this kind of file is not known here".to_owned()
                ),
                ("y.zip", "not taken: it cannot be read".to_owned()),
            ]
        );
        let [case] = session.cases.as_slice() else {
            panic!("{:?}", session.cases)
        };
        assert_eq!((case.inputs.len(), case.responses.len()), (2, 2));
        take_in(&mut session, vec![file("late.txt", "Line 1a: | | 6")]);
        assert_eq!(session.cases[0].responses.len(), 3);
        take_in(&mut session, vec![file("other.xml", XML)]);
        assert_eq!(session.cases.len(), 2, "another return is another case");
    }

    #[test]
    fn the_benchmark_layout_in_any_cut() {
        let mut session = Session::default();
        let answers = take_in(&mut session, folder("test_data"));
        assert!(
            answers
                .iter()
                .all(|answer| !answer.needs_a_look() || answer.path.ends_with(".gitattributes")),
            "{answers:?}"
        );
        let cases = session
            .cases
            .iter()
            .filter(|case| case.expected.is_some())
            .count();
        assert_eq!(cases, 22);
        let runs = session
            .cases
            .iter()
            .flat_map(|case| &case.responses)
            .filter(|one| matches!(one.source, Source::Run(..)))
            .count();
        assert_eq!(runs, 138);

        let mut parts = Session::default();
        let inside = |prefix: &str| -> Vec<Incoming> {
            folder("test_data/ty25")
                .into_iter()
                .filter_map(|file| {
                    let path = file.path.strip_prefix(prefix)?.to_owned();
                    Some(Incoming { path, ..file })
                })
                .collect()
        };
        take_in(&mut parts, inside("test_data/ty25/results/"));
        assert_eq!(parts.cases.len(), 6);
        assert!(parts.cases.iter().all(|case| case.expected.is_none()));
        take_in(&mut parts, inside("test_data/ty25/test_data/"));
        assert_eq!(parts.cases.len(), 6, "cases and runs find each other");
        let case = parts
            .cases
            .iter()
            .find(|case| case.name == "ty25-ca-901")
            .unwrap();
        assert_eq!((case.inputs.len(), case.responses.len()), (4, 7));
        assert!(case.inputs.iter().all(|input| !input.path.is_empty()));
        let Source::Run(name, _) = &case.responses[0].source else {
            panic!()
        };
        assert_eq!(
            (name.provider.as_str(), name.model.as_str()),
            ("anthropic", "sample-opus")
        );
    }

    #[test]
    fn a_folder_of_one_case() {
        let mut session = Session::default();
        take_in(
            &mut session,
            vec![
                file("my case/output.xml", XML),
                file("my case/input/w2.pdf", "%PDF-1.7"),
                file("my case/model.txt", "x"),
            ],
        );
        let [case] = session.cases.as_slice() else {
            panic!("{:?}", session.cases)
        };
        assert_eq!(case.name, "my case");
        assert_eq!((case.inputs.len(), case.responses.len()), (1, 1));
    }

    #[test]
    fn text_of_any_editor() {
        assert_eq!(text(b"\xef\xbb\xbfa"), "a");
        assert_eq!(text(b"\xff\xfea\0\xac\x20"), "a\u{20ac}");
        assert_eq!(text(b"\xfe\xff\0a"), "a");
        assert_eq!(
            root_element("<!-- <a> --><?x?><n:Return a='1'>").as_deref(),
            Some("a")
        );
    }
}
