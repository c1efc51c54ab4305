//! Letting time pass.

use std::time::Duration;

use super::{Field, ScenarioForm, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Lets time pass, because the author says so.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Pause {
        /// How long.
        pub duration: Duration => Duration(Field::new("duration", "how long").wire("durationMs")),
    }
    verbs: [Verb::new::<Self>("pause", "Lets time pass"),]
}

impl StepDefinition for Pause {
    answers! { nature: Record }

    fn title(&self) -> String {
        format!("{} {:?}", self.verb(), self.duration)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Wait(self.duration)
    }
}
