//! The places of a pattern that take something from the sentence.

use retap_model::device::{Key, NetworkMode};
use retap_model::geometry::Direction;
use retap_model::screen::Role;

use super::claim::property_of;

/// A place of a pattern that takes something from the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// `{text}`, `{texts}`: quoted, what an element says.
    Text,
    /// `{absent}`: quoted, and expected to be gone.
    Absent,
    /// `{input}`: quoted, what is typed; may be empty.
    Input,
    /// `{what}`: words that describe a thing.
    What,
    /// `{field}`: quoted or words, the name of a field.
    Field,
    /// `{name}`: quoted or words, the name of a screen.
    Name,
    /// `{within}`: quoted or words, `{owner}`: quoted, what a thing belongs to.
    Within,
    /// `{area}`: quoted or words, the screen, dialog or list a thing is in.
    Area,
    /// `{id}`: quoted, the platform's own identifier.
    Id,
    /// `{app}`: quoted or bold, an app.
    App,
    /// `{keys}`, `{keyname}`: a key with its modifiers.
    Combination,
    /// `{n}`: a number.
    Number,
    /// `{count}`: how many.
    Count,
    /// `{max}`: how often at most.
    Max,
    /// `{time}`: a duration with its unit, up to a closing parenthesis.
    Time,
    /// `{ordinal}`, `{nth}`: which of several.
    Ordinal,
    /// `{direction}`: where to scroll or swipe.
    Direction,
    /// `{key}`, `{button}`: a key of the keyboard, a key of the device.
    Key,
    /// `{state}`: the state of a control.
    State,
    /// `{role}`, `{kind}`: the kind of an element.
    Role,
    /// `{subject}`: the kind of the element that a text belongs to.
    Subject,
    /// `{effect}`: what a touch is expected to show.
    Effect,
    /// `{network}`: a radio and its state.
    Network,
    /// `{variable}`: a name in braces.
    Variable,
    /// `{figure}`: the name of a measured time, up to a closing parenthesis.
    Figure,
    /// `{rest}`: everything that is left.
    Rest,
    /// `{next}`: takes nothing; what follows is about a second element.
    Next,
}

/// The name of the only effect that words are needed for: none.
const NO_EFFECT: &str = "none";

/// The word lists a table has, each with the slot its words fill.
pub(super) const WORD_LISTS: [(&str, Slot); 11] = [
    ("direction", Slot::Direction),
    ("key", Slot::Key),
    ("button", Slot::Key),
    ("state", Slot::State),
    ("role", Slot::Role),
    ("kind", Slot::Role),
    ("subject", Slot::Subject),
    ("ordinal", Slot::Ordinal),
    ("number", Slot::Number),
    ("effect", Slot::Effect),
    ("network", Slot::Network),
];

impl Slot {
    /// Returns whether `name` is something that a word list of this slot can have words for.
    pub(super) fn knows(self, name: &str) -> bool {
        match self {
            Self::Direction => Direction::from_word(name).is_some(),
            Self::Key => Key::NAMES.contains(&name),
            Self::State => property_of(name).is_some(),
            Self::Role | Self::Subject => Role::from_word(name).is_some(),
            Self::Effect => name == NO_EFFECT,
            Self::Network => NetworkMode::from_word(name).is_some(),
            Self::Ordinal | Self::Number => name.parse::<u32>().is_ok(),
            Self::Text
            | Self::Absent
            | Self::Input
            | Self::What
            | Self::Field
            | Self::Name
            | Self::Within
            | Self::Area
            | Self::Id
            | Self::App
            | Self::Combination
            | Self::Count
            | Self::Max
            | Self::Time
            | Self::Variable
            | Self::Figure
            | Self::Rest
            | Self::Next => false,
        }
    }
}
