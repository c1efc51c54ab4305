//! Keeps a picture of the screen.

use retap_model::device::{Ability, DeviceError};
use retap_model::program::Screenshot;
use retap_model::verdict::Verdict;

use crate::context::{Abort, Context, StepResult};

/// Keeps the picture under the source's name for it.
pub(super) fn perform(context: &mut Context<'_>, screenshot: &Screenshot) -> StepResult {
    if !context.device().can(Ability::Screenshot) {
        let device = context.device().info().address.clone();
        return Err(DeviceError::Unsupported {
            device,
            ability: Ability::Screenshot,
        }
        .into());
    }
    let label = match context.recall_phrase(&screenshot.label) {
        Ok(label) => label.to_string(),
        Err(verdict) => return Ok(verdict),
    };
    match context.picture_asked(&label) {
        Ok(file) => Ok(Verdict::passed(format!("kept as {file}"))),
        Err(Abort::Device(DeviceError::Unreadable { reason })) => Ok(Verdict::failed(format!(
            "there is no picture to keep: {reason}"
        ))),
        Err(abort) => Err(abort),
    }
}
