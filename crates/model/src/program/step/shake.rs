//! Shaking the device.

use super::{StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Shakes the device.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Shake;

    verbs: [Verb::alone::<Self>("shake", "Shakes the device"),]
}

impl StepDefinition for Shake {
    answers! { proven_by: ScreenChange }
}
