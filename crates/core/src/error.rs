//! The one error type of the crate: an ordinary value with a stable code, what was wrong, where,
//! and what to do about it.

use std::fmt;

/// A place in a text that was handed in: line and column count from 1, for people; offsets from 0,
/// for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Position {
    /// Byte offset from the start of the text.
    #[serde(skip)]
    pub bytes: usize,
    /// Offset in UTF-16 code units, which is what JavaScript counts.
    pub offset: usize,
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// The position of byte `offset` in `text`; an offset past the end, or inside a character,
    /// is moved back to the last whole character before it.
    #[must_use]
    pub fn at(text: &str, offset: usize) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset = offset.saturating_sub(1);
        }
        let before = text.get(..offset).unwrap_or_default();
        let line_start = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |at| at + 1);
        Self {
            bytes: offset,
            offset: before.encode_utf16().count(),
            line: memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1,
            column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
        }
    }
}

/// What kind of input was refused. The text of each code is part of the public interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The expected return is not well-formed XML.
    XmlMalformed,
    /// The expected return is larger, deeper or more expansive than the limits allow.
    XmlLimit,
    /// The XML is well formed but is none of the five returns known here.
    ReturnUnknown,
    /// The XML does not name its tax year.
    YearUnknown,
    /// There is no built-in profile for this jurisdiction and tax year.
    ProfileMissing,
    /// A profile could not be read, or contradicts itself.
    ProfileInvalid,
    /// Line definitions could not be read from Python source.
    ProfileImport,
    /// Python source has no line definitions at all.
    NoDefinitions,
    /// A profile is for another jurisdiction or tax year than the expected return.
    ProfileMismatch,
    /// A scored amount in the expected return is not an amount.
    ExpectedAmount,
    /// The response is larger than the limit.
    ResponseLimit,
    /// A request is not of the form that is asked for.
    RequestInvalid,
    /// A model's capabilities could not be read, or contradict themselves.
    ModelsInvalid,
    /// A model or provider cannot do what is asked of it.
    Unsupported,
    /// A key, base URL or document cannot be sent.
    CallInvalid,
    /// A prompt names a placeholder that is not known.
    PromptInvalid,
    /// A file that a request is about cannot be read.
    InputUnreadable,
    /// The program itself failed on a request.
    Internal,
}

impl ErrorCode {
    /// The code as it appears in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::XmlMalformed => "xml-malformed",
            Self::XmlLimit => "xml-limit",
            Self::ReturnUnknown => "return-unknown",
            Self::YearUnknown => "year-unknown",
            Self::ProfileMissing => "profile-missing",
            Self::ProfileInvalid => "profile-invalid",
            Self::ProfileImport => "profile-import",
            Self::NoDefinitions => "no-definitions",
            Self::ProfileMismatch => "profile-mismatch",
            Self::ExpectedAmount => "expected-amount",
            Self::ResponseLimit => "response-limit",
            Self::RequestInvalid => "request-invalid",
            Self::ModelsInvalid => "models-invalid",
            Self::Unsupported => "unsupported",
            Self::CallInvalid => "call-invalid",
            Self::PromptInvalid => "prompt-invalid",
            Self::InputUnreadable => "input-unreadable",
            Self::Internal => "internal",
        }
    }
}

/// Why an input could not be used. The message says what was wrong, [`Error::help`] what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    code: ErrorCode,
    message: String,
    help: String,
    position: Option<Position>,
}

impl Error {
    /// An error with its code, what was wrong, and what to do about it.
    pub fn new(code: ErrorCode, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            help: help.into(),
            position: None,
        }
    }

    /// The same error, pointing at a byte of the text it is about.
    #[must_use]
    pub fn at(mut self, text: &str, offset: usize) -> Self {
        self.position = Some(Position::at(text, offset));
        self
    }

    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        self.code
    }

    /// What was wrong, in lower case and without a full stop.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// Where in the text it was found, when it is about one place.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(at) = self.position {
            write!(f, " (line {}, column {})", at.line, at.column)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
