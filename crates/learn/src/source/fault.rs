//! A fault that a reader found at one place, before the file's name and text are added to it.

use retap_model::program::Place;
use strsim::osa_distance;

use super::finding::Severity;
use super::scenario::Rule;

/// How deep steps may be nested. People stop at 3; a parser must stop somewhere.
pub(crate) const MAX_STEP_DEPTH: usize = 16;

/// How many faults are looked for; a file with more is not worth reading to its end.
pub(crate) const MOST_FAULTS: usize = 500;

/// A stretch of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// Where it starts.
    pub(crate) place: Place,
    /// How many characters it has; at least 1.
    pub(crate) width: usize,
}

impl Span {
    /// Returns the stretch of `width` characters that starts at this line and column.
    pub(crate) fn new(line: usize, column: usize, width: usize) -> Self {
        Self::at(Place { line, column }, width)
    }

    /// Returns the stretch of `width` characters that starts at this place.
    pub(crate) fn at(place: Place, width: usize) -> Self {
        let width = width.max(1);
        Self { place, width }
    }
}

/// One thing wrong at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) span: Span,
    /// The rule of scenarios that is broken.
    pub(crate) rule: Option<Rule>,
    pub(crate) message: String,
    /// The forms accepted there.
    pub(crate) accepted: Option<String>,
    /// The way out of it.
    pub(crate) hint: Option<String>,
}

impl Fault {
    /// Returns the fault with nothing but its place and message.
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            span,
            rule: None,
            message: message.into(),
            accepted: None,
            hint: None,
        }
    }

    /// Returns the fault of a place that breaks a rule.
    pub(crate) fn breaks(rule: Rule, span: Span, message: impl Into<String>) -> Self {
        Self {
            rule: Some(rule),
            ..Self::new(span, message)
        }
    }

    /// Returns the same fault as one that breaks a rule.
    pub(crate) fn of_rule(self, rule: Rule) -> Self {
        Self {
            rule: Some(rule),
            ..self
        }
    }

    /// Returns the fault of an owner that has no value.
    pub(crate) fn no_value(span: Span, owner: &str) -> Self {
        Self::new(span, format!("`{owner}` has no value"))
    }

    /// Returns the fault of an owner that lacks a key.
    pub(crate) fn missing_key(span: Span, owner: &str, key: &str) -> Self {
        Self::new(span, format!("`{owner}` has no `{key}`"))
    }

    /// Returns the fault of a key that means nothing to its owner.
    pub(crate) fn unknown_key(span: Span, owner: &str, key: &str) -> Self {
        Self::new(span, format!("`{owner}` has no key `{key}`"))
    }

    /// Returns the fault of a step that needs steps below it and has none.
    pub(crate) fn no_children(span: Span, owner: &str) -> Self {
        Self::new(span, format!("`{owner}` has no steps below it"))
    }

    /// Returns the fault of things nested deeper than `limit`.
    pub(crate) fn too_deep(span: Span, limit: usize) -> Self {
        Self::new(span, format!("nested deeper than {limit} levels"))
    }

    /// Returns the fault of a skill without steps.
    pub(crate) fn no_steps(span: Span) -> Self {
        Self::new(span, "the skill has no steps")
    }

    /// Returns the fault of a line indented with a tab.
    pub(crate) fn tab(line: usize, column: usize) -> Self {
        let span = Span::new(line, column, 1);
        Self::new(span, "a tab is used for indentation").accepted("spaces")
    }

    /// Returns whether it makes the file unreadable.
    pub(crate) fn is_error(&self) -> bool {
        let rule = self.rule.map(Rule::severity);
        rule.is_none_or(|severity| severity == Severity::Error)
    }

    /// Adds what would be accepted.
    pub(crate) fn accepted(mut self, accepted: impl Into<String>) -> Self {
        self.accepted = Some(accepted.into());
        self
    }

    /// Adds what to type.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the name nearest to `word` as a hint, if one is near.
    pub(crate) fn suggest(self, word: &str, names: &[&str]) -> Self {
        match nearest(word, names) {
            Some(name) => self.hint(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

/// How many letters may differ for a name to be suggested.
const NEAR: usize = 2;

/// Words longer than this are never a slip of the finger.
const LONGEST_WORD: usize = 40;

/// Returns the name that `word` is a slip of the finger away from.
fn nearest<'a>(word: &str, names: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase().replace(['-', ' '], "_");
    if word.len() > LONGEST_WORD {
        return None;
    }
    let distances = names.iter().map(|name| (osa_distance(&word, name), *name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= NEAR && distance < name.chars().count()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        let names = ["tap", "type", "wait_for", "home"];
        assert_eq!(nearest("tpa", &names), Some("tap"));
        assert_eq!(nearest("waitfor", &names), Some("wait_for"));
        assert_eq!(nearest("wait-for", &names), Some("wait_for"));
        assert_eq!(nearest("frobnicate", &names), None);
    }
}
