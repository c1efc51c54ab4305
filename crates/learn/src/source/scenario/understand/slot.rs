//! The places of a pattern that take something from the sentence, and what they took.

use retap_model::geometry::Direction;
use retap_model::screen::Role;

use super::intent::{KeyEvent, State};

/// A place of a pattern that takes something from the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// `{text}`, `{texts}`: quoted.
    Text,
    /// `{absent}`: quoted, and expected to be gone.
    Absent,
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
    /// `{n}`: a number.
    Number,
    /// `{ordinal}`: which of several.
    Ordinal,
    /// `{direction}`: where to scroll or swipe.
    Direction,
    /// `{key}`, `{button}`: a key of the keyboard, a key of the device.
    Key,
    /// `{state}`: the state of a control.
    State,
    /// `{role}`: the kind of an element.
    Role,
}

/// What a word of a table stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    /// A number.
    Number(f64),
    /// A direction.
    Direction(Direction),
    /// A key.
    Key(KeyEvent),
    /// A state.
    State(State),
    /// A kind of element.
    Role(Role),
}

/// What a slot took.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Taken {
    /// The quoted text at this piece.
    Quoted(usize),
    /// Words from this piece; where they end follows.
    WordsFrom(usize),
    /// Words to before this piece.
    WordsTo(usize),
    /// What a word of the table stands for.
    Value(Value),
}

/// The word lists a table has, each with the slot its words fill.
pub(super) const WORD_LISTS: [(&str, Slot); 8] = [
    ("direction", Slot::Direction),
    ("key", Slot::Key),
    ("button", Slot::Key),
    ("state", Slot::State),
    ("role", Slot::Role),
    ("subject", Slot::Role),
    ("ordinal", Slot::Ordinal),
    ("number", Slot::Number),
];

/// Returns the value that `name` stands for in the lists of `slot`.
pub(super) fn parse_value(slot: Slot, name: &str) -> Option<Value> {
    match slot {
        Slot::Direction => Direction::from_word(name).map(Value::Direction),
        Slot::Key => KeyEvent::from_name(name).map(Value::Key),
        Slot::State => State::from_word(name).map(Value::State),
        Slot::Role => Role::from_word(name).map(Value::Role),
        Slot::Ordinal | Slot::Number => name.parse().ok().map(Value::Number),
        Slot::Text
        | Slot::Absent
        | Slot::What
        | Slot::Field
        | Slot::Name
        | Slot::Within
        | Slot::Area => None,
    }
}
