//! Why a command could not do what it was asked.

use std::fmt;
use std::io;

/// How a finished command ends the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All done.
    Done,
    /// Something failed or was found, and was reported.
    SomethingFailed,
    /// An input could not be read, where 1 has another meaning.
    CouldNotRead,
}

impl Outcome {
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::SomethingFailed => 1,
            Self::CouldNotRead => 2,
        }
    }
}

/// An error that ends the command.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: String,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Usage,
    Input,
    ClosedPipe,
}

impl Failure {
    /// The arguments do not fit together.
    pub(crate) fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
            kind: Kind::Usage,
        }
    }

    /// An input cannot be used.
    pub(crate) fn input(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: help.into(),
            kind: Kind::Input,
        }
    }

    /// A core error about a named input.
    pub(crate) fn about(name: &str, error: &taxgrade::Error) -> Self {
        Self::input(format!("{name}: {error}"), error.help())
    }

    pub(crate) const fn code(&self) -> u8 {
        match self.kind {
            Kind::Usage => 2,
            Kind::Input => 1,
            Kind::ClosedPipe => 0,
        }
    }

    /// Whether the reader of the output went away, which is no error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        self.kind == Kind::ClosedPipe
    }

    pub(crate) fn help(&self) -> &str {
        &self.help
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// An error of standard input or output; errors of files are given their name where they happen.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::BrokenPipe => Kind::ClosedPipe,
            _ => Kind::Input,
        };
        Self {
            message: format!("reading or writing failed: {error}"),
            help: String::new(),
            kind,
        }
    }
}
