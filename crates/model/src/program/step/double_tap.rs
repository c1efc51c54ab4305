//! Touching an element twice.

use super::{StepDefinition, TARGET, Target, Verb, answers, step_kind};

step_kind! {
    /// Touches one element twice in a row.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct DoubleTap {
        /// The element to touch.
        pub target: Target => Own(TARGET),
    }
    verbs: [
        Verb::new::<Self>("double_tap", "Touches an element twice in a row")
            .in_skills("double_tap: \"Photo\"")
            .main("label"),
    ]
}

impl StepDefinition for DoubleTap {
    answers! { nature: Touch, proven_by: ScreenChange, acts_on: target }
}
