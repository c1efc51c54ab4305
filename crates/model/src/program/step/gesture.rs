//! What a finger does at a place where nothing has a name.

use crate::device::Action;
use crate::geometry::Point;
use crate::program::CompiledAction;

use super::definition::{ProvenBy, StepDefinition, Verb};
use super::field::FieldVisitor;

/// Sends an act to a place. Agents do that; no file says it, for nothing would find the place again.
#[derive(Debug, Clone, PartialEq)]
pub struct Gesture {
    /// What is sent.
    pub action: Action,
}

impl Gesture {
    pub(super) const VERBS: &[Verb] = &[Verb::new("gesture", "Touches a place", || {
        let action = Action::Tap(Point::default());
        Self { action }.into()
    })];
}

impl StepDefinition for Gesture {
    fn fields(&mut self, _: &mut dyn FieldVisitor) {}

    fn proof(&self) -> ProvenBy {
        ProvenBy::ScreenChange
    }

    fn title(&self) -> String {
        self.action.to_string()
    }

    fn compiled_action(&self) -> Option<CompiledAction> {
        None
    }

    fn has_own_form(&self) -> bool {
        false
    }
}
