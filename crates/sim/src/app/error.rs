//! A fault in an app file, and its place.

use std::fmt;

/// A fault in an app file, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppError {
    /// The file, as it was named.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The fault.
    pub message: String,
    /// The accepted forms; empty when nothing can be said.
    pub accepted: String,
    /// The line itself, or the part of a long one around the place.
    pub source_line: String,
    /// Where in [`AppError::source_line`] the place is, from 1.
    pub caret: usize,
}

impl fmt::Display for AppError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{}:{}:{}: {}",
            self.path, self.line, self.column, self.message
        )?;
        if !self.source_line.is_empty() {
            let number = self.line.to_string();
            let indent = " ".repeat(number.len());
            let before = " ".repeat(self.caret.saturating_sub(1));
            write!(
                out,
                "\n{number} | {}\n{indent} | {before}^",
                self.source_line
            )?;
        }
        if !self.accepted.is_empty() {
            write!(out, "\naccepted: {}", self.accepted)?;
        }
        Ok(())
    }
}

impl std::error::Error for AppError {}

/// A place in a file: line and column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A problem in an app file whose name is not known yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileProblem {
    pub(super) place: Place,
    pub(super) message: String,
    pub(super) accepted: String,
}

/// Longest part of a line that an error shows.
const LONGEST_LINE: usize = 160;

impl FileProblem {
    /// Returns a problem with what stands at `place`.
    pub(super) fn new(place: Place, message: impl Into<String>) -> Self {
        Self {
            place,
            message: message.into(),
            accepted: String::new(),
        }
    }

    /// Adds what would be accepted.
    pub(super) fn accepting(mut self, accepted: impl Into<String>) -> Self {
        self.accepted = accepted.into();
        self
    }

    /// Returns the error for the file at `path` that holds `text`.
    pub(super) fn in_file(self, path: &str, text: &str) -> AppError {
        let line = text.lines().nth(self.place.line.saturating_sub(1));
        let line = line.unwrap_or_default();
        let cut = if self.place.column > LONGEST_LINE {
            self.place.column - LONGEST_LINE / 2
        } else {
            0
        };
        AppError {
            path: path.to_owned(),
            line: self.place.line,
            column: self.place.column,
            message: self.message,
            accepted: self.accepted,
            source_line: line.chars().skip(cut).take(LONGEST_LINE).collect(),
            caret: self.place.column - cut,
        }
    }
}
