//! The keys and values a step has, whichever of the possible layouts it is written in.

use super::value::wrong_type;
use crate::source::fault::{Fault, Span};
use crate::source::yaml::{Content, Node};

/// The keys and values that belong to one owner: a verb, or a key that holds a target.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    /// Whose they are.
    pub(super) owner: &'a str,
    /// Where the owner stands.
    pub(super) span: Span,
    entries: Vec<Field<'a>>,
}

#[derive(Debug)]
struct Field<'a> {
    name: &'a str,
    span: Span,
    value: &'a Node,
}

impl<'a> Fields<'a> {
    /// Reads what stands behind `owner`: a mapping, or one value that stands for the key `main`.
    pub(super) fn new(
        owner: &'a str,
        span: Span,
        main: Option<&'a str>,
        value: &'a Node,
    ) -> Result<Self, Fault> {
        let mut fields = Self {
            owner,
            span,
            entries: Vec::new(),
        };
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

    /// Refuses every key that is not one of `known`.
    pub(super) fn check_keys(&self, known: &[&str]) -> Result<(), Fault> {
        let mut entries = self.entries.iter();
        let Some(field) = entries.find(|field| !known.contains(&field.name)) else {
            return Ok(());
        };
        let fault = Fault::unknown_key(field.span, self.owner, field.name);
        Err(fault.accepted(known.join(", ")).suggest(field.name, known))
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
