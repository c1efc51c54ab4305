//! Shaking the device.

use super::definition::{ProvenBy, StepDefinition, Verb};
use super::field::{FieldVisitor, SWITCH, Value};

/// Shakes the device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shake;

impl Shake {
    pub(super) const VERBS: &[Verb] = &[Verb::new("shake", "Shakes the device", || Self.into())
        .in_skills("shake")
        .main("on")
        .bare()];
}

impl StepDefinition for Shake {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&SWITCH, Value::Nothing);
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }
}
