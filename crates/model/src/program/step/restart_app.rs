//! Stopping an app and opening it again.

use crate::phrase::Phrase;
use crate::screen::Screen;

use super::definition::{ScenarioForm, StepDefinition, Verb};
use super::field::{FieldVisitor, Value};
use super::launch::APP;

/// Stops an app and opens it again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RestartApp {
    /// The app.
    pub app: Phrase,
}

impl RestartApp {
    pub(super) const VERBS: &[Verb] = &[Verb::new(
        "restart_app",
        "Stops an app and opens it again",
        || Self::default().into(),
    )];
}

impl StepDefinition for RestartApp {
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
        ScenarioForm::Restart(&self.app)
    }
}
