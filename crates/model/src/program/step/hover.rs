//! Resting the pointer on an element.

use super::definition::{Nature, ProvenBy, StepDefinition, Verb};
use super::field::{FieldVisitor, TARGET, Value};
use super::tap::EFFECT;
use super::{Target, TouchEffect};

/// Rests the pointer on one element without touching it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hover {
    /// What to rest on.
    pub target: Target,
    /// What it does.
    pub effect: TouchEffect,
}

impl Hover {
    pub(super) const VERBS: &[Verb] =
        &[Verb::new("hover", "Rests the pointer on an element", || {
            Self::default().into()
        })
        .in_skills("hover: \"Menu\"")
        .main("label")];
}

impl StepDefinition for Hover {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
        visitor.field(&EFFECT, Value::Word(&mut self.effect));
    }

    fn nature(&self) -> Nature {
        Nature::Touch
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

    fn title(&self) -> String {
        format!(
            "{} {}{}",
            self.verb(),
            self.target.title(),
            self.effect.title()
        )
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.target)
    }
}
