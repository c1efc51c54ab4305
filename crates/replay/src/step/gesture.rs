//! Sends an act to a place.

use retap_model::program::Gesture;

use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::Blind;
use super::{At, Perform, undirected};

impl Perform for Gesture {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        undirected::perform(context, &self.action, at.pin)
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(self.action.clone())
    }
}
