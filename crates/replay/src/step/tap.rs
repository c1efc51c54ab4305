//! Touches an element once or twice, and checks that this had its effect.

use retap_model::device::Action;
use retap_model::program::{DoubleTap, Effect, Pin, Tap};

use crate::act::Proof;
use crate::context::{Context, StepResult};

/// Touches the target once. A touch without effect fails; it is never repeated.
pub(super) fn perform(context: &mut Context<'_>, tap: &Tap, pin: Option<&Pin>) -> StepResult {
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let touched = context.find_and(&tap.target, evidence, |context, sighting| {
        let touched = &sighting.screen.elements[sighting.found.index];
        let proof = Proof::of(pin, tap.effect, Some(touched));
        context.touch(sighting, &Action::Tap(sighting.found.point), &proof)
    })?;
    Ok(touched.unwrap_or_else(|verdict| verdict))
}

/// Touches the target twice.
pub(super) fn perform_double(
    context: &mut Context<'_>,
    tap: &DoubleTap,
    pin: Option<&Pin>,
) -> StepResult {
    let evidence = pin.and_then(|pin| pin.evidence.as_ref());
    let touched = context.find_and(&tap.target, evidence, |context, sighting| {
        let proof = Proof::of(pin, Effect::Visible, None);
        context.touch(sighting, &Action::DoubleTap(sighting.found.point), &proof)
    })?;
    Ok(touched.unwrap_or_else(|verdict| verdict))
}
