//! A session as files: an archive that loads again here, in the benchmark's layout, so that the
//! command line grades the same folder.

use std::borrow::Cow;
use std::rc::Rc;

use serde::Serialize;
use taxgrade::Mode;
use taxgrade::json::{Json, Wrong};
use taxgrade::layout::RunName;
use taxgrade::report::Configuration;

use crate::calls::{Call, Unanswered};
use crate::intake::{FileAnswer, Taken};
use crate::profiles::OwnProfile;
use crate::session::{Case, Content, Document, Input, Response, Session, Source, View};

/// The file that says what the others are.
pub(crate) const MANIFEST: &str = "taxgrade-session.json";

const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
pub(crate) struct Manifest {
    version: u32,
    mode: Mode,
    /// The word in the address.
    view: &'static str,
    current: Option<usize>,
    /// Paths of own profiles.
    profiles: Vec<String>,
    cases: Vec<KeptCase>,
}

#[derive(Debug, Serialize)]
struct KeptCase {
    name: String,
    folder: Option<String>,
    expected: Option<String>,
    inputs: Vec<String>,
    open: Option<usize>,
    responses: Vec<KeptResponse>,
    /// Calls without an answer.
    calls: Vec<KeptCall>,
}

#[derive(Debug, Serialize)]
struct KeptCall {
    /// Of the notes.
    path: String,
    source: KeptSource,
}

#[derive(Debug, Serialize)]
struct KeptResponse {
    path: String,
    source: KeptSource,
    /// Path of the text before it was edited here.
    original: Option<String>,
    /// Path of the notes on the call.
    notes: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum KeptSource {
    Run {
        provider: String,
        model: String,
        thinking: String,
        tools: String,
        run: u32,
    },
    File(String),
    Pasted(u32),
}

/// Names and contents of the session's files, the manifest first.
pub(crate) fn files(session: &Session) -> (Vec<String>, Vec<Vec<u8>>) {
    let mut names = vec![MANIFEST.to_owned()];
    let mut contents = vec![Vec::new()];
    let mut put = |name: String, bytes: &[u8]| {
        let name = free_name(&names, name);
        names.push(name.clone());
        contents.push(bytes.to_vec());
        name
    };
    let profiles = session.profiles.iter().map(|own| {
        let name = own.path.rsplit('/').next().unwrap_or_default();
        put(format!("profiles/{}", safe(name)), own.text.as_bytes())
    });
    let profiles = profiles.collect();
    let cases = session
        .cases
        .iter()
        .map(|case| keep_case(case, &mut put))
        .collect();
    let manifest = Manifest {
        version: VERSION,
        mode: session.mode,
        view: session.view.word(),
        current: session
            .cases
            .iter()
            .position(|case| Some(case.id) == session.current),
        profiles,
        cases,
    };
    let json = serde_json::to_vec_pretty(&manifest).unwrap_or_default();
    if let Some(first) = contents.first_mut() {
        *first = json;
    }
    (names, contents)
}

fn index(json: Option<Json<'_>>) -> Result<Option<usize>, Wrong> {
    let number = json.map(Json::whole).transpose()?;
    Ok(number.and_then(|one| usize::try_from(one).ok()))
}

fn word(json: Json<'_>) -> Result<String, Wrong> {
    json.string().map(Cow::into_owned)
}

impl KeptCase {
    fn from_json(json: Json<'_>) -> Result<Self, Wrong> {
        let mut fields = json.object()?;
        let inputs = fields.required("inputs")?.array()?;
        let responses = fields.required("responses")?.array()?;
        Ok(Self {
            name: word(fields.required("name")?)?,
            folder: fields.optional("folder")?.map(word).transpose()?,
            expected: fields.optional("expected")?.map(word).transpose()?,
            inputs: inputs.into_iter().map(word).collect::<Result<_, _>>()?,
            open: index(fields.optional("open")?)?,
            responses: responses
                .into_iter()
                .map(KeptResponse::from_json)
                .collect::<Result<_, _>>()?,
            // Archives did not always have them.
            calls: match fields.optional("calls")? {
                Some(calls) => {
                    let calls = calls.array()?.into_iter();
                    calls.map(KeptCall::from_json).collect::<Result<_, _>>()?
                }
                None => Vec::new(),
            },
        })
    }
}

impl KeptCall {
    fn from_json(json: Json<'_>) -> Result<Self, Wrong> {
        let mut fields = json.object()?;
        Ok(Self {
            path: word(fields.required("path")?)?,
            source: KeptSource::from_json(fields.required("source")?)?,
        })
    }
}

impl KeptResponse {
    fn from_json(json: Json<'_>) -> Result<Self, Wrong> {
        let mut fields = json.object()?;
        Ok(Self {
            path: word(fields.required("path")?)?,
            source: KeptSource::from_json(fields.required("source")?)?,
            original: fields.optional("original")?.map(word).transpose()?,
            notes: fields.optional("notes")?.map(word).transpose()?,
        })
    }
}

impl KeptSource {
    fn run(name: &Configuration, run: u32) -> Self {
        Self::Run {
            provider: name.provider.clone(),
            model: name.model.clone(),
            thinking: name.thinking.clone(),
            tools: name.tools.clone(),
            run,
        }
    }

