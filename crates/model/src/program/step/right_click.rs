//! Opening the context menu of an element.

use super::definition::{Nature, ProvenBy, StepDefinition, Verb};
use super::field::{FieldVisitor, TARGET, Value};
use super::tap::EFFECT;
use super::{Target, TouchEffect};

/// Clicks one element with the button of a mouse that opens its context menu.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RightClick {
    /// What to click.
    pub target: Target,
    /// What it does.
    pub effect: TouchEffect,
}

impl RightClick {
    pub(super) const VERBS: &[Verb] = &[Verb::new(
        "right_click",
        "Opens the context menu of an element",
        || Self::default().into(),
    )
    .in_skills("right_click: \"Photo\"")
    .main("label")];
}

impl StepDefinition for RightClick {
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
        let (target, effect) = (self.target.title(), self.effect.title());
        format!("{} {target}{effect}", self.verb())
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.target)
    }
}
