//! How an author names one element.

use std::fmt::Write as _;

use crate::phrase::Phrase;
use crate::screen::Role;
use crate::seen;

use super::declare::show;
use super::definition::quoted;
use super::field::{Field, FieldVisitor, Value, Word};

/// How the words of a label must match what an element says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Matching {
    /// As people write labels: case and accents aside, whole words of a longer text where nothing
    /// matches better.
    #[default]
    Usual,
    /// Letter for letter, the whole of it.
    Exact,
    /// Letter for letter, as part of it.
    Contains,
    /// The whole of it, with case, accents, spaces and hyphens aside: words that describe a thing
    /// rather than quote it, such as `login` for `Log in`.
    Described,
}

/// How an author names one element: a label, and if that is not unique, what tells it apart.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Target {
    /// The text a person would read out.
    pub label: Phrase,
    /// A text in the same row, such as the name of the list entry.
    pub row: Option<Phrase>,
    /// Which of several equal elements, counted from 1 in reading order.
    pub index: Option<u32>,
    /// The name of the screen, dialog or list it is in; nothing is it while that is not in front.
    pub area: Option<Phrase>,
    /// The platform's own identifier.
    pub id: Option<Phrase>,
    /// Its kind.
    pub role: WantedRole,
    /// How the label must match.
    pub matching: Matching,
}

/// Which kinds of elements a target may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WantedRole {
    /// All of them.
    #[default]
    Any,
    /// All of them, but a field where fields and other things go by the name: it is to take text.
    FieldFirst,
    /// All of them, but a list to choose from where such and other things go by the name: something is to be chosen in it.
    ListFirst,
    /// All of them, but a switch or box where such and other things go by the name: it is to be set.
    ToggleFirst,
    /// This one.
    Only(Role),
}

impl WantedRole {
    /// Returns the only kind that may be meant, where there is one.
    pub const fn only(self) -> Option<Role> {
        match self {
            Self::Only(role) => Some(role),
            Self::Any | Self::FieldFirst | Self::ListFirst | Self::ToggleFirst => None,
        }
    }

    /// Returns the same for a target that is to take text.
    pub const fn for_text(self) -> Self {
        match self {
            Self::Only(role) => Self::Only(role),
            Self::Any | Self::FieldFirst | Self::ListFirst | Self::ToggleFirst => Self::FieldFirst,
        }
    }

    /// Returns the same for a target in which something is chosen.
    pub const fn for_choosing(self) -> Self {
        match self {
            Self::Only(role) => Self::Only(role),
            Self::Any | Self::FieldFirst | Self::ListFirst | Self::ToggleFirst => Self::ListFirst,
        }
    }

    /// Returns the same for a target that is to be set.
    pub const fn for_setting(self) -> Self {
        match self {
            Self::Only(role) => Self::Only(role),
            Self::Any | Self::FieldFirst | Self::ListFirst | Self::ToggleFirst => Self::ToggleFirst,
        }
    }
}

impl From<Option<Role>> for WantedRole {
    fn from(role: Option<Role>) -> Self {
        role.map_or(Self::Any, Self::Only)
    }
}

impl Word for WantedRole {
    fn word(&self) -> Option<&'static str> {
        self.only().map(Role::as_str)
    }

    fn set_word(&mut self, word: &str) -> Option<()> {
        *self = Self::Only(Role::from_word(word.trim())?);
        Some(())
    }

    fn words(&self) -> Vec<&'static str> {
        Role::ALL.map(Role::as_str).to_vec()
    }
}

impl Target {
    /// Returns the target with this label and nothing else.
    pub fn labelled(label: impl Into<Phrase>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// Returns the target with this id and nothing else.
    pub fn by_id(id: Phrase) -> Self {
        Self {
            id: Some(id),
            ..Self::default()
        }
    }

    /// Returns the target with this label, matched so, and nothing else.
    pub fn matching(label: Phrase, matching: Matching) -> Self {
        Self {
            label,
            matching,
            ..Self::default()
        }
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Self::parse(text)
    }
}

impl Target {
    /// Returns the words of it that say nothing, so that nothing can be it: the label where there is no id, or another
    /// part that is given.
    pub fn blank_part(&self) -> Option<&Phrase> {
        let is_blank = |phrase: &&Phrase| seen::is_blank(&phrase.reveal());
        let given = [&self.id, &self.row, &self.area].into_iter().flatten();
        let label = Some(&self.label).filter(|_| self.id.is_none());
        label.into_iter().chain(given).find(is_blank)
    }
}

const AREA: Field = Field::new("area").compiled_only();
const MATCH: Field = Field::new("match").compiled_only();

impl Target {
    /// Shows its fields to `visitor`, wherever it is part of a step.
    pub fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        show(visitor, "label", Value::Label(&mut self.label));
        show(visitor, "row", Value::OptionalPhrase(&mut self.row));
        show(visitor, "index", Value::OptionalCount(&mut self.index));
        show(visitor, AREA, Value::OptionalPhrase(&mut self.area));
        show(visitor, "id", Value::OptionalPhrase(&mut self.id));
        show(visitor, "role", Value::Word(&mut self.role));
        show(visitor, MATCH, Value::Word(&mut self.matching));
    }

    /// Returns the target in words, as reports show it.
    pub fn title(&self) -> String {
        let mut text = quoted(&self.label);
        if let Some(row) = &self.row {
            let _ = write!(text, " in the row {}", quoted(row));
        }
        if let Some(area) = &self.area {
            let _ = write!(text, " on {}", quoted(area));
        }
        if let Some(index) = self.index {
            let _ = write!(text, " number {index}");
        }
        if let Some(id) = &self.id {
            let _ = write!(text, " with id `{id}`");
        }
        if let Some(role) = self.role.only() {
            let _ = write!(text, " as {}", role.as_str());
        }
        match self.matching {
            Matching::Usual => {}
            Matching::Exact => text.push_str(" (exactly)"),
            Matching::Contains => text.push_str(" (as part of a text)"),
            Matching::Described => text.push_str(" (as described)"),
        }
        text
    }
}

impl Word for Matching {
    fn word(&self) -> Option<&'static str> {
        match self {
            Self::Usual => None,
            Self::Exact => Some("exact"),
            Self::Contains => Some("contains"),
            Self::Described => Some("described"),
        }
    }

    fn set_word(&mut self, word: &str) -> Option<()> {
        *self = match word {
            "exact" => Self::Exact,
            "contains" => Self::Contains,
            "described" => Self::Described,
            _ => return None,
        };
        Some(())
    }

    fn words(&self) -> Vec<&'static str> {
        vec!["exact", "contains", "described"]
    }
}
