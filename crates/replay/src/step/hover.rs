//! Rests the pointer on an element.

use retap_model::device::Action;
use retap_model::program::{Hover, Pin};

use crate::act::Proof;
use crate::context::{Context, StepResult};

/// Rests the pointer on the target. Something must show then, as after a touch: a menu or a hint.
pub(super) fn perform(context: &mut Context<'_>, hover: &Hover, pin: Option<&Pin>) -> StepResult {
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let rested = context.find_and(&hover.target, evidence, |context, sighting| {
        let action = Action::Hover(sighting.found.point);
        context.touch(sighting, &action, &Proof::of(pin, hover.effect, None))
    })?;
    Ok(rested.unwrap_or_else(|verdict| verdict))
}
