//! Holding an element.

use std::time::Duration;

use super::Target;
use super::definition::{Nature, ProvenBy, StepDefinition, Verb, option};
use super::field::{Field, FieldVisitor, TARGET, Value};

/// Holds a finger on one element.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LongPress {
    /// What to hold.
    pub target: Target,
    /// How long; [`LongPress::DEFAULT_DURATION`] when not said.
    pub duration: Option<Duration>,
}

impl LongPress {
    /// How long a press is held when the source does not say.
    pub const DEFAULT_DURATION: Duration = Duration::from_millis(500);

    pub(super) const VERBS: &[Verb] =
        &[Verb::new("long_press", "Holds a finger on an element", || {
            Self::default().into()
        })
        .in_skills("long_press: { label: \"Photo\", duration: 1000 }")
        .main("label")];
}

const DURATION: Field = Field::new("duration", "how long, in milliseconds; 500 when not said")
    .wire("durationMs")
    .milliseconds();

impl StepDefinition for LongPress {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
        visitor.field(&DURATION, Value::OptionalDuration(&mut self.duration));
    }

    fn nature(&self) -> Nature {
        Nature::Touch
    }

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

    fn title(&self) -> String {
        let duration = option("for", self.duration);
        format!("{} {}{duration}", self.verb(), self.target.title())
    }

    fn acted_target(&self) -> Option<&Target> {
        Some(&self.target)
    }
}
