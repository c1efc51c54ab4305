//! Keeping evidence for a person to look at.

use crate::phrase::Phrase;

use super::{Field, ScenarioForm, StepDefinition, Verb, answers, step_kind};

const ASSERTION: Field = Field::new("assertion", "what a person is to look for in it");

step_kind! {
    /// Keeps a picture and the tree as evidence and asserts nothing: the author wanted it so.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct KeepEvidence {
        /// The assertion that a person is to judge by it.
        pub assertion: Phrase => Phrase(ASSERTION),
    }
    verbs: [Verb::new::<Self>("keep_evidence", "Keeps evidence and asserts nothing"),]
}

impl StepDefinition for KeepEvidence {
    answers! { nature: Record, named_by: assertion }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::KeepEvidence(&self.assertion)
    }
}
