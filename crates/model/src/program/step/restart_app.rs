//! Stopping an app and opening it again.

use crate::phrase::Phrase;

use super::launch::APP;
use super::{ScenarioForm, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Stops an app and opens it again.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct RestartApp {
        /// The app.
        pub app: Phrase => Phrase(APP),
    }
    verbs: [Verb::new::<Self>("restart_app", "Stops an app and opens it again"),]
}

impl StepDefinition for RestartApp {
    answers! { named_by: app, is_unproven_at_first: true }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Restart(&self.app)
    }
}
