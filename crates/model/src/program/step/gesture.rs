//! A gesture at a place where nothing has a name.

use crate::device::Action;
use crate::geometry::Point;

use super::{StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Sends an act to a place. Agents do that; no file says it, for nothing would find the place again.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Gesture {
        /// The act that is sent.
        pub action: Action,
    }
    verbs: [
        Verb::of("gesture", "Touches a place", || {
            let action = Action::Tap(Point::default());
            Self { action }.into()
        }),
    ]
}

impl StepDefinition for Gesture {
    answers! { proven_by: ScreenChange, compiled_as: None, has_own_form: false }

    fn title(&self) -> String {
        self.action.to_string()
    }
}
