//! Turns a radio on or off, and reads its state back.

use retap_model::device::{Action, DeviceError};
use retap_model::event::Event;
use retap_model::program::SetNetwork;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};

/// Brings the radio to the state; a device that cannot tell leaves the step unjudged.
pub(super) fn perform(context: &mut Context<'_>, set: &SetNetwork) -> StepResult {
    if let Some(verdict) = context.send(&Action::SetNetwork(set.mode))? {
        return Ok(verdict);
    }
    let deadline = context.round_trip();
    let mode = set.mode.as_str();
    match context.device().is_network_in(set.mode, deadline) {
        Ok(held) => {
            let expected = format!("the network is {mode}");
            let seen = if held { "it is" } else { "it is not" };
            context.emit(Event::Checked {
                expected,
                seen: seen.to_owned(),
                held,
            });
            Ok(if held {
                Verdict::passed(format!("the network is {mode}"))
            } else {
                Verdict::failed(format!("the network did not become {mode}"))
            })
        }
        Err(DeviceError::Unsupported { .. }) => Ok(Verdict::not_judged(
            "the device cannot tell the state of its radios",
        )),
        Err(error) => Err(error.into()),
    }
}
