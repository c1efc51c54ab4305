//! Touching an element twice.

use super::Target;
use super::definition::{Nature, ProvenBy, StepDefinition, Verb};
use super::field::{FieldVisitor, TARGET, Value};

/// Touches one element twice in a row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DoubleTap {
    /// What to touch.
    pub target: Target,
}

impl DoubleTap {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("double_tap", "Touches an element twice in a row", || {
                Self::default().into()
            })
            .in_skills("double_tap: \"Photo\"")
            .main("label"),
        ];
}

impl StepDefinition for DoubleTap {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
    }

    fn nature(&self) -> Nature {
        Nature::Touch
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.target)
    }
}
