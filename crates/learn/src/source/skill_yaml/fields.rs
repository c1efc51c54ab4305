//! The keys and values a step has, whichever of the possible layouts it is written in, and how single
//! values are read.

use std::time::Duration;

use retap_model::phrase::Phrase;
use retap_model::program::{self, Unit};
use retap_model::seen::is_blank;

use crate::source::duration::parse_duration;
use crate::source::fault::{Fault, Span};
use crate::source::yaml::{Content, Node};

/// The keys and values that belong to one owner: a verb, or a key that holds a target.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    /// Whose they are.
    pub(super) owner: &'a str,
    /// Where the owner stands.
    pub(super) span: Span,
    /// The key that a single value stands for.
    pub(super) main: Option<&'static str>,
    entries: Vec<Field<'a>>,
}

#[derive(Debug)]
struct Field<'a> {
    name: &'a str,
    span: Span,
    value: &'a Node,
}

impl<'a> Fields<'a> {
    /// Returns that nothing stands behind `owner`.
    pub(super) const fn none(owner: &'a str, span: Span, main: Option<&'static str>) -> Self {
        let entries = Vec::new();
        Self {
            owner,
            span,
            main,
            entries,
        }
    }

    /// Reads what stands behind `owner`: a mapping, or one value that stands for the key `main`.
    pub(super) fn new(
        owner: &'a str,
        span: Span,
        main: Option<&'static str>,
        value: &'a Node,
    ) -> Result<Self, Fault> {
        let mut fields = Self::none(owner, span, main);
        match (&value.content, main) {
            (Content::Mapping(entries), _) => {
                for (key, value) in entries {
                    fields.add(key, value);
                }
            }
            (Content::Scalar { .. }, _) if value.is_null() => {}
            (Content::Scalar { .. }, Some(main)) => {
                fields.entries.push(Field {
                    name: main,
                    span: value.span,
                    value,
                });
            }
            (Content::Scalar { .. } | Content::Sequence(_), _) => {
                return Err(wrong_type(owner, value));
            }
        }
        Ok(fields)
    }

    /// Adds a key that stands beside the owner, as in `- wait_for: "X"` with `timeout: 3` below.
    pub(super) fn add(&mut self, key: &'a Node, value: &'a Node) {
        // The tree has scalar keys only; `null` as a key is the word.
        if let Content::Scalar { text, .. } = &key.content {
            self.entries.push(Field {
                name: text,
                span: key.span,
                value,
            });
        }
    }

    /// Refuses every key that is not one of `known`, which has the main key.
    pub(super) fn check_keys(
        &self,
        known: impl FnOnce() -> Vec<&'static str>,
    ) -> Result<(), Fault> {
        let is_main = |field: &Field<'_>| Some(field.name) == self.main;
        if self.entries.iter().all(is_main) {
            return Ok(());
        }
        let known = known();
        let mut entries = self.entries.iter();
        let Some(field) = entries.find(|field| !known.contains(&field.name)) else {
            return Ok(());
        };
        let fault = Fault::unknown_key(field.span, self.owner, field.name);
        Err(fault.accepted(known.join(", ")).suggest(field.name, &known))
    }

    /// Returns the value of `name`, if it is there.
    pub(super) fn get(&self, name: &str) -> Option<&'a Node> {
        self.entries
            .iter()
            .find(|field| field.name == name)
            .map(|field| field.value)
    }

    /// Returns the value of `name`, which must be there; `example` shows how.
    pub(super) fn require(&self, name: &str, example: &str) -> Result<&'a Node, Fault> {
        let missing = || Fault::missing_key(self.span, self.owner, name).accepted(example);
        self.get(name).ok_or_else(missing)
    }

    /// Returns the only one of `names` that is there.
    pub(super) fn exactly_one(&self, names: &[&'static str]) -> Result<&'static str, Fault> {
        let is_there = |name: &&&'static str| self.get(name).is_some();
        let found: Vec<_> = names.iter().filter(is_there).collect();
        if let [one] = found.as_slice() {
            return Ok(one);
        }
        let keys: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let message = format!(
            "`{}` needs exactly one of {}; found {}",
            self.owner,
            keys.join(", "),
            found.len()
        );
        Err(Fault::new(self.span, message))
    }

    /// Returns whether nothing was written.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Returns the fault of a value that has the wrong shape.
pub(super) fn wrong_type(owner: &str, node: &Node) -> Fault {
    match node.is_null() {
        true => Fault::no_value(node.span, owner),
        false => Fault::new(node.span, format!("`{owner}` cannot be {}", node.kind())),
    }
}

/// Returns the fault of a value that is none of those `accepted`.
pub(super) fn bad_value(owner: &str, node: &Node, accepted: &str) -> Fault {
    let Some(value) = node.text() else {
        return wrong_type(owner, node).accepted(accepted);
    };
    Fault::new(node.span, format!("`{owner}` cannot be `{value}`")).accepted(accepted)
}

/// Reads text; empty only when the author wrote an empty quote.
pub(super) fn read_text<'a>(owner: &str, node: &'a Node) -> Result<&'a str, Fault> {
    node.text()
        .ok_or_else(|| wrong_type(owner, node).accepted("text"))
}

/// Reads text that says something.
pub(super) fn read_words<'a>(owner: &str, node: &'a Node) -> Result<&'a str, Fault> {
    let text = read_text(owner, node)?;
    if is_blank(text) {
        return Err(Fault::no_value(node.span, owner).accepted("text"));
    }
    Ok(text)
}

/// Reads text that says something, with its variables.
pub(super) fn read_phrase(owner: &str, node: &Node) -> Result<Phrase, Fault> {
    read_words(owner, node).map(Phrase::parse)
}

/// Reads text with its variables; empty only when the author wrote an empty quote.
pub(super) fn read_any_phrase(owner: &str, node: &Node) -> Result<Phrase, Fault> {
    read_text(owner, node).map(Phrase::parse)
}

/// Reads a whole number from 1 on.
pub(super) fn read_count(owner: &str, node: &Node) -> Result<u32, Fault> {
    let count = node
        .text()
        .and_then(|text| text.parse::<u32>().ok())
        .filter(|count| *count > 0);
    count.ok_or_else(|| bad_value(owner, node, "a whole number from 1 on"))
}

/// Returns what reads the duration of a field; the field's unit counts when none is written.
pub(super) fn read_duration(
    field: &program::Field,
) -> impl Fn(&str, &Node) -> Result<Duration, Fault> {
    let unit = field.unit;
    let accepted = match unit {
        Unit::Seconds => "a number of seconds such as 30 or 0.5, at most a day",
        Unit::Milliseconds => "a number of milliseconds such as 1000, at most a day",
    };
    move |owner, node| {
        let duration = node.text().and_then(|text| parse_duration(text, unit));
        duration.ok_or_else(|| bad_value(owner, node, accepted))
    }
}
