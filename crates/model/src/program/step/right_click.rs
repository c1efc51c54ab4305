//! Opening the context menu of an element.

use super::tap::EFFECT;
use super::{StepDefinition, TARGET, Target, TouchEffect, Verb, answers, step_kind};

step_kind! {
    /// Clicks one element with the button of a mouse that opens its context menu.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct RightClick {
        /// The element to click.
        pub target: Target => Own(TARGET),
        /// The effect that its author expects.
        pub effect: TouchEffect => Word(EFFECT),
    }
    verbs: [
        Verb::new::<Self>("right_click", "Opens the context menu of an element")
            .in_skills("right_click: \"Photo\"")
            .main("label"),
    ]
}

impl StepDefinition for RightClick {
    answers! { nature: Touch, proven_by: ScreenChange, acts_on: target, effect: effect }
}
