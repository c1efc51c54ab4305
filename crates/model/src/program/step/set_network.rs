//! Turning a radio on or off.

use crate::device::NetworkMode;
use crate::screen::Screen;

use super::definition::{StepDefinition, Verb};
use super::field::{Field, FieldVisitor, Value};

/// Turns a radio on or off.
#[derive(Debug, Clone, PartialEq)]
pub struct SetNetwork {
    /// Which one, and to what.
    pub mode: NetworkMode,
}

impl SetNetwork {
    pub(super) const VERBS: &[Verb] =
        &[Verb::new("set_network", "Turns a radio on or off", || {
            let mode = NetworkMode::AirplaneOn;
            Self { mode }.into()
        })
        .in_skills("set_network: \"airplane_on\"")
        .main("mode")];
}

const MODE: Field = Field::new("mode", "which radio, and on or off");

impl StepDefinition for SetNetwork {
    fn fields(&mut self, visitor: &mut dyn FieldVisitor) {
        visitor.field(&MODE, Value::Word(&mut self.mode));
    }

    fn label_text(&self) -> Option<String> {
        Some(self.mode.as_str().to_owned())
    }

    fn title(&self) -> String {
        format!("{} {}", self.verb(), self.mode.as_str())
    }

    fn is_unproven_on(&self, _: &Screen) -> bool {
        true
    }
}
