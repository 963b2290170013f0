//! Makes the calls of a batch: so many at a time to each provider, tried again where that helps.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use taxgrade::prompt::{self, PromptCase};
use taxgrade::provider::{Answer, Ask, CallError, CallErrorKind, Parts, Provider, Retry, host};

use super::plan::Configuration;
use super::saved::{self, FailureFile, Parameters, RunFile};
use super::settings::Access;
use super::{documents, http};
use crate::failure::Failure;
use crate::keys::Prepared;
use crate::layout::SavedRun;

/// A case to ask about.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) key: Arc<Prepared>,
    pub(crate) inputs: Vec<(String, PathBuf)>,
}

impl Case {
    /// The instructions, from the built-in template or another.
    pub(crate) fn prompt(
        &self,
        template: Option<&str>,
        web_search: bool,
    ) -> Result<String, taxgrade::Error> {
        let names: Vec<&str> = self.inputs.iter().map(|(name, _)| name.as_str()).collect();
        let profile = self.key.key.profile();
        let case = PromptCase {
            tax_year: profile.tax_year,
            jurisdiction: profile.jurisdiction,
            files: &names,
            web_search,
        };
        match template {
            Some(template) => prompt::fill(template, &case),
            None => prompt::prompt(&case),
        }
    }
}

/// One call to make.
pub(crate) struct Job {
    pub(crate) case: Arc<Case>,
    pub(crate) configuration: Configuration,
    pub(crate) run: SavedRun,
}

/// What all calls have in common.
#[derive(Debug)]
pub(crate) struct Options<'a> {
    pub(crate) access: &'a BTreeMap<Provider, Access>,
    pub(crate) template: Option<&'a str>,
    pub(crate) save: bool,
    pub(crate) jobs: usize,
    pub(crate) timeout: Duration,
    pub(crate) retry: Retry,
}

/// A call that was made.
pub(crate) struct Done<'a> {
    pub(crate) job: &'a Job,
    pub(crate) outcome: Result<Answer, Undone>,
    pub(crate) cost_micros: Option<u64>,
    pub(crate) warnings: Vec<String>,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Undone {
    /// The call failed.
    Call(CallError),
    /// The call could not be made, or its answer not be saved.
    Here(Failure),
}

impl From<CallError> for Undone {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

impl From<Failure> for Undone {
    fn from(failure: Failure) -> Self {
        Self::Here(failure)
    }
}

/// Makes all calls and hands each over when it is done, on this thread. Stops early when `each`
/// fails; calls on their way are waited for then.
pub(crate) fn make<'a>(
    jobs: &'a [Job],
    options: &Options<'_>,
    mut each: impl FnMut(Done<'a>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut queues: BTreeMap<Provider, Vec<&'a Job>> = BTreeMap::new();
    for job in jobs {
        let provider = job.configuration.model.provider;
        queues.entry(provider).or_default().push(job);
    }
    let agent = http::agent();
    let queues: Vec<Queue<'a>> = queues.into_values().map(Queue::new).collect();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for queue in &queues {
            for _ in 0..options.jobs.min(queue.jobs.len()) {
                let (sender, agent) = (sender.clone(), &agent);
                scope.spawn(move || {
                    while let Some(job) = queue.next() {
                        if sender.send(one(agent, queue, job, options)).is_err() {
                            break;
                        }
                    }
                });
            }
        }
        drop(sender);
        let result = receiver.iter().try_for_each(&mut each);
        if result.is_err() {
            queues.iter().for_each(Queue::empty);
        }
        result
    })
}

/// The calls to one provider, and what its answers tell about the next ones.
struct Queue<'a> {
    jobs: Vec<&'a Job>,
    next: AtomicUsize,
    /// A failure that every further call would meet as well.
    closed: Mutex<Option<CallError>>,
    /// No call before this, as the provider asked one of us to wait.
    not_before: Mutex<Option<Instant>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Queue<'a> {
    fn new(jobs: Vec<&'a Job>) -> Self {
        Self {
            jobs,
            next: AtomicUsize::new(0),
            closed: Mutex::new(None),
            not_before: Mutex::new(None),
        }
    }

    fn next(&self) -> Option<&'a Job> {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        self.jobs.get(at).copied()
    }

    fn empty(&self) {
        self.next.store(self.jobs.len(), Ordering::Relaxed);
    }

    fn closed(&self) -> Option<CallError> {
        locked(&self.closed).clone()
    }

    /// Takes in what a failure means for the calls to come.
    fn learn(&self, error: &CallError, wait: Option<Duration>) {
        if error.kind.is_about_the_key() {
            locked(&self.closed).get_or_insert_with(|| error.clone());
        }
        if error.kind == CallErrorKind::RateLimit
            && let Some(wait) = error.retry_after.and(wait)
        {
            let until = Instant::now() + wait;
            let mut slot = locked(&self.not_before);
            *slot = Some(slot.map_or(until, |before| before.max(until)));
        }
    }

    /// Waits until calls may be made again, or until the deadline.
    fn wait(&self, deadline: Instant) {
        let until = *locked(&self.not_before);
        if let Some(until) = until {
            let until = until.min(deadline);
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
    }
}

/// What a call is made of, and how it went.
struct Call<'a> {
    job: &'a Job,
    prompt: String,
    loaded: documents::Loaded,
    tries: u32,
}

