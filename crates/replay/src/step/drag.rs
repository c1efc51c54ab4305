//! Drags one element onto another.

use retap_model::device::Action;
use retap_model::program::{Drag, Effect, Pin};

use crate::act::Proof;
use crate::context::{Context, StepResult};

/// Picks up the first target and lets go on the second; both are found on one
/// and the same reading.
pub(super) fn perform(context: &mut Context<'_>, drag: &Drag, pin: Option<&Pin>) -> StepResult {
    let from_evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let to_evidence = pin.and_then(|pin| pin.destination_evidence.as_ref());
    let ends = [(&drag.from, from_evidence), (&drag.to, to_evidence)];
    let dragged = context.find_all_and(&ends, |context, sightings| {
        let (from, to) = (&sightings[0], &sightings[1]);
        let action = Action::Drag(from.found.point, to.found.point, Drag::DURATION);
        context.touch(from, &action, &Proof::of(pin, Effect::Visible, None))
    })?;
    Ok(dragged.unwrap_or_else(|verdict| verdict))
}
