//! What a file asks for and this code cannot do.

use crate::program::CompiledAction;

use super::definition::{ScenarioForm, StepDefinition, Verb};
use super::field::FieldVisitor;

/// Something a file asks for that this code cannot do; the step fails and says so.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Unsupported {
    /// What, in words, such as "the strategy `pinch` is unknown".
    pub reason: String,
}

impl Unsupported {
    pub(super) const VERBS: &[Verb] = &[Verb::new("unsupported", "Cannot be done", || {
        Self::default().into()
    })];
}

impl StepDefinition for Unsupported {
    fn fields(&mut self, _: &mut dyn FieldVisitor) {}

    fn title(&self) -> String {
        format!("{}: {}", self.verb(), self.reason)
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        None
    }

    fn has_own_form(&self) -> bool {
        false
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Unknown
    }
}
