//! Running steps of earlier sections again.

use crate::program::CompiledAction;

use super::Step;
use super::definition::{Nature, ScenarioForm, StepDefinition, Verb};
use super::field::FieldVisitor;

/// Runs steps of earlier sections again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// The first section.
    pub from: String,
    /// The last section.
    pub to: String,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Group {
    pub(super) const VERBS: &[Verb] = &[Verb::new(
        "replay",
        "Runs steps of earlier sections again",
        || Self::default().into(),
    )];
}

impl StepDefinition for Group {
    fn fields(&mut self, _: &mut dyn FieldVisitor) {}

    fn nature(&self) -> Nature {
        Nature::Block
    }

    fn title(&self) -> String {
        format!("{} \"{}\" to \"{}\"", self.verb(), self.from, self.to)
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        None
    }

    fn has_own_form(&self) -> bool {
        false
    }

    fn branches(&self) -> Vec<&Vec<Step>> {
        vec![&self.steps]
    }

    fn branches_mut(&mut self) -> Vec<&mut Vec<Step>> {
        vec![&mut self.steps]
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Replay
    }
}
