//! Going on with another device.

use crate::phrase::Phrase;

use super::definition::{StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

/// Goes on with another device of the configuration.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SwitchTarget {
    /// The name the configuration gives it.
    pub name: Phrase,
}

impl SwitchTarget {
    pub(super) const VERBS: &[Verb] = &[Verb::new("target", "Goes on with another device", || {
        Self::default().into()
    })
    .in_skills("target: \"tablet\"")
    .main("name")];
}

const NAME: Field = Field::new("name", "the name the configuration gives the device");

impl StepDefinition for SwitchTarget {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&NAME, Value::Phrase(&mut self.name));
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.name)
    }
}
