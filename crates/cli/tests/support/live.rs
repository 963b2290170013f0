//! Live runs against the fake provider.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fake_provider::{Options, Server};
use serde_json::Value;

use super::{Run, copy_folder, data, scratch};

/// A key that must be found nowhere.
pub const KEY: &str = "sk-fake-Zx93kQ7tT1vBn5pL";

/// A folder with the bundled cases and no saved runs, and a server to call.
pub struct Live {
    pub folder: PathBuf,
    pub server: Server,
}

impl Live {
    pub fn start(name: &str, options: Options) -> Self {
        let folder = scratch(name);
        for year in ["ty24", "ty25"] {
            let cases = format!("{year}/test_data");
            copy_folder(Path::new(&data(&cases)), &folder.join(&cases));
        }
        Self {
            folder,
            server: Server::start(options).unwrap(),
        }
    }

    /// A good answer to a bundled case.
    pub fn answering(name: &str) -> Self {
        let path = data(
            "ty24/results/single-w2-interest/anthropic/sample-opus/model_completed_return_high_1.md",
        );
        let answer = fs::read_to_string(path).unwrap();
        Self::start(
            name,
            Options {
                answer,
                ..Options::default()
            },
        )
    }

    /// The command with nothing of the tester's own settings.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_taxgrade"));
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env_clear()
            .stdin(Stdio::null());
        for name in ["ANTHROPIC", "OPENAI", "GEMINI", "TAXGRADE_COMPATIBLE"] {
            command.env(format!("{name}_API_KEY"), KEY);
            command.env(format!("{name}_BASE_URL"), self.server.url());
        }
        command
    }

    pub fn bench(&self, arguments: &[&str]) -> Run {
        finish(&mut self.command(&[&["bench"], arguments].concat()))
    }

    /// One call about one case of 2024, saved.
    pub fn ask(&self, provider: &str, model: &str, more: &[&str]) -> Run {
        let arguments = [
            "--tax-year",
            "ty24",
            "--test-name",
            "single-w2-interest",
            "--save-outputs",
            "--provider",
            provider,
            "--model",
            model,
        ];
        self.bench(&[&arguments, more].concat())
    }

    /// A file that such a call saves.
    pub fn saved(&self, provider: &str, model: &str, file: &str) -> PathBuf {
        self.folder
            .join("ty24/results/single-w2-interest")
            .join(provider)
            .join(model)
            .join(file)
    }

    pub fn json(&self, provider: &str, model: &str, file: &str) -> Value {
        let path = self.saved(provider, model, file);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        serde_json::from_str(&text).unwrap()
    }
}

pub fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Waits until something holds, ten seconds at most.
pub fn wait_until(mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !holds() {
        assert!(Instant::now() < deadline, "waited in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Ends a process at once, as `kill -9` does.
pub fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}
