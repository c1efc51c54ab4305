//! Opens the context menu of an element; it must show, as after a touch.

use retap_model::device::{Action, SpecialAct};
use retap_model::program::RightClick;

use crate::act::{Choosing, Touch};
use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::{Blind, place};
use super::{At, Perform};

impl Perform for RightClick {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let touch = Touch {
            target: &self.target,
            pin: at.pin,
            effect: self.effect,
            choosing: Choosing::DoesNotAnswer,
        };
        context.touch_target(&touch, |at| Action::Special(SpecialAct::RightClick, at))
    }

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Special(SpecialAct::RightClick, place(at.pin)?))
    }
}
