//! Running the built command.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses a part of this"
)]

pub mod live;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

/// What a finished command left.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.stdout, self.stderr))
    }
}

/// A path below the bundled data.
pub fn data(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data");
    root.join(path).to_str().unwrap().to_owned()
}

/// An empty folder of its own for a test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taxgrade"));
    command.args(arguments);
    command
}

pub fn run(arguments: &[&str]) -> Run {
    finish(command(arguments).stdin(Stdio::null()))
}

/// Runs in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    finish(command(arguments).current_dir(folder).stdin(Stdio::null()))
}

fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn run_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = spawn(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // Written from aside, so that neither side waits for the other's full pipe.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn spawn(arguments: &[&str]) -> Child {
    command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Exit code and standard error of a command nobody reads from.
pub fn run_into_closed_pipe(arguments: &[&str]) -> (i32, String) {
    let mut child = spawn(arguments);
    drop(child.stdout.take());
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    (child.wait().unwrap().code().unwrap_or(-1), stderr)
}

/// A command that is talked with line by line.
pub struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Session {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = spawn(arguments);
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            stdin,
            stdout,
        }
    }

    pub fn ask(&mut self, line: &str) -> String {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
        let mut answer = String::new();
        self.stdout.read_line(&mut answer).unwrap();
        answer
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stdin = None;
        let _ = self.child.wait();
    }
}

pub fn files_below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(path.to_str().unwrap()));
        } else {
            found.push(path.to_str().unwrap().to_owned());
        }
    }
    found.sort();
    found
}

pub fn copy_folder(from: &Path, to: &Path) {
    for file in files_below(from.to_str().unwrap()) {
        let target = to.join(Path::new(&file).strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&file, &target).unwrap();
    }
}
