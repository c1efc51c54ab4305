//! Stopping an app.

use crate::phrase::Phrase;
use crate::screen::Screen;

use super::definition::{ScenarioForm, StepDefinition, Verb};
use super::field::{FieldVisitor, Value};
use super::launch::APP;

/// Stops an app so that its next launch is a fresh start.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResetApp {
    /// The app.
    pub app: Phrase,
}

impl ResetApp {
    pub(super) const VERBS: &[Verb] = &[Verb::new(
        "reset_app",
        "Stops an app, so that the next launch is fresh",
        || Self::default().into(),
    )
    .in_skills("reset_app: \"Mail\"")
    .main("app")];
}

impl StepDefinition for ResetApp {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&APP, Value::Phrase(&mut self.app));
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.app)
    }

    fn is_unproven_on(&self, _: &Screen) -> bool {
        true
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Stop(&self.app)
    }
}
