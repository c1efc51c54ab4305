//! A fault in an app file, and its place.

use std::fmt;

/// A fault in an app file, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppError {
    /// The file, as it was named.
    path: String,
    problem: FileProblem,
    /// The line itself.
    source_line: String,
}

/// Longest part of a line that an error shows.
const LONGEST_LINE: usize = 160;

impl fmt::Display for AppError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileProblem {
            place: Place { line, column },
            message,
            accepted,
        } = &self.problem;
        write!(out, "{}:{line}:{column}: {message}", self.path)?;
        if !self.source_line.is_empty() {
            // Of a long line, the part around the place.
            let cut = match *column > LONGEST_LINE {
                true => column - LONGEST_LINE / 2,
                false => 0,
            };
            let shown = self.source_line.chars().skip(cut).take(LONGEST_LINE);
            let indent = " ".repeat(line.to_string().len());
            let before = " ".repeat((column - cut).saturating_sub(1));
            let shown = shown.collect::<String>();
            write!(out, "\n{line} | {shown}\n{indent} | {before}^")?;
        }
        if !accepted.is_empty() {
            write!(out, "\naccepted: {accepted}")?;
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
    place: Place,
    message: String,
    /// The accepted forms; empty when nothing can be said.
    accepted: String,
}

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
    pub(super) fn in_file(mut self, path: &str, text: &str) -> AppError {
        let lines: Vec<&str> = text.split('\n').collect();
        // A parser may stop further on than there is text.
        self.place.line = self.place.line.clamp(1, lines.len());
        let line = lines[self.place.line - 1];
        self.place.column = self.place.column.clamp(1, line.chars().count() + 1);
        AppError {
            path: path.to_owned(),
            source_line: line.to_owned(),
            problem: self,
        }
    }
}
