//! Drags one element onto another.

use retap_model::program::{Drag, TouchEffect};

use super::blind::{place, trusted};
use super::{Action, At, Blind, Context, Perform, Proof, StepResult, Stop};

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

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        let to = trusted(at.pin.and_then(|pin| pin.destination.as_ref()))?;
        Blind::send(Action::Drag(place(at.pin)?, to, Self::DURATION))
    }
}
