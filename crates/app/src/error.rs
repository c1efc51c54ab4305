//! Errors of the app: what was attempted, what was found instead, what to type, and the exit code.

use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

use retap_learn::source::SourceErrors;
use retap_model::secret::Masker;

use crate::bounds::WayOut;
use crate::files::LinkOut;
use crate::interrupt;
use crate::terminal::talk;
use crate::terminal::{Paint, Tone};

retap_model::words! {
    /// How the whole command ended, as its exit code says; with the word for it in machine-readable output.
    ///
    /// The order is that in which a suite with several ends: what keeps other results from being trusted
    /// comes last and wins.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Exit {
        Passed = "passed",
        /// Something could not be judged.
        NotJudged = "not judged",
        /// A test failed, or a learning run did not pass.
        Failed = "failed",
        /// Something typed, configured or written is at fault.
        Input = "input",
        /// The device or the machine is at fault.
        Device = "device",
        /// Somebody pressed Ctrl-C, closed the terminal or asked the process to end.
        Interrupted = "interrupted",
    }
}

impl Exit {
    /// Returns the exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Input => 2,
            Self::Device => 3,
            Self::NotJudged => 4,
            Self::Interrupted => interrupt::exit_code(),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// An error with how a command ends that has it, its cause, and hints that say what to type.
#[derive(Debug)]
pub(crate) struct AppError {
    pub(crate) exit: Exit,
    pub(crate) message: String,
    pub(crate) hints: Vec<String>,
    pub(crate) source: Option<Box<dyn Error + Send + Sync>>,
}

impl AppError {
    fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
            hints: Vec::new(),
            source: None,
        }
    }

    /// Returns an error about what was typed, configured or written.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::new(Exit::Input, message)
    }

    /// Returns an error about the device or the machine.
    pub(crate) fn device(message: impl Into<String>) -> Self {
        Self::new(Exit::Device, message)
    }

    /// Returns an error about a test that did not do what it should.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self::new(Exit::Failed, message)
    }

    /// Returns an error about something that was not done because somebody asked to stop.
    pub(crate) fn interrupted(message: impl Into<String>) -> Self {
        Self::new(Exit::Interrupted, message)
    }

    /// Returns an error about something nobody could decide.
    pub(crate) fn not_judged(message: impl Into<String>) -> Self {
        Self::new(Exit::NotJudged, message)
    }

    /// Returns an error that says all of these, with what to type for each said once; nothing where there are none.
    pub(crate) fn joined(all: Vec<Self>) -> Result<(), Self> {
        let joined = all.into_iter().reduce(|mut joined, next| {
            joined.message = format!("{}\n{}", joined.message, next.message);
            let known = joined.hints.clone();
            let new = next.hints.into_iter().filter(|hint| !known.contains(hint));
            joined.hints.extend(new);
            joined
        });
        joined.map_or(Ok(()), Err)
    }

    /// Adds what to type.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Puts a hint before all others.
    pub(crate) fn hint_first(mut self, hint: impl Into<String>) -> Self {
        self.hints.insert(0, hint.into());
        self
    }

    /// Adds what caused it.
    pub(crate) fn because(mut self, source: impl Error + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// Returns the error as people read it: a line, its cause, and hints on lines of their own.
    pub(crate) fn render(&self, paint: Paint) -> String {
        let word = paint.word(Tone::Bad, "error:");
        // Addresses that were typed may say who signs in by them.
        let told = self.to_string();
        let told = Masker::default().mask(&told).into_owned();
        format!("{word} {told}\n{}", self.render_hints(paint))
    }

    /// Tells it as a warning.
    pub(crate) fn warn(&self) {
        talk!("warning: {self}\n{}", self.render_hints(Paint::Plain));
    }

    /// Returns what to type, a line each.
    pub(crate) fn render_hints(&self, paint: Paint) -> String {
        let word = paint.word(Tone::Title, "hint:");
        let hints = self.hints.iter();
        hints.map(|hint| format!("{word} {hint}\n")).collect()
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

impl From<SourceErrors> for AppError {
    fn from(errors: SourceErrors) -> Self {
        Self::input(errors.render())
    }
}

/// Returns the error of something that could not be done with a file.
pub(crate) fn cannot_write(path: &Path, error: std::io::Error) -> AppError {
    let inner = error.get_ref();
    let link_out = inner.and_then(|inner| inner.downcast_ref::<LinkOut>());
    let hint = link_out.map(|_| LinkOut::remedy());
    let cannot = cannot_make("write", path, error);
    match hint {
        Some(hint) => cannot.hint(hint),
        None => cannot,
    }
}

/// Returns the error of doing something else on the disk.
pub(crate) fn cannot_make(what: &str, path: &Path, error: std::io::Error) -> AppError {
    AppError::device(format!("cannot {what} `{}`", path.display())).because(error)
}

/// Returns the error of reading a file or folder: one that is not there was misspelt.
pub(crate) fn cannot(what: &str, path: &Path, error: std::io::Error) -> AppError {
    let message = format!("cannot {what} `{}`", path.display());
    let inner = error.get_ref();
    if let Some(way_out) = inner.and_then(|inner| inner.downcast_ref::<WayOut>()) {
        let hint = way_out.remedy();
        return AppError::input(message).because(error).hint(hint);
    }
    match error.kind() {
        std::io::ErrorKind::NotFound
        | std::io::ErrorKind::InvalidInput
        | std::io::ErrorKind::InvalidData => AppError::input(message).because(error),
        _ => AppError::device(message).because(error),
    }
}

/// Does work, and answers a panic in it with an error: it is a fault of retap's own, and the rest goes on.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, AppError>) -> Result<T, AppError> {
    // What the work was on is given up with it; what is shared is changed at once, or not at all.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(AppError::device(
            "retap itself broke, which is a fault of retap's; what it said stands above",
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_spoils_trust_decides_the_exit_code() {
        assert!(Exit::ALL.is_sorted());
        assert_eq!(Exit::ALL.map(Exit::code), [0, 4, 1, 2, 3, 130]);
    }

    #[test]
    fn a_panic_is_an_error_of_the_environment() {
        let broke: Result<(), AppError> = guarded(|| panic!("tulip-9431"));
        let error = broke.unwrap_err();
        assert_eq!(error.exit, Exit::Device);
        assert!(!error.to_string().contains("tulip"));
        assert_eq!(guarded(|| Ok(7)).ok(), Some(7));
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
