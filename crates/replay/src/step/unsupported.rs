//! Fails a step that cannot be done.

use retap_model::program::Unsupported;

use super::{At, Blind, Context, Perform, Reason, StepResult, Stop};

impl Perform for Unsupported {
    fn perform(&self, _: &mut Context<'_>, _: At<'_>) -> StepResult {
        let message = self.reason.clone();
        Err(Stop::failed(Reason::Unsupported { message }))
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Ok(Blind::AsAlways)
    }
}
