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
    /// Its purpose, in a few words.
    pub about: &'static str,
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
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            wire: name,
            about,
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

/// The value behind a verb that needs nothing, as in `home: true`.
pub(super) const SWITCH: Field = Field::new("on", "anything but `false`");

/// The element that the keys of the step itself name.
pub(super) const TARGET: Field = Field::new("target", "the element");

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
    fn form(&self) -> FileKind;

    /// Takes a field's value, or changes it.
    fn field(&mut self, field: &Field, value: Value<'_>);

    /// Returns which of these keys is written; who does not read a file says `current`.
    fn choose(&mut self, names: &'static [&'static str], current: &'static str) -> &'static str {
        let _ = names;
        current
    }
}

/// A field that a verb knows, and what its value looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownField {
    /// The field.
    pub field: Field,
    /// The type of its value, in a few words.
    pub value: &'static str,
}

impl KnownField {
    /// Returns the fields that `visit` shows for files of this form.
    pub fn list(form: FileKind, visit: impl FnOnce(&mut dyn FieldVisitor)) -> Vec<Self> {
        let fields = Vec::new();
        let mut visitor = FieldList { form, fields };
        visit(&mut visitor);
        visitor.fields
    }
}

/// Which phrases are visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// All of them.
    All,
    /// Those that name something, which text to type does not.
    Naming,
}

/// Visits the phrases of a step.
pub(super) fn phrases_of(
    step: &mut dyn StepDefinition,
    words: Words,
    visit: &mut dyn FnMut(&mut Phrase),
) {
    step.fields(&mut PhraseVisitor { words, visit });
}

/// Visits the targets of a step.
pub(super) fn targets_of(step: &mut dyn StepDefinition, visit: &mut dyn FnMut(&mut Target)) {
    step.fields(&mut TargetVisitor { visit });
}

/// The parts of a value that others go through one by one.
enum Parts<'a> {
    Phrase(&'a mut Phrase),
    Typed(&'a mut Phrase),
    Targets(&'a mut [Target]),
    Claims(&'a mut [Claim]),
    None,
}

impl<'a> Value<'a> {
    fn into_parts(self) -> Parts<'a> {
        match self {
            Value::Phrase(phrase) | Value::Label(phrase) | Value::Remark(phrase) => {
                Parts::Phrase(phrase)
            }
            Value::OptionalPhrase(phrase) => phrase.as_mut().map_or(Parts::None, Parts::Phrase),
            Value::Typed(text) => Parts::Typed(text),
            Value::Own(target) | Value::Target(target) => {
                Parts::Targets(std::slice::from_mut(target))
            }
            Value::OptionalTarget(target) => Parts::Targets(target.as_mut_slice()),
            Value::Claims(claims) => Parts::Claims(claims),
            Value::Nothing
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
            | Value::OptionalSteps(_) => Parts::None,
        }
    }
}

struct PhraseVisitor<'a> {
    words: Words,
    visit: &'a mut dyn FnMut(&mut Phrase),
}

impl FieldVisitor for PhraseVisitor<'_> {
    fn form(&self) -> FileKind {
        FileKind::Compiled
    }

    fn field(&mut self, _: &Field, value: Value<'_>) {
        match value.into_parts() {
            Parts::Phrase(phrase) => (self.visit)(phrase),
            Parts::Typed(text) if self.words == Words::All => (self.visit)(text),
            Parts::Targets(targets) => targets.iter_mut().for_each(|target| target.fields(self)),
            Parts::Claims(claims) => claims.iter_mut().for_each(|claim| claim.fields(self)),
            Parts::Typed(_) | Parts::None => {}
        }
    }
}

struct TargetVisitor<'a> {
    visit: &'a mut dyn FnMut(&mut Target),
}

impl FieldVisitor for TargetVisitor<'_> {
    fn form(&self) -> FileKind {
        FileKind::Compiled
    }

    fn field(&mut self, _: &Field, value: Value<'_>) {
        match value.into_parts() {
            Parts::Targets(targets) => targets.iter_mut().for_each(&mut *self.visit),
            Parts::Claims(claims) => claims.iter_mut().for_each(|claim| claim.fields(self)),
            Parts::Phrase(_) | Parts::Typed(_) | Parts::None => {}
        }
    }
}

struct FieldList {
    form: FileKind,
    fields: Vec<KnownField>,
}

impl FieldList {
    fn add(&mut self, field: Field, value: &'static str) {
        match self
            .fields
            .iter_mut()
            .find(|known| known.field.name == field.name)
        {
            Some(known) => *known = KnownField { field, value },
            None => self.fields.push(KnownField { field, value }),
        }
    }
}

impl FieldVisitor for FieldList {
    fn form(&self) -> FileKind {
        self.form
    }

    fn field(&mut self, field: &Field, value: Value<'_>) {
        match value {
            Value::Own(target) => target.fields(self),
            other => self.add(*field, other.type_name()),
        }
    }

    fn choose(&mut self, names: &'static [&'static str], current: &'static str) -> &'static str {
        for name in names {
            self.add(Field::new(name, "one of these"), "one of these");
        }
        current
    }
}

impl Value<'_> {
    /// Returns what such a value looks like, in a few words.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Phrase(_)
            | Self::OptionalPhrase(_)
            | Self::Label(_)
            | Self::Typed(_)
            | Self::Remark(_)
            | Self::Caption(_) => "text",
            Self::Name(_) => "name",
            Self::Count(_) | Self::OptionalCount(_) => "whole number",
            Self::Duration(_) | Self::OptionalDuration(_) => "duration",
            Self::Word(_) => "word",
            Self::Flag(_) | Self::State(_) => "true or false",
            Self::Combination(_) | Self::Key(_) => "key",
            Self::Modifiers(_) => "list of keys",
            Self::Own(_) | Self::Target(_) | Self::OptionalTarget(_) => "target",
            Self::Stroke(_) => "stroke",
            Self::Steps(_) | Self::OptionalSteps(_) => "steps",
            Self::Claims(_) => "claims",
        }
    }
}
