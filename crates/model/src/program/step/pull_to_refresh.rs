//! Pulling a page down at its top, so that it fetches what is new.

use std::time::Duration;

use super::{StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Pulls what scrolls down, once; at its top, most apps take that for a wish to see what is new.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct PullToRefresh;

    verbs: [Verb::alone::<Self>("pull_to_refresh", "Pulls the page down at its top"),]
}

impl PullToRefresh {
    /// How much of the height of what is pulled the finger covers.
    pub const REACH: f64 = 0.6;
    /// How long the finger takes: slower than a swipe, since what is flung is not held.
    pub const DURATION: Duration = Duration::from_millis(500);
}

impl StepDefinition for PullToRefresh {
    answers! { proven_by: ScreenChange }
}
