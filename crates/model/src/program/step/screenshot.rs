//! Keeping a picture of the screen.

use crate::phrase::Phrase;

use super::definition::{Nature, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

/// Keeps a picture of the screen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Screenshot {
    /// What to call it.
    pub label: Phrase,
}

impl Screenshot {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("screenshot", "Keeps a picture of the screen", || {
                Self::default().into()
            })
            .in_skills("screenshot: \"result\"")
            .main("label"),
        ];
}

const LABEL: Field = Field::new("label", "what to call it");

impl StepDefinition for Screenshot {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&LABEL, Value::Phrase(&mut self.label));
    }

    fn nature(&self) -> Nature {
        Nature::Record
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.label)
    }
}
