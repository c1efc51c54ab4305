//! Waiting until an element is in view.

use std::time::Duration;

use crate::phrase::Phrase;
use crate::program::CompiledAction;
use crate::screen::Screen;
use crate::select::is_shown;

use super::Target;
use super::definition::{Nature, StepDefinition, Verb, option};
use super::field::{Field, FieldVisitor, TARGET, Value};

/// Waits until an element is in view.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WaitFor {
    /// What to wait for.
    pub target: Target,
    /// How long at the most; the run's default when not said.
    pub timeout: Option<Duration>,
}

impl WaitFor {
    pub(super) const VERBS: &[Verb] =
        &[
            Verb::new("wait_for", "Waits until an element is in view", || {
                Self::default().into()
            })
            .in_skills("wait_for: \"General\"")
            .main("label"),
        ];
}

const TIMEOUT: Field = Field::new(
    "timeout",
    "the most seconds; the run's default when not said",
)
.wire("timeoutMs");

impl StepDefinition for WaitFor {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&TARGET, Value::Own(&mut self.target));
        visitor.field(&TIMEOUT, Value::OptionalDuration(&mut self.timeout));
    }

    fn nature(&self) -> Nature {
        Nature::Proof
    }

    fn label(&self) -> Option<&Phrase> {
        Some(&self.target.label)
    }

    fn title(&self) -> String {
        let timeout = option("timeout", self.timeout);
        format!("{} {}{timeout}", self.verb(), self.target.title())
    }

    fn awaited_target(&self) -> Option<&Target> {
        Some(&self.target)
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        Some(CompiledAction::Sleep)
    }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        is_shown(first, &self.target).is_none()
    }
}
