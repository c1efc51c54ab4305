//! Pulling a page down at its top, so that it fetches what is new.

use std::time::Duration;

use super::definition::{ProvenBy, StepDefinition, Verb};
use super::field::{FieldVisitor, SWITCH, Value};

/// Pulls what scrolls down, once; at its top, most apps take that for a wish to see what is new.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PullToRefresh;

impl PullToRefresh {
    /// How much of the height of what is pulled the finger covers.
    pub const REACH: f64 = 0.6;
    /// How long the finger takes: slower than a swipe, since what is flung is not held.
    pub const DURATION: Duration = Duration::from_millis(500);

    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("pull_to_refresh", "Pulls the page down at its top", || {
                Self.into()
            })
            .in_skills("pull_to_refresh")
            .main("on")
            .bare(),
        ];
}

impl StepDefinition for PullToRefresh {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&SWITCH, Value::Nothing);
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }
}
