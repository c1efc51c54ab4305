//! Emptying a field.

use super::{Field, ScenarioForm, StepDefinition, Target, Verb, answers, step_kind};

const FIELD: Field =
    Field::new("field", "the field; without it, the one that has the focus").wire("into");

step_kind! {
    /// Empties a field.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct ClearField {
        /// The field to touch first; without it, the field that has the focus.
        pub field: Option<Target> => TextField(FIELD),
    }
    verbs: [
        Verb::new::<Self>("clear", "Empties a field")
            .in_skills("clear: \"Search\"")
            .main("field")
            .bare(),
    ]
}

impl StepDefinition for ClearField {
    answers! { acts_on: field, is_unproven_at_first: true }

    fn title(&self) -> String {
        match &self.field {
            Some(field) => format!("{} {}", self.verb(), field.title()),
            None => format!("{} the field that has the focus", self.verb()),
        }
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::TextInput(None, self.field.as_ref())
    }
}
