//! Going to the home screen.

use crate::screen::Screen;

use super::definition::{ScenarioForm, StepDefinition, Verb};
use super::field::{FieldVisitor, SWITCH, Value};

/// Goes to the home screen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Home;

impl Home {
    /// Android's number for the key that does it.
    pub const KEYCODE: u32 = 3;

    pub(super) const VERBS: &[Verb] = &[
        Verb::new("home", "Goes to the home screen", || Self.into())
            .in_skills("home")
            .main("on")
            .bare(),
        Verb::new("press_home", "Goes to the home screen", || Self.into())
            .in_skills("press_home: true")
            .main("on")
            .bare(),
    ];
}

impl StepDefinition for Home {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&SWITCH, Value::Nothing);
    }

    fn answers_to(&self, verb: &str) -> bool {
        Self::VERBS.iter().any(|known| known.name == verb)
    }

    fn is_unproven_on(&self, _: &Screen) -> bool {
        true
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Key("HOME", Self::KEYCODE)
    }
}
