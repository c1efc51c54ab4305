//! Goes to the home screen.

use retap_model::device::{Ability, Action};
use retap_model::event::Purpose;
use retap_model::verdict::Verdict;
use retap_model::verify::changed;

use crate::context::{Context, StepResult};
use crate::eyes::Need;
use crate::find::unreadable;
use crate::wait::Waited;

/// Goes home. Passes when no app is in front; where the device cannot tell, when the screen changed.
pub(super) fn perform(context: &mut Context<'_>) -> StepResult {
    let before = match context.screen_before()? {
        Ok(screen) => screen,
        Err(verdict) => return Ok(verdict),
    };
    context.picture_step(Purpose::Before, None)?;
    if let Some(verdict) = context.send(&Action::Home)? {
        return Ok(verdict);
    }
    let names_apps = context.device().can(Ability::NamesApps);
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        let is_home = now.app.is_none() && (names_apps || changed(&before, now));
        is_home.then_some(())
    })?;
    let (held, seen) = match waited {
        Waited::Held((), screen) => {
            context.note_front(Some(&before), &screen);
            (true, "it is".to_owned())
        }
        Waited::TimedOut(Ok(screen)) => (
            false,
            screen
                .app
                .clone()
                .unwrap_or_else(|| "the same screen".to_owned()),
        ),
        Waited::TimedOut(Err(reason)) => return Ok(unreadable(&reason)),
    };
    context.note_check("the home screen is in front", seen.clone(), held);
    context.picture_step(Purpose::After, None)?;
    Ok(if held {
        Verdict::passed("the home screen is in front")
    } else {
        Verdict::failed(format!("still in front: {seen}"))
    })
}
