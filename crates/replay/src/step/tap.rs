//! Touches an element once. A touch without effect fails; it is never repeated.

use retap_model::device::Action;
use retap_model::program::Tap;

use crate::act::{Choosing, Touch};
use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::{Blind, place};
use super::{At, Perform};

impl Perform for Tap {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let touch = Touch {
            target: &self.target,
            pin: at.pin,
            effect: self.effect,
            choosing: Choosing::Answers,
        };
        context.touch_target(&touch, Action::Tap)
    }

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Tap(place(at.pin)?))
    }
}
