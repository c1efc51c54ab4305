//! Shakes the device.

use retap_model::device::Action;
use retap_model::program::Shake;

use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::Blind;
use super::{At, Perform, undirected};

impl Perform for Shake {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        undirected::perform(context, &Action::Shake, at.pin)
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Shake)
    }
}
