//! Going one screen back.

use super::{ScenarioForm, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Goes one screen back.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Back;

    verbs: [Verb::alone::<Self>("back", "Goes one screen back"),]
}

impl Back {
    /// Android's number for the key that does it.
    pub const KEYCODE: u32 = 4;
}

impl StepDefinition for Back {
    answers! { proven_by: ScreenChange }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Key("BACK", Self::KEYCODE)
    }
}
