//! Lets time pass, because the author says so.

use retap_model::program::Pause;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::eyes::{Look, Need};
use crate::find::unreadable;

/// Waits and looks: a device that is gone by then does not pass.
pub(super) fn perform(context: &mut Context<'_>, pause: &Pause) -> StepResult {
    context.pause(pause.duration)?;
    Ok(match context.look(Need::Fresh)? {
        Look::Screen(_) => Verdict::passed(format!("waited {:?}", pause.duration)),
        Look::Unreadable(reason) => unreadable(&reason),
    })
}
