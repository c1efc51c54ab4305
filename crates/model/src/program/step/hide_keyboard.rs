//! Closing the keyboard on the screen.

use super::definition::{StepDefinition, Verb};
use super::field::{FieldVisitor, SWITCH, Value};

/// Closes the keyboard on the screen; afterwards none shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HideKeyboard;

impl HideKeyboard {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("hide_keyboard", "Closes the keyboard on the screen", || {
                Self.into()
            })
            .in_skills("hide_keyboard")
            .main("on")
            .bare(),
        ];
}

impl StepDefinition for HideKeyboard {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&SWITCH, Value::Nothing);
    }
}
