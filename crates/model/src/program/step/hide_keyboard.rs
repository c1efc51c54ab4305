//! Closing the keyboard on the screen.

use super::{StepDefinition, Verb, step_kind};

step_kind! {
    /// Closes the keyboard on the screen; afterwards none shows.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct HideKeyboard;

    verbs: [Verb::alone::<Self>("hide_keyboard", "Closes the keyboard on the screen"),]
}

impl StepDefinition for HideKeyboard {}
