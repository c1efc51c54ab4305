//! Bringing a switch or box into a state.

use crate::screen::Screen;
use crate::verify::{Property, judge};

use super::definition::{Nature, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, FileKind, TARGET, Value};
use super::{Claim, StateClaim, Target};

/// Brings a switch or box into a state; nothing is touched where it is in it already.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetChecked {
    /// The switch or box.
    pub target: Target,
    /// Whether it is on afterwards.
    pub is: bool,
}

impl SetChecked {
    // Compiled files have `check` for the proof of claims, so they need a word that skills do not have.
    pub(super) const VERBS: &[Verb] = &[
        Verb::new("set_checked", "Turns a switch or box on or off", || {
            Self::default().into()
        }),
        Verb::new("check", "Turns a switch or box on, if it is off", || {
            Self::blank(true).into()
        })
        .in_skills("check: \"Remember me\"")
        .main("label"),
        Verb::new("uncheck", "Turns a switch or box off, if it is on", || {
            Self::blank(false).into()
        })
        .in_skills("uncheck: \"Remember me\"")
        .main("label"),
    ];

    fn blank(is: bool) -> Self {
        Self {
            target: Target::default(),
            is,
        }
    }

    fn own_verb(&self) -> &'static Verb {
        match self.is {
            true => &Self::VERBS[1],
            false => &Self::VERBS[2],
        }
    }

    /// Returns what must hold of this control afterwards.
    pub fn claim(&self, target: Target) -> Claim {
        Claim::State(StateClaim {
            target,
            property: Property::Checked,
            is: self.is,
        })
    }
}

const IS: Field = Field::new("is", "whether it is on afterwards");

impl StepDefinition for SetChecked {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
        if visitor.form() == FileKind::Compiled {
            visitor.field(&IS, Value::State(&mut self.is));
        }
    }

    fn answers_to(&self, verb: &str) -> bool {
        [self.verb(), self.own_verb().name].contains(&verb)
    }

    fn nature(&self) -> Nature {
        Nature::Touch
    }

    fn skill_verb(&self) -> Option<&'static Verb> {
        Some(self.own_verb())
    }

    fn title(&self) -> String {
        format!("{} {}", self.own_verb().name, self.target.title())
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.target)
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        !judge(&self.claim(self.target.clone()), first).holds
    }
}
