//! Running steps of earlier sections again.

use super::{ScenarioForm, Step, StepDefinition, Verb, answers, step_kind};

step_kind! {
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
    verbs: [Verb::new::<Self>("replay", "Runs steps of earlier sections again"),]
}

impl StepDefinition for Group {
    answers! { nature: Block, compiled_as: None, has_own_form: false, branches: [steps] }

    fn title(&self) -> String {
        format!("{} \"{}\" to \"{}\"", self.verb(), self.from, self.to)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Replay
    }
}
