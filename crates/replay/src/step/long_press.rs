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
    let duration = press.duration.unwrap_or(LongPress::DEFAULT_DURATION);
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let touched = context.find_and(&press.target, evidence, |context, sighting| {
        let action = Action::LongPress(sighting.found.point, duration);
        context.touch(sighting, &action, &Proof::of(pin, Effect::Visible, None))
    })?;
    Ok(touched.unwrap_or_else(|verdict| verdict))
}
