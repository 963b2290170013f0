//! Running other programs so that a failure always says three things: which command, how it
//! ended, and what to type next.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, anyhow, bail};

/// A command with the advice that goes with its failure.
pub(crate) struct Cmd {
    command: Command,
    shown: String,
    advice: String,
}

impl Cmd {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref();
        let shown = Path::new(program)
            .file_name()
            .unwrap_or(program)
            .to_string_lossy()
            .into_owned();
        let mut command = Command::new(program);
        if let Some(path) = search_path() {
            command.env("PATH", path);
        }
        Self {
            command,
            shown,
            advice: String::new(),
        }
    }

    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        let arg = arg.as_ref();
        // Writing to a String cannot fail.
        let _ = write!(self.shown, " {}", arg.to_string_lossy());
        self.command.arg(arg);
        self
    }

    pub(crate) fn args<I: IntoIterator<Item = A>, A: AsRef<OsStr>>(self, args: I) -> Self {
        args.into_iter().fold(self, Self::arg)
    }

    pub(crate) fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn env_remove(mut self, name: impl AsRef<OsStr>) -> Self {
        self.command.env_remove(name);
        self
    }

    pub(crate) fn dir(mut self, dir: impl AsRef<Path>) -> Self {
        self.command.current_dir(dir);
        self
    }

    /// What a person should do when this command fails.
    pub(crate) fn advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = advice.into();
        self
    }

    /// Runs with the terminal's own input and output.
    pub(crate) fn run(mut self) -> Result<()> {
        let status = self.command.status();
        self.check(status).map(drop)
    }

    /// Runs quietly and returns what it printed; a failure shows all of it.
    pub(crate) fn read(mut self) -> Result<String> {
        match self.command.stdin(Stdio::null()).output() {
            Ok(output) if output.status.success() => {
                Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
            }
            Ok(output) => {
                let printed = [output.stdout, output.stderr].concat();
                let failure = self.failure(output.status);
                bail!(
                    "{failure}\n{}",
                    indent(String::from_utf8_lossy(&printed).trim())
                );
            }
            Err(error) => Err(self.not_started(&error)),
        }
    }

    /// Runs and shows standard output line by line, handing each line to `each` too. Whether the
    /// command succeeded comes back as a value, since a test run that fails still has counts.
    pub(crate) fn watch(mut self, mut each: impl FnMut(&str)) -> Result<Result<()>> {
        let mut child = match self.command.stdout(Stdio::piped()).spawn() {
            Ok(child) => child,
            Err(error) => return Err(self.not_started(&error)),
        };
        let stdout = child
            .stdout
            .take()
            .context("the standard output of a started command is missing")?;
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line.with_context(|| format!("reading the output of `{}`", self.shown))?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            each(&line);
        }
        let status = child.wait();
        Ok(self.check(status).map(drop))
    }

    fn check(&self, status: std::io::Result<ExitStatus>) -> Result<ExitStatus> {
        match status {
            Ok(status) if status.success() => Ok(status),
            Ok(status) => Err(anyhow!(self.failure(status))),
            Err(error) => Err(self.not_started(&error)),
        }
    }

    fn failure(&self, status: ExitStatus) -> String {
        let end = status.code().map_or_else(
            || "was stopped by a signal".to_owned(),
            |code| format!("ended with exit code {code}"),
        );
        self.advised(format!("`{}` {end}", self.shown))
    }

    fn not_started(&self, error: &std::io::Error) -> anyhow::Error {
        let why = match error.kind() {
            ErrorKind::NotFound => "was not found on this machine".to_owned(),
            _ => format!("could not be started: {error}"),
        };
        anyhow!(self.advised(format!("`{}` {why}", self.shown)))
    }

    fn advised(&self, message: String) -> String {
        if self.advice.is_empty() {
            message
        } else {
            format!("{message}\nwhat to do: {}", self.advice)
        }
    }
}

/// The output of a command that only asks something, or `None` when the program is absent or
/// refuses: the caller then installs it, so neither is an error.
pub(crate) fn ask(program: impl AsRef<OsStr>, args: &[&str]) -> Option<String> {
    Cmd::new(program).args(args).read().ok()
}

/// `PATH` with the folder where `cargo install` puts programs at its end: where cargo comes from a
/// Linux distribution, nobody has added it.
pub(crate) fn search_path() -> Option<OsString> {
    let installed = cargo_home()?.join("bin");
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(env::split_paths(&old).chain([installed])).ok()
}

pub(crate) fn cargo_home() -> Option<PathBuf> {
    env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".cargo")))
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_command_exit_code_and_remedy() -> Result<()> {
        let answer = Cmd::new("/bin/sh")
            .args(["-c", "echo why; exit 3"])
            .advice("try again")
            .read();
        let Err(error) = answer else {
            bail!("exit code 3 was taken for success")
        };
        let text = format!("{error:#}");
        assert!(text.contains("`sh -c echo why; exit 3` ended with exit code 3"));
        assert!(text.contains("what to do: try again"));
        assert!(text.contains("    why"));
        Ok(())
    }

    #[test]
    fn a_missing_program_is_said_to_be_missing() {
        let answer = Cmd::new("no-such-program-here").read();
        assert!(answer.is_err_and(|error| error.to_string().contains("was not found")));
    }
}
