//! Turns a radio on or off, and reads its state back.

use std::time::Duration;

use retap_model::device::{Action, Deadline, DeviceError};
use retap_model::program::SetNetwork;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};

/// How long a radio may take.
const RADIO_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait before asking again.
const RADIO_PAUSE: Duration = Duration::from_millis(200);

/// Brings the radio to the state; a device that cannot tell leaves the step unjudged.
pub(super) fn perform(context: &mut Context<'_>, set: &SetNetwork) -> StepResult {
    if let Some(verdict) = context.send(&Action::SetNetwork(set.mode))? {
        return Ok(verdict);
    }
    let end = Deadline::after(context.now(), RADIO_TIMEOUT.min(context.options.timeout));
    loop {
        let deadline = context.round_trip();
        match context.device().is_network_in(set.mode, deadline) {
            Ok(held) if held || end.has_passed(context.now()) => {
                return Ok(judge(context, set, held));
            }
            Ok(_) => context.pause(RADIO_PAUSE)?,
            Err(DeviceError::Unsupported { .. }) => {
                return Ok(Verdict::not_judged(
                    "the device cannot tell the state of its radios",
                ));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

fn judge(context: &mut Context<'_>, set: &SetNetwork, held: bool) -> Verdict {
    let mode = set.mode.as_str();
    let seen = if held { "it is" } else { "it is not" };
    let expected = format!("the network is {mode}");
    context.note_check(expected, seen, held);
    if held {
        Verdict::passed(format!("the network is {mode}"))
    } else {
        Verdict::failed(format!("the network did not become {mode}"))
    }
}
