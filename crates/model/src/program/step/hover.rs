//! Resting the pointer on an element.

use super::tap::EFFECT;
use super::{StepDefinition, TARGET, Target, TouchEffect, Verb, answers, step_kind};

step_kind! {
    /// Rests the pointer on one element without touching it.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Hover {
        /// The element to rest on.
        pub target: Target => Own(TARGET),
        /// The effect that its author expects.
        pub effect: TouchEffect => Word(EFFECT),
    }
    verbs: [
        Verb::new::<Self>("hover", "Rests the pointer on an element")
            .in_skills("hover: \"Menu\"")
            .main("label"),
    ]
}

impl StepDefinition for Hover {
    answers! { nature: Touch, proven_by: ScreenChange, acts_on: target, effect: effect }
}
