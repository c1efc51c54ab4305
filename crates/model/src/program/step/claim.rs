//! What a `then` of a scenario asserts: single claims about the screen.

use crate::phrase::Phrase;
use crate::verify::Property;

use super::{Presence, Target};

/// Proves that every claim holds on one and the same screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    /// What must hold; all of it. An empty list proves nothing and fails.
    pub claims: Vec<Claim>,
    /// How long it may take to come true; the run's default when not said.
    pub within: Option<std::time::Duration>,
    /// Whether the claims are a fingerprint of what a learning run saw and not the author's words.
    pub is_fingerprint: bool,
}

impl Check {
    /// Returns the proof that a control is in a state.
    pub fn of_state(claim: StateClaim) -> Self {
        Self {
            claims: vec![Claim::State(claim)],
            within: None,
            is_fingerprint: false,
        }
    }

    /// Returns the only claim, where it is about a state and nothing else is said: skills have words for
    /// that.
    pub fn only_state(&self) -> Option<&StateClaim> {
        match (self.claims.as_slice(), self.within, self.is_fingerprint) {
            ([Claim::State(claim)], None, false) => Some(claim),
            (_, _, _) => None,
        }
    }
}

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
#[derive(Debug, Clone, PartialEq)]
pub struct TextClaim {
    /// The text, how it must match, and where.
    pub target: Target,
    /// What must hold.
    pub presence: Presence,
}

/// At least so many elements agree with everything that is given.
#[derive(Debug, Clone, PartialEq)]
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
#[derive(Debug, Clone, PartialEq)]
pub struct StateClaim {
    /// The control.
    pub target: Target,
    /// Which property.
    pub property: Property,
    /// What it must be.
    pub is: bool,
}

impl Claim {
    /// Returns whether it holds of every screen, or of none, whatever shows: an empty text, none of
    /// something, at least one of anything.
    pub fn is_vacuous(&self) -> bool {
        let is_blank = |phrase: &Phrase| phrase.reveal().trim().is_empty();
        let names_nothing = |target: &Target| is_blank(&target.label) && target.id.is_none();
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

    pub(super) fn phrases_mut(&mut self, visit: &mut dyn FnMut(&mut Phrase)) {
        match self {
            Self::Text(claim) | Self::Screen(claim) => claim.target.phrases_mut(visit),
            Self::Id(id) => visit(id),
            Self::Class(class) => visit(class),
            Self::Count(claim) => [&mut claim.class, &mut claim.id, &mut claim.text]
                .into_iter()
                .flatten()
                .for_each(visit),
            Self::State(claim) => claim.target.phrases_mut(visit),
            Self::Unknown(_) => {}
        }
    }
}
