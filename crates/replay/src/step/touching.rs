//! Steps that touch one element in one way: found, touched, and answered by the screen.

use retap_model::device::Action;
use retap_model::geometry::Point;

use crate::act::Touch;
use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::{Blind, place};
use super::{At, Perform};

/// A step that is nothing but a touch of one element.
pub(super) trait Touching {
    /// Returns which element is touched, and what answers it.
    fn touch(&self) -> Touch<'_>;

    /// Returns the act at a place of that element.
    fn gesture(&self, at: Point) -> Action;
}

impl<T: Touching> Perform for T {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        context.touch_target(&self.touch(), at.pin, |point| self.gesture(point))
    }

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        Blind::send(self.gesture(place(at.pin)?))
    }
}
