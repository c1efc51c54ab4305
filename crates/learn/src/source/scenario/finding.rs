//! The finding of a rule, first with the nodes it found it at, then as people read it.

use retap_model::program::Place;

use super::rule::Rule;
use crate::source::error::Problem;
use crate::source::excerpt::Excerpt;
use crate::source::fault::{Fault, Span, nearest};
use crate::source::lint::Severity;
use crate::source::yaml::Node;

/// One thing a rule found in a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// How much it matters.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// The fault.
    pub message: String,
    /// The forms accepted there.
    pub accepted: Option<String>,
    /// The command to type.
    pub hint: Option<String>,
    /// The line with a caret below the place.
    pub excerpt: String,
}

/// A remedy for a finding without a person.
#[derive(Debug, Clone)]
pub(super) enum Remedy<'a> {
    /// Give the section this id.
    AddId { section: &'a Node, id: String },
    /// Write this id behind the key that has none.
    SetId {
        key: &'a Node,
        value: &'a Node,
        id: String,
    },
    /// Write this behind the text.
    Suffix { value: &'a Node, suffix: String },
    /// Write this in the place of the value.
    Replace { value: &'a Node, text: &'static str },
    /// Write this number in the place of the value.
    Number { value: &'a Node, text: String },
    /// Make two items of it.
    Split { item: &'a Node },
    /// Take the entry of the mapping out of use.
    Retire { mapping: &'a Node, index: usize },
}

/// A finding that still knows its nodes.
#[derive(Debug, Clone)]
pub(super) struct Found<'a> {
    pub(super) rule: Rule,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) accepted: Option<String>,
    pub(super) hint: Option<String>,
    pub(super) remedy: Option<Remedy<'a>>,
}

impl<'a> Found<'a> {
    /// Returns the finding with nothing but its place and message.
    pub(super) fn new(rule: Rule, span: Span, message: impl Into<String>) -> Self {
        Self {
            rule,
            span,
            message: message.into(),
            accepted: None,
            hint: None,
            remedy: None,
        }
    }

    /// Adds what would be accepted.
    pub(super) fn accepted(mut self, accepted: impl Into<String>) -> Self {
        self.accepted = Some(accepted.into());
        self
    }

    /// Adds what to type.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the name nearest to `word` as a hint, if one is near.
    pub(super) fn suggest(self, word: &str, names: &[&str]) -> Self {
        match nearest(word, names) {
            Some(name) => self.hint(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// Adds what can be done about it.
    pub(super) fn remedy(mut self, remedy: Remedy<'a>) -> Self {
        self.remedy = Some(remedy);
        self
    }

    /// Returns it as people read it; `line` is the text of its line.
    pub(super) fn into_finding(self, line: &str) -> Finding {
        Finding {
            rule: self.rule,
            severity: self.rule.severity(),
            place: self.span.place,
            message: self.message,
            accepted: self.accepted,
            hint: self.hint,
            excerpt: Excerpt::new(self.span, line).to_string(),
        }
    }

    /// Returns it as what makes a file unreadable.
    pub(super) fn into_fault(self) -> Fault {
        let problem = Problem::Scenario {
            rule: self.rule.code(),
            message: self.message,
        };
        Fault {
            accepted: self.accepted,
            hint: self.hint,
            ..Fault::new(self.span, problem)
        }
    }
}
