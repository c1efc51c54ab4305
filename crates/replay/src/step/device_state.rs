//! States of the device that it is asked for and no screen shows: its keyboard, its radio; and which device it is.

use retap_model::device::Device;

use super::prelude::*;

/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a radio may take.
const RADIO_TIMEOUT: Duration = Duration::from_secs(10);

/// Asks the device until it says that a state is reached; returns whether that was so in time.
fn wait_for_state(
    context: &mut Context<'_>,
    timeout: Duration,
    is_reached: impl Fn(&mut dyn Device, Deadline) -> Result<bool, DeviceError>,
) -> Result<bool, Stop> {
    let end = Deadline::after(context.now(), timeout);
    loop {
        let deadline = context.round_trip();
        if is_reached(context.device(), deadline)? {
            return Ok(true);
        }
        if end.has_passed(context.now()) {
            return Ok(false);
        }
        context.pause(PAUSE)?;
    }
}

impl Perform for HideKeyboard {
    /// Goes back once if a keyboard shows: a second time would leave the screen. Where none shows, nothing
    /// is sent.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let deadline = context.round_trip();
        if context.device().is_keyboard_shown(deadline)? {
            context.send(&Action::Back)?;
        }
        let expected = "no keyboard shows";
        let is_hidden = |device: &mut dyn Device, deadline| {
            let is_shown = device.is_keyboard_shown(deadline)?;
            Ok(!is_shown)
        };
        if wait_for_state(context, context.options.timeout, is_hidden)? {
            return Ok(context.pass_claim(expected, "none does"));
        }
        context.note_unmet(expected, "one does");
        let visible = Visible::of(&*context.see(Freshness::New)?);
        let missing = vec![expected.to_owned()];
        Ok(Verdict::failed(Reason::ClaimsFail { missing, visible }))
    }
}

impl Perform for SetNetwork {
    /// Brings the radio to the state; a device that cannot tell leaves the step unjudged.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        context.send(&Action::SetNetwork(self.mode))?;
        let timeout = RADIO_TIMEOUT.min(context.options.timeout);
        let reached = wait_for_state(context, timeout, |device, deadline| {
            device.is_network_in(self.mode, deadline)
        });
        let mode = self.mode.as_str().to_owned();
        let expected = format!("the network is {mode}");
        Ok(match reached {
            Ok(true) => context.pass(expected, "it is", Reason::NetworkIs { mode }),
            Ok(false) => context.fail(expected, "it is not", Reason::NetworkIsNot { mode }),
            Err(Stop::Device(DeviceError::Unsupported { .. })) => {
                Verdict::not_judged(Reason::NetworkUnknown)
            }
            Err(stop) => return Err(stop),
        })
    }
}

impl Perform for SwitchTarget {
    /// Goes on with the device of this name, which is opened unless the run has it open; later steps act on it.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let name = context.recall_phrase(&self.name)?.reveal();
        let Some(devices) = context.parts.devices.as_deref_mut() else {
            return Err(Stop::failed(Reason::NoOtherDevice { name }));
        };
        let meant = devices.device_of(&name)?;
        if !context.switch_back_to(&meant) {
            let Some(devices) = context.parts.devices.as_deref_mut() else {
                return Err(Stop::failed(Reason::NoOtherDevice { name }));
            };
            let opened = devices.open_device(&name)?;
            context.switch_to(meant, opened);
        }
        let info = context.device().info();
        let (name, address) = (info.name.clone(), info.address.clone());
        Ok(Verdict::passed(Reason::NowOn { name, address }))
    }
}
