//! Letting time pass.

use std::time::Duration;

use super::definition::{Nature, ScenarioForm, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

/// Lets time pass, because the author says so.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pause {
    /// How long.
    pub duration: Duration,
}

impl Pause {
    pub(super) const VERBS: &[Verb] = &[Verb::new("pause", "Lets time pass", || {
        Self::default().into()
    })];
}

const DURATION: Field = Field::new("duration", "how long").wire("durationMs");

impl StepDefinition for Pause {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&DURATION, Value::Duration(&mut self.duration));
    }

    fn nature(&self) -> Nature {
        Nature::Record
    }

    fn title(&self) -> String {
        format!("{} {:?}", self.verb(), self.duration)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Wait(self.duration)
    }
}
