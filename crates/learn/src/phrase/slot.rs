//! The places of a pattern that take something from the sentence.

use retap_model::device::{Key, NetworkMode};
use retap_model::geometry::Direction;
use retap_model::program::TouchEffect;
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

/// A word list of a table.
pub(super) struct WordList {
    /// The list's name in tables and patterns.
    pub(super) name: &'static str,
    /// The slot its words fill.
    pub(super) slot: Slot,
    /// Returns whether it can have words for this.
    pub(super) knows: fn(&str) -> bool,
}

const fn list(name: &'static str, slot: Slot, knows: fn(&str) -> bool) -> WordList {
    WordList { name, slot, knows }
}

/// The word lists a table has.
pub(super) const WORD_LISTS: [WordList; 11] = [
    list("direction", Slot::Direction, |name| {
        Direction::from_word(name).is_some()
    }),
    list("key", Slot::Key, is_key),
    list("button", Slot::Key, is_key),
    list("state", Slot::State, is_state),
    list("role", Slot::Role, is_role),
    list("kind", Slot::Role, is_role),
    list("subject", Slot::Subject, is_role),
    list("ordinal", Slot::Ordinal, is_number),
    list("number", Slot::Number, is_number),
    list("effect", Slot::Effect, |name| {
        TouchEffect::from_word(name).is_some()
    }),
    list("network", Slot::Network, |name| {
        NetworkMode::from_word(name).is_some()
    }),
];

/// Returns the value of the word after a section's verb: `key back`, `state on`.
pub(super) fn preset_of(word: &str) -> Option<(Slot, String)> {
    let slot = match word {
        key if is_key(key) => Slot::Key,
        state if is_state(state) => Slot::State,
        _ => return None,
    };
    Some((slot, word.to_owned()))
}

fn is_key(name: &str) -> bool {
    Key::NAMES.contains(&name)
}

fn is_state(name: &str) -> bool {
    property_of(name).is_some()
}

fn is_role(name: &str) -> bool {
    Role::from_word(name).is_some()
}

fn is_number(name: &str) -> bool {
    name.parse::<u32>().is_ok()
}
