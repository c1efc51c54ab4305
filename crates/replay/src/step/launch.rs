//! Opens an app and checks that it is in front.

use std::sync::Arc;

use retap_model::device::Ability;
use retap_model::event::Purpose;
use retap_model::program::Launch;
use retap_model::screen::Screen;
use retap_model::verify::changed;

use super::{Action, At, Blind, Context, Freshness, Perform, Reason, StepResult, Stop, Waited};

impl Perform for Launch {
    /// Opens the app. Passes when the device says that it is in front and something shows; where
    /// the device cannot say what is in front, when the screen changed.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let app = context.recall_phrase(&self.app)?.reveal();
        let before = before(context)?;
        context.picture_step(Purpose::Before, None)?;
        context.send(&Action::Launch(app.clone()))?;
        let names_apps = context.device().can(Ability::NamesApps);
        let unnamed = before.as_deref().filter(|_| !names_apps);
        let verdict = prove(context, app, unnamed)?;
        context.rest_while_learning(Freshness::Recent)?;
        context.picture_step(Purpose::After, None)?;
        Ok(verdict)
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Launch(self.app.reveal()))
    }
}

/// Returns the screen before the launch. A replay on a device that knows its apps needs none: the
/// device will say what is in front.
fn before(context: &mut Context<'_>) -> Result<Option<Arc<Screen>>, Stop> {
    if context.is_replay() && context.device().can(Ability::NamesApps) {
        return Ok(None);
    }
    context.screen_before().map(Some)
}

/// Waits until the app is in front; `before` is given where only a change can tell.
fn prove(context: &mut Context<'_>, app: String, before: Option<&Screen>) -> StepResult {
    let waited = context.wait_until(context.options.timeout, Freshness::New, |now| {
        is_there(&app, before, now).then(|| now.app.clone())
    })?;
    let expected = format!("`{app}` is in front");
    Ok(match waited {
        Waited::Held(front, screen) => {
            context.note_front(before, &screen);
            let front = front.unwrap_or_else(|| "the screen changed".to_owned());
            context.pass(expected, front.clone(), Reason::Launched { front })
        }
        Waited::TimedOut(screen) => {
            let front = screen.app.clone();
            let front = front.unwrap_or_else(|| "the home screen".to_owned());
            context.fail(expected, front.clone(), Reason::NotLaunched { app, front })
        }
    })
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
