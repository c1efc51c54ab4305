//! The claims that a `then` of a scenario asserts about the screen.

use crate::phrase::Phrase;
use crate::seen;
use crate::verify::Property;

use super::declare::show;
use super::proof::show_in_view;
use super::{FieldVisitor, Presence, Target, Value, quoted};

/// One thing that must hold of a screen.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// A text shows, or does not.
    Text(TextClaim),
    /// The screen of this name is in front, or is not.
    Screen(TextClaim),
    /// Something has this id.
    Id(Phrase),
    /// Something is of this class.
    Class(Phrase),
    /// At least so many elements are alike.
    Count(CountClaim),
    /// A control is in a state.
    State(StateClaim),
    /// A check this code does not know, by its name; it never holds.
    Unknown(String),
}

/// A text shows, or does not.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextClaim {
    /// The text, how it must match, and where.
    pub target: Target,
    /// The condition.
    pub presence: Presence,
}

/// At least so many elements agree with everything that is given.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CountClaim {
    /// Their class.
    pub class: Option<Phrase>,
    /// Their id.
    pub id: Option<Phrase>,
    /// A text they contain.
    pub text: Option<Phrase>,
    /// How many at least.
    pub at_least: u32,
}

/// A control is in a state.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StateClaim {
    /// The control.
    pub target: Target,
    /// Which property.
    pub property: Property,
    /// The value it must have.
    pub is: bool,
}

impl Claim {
    /// Returns whether it holds of every screen, or of none, whatever shows: an empty text, none of
    /// something, at least one of anything.
    pub fn is_vacuous(&self) -> bool {
        let is_blank = |phrase: &Phrase| seen::is_blank(&phrase.reveal());
        let names_nothing = |target: &Target| target.blank_part().is_some();
        match self {
            Self::Text(claim) | Self::Screen(claim) => names_nothing(&claim.target),
            Self::Id(id) => is_blank(id),
            Self::Class(class) => is_blank(class),
            Self::Count(claim) => {
                let given = [&claim.class, &claim.id, &claim.text].into_iter().flatten();
                claim.at_least == 0 || given.into_iter().all(is_blank)
            }
            Self::State(claim) => names_nothing(&claim.target),
            Self::Unknown(_) => false,
        }
    }

    /// Returns whether it is that something does not show.
    pub fn is_denial(&self) -> bool {
        match self {
            Self::Text(claim) | Self::Screen(claim) => claim.presence == Presence::NotVisible,
            Self::Id(_) | Self::Class(_) | Self::Count(_) | Self::State(_) | Self::Unknown(_) => {
                false
            }
        }
    }
}

impl Claim {
    /// Returns the word for its kind in compiled files.
    pub fn word(&self) -> &str {
        match self {
            Self::Text(_) => "text",
            Self::Screen(_) => "screen",
            Self::Id(_) => "id",
            Self::Class(_) => "class",
            Self::Count(_) => "count",
            Self::State(_) => "state",
            Self::Unknown(name) => name,
        }
    }

    /// Returns a claim of this kind that says nothing yet, for a reader to fill.
    pub fn blank(word: &str) -> Self {
        match word {
            "text" => Self::Text(TextClaim::default()),
            "screen" => Self::Screen(TextClaim::default()),
            "id" => Self::Id(Phrase::default()),
            "class" => Self::Class(Phrase::default()),
            "count" => Self::Count(CountClaim::default()),
            "state" => Self::State(StateClaim::default()),
            unknown => Self::Unknown(unknown.to_owned()),
        }
    }

    /// Shows its fields to `visitor`; which kind it is, is not one of them.
    pub fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        match self {
            Self::Text(claim) | Self::Screen(claim) => claim.fields(visitor),
            Self::Id(value) | Self::Class(value) => show(visitor, "value", Value::Label(value)),
            Self::Count(claim) => claim.fields(visitor),
            Self::State(claim) => claim.fields(visitor),
            Self::Unknown(_) => {}
        }
    }

    /// Returns the claim in words, as reports show it; secrets are masked.
    pub fn title(&self) -> String {
        match self {
            Self::Text(claim) => match claim.presence {
                Presence::Visible => format!("{} shows", claim.target.title()),
                Presence::InView => format!("{} is in view", claim.target.title()),
                Presence::NotVisible => format!("{} does not show", claim.target.title()),
                Presence::NotInView => format!("{} is not in view", claim.target.title()),
            },
            Self::Screen(claim) => match claim.presence {
                Presence::Visible | Presence::InView => {
                    format!("the screen {} is in front", claim.target.title())
                }
                Presence::NotVisible | Presence::NotInView => {
                    format!("the screen {} is not in front", claim.target.title())
                }
            },
            Self::Id(id) => format!("something has the id `{id}`"),
            Self::Class(class) => format!("something is of the class `{class}`"),
            Self::Count(claim) => claim.title(),
            Self::State(claim) => {
                let not = if claim.is { "" } else { "not " };
                format!(
                    "{} is {not}{}",
                    claim.target.title(),
                    claim.property.as_str()
                )
            }
            Self::Unknown(kind) => format!("the unknown check `{kind}` holds"),
        }
    }
}

impl TextClaim {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        show(visitor, "target", Value::Own(&mut self.target));
        let mut is_negated = self.presence.is_absence();
        show(visitor, "negate", Value::Flag(&mut is_negated));
        if is_negated != self.presence.is_absence() {
            self.presence = match is_negated {
                true => Presence::NotVisible,
                false => Presence::Visible,
            };
        }
        show_in_view(&mut self.presence, visitor, "inView");
    }
}

impl StateClaim {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        show(visitor, "target", Value::Own(&mut self.target));
        show(visitor, "property", Value::Word(&mut self.property));
        show(visitor, "is", Value::State(&mut self.is));
    }
}

impl CountClaim {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        show(visitor, "class", Value::OptionalPhrase(&mut self.class));
        show(visitor, "id", Value::OptionalPhrase(&mut self.id));
        show(visitor, "text", Value::OptionalPhrase(&mut self.text));
        show(visitor, "atLeast", Value::Count(&mut self.at_least));
    }

    fn title(&self) -> String {
        let text = self.text.as_ref();
        let (id, class) = (self.id.as_ref(), self.class.as_ref());
        let parts = [
            text.map(|text| format!("with {}", quoted(text))),
            id.map(|id| format!("with the id `{id}`")),
            class.map(|class| format!("of the class `{class}`")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!(
            "there are at least {} elements {}",
            self.at_least,
            parts.join(" ")
        )
    }
}
