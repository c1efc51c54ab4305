//! Steps that touch one element in one way: found, touched, and answered by the screen.

use retap_model::geometry::Point;
use retap_model::program::StepDefinition;

use super::blind::place;
use super::{Action, At, Blind, Context, Proof, StepResult, Stop};

/// A step that is nothing but a touch of the element it acts on.
pub(super) trait Touching: StepDefinition {
    /// Returns the act at a place of that element.
    fn gesture(&self, at: Point) -> Action;
}

/// Finds the element, touches it, and proves what came of it. That it then has the focus or is the chosen one
/// answers a tap, and no other gesture.
pub(super) fn perform(step: &dyn Touching, context: &mut Context<'_>, at: At<'_>) -> StepResult {
    let target = step.acted_target().expect("a touch has a target");
    context.find_and(target, at.evidence(), |context, located| {
        let action = step.gesture(located.found.point);
        let touched = matches!(action, Action::Tap(_)).then(|| located.element());
        let proof = Proof::of(at.pin, step.expected_effect(), touched);
        context.touch(located, &action, &proof)
    })
}

/// Touches the place where the element was.
pub(super) fn blind(step: &dyn Touching, at: At<'_>) -> Result<Blind, Stop> {
    Blind::send(step.gesture(place(at.pin)?))
}
