//! Presses a key.

use retap_model::device::Action;
use retap_model::program::{Pin, PressKey};

use crate::context::{Context, StepResult};

use super::undirected;

/// Presses the key with its modifiers held.
pub(super) fn perform(
    context: &mut Context<'_>,
    press: &PressKey,
    pin: Option<&Pin>,
) -> StepResult {
    let action = Action::PressKey(press.key.clone(), press.modifiers.clone());
    undirected::perform(context, &action, pin)
}