    fn from_json(json: Json<'_>) -> Result<Self, Wrong> {
        let mut fields = json.object()?;
        if let Some(name) = fields.optional("file")? {
            return Ok(Self::File(word(name)?));
        }
        if let Some(number) = fields.optional("pasted")? {
            return Ok(Self::Pasted(number.whole()?));
        }
        let mut run = fields.required("run")?.object()?;
        Ok(Self::Run {
            provider: word(run.required("provider")?)?,
            model: word(run.required("model")?)?,
            thinking: word(run.required("thinking")?)?,
            tools: word(run.required("tools")?)?,
            run: run.required("run")?.whole()?,
        })
    }
}

/// The folder of a case's year.
pub(crate) fn year(case: &Case) -> String {
    case.folder.clone().unwrap_or_else(|| {
        case.key()
            .map_or_else(|| "cases".to_owned(), |key| format!("ty{}", key.year % 100))
    })
}

fn keep_case(case: &Case, put: &mut impl FnMut(String, &[u8]) -> String) -> KeptCase {
    let year = year(case);
    let name = safe(&case.name);
    let folder = format!("{year}/test_data/{name}");
    // What is still arriving would look like a whole answer.
    let whole: Vec<&Rc<Response>> = case.responses.iter().filter(|one| !one.is_live()).collect();
    let responses = whole.iter().map(|response| {
        let path = match &response.source {
            Source::Run(configuration, run) => {
                let (folder, file) = run_place(configuration, *run);
                format!("{year}/results/{name}/{folder}/{}", file.file())
            }
            _ => format!("responses/{name}/{}", safe(&text_name(&response.name()))),
        };
        let notes = match (&response.source, &response.call) {
            (Source::Run(configuration, run), Some(call)) => {
                let (folder, file) = run_place(configuration, *run);
                let path = format!("{year}/results/{name}/{folder}/{}", file.notes());
                Some(put(path, call.text.as_bytes()))
            }
            _ => None,
        };
        KeptResponse {
            original: response
                .is_edited()
                .then(|| put(format!("originals/{path}"), response.original.as_bytes())),
            path: put(path, response.text.as_bytes()),
            notes,
            source: match &response.source {
                Source::Run(name, run) => KeptSource::run(name, *run),
                Source::File(name) => KeptSource::File(name.clone()),
                Source::Pasted(number) => KeptSource::Pasted(*number),
            },
        }
    });
    let responses = responses.collect();
    let calls = case.failed_calls().map(|(configuration, run, text)| {
        let (folder, file) = run_place(configuration, run);
        let path = format!("{year}/results/{name}/{folder}/{}", file.notes());
        KeptCall {
            path: put(path, text.as_bytes()),
            source: KeptSource::run(configuration, run),
        }
    });
    let calls = calls.collect();
    KeptCase {
        calls,
        name: case.name.clone(),
        folder: case.folder.clone(),
        responses,
        open: whole.iter().position(|one| Some(one.id) == case.open),
        expected: case
            .expected
            .as_ref()
            .map(|xml| put(format!("{folder}/output.xml"), xml.text.as_bytes())),
        inputs: case
            .inputs
            .iter()
            .map(|input| {
                let inner = match (&input.content, input.name()) {
                    (Content::Data(_), "input.json") => String::new(),
                    _ => "input/".to_owned(),
                };
                let path = format!("{folder}/{inner}{}", safe(input.name()));
                match &input.content {
                    Content::Pdf(bytes) => put(path, bytes),
                    Content::Data(text) => put(path, text.as_bytes()),
                }
            })
            .collect(),
    }
}

/// The folder of a run below its case's results, and its names there.
pub(crate) fn run_place(configuration: &Configuration, run: u32) -> (String, RunName) {
    let folder = format!(
        "{}/{}",
        or_unknown(&configuration.provider),
        or_unknown(&configuration.model)
    );
    let file = RunName {
        thinking: configuration.thinking.clone(),
        web_search: !configuration.tools.is_empty(),
        run,
    };
    (folder, file)
}

fn text_name(name: &str) -> String {
    let known = [".md", ".txt", ".json", ".xml"];
    if known.iter().any(|ending| name.ends_with(ending)) {
        name.to_owned()
    } else {
        format!("{name}.md")
    }
}

fn or_unknown(name: &str) -> String {
    if name.is_empty() {
        "unknown".to_owned()
    } else {
        safe(name)
    }
}

/// A name without anything that a file system or an archive could take amiss.
pub(crate) fn safe(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| match c {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
            c if c.is_control() => '_',
            c => c,
        })
        .collect();
    match name.trim_matches('.') {
        "" => "unnamed".to_owned(),
        _ => name,
    }
}

