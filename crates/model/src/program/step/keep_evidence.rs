//! Keeping evidence for a person to look at.

use crate::phrase::Phrase;

use super::definition::{Nature, ScenarioForm, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

/// Keeps a picture and the tree as evidence and asserts nothing: the author wanted it so.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeepEvidence {
    /// What a person is to look for in it.
    pub assertion: Phrase,
}

impl KeepEvidence {
    pub(super) const VERBS: &[Verb] = &[Verb::new(
        "keep_evidence",
        "Keeps evidence and asserts nothing",
        || Self::default().into(),
    )];
}

const ASSERTION: Field = Field::new("assertion", "what a person is to look for in it");

impl StepDefinition for KeepEvidence {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&ASSERTION, Value::Phrase(&mut self.assertion));
    }

    fn nature(&self) -> Nature {
        Nature::Record
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.assertion)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::KeepEvidence(&self.assertion)
    }
}
