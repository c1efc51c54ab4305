//! Opening an app.

use crate::phrase::Phrase;
use crate::screen::Screen;

use super::{Field, ScenarioForm, StepDefinition, Verb, answers, step_kind};

/// The app a step is about.
pub(super) const APP: Field = Field::new("app", "name or identifier of the app");

step_kind! {
    /// Opens an app and brings it to the front.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Launch {
        /// The name a person calls it by, or the platform's identifier.
        pub app: Phrase => Phrase(APP),
    }
    verbs: [
        Verb::new::<Self>("launch", "Opens an app")
            .in_skills("launch: \"Settings\"")
            .main("app"),
    ]
}

impl StepDefinition for Launch {
    answers! { named_by: app }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        first.is_in_front(&self.app.reveal()) != Some(true)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Launch(&self.app)
    }
}
