//! Goes on with another device.

use retap_model::program::SwitchTarget;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};

/// Opens the device of this name; later steps act on it.
pub(super) fn perform(context: &mut Context<'_>, switch: &SwitchTarget) -> StepResult {
    let name = match context.recall_phrase(&switch.name) {
        Ok(name) => name.reveal(),
        Err(verdict) => return Ok(verdict),
    };
    let Some(devices) = context.devices.as_deref_mut() else {
        return Ok(Verdict::failed(format!(
            "there is no other device to switch to: `{name}`"
        )));
    };
    let opened = devices.open_device(&name)?;
    let info = opened.device.info();
    let title = format!("now on `{}` ({})", info.name, info.address);
    context.switch_to(opened);
    Ok(Verdict::passed(title))
}
