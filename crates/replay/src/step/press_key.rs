//! Presses a key with its modifiers held.

use retap_model::device::Action;
use retap_model::program::PressKey;

use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::Blind;
use super::{At, Perform, undirected};

impl Perform for PressKey {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        undirected::perform(context, &action(self), at.pin)
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(action(self))
    }
}

fn action(press: &PressKey) -> Action {
    Action::PressKey(press.key.clone(), press.modifiers.clone())
}
