//! Going one screen back.

use super::definition::{ProvenBy, ScenarioForm, StepDefinition, Verb};
use super::field::{FieldVisitor, SWITCH, Value};

/// Goes one screen back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Back;

impl Back {
    /// Android's number for the key that does it.
    pub const KEYCODE: u32 = 4;

    pub(super) const VERBS: &[Verb] = &[Verb::new("back", "Goes one screen back", || Self.into())
        .in_skills("back")
        .main("on")
        .bare()];
}

impl StepDefinition for Back {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&SWITCH, Value::Nothing);
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Key("BACK", Self::KEYCODE)
    }
}
