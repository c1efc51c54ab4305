//! The fields of a step, described once and visited by whoever reads, writes or changes them.

use std::time::Duration;

use crate::device::Modifier;
use crate::phrase::Phrase;

use super::{Claim, PressKey, Step, StepDefinition, Stroke, Target};

/// The unit of a number that has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Thousandths of a second.
    Milliseconds,
    /// Seconds.
    Seconds,
}

/// Which files the fields are visited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A skill: what an author of skills has words for.
    Skill,
    /// A compiled file: everything.
    Compiled,
}

/// The description of a field, whatever its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The key in skills.
    pub name: &'static str,
    /// The key in compiled files.
    pub wire: &'static str,
    /// How it is written, where the example of the verb does not show it.
    pub example: Option<&'static str>,
    /// The value that skills need not write.
    pub default: Option<&'static str>,
    /// The unit of a duration that has none.
    pub unit: Unit,
    /// Whether skills have no words for it.
    pub is_compiled_only: bool,
}

impl Field {
    /// Returns a field that goes by the same name everywhere.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            wire: name,
            example: None,
            default: None,
            unit: Unit::Seconds,
            is_compiled_only: false,
        }
    }

    /// Keeps it out of skills.
    pub const fn compiled_only(self) -> Self {
        Self {
            is_compiled_only: true,
            ..self
        }
    }

    /// Names it differently in compiled files.
    pub const fn wire(self, wire: &'static str) -> Self {
        Self { wire, ..self }
    }

    /// Adds how it is written.
    pub const fn example(self, example: &'static str) -> Self {
        Self {
            example: Some(example),
            ..self
        }
    }

    /// Adds the value that skills need not write.
    pub const fn default(self, default: &'static str) -> Self {
        Self {
            default: Some(default),
            ..self
        }
    }

    /// Lets a number without a unit count milliseconds.
    pub const fn milliseconds(self) -> Self {
        Self {
            unit: Unit::Milliseconds,
            ..self
        }
    }
}

impl From<&'static str> for Field {
    fn from(name: &'static str) -> Self {
        Self::new(name)
    }
}

/// One of a fixed set of words.
pub trait Word {
    /// Returns the word; `None` where nothing need be said.
    fn word(&self) -> Option<&'static str>;

    /// Takes the meaning of `word`, or returns `None` if it has none here.
    fn set_word(&mut self, word: &str) -> Option<()>;

    /// Returns the words that mean something, in the order messages list them.
    fn words(&self) -> Vec<&'static str>;
}

/// Makes fields of the enums that [`words!`](crate::words) declares; `said` returns the word that must be said.
macro_rules! word_fields {
    ($said:expr, $($type:ty),*) => {$(
        impl Word for $type {
            fn word(&self) -> Option<&'static str> {
                let said: fn(Self) -> Option<&'static str> = $said;
                said(*self)
            }

            fn set_word(&mut self, word: &str) -> Option<()> {
                *self = Self::from_word(word.trim())?;
                Some(())
            }

            fn words(&self) -> Vec<&'static str> {
                Self::ALL.map(Self::as_str).to_vec()
            }
        }
    )*};
}

word_fields!(
    |it| Some(it.as_str()),
    crate::geometry::Direction,
    crate::device::NetworkMode,
    crate::verify::Property,
    super::Edge
);
word_fields!(
    |it| (it != Self::default()).then(|| it.as_str()),
    super::TouchEffect
);

