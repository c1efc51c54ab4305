//! Holding an element.

use std::time::Duration;

use super::{Field, StepDefinition, TARGET, Target, Verb, answers, option, step_kind};

const DURATION: Field = Field::new("duration", "how long, in milliseconds; 500 when not said")
    .wire("durationMs")
    .milliseconds();

step_kind! {
    /// Holds a finger on one element.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct LongPress {
        /// The element to hold.
        pub target: Target => Own(TARGET),
        /// How long; [`LongPress::DEFAULT_DURATION`] when not said.
        pub duration: Option<Duration> => OptionalDuration(DURATION),
    }
    verbs: [
        Verb::new::<Self>("long_press", "Holds a finger on an element")
            .in_skills("long_press: { label: \"Photo\", duration: 1000 }")
            .main("label"),
    ]
}

impl LongPress {
    /// How long a press is held when the source does not say.
    pub const DEFAULT_DURATION: Duration = Duration::from_millis(500);
}

impl StepDefinition for LongPress {
    answers! { nature: Touch, proven_by: ScreenChange, acts_on: target }

    fn title(&self) -> String {
        let duration = option("for", self.duration);
        format!("{} {}{duration}", self.verb(), self.target.title())
    }
}
