//! `taxgrade grade --jsonl`: a filter, one request a line in, one answer a line out, in the same
//! order and in constant memory.

mod chunks;
mod grader;
mod tally;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::args::GradeArguments;
use crate::failure::{Failure, Outcome};
use crate::{files, pipe, unpack};
use chunks::{Chunk, Chunks};
use grader::Grader;

/// Chunks that are read ahead or being graded, for each thread: they bound the memory.
const CHUNKS_A_THREAD: usize = 2;

/// A chunk and where its answers go.
type Job = (Chunk, Sender<Answers>);

/// The answers to a chunk, one a line, and whether all of its requests could be graded.
type Answers = (Vec<u8>, bool);

/// Each chunk is graded by whichever thread is free; the answers are taken in the order of the
/// input. The threads end with the input, or when nobody listens any more.
pub(super) fn run(arguments: &GradeArguments) -> Result<Outcome, Failure> {
    let grader = Arc::new(Grader::new(arguments)?);
    let input = open(&arguments.response)?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (give_job, take_job) = mpsc::sync_channel(threads * CHUNKS_A_THREAD);
    let (give_answers, take_answers) = mpsc::sync_channel(threads * CHUNKS_A_THREAD);
    let take_job = Arc::new(Mutex::new(take_job));
    for _ in 0..threads {
        let (grader, take_job) = (Arc::clone(&grader), Arc::clone(&take_job));
        thread::spawn(move || work(&grader, &take_job));
    }
    let reader = thread::spawn(move || read(input, &give_job, &give_answers));
    let lost = || Failure::input("a thread that graded requests ended early", "");
    let mut out = io::stdout().lock();
    pipe::widen(&out);
    let mut outcome = Outcome::Done;
    for answers in take_answers {
        let (answers, all) = answers.recv().map_err(|_| lost())?;
        out.write_all(&answers)?;
        out.flush()?;
        if !all {
            outcome = Outcome::SomethingFailed;
        }
    }
    match reader.join() {
        Ok(read) => read.map_err(|error| match arguments.response.to_str() {
            Some("-") => Failure::from(error),
            _ => files::cannot_read(&arguments.response, &error),
        })?,
        Err(_) => return Err(Failure::input("reading the input failed", "")),
    }
    if let Some(tally) = &grader.tally {
        tally.write()?;
    }
    Ok(outcome)
}

/// Hands the chunks of the input to the threads, and to the writer where their answers will come.
fn read(
    input: Option<File>,
    give_job: &SyncSender<Job>,
    give_answers: &SyncSender<Receiver<Answers>>,
) -> io::Result<()> {
    // How a pipe begins is known once its writer writes.
    let content = match input {
        Some(file) => unpack::content(file)?,
        None => {
            pipe::widen(io::stdin());
            unpack::content(io::stdin())?
        }
    };
    let mut chunks = Chunks::new(content);
    while let Some(chunk) = chunks.next()? {
        let (give, take) = mpsc::channel();
        if give_answers.send(take).is_err() || give_job.send((chunk, give)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Answers chunks until there are no more.
fn work(grader: &Grader, take_job: &Mutex<Receiver<Job>>) {
    let next = || {
        take_job
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv()
    };
    while let Ok((chunk, give)) = next() {
        let mut answers = Vec::with_capacity(chunk.len());
        let mut all = true;
        for line in chunk.lines() {
            let (answer, ok) = grader.answer(&line);
            answers.extend_from_slice(answer.as_bytes());
            answers.push(b'\n');
            all &= ok;
        }
        // Nobody listens any more when the output was closed.
        if give.send((answers, all)).is_err() {
            break;
        }
    }
}

/// The file to read; none for standard input.
fn open(path: &Path) -> Result<Option<File>, Failure> {
    if path == Path::new("-") {
        return Ok(None);
    }
    File::open(path)
        .map(Some)
        .map_err(|error| files::cannot_read(path, &error))
}