fn free_name(taken: &[String], name: String) -> String {
    if !taken.contains(&name) {
        return name;
    }
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) => (stem, format!(".{ending}")),
        None => (name.as_str(), String::new()),
    };
    (2u32..)
        .map(|n| format!("{stem} ({n}){ending}"))
        .find(|name| !taken.contains(name))
        .unwrap_or_default()
}

impl Manifest {
    /// Reads what [`files`] wrote; none for anything else, and for other versions.
    pub(crate) fn read(json: &str) -> Option<Self> {
        let manifest = Self::from_json(Json::read(json).ok()?).ok()?;
        (manifest.version == VERSION).then_some(manifest)
    }

    fn from_json(json: Json<'_>) -> Result<Self, Wrong> {
        let mut fields = json.object()?;
        let cases = fields.required("cases")?.array()?;
        Ok(Self {
            version: fields.required("version")?.whole()?,
            mode: match &*fields.required("mode")?.string()? {
                "upstream" => Mode::Upstream,
                _ => Mode::Robust,
            },
            view: View::from_word(&fields.required("view")?.string()?)
                .unwrap_or_default()
                .word(),
            current: index(fields.optional("current")?)?,
            // Archives did not always have them.
            profiles: match fields.optional("profiles")? {
                Some(paths) => {
                    let paths = paths.array()?.into_iter();
                    paths.map(word).collect::<Result<_, _>>()?
                }
                None => Vec::new(),
            },
            cases: cases
                .into_iter()
                .map(KeptCase::from_json)
                .collect::<Result<_, _>>()?,
        })
    }

