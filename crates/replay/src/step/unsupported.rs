//! What cannot be done.

use retap_model::program::Unsupported;
use retap_model::reason::Reason;

use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::Blind;
use super::{At, Perform};

impl Perform for Unsupported {
    fn perform(&self, _: &mut Context<'_>, _: At<'_>) -> StepResult {
        let message = self.reason.clone();
        Err(Stop::failed(Reason::Unsupported { message }))
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Ok(Blind::AsAlways)
    }
}
