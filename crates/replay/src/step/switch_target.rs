//! Goes on with another device.

use retap_model::program::SwitchTarget;

use super::{At, Blind, Context, Perform, Reason, StepResult, Stop, Verdict};

impl Perform for SwitchTarget {
    /// Opens the device of this name; later steps act on it.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let name = context.recall_phrase(&self.name)?.reveal();
        let Some(devices) = context.devices.as_deref_mut() else {
            return Err(Stop::failed(Reason::NoOtherDevice { name }));
        };
        let opened = devices.open_device(&name)?;
        let info = opened.device.info();
        let (name, address) = (info.name.clone(), info.address.clone());
        context.switch_to(opened);
        Ok(Verdict::passed(Reason::NowOn { name, address }))
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Ok(Blind::AsAlways)
    }
}
