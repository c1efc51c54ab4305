//! Keeps a picture of the screen under the source's name for it.

use retap_model::device::{Ability, DeviceError};
use retap_model::program::Screenshot;

use super::{At, Blind, Context, Perform, Reason, StepResult, Stop, Verdict};

impl Perform for Screenshot {
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let ability = Ability::Screenshot;
        if !context.device().can(ability) {
            let device = context.device().info().address.clone();
            return Err(DeviceError::Unsupported { device, ability }.into());
        }
        let label = context.recall_phrase(&self.label)?.to_string();
        match context.picture_asked(&label) {
            Ok(file) => Ok(Verdict::passed(Reason::KeptAs { file })),
            Err(Stop::Device(DeviceError::Unreadable { reason: message })) => {
                Ok(Verdict::failed(Reason::NoPicture { message }))
            }
            Err(stop) => Err(stop),
        }
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Ok(Blind::AsAlways)
    }
}
