//! A step that a file asks for and this code cannot do.

use super::{ScenarioForm, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Something a file asks for that this code cannot do; the step fails and says so.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Unsupported {
        /// The reason in words, such as "the strategy `pinch` is unknown".
        pub reason: String,
    }
    verbs: [Verb::new::<Self>("unsupported", "Cannot be done"),]
}

impl StepDefinition for Unsupported {
    answers! { compiled_as: None, has_own_form: false }

    fn title(&self) -> String {
        format!("{}: {}", self.verb(), self.reason)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Unknown
    }
}
