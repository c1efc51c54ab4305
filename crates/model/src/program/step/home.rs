//! Going to the home screen.

use super::{ScenarioForm, StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Goes to the home screen.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Home;

    verbs: [
        Verb::alone::<Self>("home", "Goes to the home screen"),
        Verb::alone::<Self>("press_home", "Goes to the home screen").in_skills("press_home: true"),
    ]
}

impl Home {
    /// Android's number for the key that does it.
    pub const KEYCODE: u32 = 3;
}

impl StepDefinition for Home {
    answers! { is_unproven_at_first: true }

    fn answers_to(&self, verb: &str) -> bool {
        Self::VERBS.iter().any(|known| known.name == verb)
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Key("HOME", Self::KEYCODE)
    }
}
