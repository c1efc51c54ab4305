//! Stopping an app.

use crate::phrase::Phrase;

use super::launch::APP;
use super::{ScenarioForm, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Stops an app so that its next launch is a fresh start.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct ResetApp {
        /// The app.
        pub app: Phrase => Phrase(APP),
    }
    verbs: [
        Verb::new::<Self>("reset_app", "Stops an app, so that the next launch is fresh")
            .in_skills("reset_app: \"Mail\"")
            .main("app"),
    ]
}

impl StepDefinition for ResetApp {
    answers! { named_by: app, is_unproven_at_first: true }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Stop(&self.app)
    }
}
