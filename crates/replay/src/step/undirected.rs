//! Acts that need no target: going back, shaking, pressing a key, touching a place, opening an address.

use crate::act::PendingAct;

use super::prelude::*;

/// Sends the act and checks that the screen answers it.
pub(super) fn perform(context: &mut Context<'_>, action: &Action, pin: Option<&Pin>) -> StepResult {
    let before = context.loaded_screen_before()?;
    context.picture_step(Purpose::Before, None)?;
    let act = PendingAct {
        action,
        before: &before,
        title: action.to_string(),
    };
    context.act(&act, &Proof::of(pin, TouchEffect::Visible, None))
}

impl Perform for OpenUrl {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let url = context.recall_phrase(&self.url)?;
        perform(context, &Action::OpenUrl(url.reveal()), at.pin)
    }

    fn acts_unseen(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        Ok(vec![Action::OpenUrl(self.url.reveal())])
    }
}
