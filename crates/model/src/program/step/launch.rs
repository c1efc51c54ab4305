//! Opening an app.

use crate::phrase::Phrase;
use crate::screen::Screen;

use super::definition::{ScenarioForm, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

/// Opens an app and brings it to the front.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Launch {
    /// The name a person calls it by, or the platform's identifier.
    pub app: Phrase,
}

impl Launch {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("launch", "Opens an app", || Self::default().into())
                .in_skills("launch: \"Settings\"")
                .main("app"),
        ];
}

/// The app a step is about.
pub(super) const APP: Field = Field::new("app", "name or identifier of the app");

impl StepDefinition for Launch {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&APP, Value::Phrase(&mut self.app));
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.app)
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        first.is_in_front(&self.app.reveal()) != Some(true)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Launch(&self.app)
    }
}
