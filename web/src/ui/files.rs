//! Opening files: reading what was dropped or chosen, and the list that says what became of each.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::{Html, html};

use super::{Store, js, send};
use crate::intake::{FileAnswer, Incoming, Taken};
use crate::order;
use crate::session::{Action, Notice, Progress};
use crate::versus;
use crate::work::Problem;

/// Reads files and hands them to the session.
#[derive(Clone, PartialEq)]
pub(crate) struct Opener {
    pub(crate) store: yew::UseReducerDispatcher<crate::session::Session>,
    /// Raised to stop what is being read.
    pub(crate) stop: Rc<Cell<bool>>,
    /// Whether the files are another set of results, to compare with.
    pub(crate) aside: bool,
}

const KNOWN: [&str; 7] = ["pdf", "json", "xml", "md", "txt", "zip", "markdown"];

/// The folder that the sample's files are shown in.
const SAMPLE: &str = "sample";

/// Where it lies, beside the page.
const SAMPLE_ARCHIVE: &str = "sample.zip";

/// Larger files are not even read.
const MOST_BYTES: f64 = 256e6;

impl Opener {
    pub(crate) fn drop(&self, transfer: &web_sys::DataTransfer) {
        // Before anything else: the items are gone when the event ends.
        let entries = js::dropped_entries(transfer);
        let own = self.clone();
        spawn_local(async move {
            match js::walk(entries).await {
                Ok(found) => own.read(Array::from(&found)).await,
                Err(error) => own.complain(&format!(
                    "The folder could not be read: {}.",
                    js::message(&error)
                )),
            }
        });
    }

    pub(crate) fn choose(&self, list: &web_sys::FileList) {
        let found = js::chosen_files(list);
        let own = self.clone();
        spawn_local(async move { own.read(found).await });
    }

    fn complain(&self, text: &str) {
        self.store.dispatch(Action::Progress(None));
        self.store.dispatch(Action::Notify(Some(Notice {
            text: text.to_owned(),
            bad: true,
            undo: None,
        })));
    }

    fn progress(&self, what: &str, done: usize, total: usize) {
        self.store.dispatch(Action::Progress(Some(Progress {
            what: what.to_owned(),
            done,
            total,
        })));
    }

    async fn read(self, found: Array) {
        self.stop.set(false);
        let total = found.length() as usize;
        let mut files = Vec::with_capacity(total);
        let mut shown = 0.0;
        for (at, pair) in found.iter().enumerate() {
            let pair = Array::from(&pair);
            let path = pair.get(0).as_string().unwrap_or_default();
            let Ok(file) = pair.get(1).dyn_into::<web_sys::File>() else {
                continue;
            };
            if self.stop.get() {
                self.complain(&format!(
                    "Stopped after {at} of {total} files; nothing was taken."
                ));
                return;
            }
            // A dispatch for every file would take longer than reading it.
            let now = js_sys::Date::now();
            if now > shown + 80.0 {
                self.progress("Reading files", at, total);
                shown = now;
            }
            let ending = path
                .rsplit('.')
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase();
            let mut unread = None;
            let bytes: Rc<[u8]> = if !KNOWN.contains(&ending.as_str()) {
                Rc::from([])
            } else if file.size() > MOST_BYTES {
                unread = Some(Problem::new(
                    format!("it has more than {} MB", MOST_BYTES / 1e6),
                    "open it in parts, or its folder instead of an archive",
                ));
                Rc::from([])
            } else {
                match JsFuture::from(file.array_buffer()).await {
                    Ok(buffer) => Uint8Array::new(&buffer).to_vec().into(),
                    Err(error) => {
                        self.complain(&format!(
                            "\u{201c}{path}\u{201d} could not be read: {}. If it is a folder, drop it from the file manager.",
                            js::message(&error)
                        ));
                        return;
                    }
                }
            };
            files.push(Incoming {
                path,
                bytes,
                unread,
            });
        }
        self.unpack(files).await;
    }

    /// Opens archives first, one by one, then takes everything in.
    pub(crate) async fn unpack(self, mut files: Vec<Incoming>) {
        let mut sample = false;
        let name = versus::set_name(files.iter().map(|file| file.path.as_str()));
        let closed = |file: &Incoming| is_zip(&file.path) && file.unread.is_none();
        while let Some(at) = files.iter().position(closed) {
            let mut archive = files.remove(at);
            self.progress(&format!("Unpacking {}", archive.path), 0, 0);
            let found = js::unpack(Uint8Array::from(&*archive.bytes)).await;
            if self.stop.get() {
                self.complain(&format!(
                    "Stopped while {} was unpacked; nothing was taken.",
                    archive.path
                ));
                return;
            }
            match found {
                Ok(found) => {
                    let is_sample = archive.path == SAMPLE_ARCHIVE;
                    sample |= is_sample;
                    let inner = Array::from(&found);
                    files.extend(inner.iter().map(|pair| unpacked(&pair, is_sample)));
                }
                Err(error) => {
                    archive.unread = Some(Problem::new(
                        format!("it cannot be read: {}", js::message(&error)),
                        "pack the folder again as an ordinary .zip, or drop the folder itself",
                    ));
                    files.push(archive);
                }
            }
        }
        if files.is_empty() {
            self.store.dispatch(Action::Progress(None));
            return;
        }
        if self.aside {
            let name = name.unwrap_or_else(|| "other results".to_owned());
            let step = versus::Step::Load(name, files);
            self.store.dispatch(Action::Versus(step));
            return;
        }
        self.store.dispatch(Action::Take(files));
        if sample {
            self.store.dispatch(Action::OpenSample);
        }
    }