fn one<'a>(
    agent: &ureq::Agent,
    queue: &Queue<'a>,
    job: &'a Job,
    options: &Options<'_>,
) -> Done<'a> {
    let mut done = Done {
        job,
        outcome: Err(Undone::Here(Failure::input("", ""))),
        cost_micros: None,
        warnings: Vec::new(),
    };
    let mut call = match prepare(job, options) {
        Ok(call) => call,
        Err(failure) => {
            done.outcome = Err(failure.into());
            return done;
        }
    };
    let started = SystemTime::now();
    let clock = Instant::now();
    let outcome = match queue.closed() {
        Some(mut error) => {
            error.message = format!("not tried, as an earlier call said: {}", error.message);
            Err(Undone::Call(error))
        }
        None => call.ask(agent, queue, options),
    };
    if let Ok(answer) = &outcome {
        let price = job.configuration.model.price.as_ref();
        done.cost_micros = price.map(|price| price.cost_micros(&answer.usage));
        done.warnings = call.warnings(answer);
    }
    let timing = (started, clock.elapsed());
    done.outcome = outcome;
    if options.save && !matches!(done.outcome, Err(Undone::Here(_))) {
        let saved = call.save(&done, timing, options);
        if let Err(failure) = saved {
            done.outcome = Err(failure.into());
        }
    }
    done
}

fn prepare<'a>(job: &'a Job, options: &Options<'_>) -> Result<Call<'a>, Failure> {
    let model = &job.configuration.model;
    let prompt = job
        .case
        .prompt(options.template, job.configuration.web_search)
        .map_err(|error| Failure::about("prompt", &error))?;
    Ok(Call {
        job,
        prompt,
        loaded: documents::load(&job.case.inputs, model.documents)?,
        tries: 0,
    })
}

impl Call<'_> {
    fn question<'b>(&'b self, paused: &'b [Value]) -> Ask<'b> {
        let Configuration {
            model,
            level,
            web_search,
        } = &self.job.configuration;
        Ask {
            web_search: *web_search,
            paused,
            ..Ask::new(model, *level, &self.prompt, &self.loaded.attachments)
        }
    }

    /// Asks until there is an answer, trying again as often as helps and the time allows.
    fn ask(
        &mut self,
        agent: &ureq::Agent,
        queue: &Queue<'_>,
        options: &Options<'_>,
    ) -> Result<Answer, Undone> {
        let access = options
            .access
            .get(&self.job.configuration.model.provider)
            .cloned()
            .unwrap_or_default();
        let deadline = Instant::now() + options.timeout;
        let mut parts = Parts::default();
        let mut failed = 0;
        loop {
            let request = self
                .question(parts.paused())
                .request(access.base_url.as_deref(), access.key.as_ref())
                .map_err(|error| Failure::about(&self.job.case.name, &error))?;
            queue.wait(deadline);
            self.tries += 1;
            match http::send(agent, &request, deadline) {
                Ok(part) => {
                    if let Some(answer) = parts.take(part) {
                        return Ok(answer);
                    }
                }
                Err(error) => {
                    failed += 1;
                    let wait = options.retry.wait(failed, &error, fastrand::u32(..));
                    queue.learn(&error, wait);
                    match wait.filter(|wait| Instant::now() + *wait < deadline) {
                        Some(wait) => std::thread::sleep(wait),
                        None => return Err(error.into()),
                    }
                }
            }
        }
    }

    fn warnings(&self, answer: &Answer) -> Vec<String> {
        self.question(&[])
            .context_warnings(answer.usage.input_tokens)
    }

    fn save(
        &self,
        done: &Done<'_>,
        timing: (SystemTime, Duration),
        options: &Options<'_>,
    ) -> Result<(), Failure> {
        let configuration = &self.job.configuration;
        let model = &configuration.model;
        let answer = done.outcome.as_ref().ok();
        let failure = match &done.outcome {
            Err(Undone::Call(error)) => Some(FailureFile::new(error)),
            _ => None,
        };
        let base_url = options
            .access
            .get(&model.provider)
            .and_then(|access| access.base_url.as_deref())
            .unwrap_or(model.provider.default_base_url());
        let file = RunFile {
            case: &self.job.case.name,
            provider: model.provider.as_str(),
            model: &model.name,
            served_model: answer.and_then(|answer| answer.model.as_deref()),
            thinking: configuration.level.as_str(),
            tools: if configuration.web_search {
                &["web-search"]
            } else {
                &[]
            },
            run: self.job.run.run,
            parameters: Parameters::of(configuration),
            host: host(base_url),
            prompt_source: match options.template {
                Some(_) => "file",
                None => "built-in",
            },
            prompt_sha256: &saved::sha256(&[self.prompt.as_bytes()]),
            input_sha256: &saved::input_hash(&self.loaded.attachments),
            text_extracted: self.loaded.text_extracted,
            usage: answer.map(|answer| answer.usage),
            cost: done.cost_micros.map(taxgrade::notes::dollars),
            stop: answer.map(|answer| answer.stop.to_string()),
            searches: answer
                .map(|answer| answer.searches.as_slice())
                .unwrap_or_default(),
            answer_id: answer.and_then(|answer| answer.id.as_deref()),
            answer_sha256: answer.map(|answer| saved::sha256(&[answer.text.as_bytes()])),
            tries: self.tries,
            started_unix_ms: timing
                .0
                .duration_since(UNIX_EPOCH)
                .map(millis)
                .unwrap_or_default(),
            duration_ms: millis(timing.1),
            warnings: &done.warnings,
            failure,
        };
        saved::save(&self.job.run, &file, answer)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
