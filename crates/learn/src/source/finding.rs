//! Findings about a source as people read them: where, what, and what would be accepted.

use std::fmt;

use retap_model::program::Place;

use super::excerpt::excerpt;
use super::fault::{Fault, Span};
use super::scenario::Rule;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know.
    Info,
    /// Probably not what the author wants.
    Warning,
    /// Cannot be run as it is.
    Error,
}

/// One thing found in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule of scenarios that found it.
    pub rule: Option<Rule>,
    /// How much it matters.
    pub severity: Severity,
    /// Where it is; `None` when the file as a whole is meant.
    pub place: Option<Place>,
    /// The fault, in words.
    pub message: String,
    /// The forms accepted there.
    pub accepted: Option<String>,
    /// The way out of it.
    pub hint: Option<String>,
    /// The line with a caret below the place.
    pub excerpt: Option<String>,
}

impl Finding {
    /// Returns a finding with nothing but its message.
    pub fn new(severity: Severity, place: Option<Place>, message: String) -> Self {
        Self {
            rule: None,
            severity,
            place,
            message,
            accepted: None,
            hint: None,
            excerpt: None,
        }
    }

    /// Returns a fault as people read it; `lines` are those of its file.
    pub(crate) fn at(fault: Fault, lines: &[&str]) -> Self {
        let span = within(lines, fault.span);
        let line = lines.get(span.place.line - 1);
        Self {
            rule: fault.rule,
            accepted: fault.accepted,
            hint: fault.hint,
            excerpt: Some(excerpt(span, line.unwrap_or(&""))),
            ..Self::new(
                fault.rule.map_or(Severity::Error, Rule::severity),
                Some(span.place),
                fault.message,
            )
        }
    }
}

/// Returns a stretch that is in the file or right behind a line of it: a parser may stop further on than there is
/// text.
fn within(lines: &[&str], span: Span) -> Span {
    let line = span.place.line.clamp(1, lines.len().max(1));
    let length = lines.get(line - 1).map_or(0, |line| line.chars().count());
    let column = span.place.column.clamp(1, length + 1);
    Span::at(Place { line, column }, span.width)
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rule) = self.rule {
            write!(f, "{rule} ")?;
        }
        f.write_str(&self.message)?;
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{excerpt}")?;
        }
        if let Some(accepted) = &self.accepted {
            write!(f, "\n  accepted: {accepted}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n  hint: {hint}")?;
        }
        Ok(())
    }
}

/// How many errors of one file are kept; whoever has more has another problem.
const MOST_ERRORS: usize = 20;

/// Everything that makes one file unreadable, in source order; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceErrors {
    file: String,
    errors: Vec<Finding>,
    left_out: usize,
}

impl SourceErrors {
    /// Returns these errors of `file` up to the limit.
    pub(crate) fn new(file: &str, mut errors: Vec<Finding>) -> Self {
        errors.sort_by_key(|error| error.place.map(|place| (place.line, place.column)));
        let left_out = errors.len().saturating_sub(MOST_ERRORS);
        errors.truncate(MOST_ERRORS);
        Self {
            file: file.to_owned(),
            errors,
            left_out,
        }
    }

    /// Returns the one error about the file as a whole.
    pub(crate) fn whole(file: &str, message: String, accepted: &str) -> Self {
        let error = Finding {
            accepted: Some(accepted.to_owned()),
            ..Finding::new(Severity::Error, None, message)
        };
        Self::new(file, vec![error])
    }

    /// Returns the errors that are kept, in source order.
    pub fn errors(&self) -> &[Finding] {
        &self.errors
    }

    /// Returns how many more there were.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Returns all errors as a person reads them.
    pub fn render(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for SourceErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            let gap = if index > 0 { "\n\n" } else { "" };
            write!(f, "{gap}{}:", self.file)?;
            if let Some(Place { line, column }) = error.place {
                write!(f, "{line}:{column}:")?;
            }
            write!(f, " {error}")?;
        }
        if self.left_out > 0 {
            write!(f, "\n\n… and {} more", self.left_out)?;
        }
        Ok(())
    }
}

impl std::error::Error for SourceErrors {}
