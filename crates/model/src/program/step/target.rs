//! How an author names one element.

use crate::phrase::Phrase;
use crate::screen::Role;

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
    /// What kind of element.
    pub role: Option<Role>,
    /// How the label must match.
    pub matching: Matching,
    /// Whether it is to take text: where fields and other things go by the name, a field is meant.
    pub takes_text: bool,
}

impl Target {
    /// Returns the target with this label and nothing else.
    pub fn labelled(label: impl Into<Phrase>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }
}

impl Target {
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
    pub(super) fn phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        visit(&mut self.label);
        [&mut self.row, &mut self.area, &mut self.id]
            .into_iter()
            .flatten()
            .for_each(visit);
    }
}
