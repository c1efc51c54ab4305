//! Turns a radio on or off, and reads its state back.

use std::time::Duration;

use retap_model::device::{Deadline, DeviceError};
use retap_model::program::SetNetwork;

use super::{Action, At, Blind, Context, Perform, Reason, StepResult, Stop, Verdict};

/// How long a radio may take.
const RADIO_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait before asking again.
const RADIO_PAUSE: Duration = Duration::from_millis(200);

impl Perform for SetNetwork {
    /// Brings the radio to the state; a device that cannot tell leaves the step unjudged.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        context.send(&Action::SetNetwork(self.mode))?;
        let end = Deadline::after(context.now(), RADIO_TIMEOUT.min(context.options.timeout));
        let mode = self.mode.as_str().to_owned();
        let expected = format!("the network is {mode}");
        loop {
            let deadline = context.round_trip();
            match context.device().is_network_in(self.mode, deadline) {
                Ok(true) => {
                    return Ok(context.pass(expected, "it is", Reason::NetworkIs { mode }));
                }
                Ok(false) if end.has_passed(context.now()) => {
                    return Ok(context.fail(expected, "it is not", Reason::NetworkIsNot { mode }));
                }
                Ok(false) => context.pause(RADIO_PAUSE)?,
                Err(DeviceError::Unsupported { .. }) => {
                    return Ok(Verdict::not_judged(Reason::NetworkUnknown));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Ok(Blind::AsAlways)
    }
}
