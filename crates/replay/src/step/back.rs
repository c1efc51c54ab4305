//! Goes one screen back.

use retap_model::device::Action;
use retap_model::program::Back;

use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::Blind;
use super::{At, Perform, undirected};

impl Perform for Back {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        undirected::perform(context, &Action::Back, at.pin)
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Back)
    }
}
