//! Stops an app, so that its next launch is a fresh start.

use retap_model::device::{Ability, Action};
use retap_model::program::ResetApp;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::eyes::Need;
use crate::find::unreadable;
use crate::wait::Waited;

/// Stops the app and checks that it is not in front.
pub(super) fn perform(context: &mut Context<'_>, reset: &ResetApp) -> StepResult {
    let app = match context.recall_phrase(&reset.app) {
        Ok(app) => app.reveal(),
        Err(verdict) => return Ok(verdict),
    };
    if let Some(verdict) = context.send(&Action::Stop(app.clone()))? {
        return Ok(verdict);
    }
    if !context.device().can(Ability::NamesApps) {
        return Ok(Verdict::not_judged(
            "stopped; this device does not say what is in front",
        ));
    }
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        (now.is_in_front(&app) != Some(true)).then_some(())
    })?;
    if let Waited::Held((), screen) = &waited {
        context.note_front(None, screen);
    }
    let held = matches!(waited, Waited::Held(..));
    let seen = if held { "it is not" } else { "it is" };
    let expected = format!("`{app}` is not in front");
    context.note_check(expected, seen, held);
    Ok(match waited {
        Waited::Held((), _) => Verdict::passed("stopped; it is not in front"),
        Waited::TimedOut(Ok(_)) => Verdict::failed(format!("`{app}` is still in front")),
        Waited::TimedOut(Err(reason)) => unreadable(&reason),
    })
}
