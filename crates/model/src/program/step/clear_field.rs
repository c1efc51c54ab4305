//! Emptying a field.

use crate::screen::Screen;

use super::Target;
use super::definition::{ScenarioForm, StepDefinition, Verb};
use super::field::{Field, FieldVisitor, FileKind, Value};

/// Empties a field.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClearField {
    /// The field to touch first; without it, the field that has the focus.
    pub field: Option<Target>,
}

impl ClearField {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("clear", "Empties a field", || Self::default().into())
                .in_skills("clear: \"Search\"")
                .main("field")
                .bare(),
        ];
}

const FIELD: Field =
    Field::new("field", "the field; without it, the one that has the focus").wire("into");

impl StepDefinition for ClearField {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&FIELD, Value::OptionalTarget(&mut self.field));
        if let (FileKind::Skill, Some(field)) = (visitor.form(), &mut self.field) {
            field.takes_text = true;
        }
    }

    fn title(&self) -> String {
        match &self.field {
            Some(field) => format!("{} {}", self.verb(), field.title()),
            None => format!("{} the field that has the focus", self.verb()),
        }
    }

    fn acted_target(&self) -> Option<&Target> {
        self.field.as_ref()
    }

    fn is_unproven_on(&self, _: &Screen) -> bool {
        true
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::TextInput(None, self.field.as_ref())
    }
}
