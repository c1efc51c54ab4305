//! Holds an element as long as the source says.

use std::time::Duration;

use retap_model::device::Action;
use retap_model::program::{Effect, LongPress};

use crate::act::{Choosing, Touch};
use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::{Blind, place};
use super::{At, Perform};

impl Perform for LongPress {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let touch = Touch {
            target: &self.target,
            pin: at.pin,
            effect: Effect::Visible,
            choosing: Choosing::DoesNotAnswer,
        };
        context.touch_target(&touch, |point| Action::LongPress(point, time(self)))
    }

    fn blind(&self, _: &mut Context<'_>, at: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::LongPress(place(at.pin)?, time(self)))
    }
}

fn time(press: &LongPress) -> Duration {
    press.duration.unwrap_or(LongPress::DEFAULT_DURATION)
}
