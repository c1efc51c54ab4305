//! Touches an element twice.

use retap_model::device::Action;
use retap_model::program::{DoubleTap, Effect};

use crate::act::{Choosing, Touch};
use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::{Blind, place};
use super::{At, Perform};

impl Perform for DoubleTap {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let touch = Touch {
            target: &self.target,
            pin: at.pin,
            effect: Effect::Visible,
            choosing: Choosing::DoesNotAnswer,
        };
        context.touch_target(&touch, Action::DoubleTap)
    }

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::DoubleTap(place(at.pin)?))
    }
}
