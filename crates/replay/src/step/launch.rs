//! Opens an app and checks that it is in front.

use std::sync::Arc;

use retap_model::device::{Ability, Action};
use retap_model::event::{Event, Purpose};
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
        .filter(|_| !context.device().can(Ability::Apps));
    let verdict = prove(context, &app, unnamed)?;
    context.rest_while_learning()?;
    context.picture_step(Purpose::After, None)?;
    Ok(verdict)
}

/// Returns the screen before the launch. A replay on a device that knows its apps needs none: the
/// device will say what is in front.
fn before(context: &mut Context<'_>) -> Result<Result<Option<Arc<Screen>>, Verdict>, Abort> {
    if context.is_replay() && context.device().can(Ability::Apps) {
        return Ok(Ok(None));
    }
    Ok(context.screen_before()?.map(Some))
}

/// Waits until the app is in front; `before` is given where only a change can tell.
fn prove(context: &mut Context<'_>, app: &str, before: Option<&Screen>) -> StepResult {
    let waited = context.wait_until(context.options.timeout, Need::Fresh, |now| {
        is_in_front(app, before, now).then(|| now.app.clone())
    })?;
    let expected = format!("`{app}` is in front");
    match waited {
        Waited::Held(front, _) => {
            let seen = front.unwrap_or_else(|| "the screen changed".to_owned());
            context.emit(Event::Checked {
                expected,
                seen: seen.clone(),
                held: true,
            });
            Ok(Verdict::passed(format!("launched; in front: {seen}")))
        }
        Waited::TimedOut(Ok(screen)) => {
            let seen = screen
                .app
                .clone()
                .unwrap_or_else(|| "the home screen".to_owned());
            context.emit(Event::Checked {
                expected,
                seen: seen.clone(),
                held: false,
            });
            Ok(Verdict::failed(format!(
                "`{app}` did not come to the front; in front: {seen}"
            )))
        }
        Waited::TimedOut(Err(reason)) => Ok(unreadable(&reason)),
    }
}

fn is_in_front(app: &str, before: Option<&Screen>, now: &Screen) -> bool {
    let has_content = now.visible().next().is_some();
    match (&now.app, before) {
        (Some(front), _) => has_content && is_same_app(front, app),
        (None, Some(before)) => has_content && changed(before, now),
        (None, None) => false,
    }
}

/// Apps go by the name people use or by the platform's identifier; case and accents aside.
fn is_same_app(front: &str, wanted: &str) -> bool {
    use retap_model::screen::Element;
    use retap_model::select::{Part, match_label};
    let named = Element {
        text: front.to_owned(),
        ..Element::default()
    };
    match_label(&named, wanted, 0).is_some_and(|found| found.part == Part::Whole)
}