    /// Puts the session back in place of what is open.
    pub(crate) fn restore(
        self,
        session: &mut Session,
        bytes: impl Fn(&str) -> Option<Rc<[u8]>>,
        text: fn(&[u8]) -> String,
    ) -> Vec<FileAnswer> {
        let mut answers = Vec::new();
        let mut cases = Vec::new();
        let mut profiles = Vec::new();
        for path in self.profiles {
            let Some(found) = bytes(&path) else { continue };
            let taken = match OwnProfile::read(&path, &text(&found)) {
                Ok(own) => {
                    let taken = Taken::Profile(own.words.clone());
                    profiles.push(Rc::new(own));
                    taken
                }
                Err(problem) => Taken::Refused(problem),
            };
            answers.push(FileAnswer {
                path,
                case: None,
                taken,
            });
        }
        let mut answer = |path: &str, case: u32, taken: Taken| {
            answers.push(FileAnswer {
                path: path.to_owned(),
                case: Some(case),
                taken,
            });
        };
        for kept in self.cases {
            let id = session.new_id();
            let mut case = Case {
                id,
                name: kept.name,
                folder: kept.folder,
                ..Case::default()
            };
            if let Some(path) = kept.expected
                && let Some(found) = bytes(&path)
            {
                answer(&path, id, Taken::Expected);
                case.expected = Some(Document {
                    path,
                    text: text(&found).into(),
                });
            }
            for path in kept.inputs {
                let Some(found) = bytes(&path) else { continue };
                let content = if path.ends_with(".json") {
                    answer(&path, id, Taken::Data);
                    Content::Data(text(&found).into())
                } else {
                    answer(&path, id, Taken::Pdf);
                    Content::Pdf(found)
                };
                case.inputs.push(Input {
                    id: session.new_id(),
                    path,
                    content,
                });
            }
            for (at, kept_one) in kept.responses.into_iter().enumerate() {
                let Some(found) = bytes(&kept_one.path) else {
                    continue;
                };
                let (source, taken) = match kept_one.source {
                    KeptSource::Run {
                        provider,
                        model,
                        thinking,
                        tools,
                        run,
                    } => {
                        let name = Configuration {
                            provider,
                            model,
                            thinking,
                            tools,
                        };
                        (Source::Run(name, run), Taken::Run)
                    }
                    KeptSource::File(name) => (Source::File(name), Taken::Response),
                    KeptSource::Pasted(number) => (Source::Pasted(number), Taken::Response),
                };
                answer(&kept_one.path, id, taken);
                let mut response = Response::new(session.new_id(), source, &text(&found).into());
                if let Some(original) = kept_one.original.and_then(|path| bytes(&path)) {
                    response.original = text(&original).into();
                }
                if let Some(path) = kept_one.notes
                    && let Some(notes) = bytes(&path)
                {
                    answer(&path, id, Taken::Notes);
                    let notes = text(&notes).into();
                    response.call = Some(Rc::new(Call::of(&response.original, &notes)));
                }
                if kept.open == Some(at) {
                    case.open = Some(response.id);
                }
                case.responses.push(Rc::new(response));
            }
            for call in kept.calls {
                let Some(found) = bytes(&call.path) else {
                    continue;
                };
                if let KeptSource::Run {
                    provider,
                    model,
                    thinking,
                    tools,
                    run,
                } = call.source
                {
                    answer(&call.path, id, Taken::Notes);
                    case.note(Unanswered {
                        configuration: Configuration {
                            provider,
                            model,
                            thinking,
                            tools,
                        },
                        run,
                        text: text(&found).into(),
                    });
                }
            }
            cases.push(Rc::new(case));
        }
        session.current = self
            .current
            .and_then(|at| cases.get(at))
            .or_else(|| cases.first())
            .map(|case| case.id);
        session.cases = cases;
        session.profiles = profiles;
        session.name = None;
        session.mode = self.mode;
        session.view = View::from_word(self.view).unwrap_or_default();
        session.line = None;
        session.pair = (None, None);
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::tests::folder;
    use crate::intake::{Incoming, take_in};
    use crate::session::Action;

    #[test]
    fn a_session_comes_back_as_it_was() {
        let mut session = Session::default();
        take_in(&mut session, folder("test_data/ty25"));
        session.apply(Action::OpenCase(session.cases[0].id));
        session.apply(Action::Paste("Line 1a: | | <b>1</b>".into()));
        session.apply(Action::Paste("second".into()));
        let edited = session.cases[0].responses[0].id;
        session.apply(Action::Edit(edited, "changed".into()));
        let (names, contents) = files(&session);
        let incoming: Vec<Incoming> = names
            .iter()
            .zip(contents)
            .map(|(path, bytes)| Incoming {
                path: format!("unpacked/{path}"),
                bytes: bytes.into(),
                unread: None,
            })
            .collect();
        let mut back = Session::default();
        let answers = take_in(&mut back, incoming.clone());
        assert!(!answers.is_empty());
        let strip = |session: &Session| {
            session
                .cases
                .iter()
                .map(|case| {
                    (
                        case.name.clone(),
                        case.expected.as_ref().map(|one| one.text.clone()),
                        case.inputs
                            .iter()
                            .map(|one| (one.name().to_owned(), one.content.clone()))
                            .collect::<Vec<_>>(),
                        case.responses
                            .iter()
                            .map(|one| (one.source.clone(), one.text.clone(), one.original.clone()))
                            .collect::<Vec<_>>(),
                        case.response().map(|one| one.source.clone()),
                    )
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(strip(&session), strip(&back));

        // Without its manifest it is a benchmark folder.
        let mut plain = Session::default();
        let rest = incoming
            .into_iter()
            .filter(|file| !file.path.ends_with(MANIFEST) && !file.path.contains("originals/"))
            .collect();
        take_in(&mut plain, rest);
        assert!(
            plain
                .cases
                .iter()
                .any(|case| case.responses.len() == 7 && case.expected.is_some())
        );
    }

    #[test]
    fn names_are_safe_and_free() {
        assert_eq!(safe("../a:b"), ".._a_b");
        assert_eq!(safe(".."), "unnamed");
        let taken = ["a.md".to_owned()];
        assert_eq!(free_name(&taken, "a.md".to_owned()), "a (2).md");
    }
}
