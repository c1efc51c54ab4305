//! Opens an app and checks that it is in front.

use std::sync::Arc;

use retap_model::device::{Ability, Action};
use retap_model::event::Purpose;
use retap_model::program::Launch;
use retap_model::screen::Screen;
use retap_model::verdict::Verdict;
use retap_model::verify::changed;

use crate::context::{Abort, Context, StepResult};
use crate::eyes::Need;
use crate::find::unreadable;
use crate::wait::Waited;

/// Opens the app. Passes when the device says that it is in front and something shows; where
/// the device cannot say what is in front, when the screen changed.
pub(super) fn perform(context: &mut Context<'_>, launch: &Launch) -> StepResult {
    let app = match context.recall_phrase(&launch.app) {
        Ok(app) => app.reveal(),
        Err(verdict) => return Ok(verdict),
    };
    let before = match before(context)? {
        Ok(screen) => screen,
        Err(verdict) => return Ok(verdict),
    };
    context.picture_step(Purpose::Before, None)?;
    if let Some(verdict) = context.send(&Action::Launch(app.clone()))? {
        return Ok(verdict);
    }
    let unnamed = before
        .as_deref()
        .filter(|_| !context.device().can(Ability::NamesApps));
    let verdict = prove(context, &app, unnamed)?;
    context.rest_while_learning(Need::Recent)?;
    context.picture_step(Purpose::After, None)?;
    Ok(verdict)
}

/// Returns the screen before the launch. A replay on a device that knows its apps needs none: the
/// device will say what is in front.
fn before(context: &mut Context<'_>) -> Result<Result<Option<Arc<Screen>>, Verdict>, Abort> {
    if context.is_replay() && context.device().can(Ability::NamesApps) {
        return Ok(Ok(None));
    }
    Ok(context.screen_before()?.map(Some))
}

/// Waits until the app is in front; `before` is given where only a change can tell.
fn prove(context: &mut Context<'_>, app: &str, before: Option<&Screen>) -> StepResult {
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        is_there(app, before, now).then(|| now.app.clone())
    })?;
    let expected = format!("`{app}` is in front");
    match waited {
        Waited::Held(front, screen) => {
            context.note_front(before, &screen);
            let seen = front.unwrap_or_else(|| "the screen changed".to_owned());
            context.note_check(expected, seen.clone(), true);
            Ok(Verdict::passed(format!("launched; in front: {seen}")))
        }
        Waited::TimedOut(Ok(screen)) => {
            let seen = screen
                .app
                .clone()
                .unwrap_or_else(|| "the home screen".to_owned());
            context.note_check(expected, seen.clone(), false);
            Ok(Verdict::failed(format!(
                "`{app}` did not come to the front; in front: {seen}"
            )))
        }
        Waited::TimedOut(Err(reason)) => Ok(unreadable(&reason)),
    }
}

fn is_there(app: &str, before: Option<&Screen>, now: &Screen) -> bool {
    let has_content = now.visible().next().is_some();
    let is_in_front = match (now.is_in_front(app), before) {
        (Some(is_in_front), _) => is_in_front,
        (None, Some(before)) => changed(before, now),
        (None, None) => false,
    };
    has_content && is_in_front
}
