//! Touching an element once.

use super::{Field, ScenarioForm, StepDefinition, TARGET, Target, Verb, answers, step_kind};

/// The effect that an author expects of a touch.
pub(super) const EFFECT: Field =
    Field::new("effect", "`none` where nothing on the screen need change").default("visible");

step_kind! {
    /// Touches one element once.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Tap {
        /// The element to touch.
        pub target: Target => Own(TARGET),
        /// The effect that its author expects.
        pub effect: TouchEffect => Word(EFFECT),
    }
    verbs: [
        Verb::new::<Self>("tap", "Touches an element")
            .in_skills("tap: \"General\"")
            .main("label"),
    ]
}

impl StepDefinition for Tap {
    answers! {
        nature: Touch, proven_by: ScreenChange, acts_on: target, effect: effect, compiled_as: Tap,
    }

    fn scenario_form(&self) -> ScenarioForm<'_> {
        ScenarioForm::Tap(&self.target)
    }
}

crate::words! {
    /// The effect that an author expects of a touch.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum TouchEffect {
        /// Nothing on the screen changes, and the author says so.
        None = "none",
        /// Something on the screen changes; the default, and checked.
        #[default]
        Visible = "visible",
    }
}

impl TouchEffect {
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Visible => "",
            Self::None => " (no visible effect)",
        }
    }
}
