//! Holds an element.

use retap_model::device::Action;
use retap_model::program::{Effect, LongPress, Pin};

use crate::act::Proof;
use crate::context::{Context, StepResult};

/// Holds the target as long as the source says.
pub(super) fn perform(
    context: &mut Context<'_>,
    press: &LongPress,
    pin: Option<&Pin>,
) -> StepResult {
    let hold = |context: &mut Context<'_>| hold(context, press, pin);
    context.until_touched(&press.target, hold, |verdict| verdict)
}

fn hold(context: &mut Context<'_>, press: &LongPress, pin: Option<&Pin>) -> StepResult {
    let sighting = match context.find(&press.target, pin.and_then(|pin| pin.evidence.as_ref()))? {
        Ok(sighting) => sighting,
        Err(verdict) => return Ok(verdict),
    };
    let duration = press.duration.unwrap_or(LongPress::DEFAULT_DURATION);
    let proof = Proof::of(pin, Effect::Visible, None);
    context.touch(
        &sighting,
        &Action::LongPress(sighting.found.point, duration),
        &proof,
    )
}
