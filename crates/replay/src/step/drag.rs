//! Drags one element onto another.

use retap_model::device::Action;
use retap_model::program::{Drag, Effect, Pin};

use crate::act::Proof;
use crate::context::{Context, StepResult};

/// Picks up the first target and lets go on the second; both must be told apart beforehand.
pub(super) fn perform(context: &mut Context<'_>, drag: &Drag, pin: Option<&Pin>) -> StepResult {
    let to = match context.find(
        &drag.to,
        pin.and_then(|pin| pin.destination_evidence.as_ref()),
    )? {
        Ok(sighting) => sighting,
        Err(verdict) => return Ok(verdict),
    };
    let from = match context.find(&drag.from, pin.and_then(|pin| pin.evidence.as_ref()))? {
        Ok(sighting) => sighting,
        Err(verdict) => return Ok(verdict),
    };
    let action = Action::Drag(from.found.point, to.found.point, Drag::DURATION);
    context.touch(&from, &action, &Proof::of(pin, Effect::Visible, None))
}
