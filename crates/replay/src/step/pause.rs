//! Lets time pass, because the author says so.

use retap_model::program::Pause;

use super::{At, Blind, Context, Freshness, Perform, Reason, StepResult, Stop, Verdict};

impl Perform for Pause {
    /// Waits and looks: a device that is gone by then does not pass.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        context.pause(self.duration)?;
        context.see(Freshness::New)?;
        let time = self.duration;
        Ok(Verdict::passed(Reason::Waited { time }))
    }

    fn blind(&self, context: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        context.pause(self.duration)?;
        Blind::nothing()
    }
}