    /// Fetches the sample from beside the page.
    pub(crate) fn sample(&self) {
        let own = self.clone();
        self.stop.set(false);
        self.progress("Loading the sample", 0, 0);
        spawn_local(async move {
            match fetch(SAMPLE_ARCHIVE).await {
                Ok(bytes) => {
                    own.unpack(vec![Incoming {
                        path: SAMPLE_ARCHIVE.to_owned(),
                        bytes: bytes.into(),
                        unread: None,
                    }])
                    .await;
                }
                Err(error) => own.complain(&format!(
                    "The sample did not arrive ({}). Check the connection and try again.",
                    js::message(&error)
                )),
            }
        });
    }
}

fn is_zip(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".zip")
}

/// A file out of an archive.
fn unpacked(pair: &JsValue, is_sample: bool) -> Incoming {
    let pair = Array::from(pair);
    let path = pair.get(0).as_string().unwrap_or_default();
    let unread = is_zip(&path).then(|| {
        Problem::new(
            "an archive inside an archive is not opened",
            "unpack it, and drop what is in it",
        )
    });
    Incoming {
        path: if is_sample {
            format!("{SAMPLE}/{path}")
        } else {
            path
        },
        bytes: Uint8Array::new(&pair.get(1)).to_vec().into(),
        unread,
    }
}

async fn fetch(name: &str) -> Result<Vec<u8>, JsValue> {
    let window = web_sys::window().ok_or("no window")?;
    let response = JsFuture::from(window.fetch_with_str(name)).await?;
    let response: web_sys::Response = response.dyn_into()?;
    if !response.ok() {
        return Err(format!("status {}", response.status()).into());
    }
    let buffer = JsFuture::from(response.array_buffer()?).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// What became of every file, and what each case still lacks.
pub(crate) fn list(store: &Store) -> Html {
    if !store.files_open {
        return Html::default();
    }
    let lacking = store
        .cases
        .iter()
        .filter(|case| !case.lacks().is_empty() || matches!(case.key, Some(Err(_))));
    html! {
        <section class="files" aria-labelledby="files-title">
            <header>
                <h2 id="files-title">{ "Files" }</h2>
                <p>{ counts(&store.intake) }</p>
                <button class="plain" aria-label="Close the list of files" onclick={send(store, Action::ShowFiles(false))}>
                    { super::icon::icon(super::icon::CLOSE) }
                </button>
            </header>
            <div class="scroll" tabindex="0" role="region" aria-label="Files and what they were taken for">
                { for lacking.take(50).map(|case| html! {
                    <div class="lacks">
                        <strong>{ &case.name }</strong>
                        { for case.lacks().iter().map(problem) }
                        if let Some(Err(wrong)) = &case.key { { problem(wrong) } }
                    </div>
                }) }
                <table class="dense">
                    <caption class="unseen">{ "Files and what they were taken for" }</caption>
                    <thead><tr><th scope="col">{ "File" }</th><th scope="col">{ "Taken as" }</th><th scope="col">{ "Case" }</th></tr></thead>
                    <tbody>
                        { for sorted(&store.intake).into_iter().take(MOST_ROWS).map(|answer| row(store, answer)) }
                    </tbody>
                </table>
                if store.intake.len() > MOST_ROWS {
                    <p class="hint">{ format!("and {} more files", store.intake.len() - MOST_ROWS) }</p>
                }
            </div>
        </section>
    }
}

/// More rows than anyone reads; what needs a look stands on top.
const MOST_ROWS: usize = 300;

fn sorted(answers: &[FileAnswer]) -> Vec<&FileAnswer> {
    let mut all: Vec<&FileAnswer> = answers.iter().collect();
    order::by(&mut all, &|a, b| b.needs_a_look().cmp(&a.needs_a_look()));
    all
}

fn counts(answers: &[FileAnswer]) -> String {
    if answers.is_empty() {
        return "No files were opened yet.".to_owned();
    }
    let refused = answers.iter().filter(|one| one.needs_a_look()).count();
    let unused = answers
        .iter()
        .filter(|one| matches!(one.taken, Taken::Unused(_)))
        .count();
    let taken = answers.len() - refused - unused;
    format!("{taken} taken, {unused} not used, {refused} not taken")
}

fn problem(problem: &Problem) -> Html {
    html! { <p class="problem">{ format!("{}: {}.", problem.what, problem.remedy) }</p> }
}

fn row(store: &Store, answer: &FileAnswer) -> Html {
    let case = answer
        .case
        .and_then(|id| store.cases.iter().find(|case| case.id == id));
    let broken = case
        .filter(|_| answer.taken == Taken::Expected)
        .and_then(|case| case.key.as_ref()?.as_ref().err());
    let words = match (case.and_then(|case| case.key()), &answer.taken) {
        (Some(key), Taken::Expected) => {
            format!(
                "expected return, {} {}",
                key.jurisdiction.as_str().to_uppercase(),
                key.year
            )
        }
        _ => answer.taken.words(),
    };
    let remedy = match &answer.taken {
        Taken::Refused(problem) => Some(problem.remedy.clone()),
        _ => broken.map(|problem| format!("{}; {}", problem.what, problem.remedy)),
    };
    html! {
        <tr class={yew::classes!(remedy.is_some().then_some("bad"))}>
            <td class="path">{ &answer.path }</td>
            <td>
                { words }
                if let Some(remedy) = remedy { <span class="remedy">{ remedy }</span> }
            </td>
            <td>
                if let Some(case) = case {
                    <button class="link" onclick={send(store, Action::OpenCase(case.id))}>{ &case.name }</button>
                }
            </td>
        </tr>
    }
}
