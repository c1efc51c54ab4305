//! Steps that touch one element in one way: found, touched once, and answered by the screen. A touch without effect
//! fails; it is never repeated.

use super::blind::{place, trusted};
use super::prelude::*;

/// Finds the element, touches it, and proves what came of it. That it then has the focus or is the chosen one
/// answers a tap, and no other gesture.
pub(super) fn perform(
    step: &dyn StepDefinition,
    gesture: &dyn Fn(Point) -> Action,
    context: &mut Context<'_>,
    at: At<'_>,
) -> StepResult {
    let target = step.acted_target().expect("a touch has a target");
    context.find_and(target, at.evidence(), |context, located| {
        let action = gesture(located.found.point);
        let touched = matches!(action, Action::Tap(_)).then(|| located.element());
        let proof = Proof::of(at.pin, step.expected_effect(), touched);
        context.touch(located, &action, &proof)
    })
}

impl Perform for Drag {
    /// Picks up the first target and lets go on the second; both are found on one and the same reading.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let to_evidence = at.pin.and_then(|pin| pin.destination_evidence.as_ref());
        let ends = [(&self.from, at.evidence()), (&self.to, to_evidence)];
        context.find_all_and(&ends, |context, located| {
            let (from, to) = (&located[0], &located[1]);
            let action = Action::Drag(from.found.point, to.found.point, Self::DURATION);
            context.touch(
                from,
                &action,
                &Proof::of(at.pin, TouchEffect::Visible, None),
            )
        })
    }

    fn acts_unseen(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Vec<Action>, Stop> {
        let to = trusted(at.pin.and_then(|pin| pin.destination.as_ref()))?;
        Ok(vec![Action::Drag(place(at.pin)?, to, Self::DURATION)])
    }
}
