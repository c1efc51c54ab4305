//! Rests the pointer on an element. Something must show then, as after a touch: a menu or a hint.

use retap_model::device::{Action, SpecialAct};
use retap_model::program::Hover;

use crate::act::{Choosing, Touch};
use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::{Blind, place};
use super::{At, Perform};

impl Perform for Hover {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let touch = Touch {
            target: &self.target,
            pin: at.pin,
            effect: self.effect,
            choosing: Choosing::DoesNotAnswer,
        };
        context.touch_target(&touch, |at| Action::Special(SpecialAct::Hover, at))
    }

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Special(SpecialAct::Hover, place(at.pin)?))
    }
}
