//! Waiting until an element is in view.

use std::time::Duration;

use crate::screen::Screen;
use crate::select::is_shown;

use super::{Field, StepDefinition, TARGET, Target, Verb, answers, option, step_kind};

const TIMEOUT: Field = Field::new(
    "timeout",
    "the most seconds; the run's default when not said",
)
.wire("timeoutMs");

step_kind! {
    /// Waits until an element is in view.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct WaitFor {
        /// The element to wait for.
        pub target: Target => Own(TARGET),
        /// How long at the most; the run's default when not said.
        pub timeout: Option<Duration> => OptionalDuration(TIMEOUT),
    }
    verbs: [
        Verb::new::<Self>("wait_for", "Waits until an element is in view")
            .in_skills("wait_for: \"General\"")
            .main("label"),
    ]
}

impl StepDefinition for WaitFor {
    answers! { nature: Proof, awaits: target, named_by: (target.label), compiled_as: Sleep }

    fn title(&self) -> String {
        let timeout = option("timeout", self.timeout);
        format!("{} {}{timeout}", self.verb(), self.target.title())
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        is_shown(first, &self.target).is_none()
    }
}