/// The value of a field, by its type, open to change.
pub enum Value<'a> {
    /// Nothing but the verb.
    Nothing,
    /// Words that must be there.
    Phrase(&'a mut Phrase),
    /// Words that may be missing.
    OptionalPhrase(&'a mut Option<Phrase>),
    /// The name of an element; it may be missing where the element has an id.
    Label(&'a mut Phrase),
    /// Text to type; it may be empty.
    Typed(&'a mut Phrase),
    /// Free text that nobody interprets; it may be missing.
    Remark(&'a mut Phrase),
    /// A name that later steps recall.
    Name(&'a mut Option<String>),
    /// A name for people.
    Caption(&'a mut Option<String>),
    /// A whole number from 1 on.
    Count(&'a mut u32),
    /// A whole number from 1 on that may be missing.
    OptionalCount(&'a mut Option<u32>),
    /// A time that must be there.
    Duration(&'a mut Duration),
    /// A time that may be missing.
    OptionalDuration(&'a mut Option<Duration>),
    /// One of a set of words.
    Word(&'a mut dyn Word),
    /// Said only where it is true.
    Flag(&'a mut bool),
    /// True or false, always said.
    State(&'a mut bool),
    /// A key with what is held meanwhile, as `l+command`.
    Combination(&'a mut PressKey),
    /// More that is held; what is written of a [`Value::Combination`] says it already.
    Modifiers(&'a mut Vec<Modifier>),
    /// A press of a key that is part of another step.
    Key(&'a mut PressKey),
    /// The element that the keys of the step itself name.
    Own(&'a mut Target),
    /// An element with keys of its own.
    Target(&'a mut Target),
    /// An element that may be missing.
    OptionalTarget(&'a mut Option<Target>),
    /// How far and how fast a finger moves.
    Stroke(&'a mut Option<Stroke>),
    /// Nested steps, at least one.
    Steps(&'a mut Vec<Step>),
    /// Nested steps, or none.
    OptionalSteps(&'a mut Vec<Step>),
    /// The condition.
    Claims(&'a mut Vec<Claim>),
}

/// Somebody who is shown the fields of a step, one after the other.
pub trait FieldVisitor {
    /// Returns which files it is for.
    fn form(&self) -> FileKind {
        FileKind::Compiled
    }

    /// Takes a field's value, or changes it.
    fn field(&mut self, field: &Field, value: Value<'_>);

    /// Returns which of these keys is written; who does not read a file says `current`.
    fn choose(&mut self, names: &'static [&'static str], current: &'static str) -> &'static str {
        let _ = names;
        current
    }
}

/// A part of a step that others go through one by one.
pub(super) enum StepPart<'a> {
    /// Words that name something.
    Phrase(&'a mut Phrase),
    /// Text to type, which names nothing.
    Typed(&'a mut Phrase),
    /// An element; its words come after it.
    Target(&'a mut Target),
}

/// Visits the parts of a step itself, not of nested steps.
pub(super) fn for_each_part(step: &mut dyn StepDefinition, visit: &mut dyn FnMut(StepPart<'_>)) {
    step.fields(&mut PartVisitor { visit });
}

struct PartVisitor<'a> {
    visit: &'a mut dyn FnMut(StepPart<'_>),
}

impl FieldVisitor for PartVisitor<'_> {
    fn field(&mut self, _: &Field, value: Value<'_>) {
        match value {
            Value::Phrase(phrase)
            | Value::Label(phrase)
            | Value::Remark(phrase)
            | Value::OptionalPhrase(Some(phrase)) => (self.visit)(StepPart::Phrase(phrase)),
            Value::Typed(text) => (self.visit)(StepPart::Typed(text)),
            Value::Own(target) | Value::Target(target) | Value::OptionalTarget(Some(target)) => {
                (self.visit)(StepPart::Target(target));
                target.fields(self);
            }
            Value::Claims(claims) => claims.iter_mut().for_each(|claim| claim.fields(self)),
            Value::OptionalPhrase(None)
            | Value::OptionalTarget(None)
            | Value::Nothing
            | Value::Name(_)
            | Value::Caption(_)
            | Value::Count(_)
            | Value::OptionalCount(_)
            | Value::Duration(_)
            | Value::OptionalDuration(_)
            | Value::Word(_)
            | Value::Flag(_)
            | Value::State(_)
            | Value::Combination(_)
            | Value::Modifiers(_)
            | Value::Key(_)
            | Value::Stroke(_)
            | Value::Steps(_)
            | Value::OptionalSteps(_) => {}
        }
    }
}

/// Returns the keys that a skill may give what `visit` shows.
pub fn skill_keys(visit: impl FnOnce(&mut dyn FieldVisitor)) -> Vec<&'static str> {
    let mut keys = SkillKeys(Vec::new());
    visit(&mut keys);
    keys.0
}

struct SkillKeys(Vec<&'static str>);

impl SkillKeys {
    fn add(&mut self, key: &'static str) {
        if !self.0.contains(&key) {
            self.0.push(key);
        }
    }
}

impl FieldVisitor for SkillKeys {
    fn form(&self) -> FileKind {
        FileKind::Skill
    }

    fn field(&mut self, field: &Field, value: Value<'_>) {
        if let Value::Own(target) = value {
            target.fields(self);
        } else {
            self.add(field.name);
        }
    }

    fn choose(&mut self, names: &'static [&'static str], current: &'static str) -> &'static str {
        names.iter().for_each(|name| self.add(name));
        current
    }
}
