//! Keeps a picture of the screen.

use retap_model::device::{Ability, DeviceError};
use retap_model::program::Screenshot;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};

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
    let file = context.picture_asked(&label)?;
    Ok(Verdict::passed(format!("kept as {file}")))
}
