//! Errors of the app: what was attempted, what was found instead, what to type, and the exit code.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

use crate::terminal::{Paint, Tone};

/// How the whole command ended, as its exit code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything passed.
    Passed,
    /// A test failed.
    Failed,
    /// Usage, configuration or input is at fault.
    Input,
    /// The device or the environment is at fault.
    Device,
    /// Something could not be judged.
    NotJudged,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl Exit {
    /// Returns the exit code.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Input => 2,
            Self::Device => 3,
            Self::NotJudged => 4,
            Self::Interrupted => 130,
        }
    }

    /// Returns the one that a suite with both ends with.
    ///
    /// What keeps other results from being trusted comes first: an interruption, a device, an
    /// input, a failure, and last what could not be judged.
    pub(crate) fn worse(self, other: Self) -> Self {
        if self.rank() >= other.rank() {
            self
        } else {
            other
        }
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::NotJudged => 1,
            Self::Failed => 2,
            Self::Input => 3,
            Self::Device => 4,
            Self::Interrupted => 5,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

retap_model::words! {
    /// The kind of thing at fault.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum ErrorKind {
        /// What was typed, configured or written.
        Input = "input",
        /// The device or the machine.
        Device = "device",
        /// The test itself, such as a learning run that did not pass.
        Failed = "failed",
        /// Nothing: nobody could decide.
        NotJudged = "not judged",
    }
}

impl ErrorKind {
    /// Returns how a command that ends with it exits.
    pub(crate) const fn exit(self) -> Exit {
        match self {
            Self::Input => Exit::Input,
            Self::Device => Exit::Device,
            Self::Failed => Exit::Failed,
            Self::NotJudged => Exit::NotJudged,
        }
    }
}

/// An error with its kind, its cause, and hints that say what to type.
#[derive(Debug)]
pub(crate) struct AppError {
    kind: ErrorKind,
    message: String,
    hints: Vec<String>,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl AppError {
    fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hints: Vec::new(),
            source: None,
        }
    }

    /// Returns an error about what was typed, configured or written.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Input, message)
    }

    /// Returns an error about the device or the machine.
    pub(crate) fn device(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Device, message)
    }

    /// Returns an error about a test that did not do what it should.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Failed, message)
    }

    /// Returns an error about something nobody could decide.
    pub(crate) fn not_judged(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotJudged, message)
    }

    /// Adds what to type.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds what caused it.
    pub(crate) fn because(mut self, source: impl Error + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// Returns what kind of thing is at fault.
    pub(crate) fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns what to type.
    pub(crate) fn hints(&self) -> &[String] {
        &self.hints
    }

    /// Returns the error as people read it: a line, its cause, and hints on lines of their own.
    pub(crate) fn render(&self, paint: Paint) -> String {
        let mut text = format!("{} {self}\n", paint.word(Tone::Bad, "error:"));
        for hint in &self.hints {
            let word = paint.word(Tone::Title, "hint:");
            text.push_str(&format!("{word} {hint}\n"));
        }
        text
    }
}

impl fmt::Display for AppError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)?;
        match &self.source {
            Some(source) => write!(out, ": {source}"),
            None => Ok(()),
        }
    }
}

impl Error for AppError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source
            .as_deref()
            .map(|source| source as &(dyn Error + 'static))
    }
}

/// Returns the error of something that could not be done with a file.
pub(crate) fn cannot_write(what: &str, path: &std::path::Path, error: std::io::Error) -> AppError {
    AppError::device(format!("cannot {what} `{}`", path.display())).because(error)
}

/// Returns the error of reading a file or folder: one that is not there was misspelt.
pub(crate) fn cannot(what: &str, path: &std::path::Path, error: std::io::Error) -> AppError {
    let message = format!("cannot {what} `{}`", path.display());
    match error.kind() {
        std::io::ErrorKind::NotFound
        | std::io::ErrorKind::InvalidInput
        | std::io::ErrorKind::InvalidData => AppError::input(message).because(error),
        _ => AppError::device(message).because(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spoils_trust_decides_the_exit_code() {
        let order = [
            Exit::Passed,
            Exit::NotJudged,
            Exit::Failed,
            Exit::Input,
            Exit::Device,
            Exit::Interrupted,
        ];
        for pair in order.windows(2) {
            assert_eq!(pair[0].worse(pair[1]), pair[1]);
            assert_eq!(pair[1].worse(pair[0]), pair[1]);
        }
        assert_eq!(order.map(Exit::code), [0, 4, 1, 2, 3, 130]);
    }

    #[test]
    fn hints_stand_on_lines_of_their_own() {
        let error = AppError::input("no device was named").hint("add `--device sim:`");
        assert_eq!(
            error.render(Paint::Plain),
            "error: no device was named\nhint: add `--device sim:`\n"
        );
    }
}
