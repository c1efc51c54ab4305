//! Closes the keyboard on the screen, and asks the device whether it did.

use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::program::HideKeyboard;

use super::{
    Action, At, Blind, Context, Freshness, Perform, Reason, StepResult, Stop, Verdict, Visible,
};

/// The condition that must hold afterwards.
const EXPECTED: &str = "no keyboard shows";

/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(200);

impl Perform for HideKeyboard {
    /// Goes back once if a keyboard shows: a second time would leave the screen. Where none shows, nothing
    /// is sent.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        if is_shown(context)? {
            context.send(&Action::Back)?;
        }
        let end = Deadline::after(context.now(), context.options.timeout);
        let expected = || vec![EXPECTED.to_owned()];
        while is_shown(context)? {
            if end.has_passed(context.now()) {
                context.note_unmet(EXPECTED, "one does");
                let visible = Visible::of(&*context.see(Freshness::New)?);
                let missing = expected();
                return Ok(Verdict::failed(Reason::ClaimsFail { missing, visible }));
            }
            context.pause(PAUSE)?;
        }
        context.note_held(EXPECTED, "none does");
        Ok(Verdict::passed(Reason::ClaimsHold {
            claims: expected(),
            is_fingerprint: false,
        }))
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Ok(Blind::AsAlways)
    }
}

fn is_shown(context: &mut Context<'_>) -> Result<bool, Stop> {
    let deadline = context.round_trip();
    Ok(context.device().is_keyboard_shown(deadline)?)
}
