//! Opening and stopping apps, and going to the home screen: the device says what is in front.

use super::prelude::*;

impl Perform for Launch {
    /// Opens the app. Passes when the device says that it is in front and something shows; where
    /// the device cannot say what is in front, when the screen changed.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let app = context.recall_phrase(&self.app)?.reveal();
        let names_apps = context.device().can(Ability::NamesApps);
        // A replay on a device that knows its apps needs no screen before: the device will say what is in front.
        let before = match context.is_replay() && names_apps {
            true => None,
            false => Some(context.screen_before()?),
        };
        context.picture_step(Purpose::Before, None)?;
        context.send(&Action::Launch(app.clone()))?;
        let unnamed = before.as_deref().filter(|_| !names_apps);
        let verdict = prove(context, app, unnamed)?;
        context.rest_while_learning(Freshness::Recent)?;
        context.picture_step(Purpose::After, None)?;
        Ok(verdict)
    }

    fn acts_unseen(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        Ok(vec![Action::Launch(self.app.reveal())])
    }
}

/// Waits until the app is in front; `before` is given where only a change can tell.
fn prove(context: &mut Context<'_>, app: String, before: Option<&Screen>) -> StepResult {
    let is_there = |now: &Screen| is_there(&app, before, now).then(|| now.app.clone());
    let timeout = context.options.timeout;
    let waited = match before {
        Some(_) => context.wait_until(timeout, Freshness::New, is_there)?,
        None => context.wait_past_interruptions(timeout, Freshness::New, is_there)?,
    };
    let expected = format!("`{app}` is in front");
    Ok(match waited {
        Waited::Held(front, screen) => {
            context.known.screens.note_front(before, &screen);
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

impl Perform for ResetApp {
    /// Stops the app and checks that it is not in front.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let app = context.recall_phrase(&self.app)?.reveal();
        context.send(&Action::Stop(app.clone()))?;
        if !context.device().can(Ability::NamesApps) {
            return Ok(Verdict::not_judged(Reason::AppStoppedUnseen));
        }
        let waited = context.wait_until(context.options.timeout, Freshness::New, |now| {
            (now.is_in_front(&app) != Some(true)).then_some(())
        })?;
        let expected = format!("`{app}` is not in front");
        Ok(match waited {
            Waited::Held((), screen) => {
                context.known.screens.note_front(None, &screen);
                context.pass(expected, "it is not", Reason::AppStopped)
            }
            Waited::TimedOut(_) => context.fail(expected, "it is", Reason::AppNotStopped { app }),
        })
    }

    fn acts_unseen(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        Ok(vec![Action::Stop(self.app.reveal())])
    }
}

impl Perform for RestartApp {
    /// Stops the app, checks that it is gone, opens it and checks that it is in front.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let app = self.app.clone();
        let stopped = ResetApp { app: app.clone() }.perform(context, at)?;
        if stopped.is_failed() {
            return Ok(stopped);
        }
        Launch { app }.perform(context, at)
    }

    fn acts_unseen(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        let app = self.app.reveal();
        Ok(vec![Action::Stop(app.clone()), Action::Launch(app)])
    }
}

impl Perform for Home {
    /// Goes home. Passes when no app is in front; where the device cannot tell, when the screen changed.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let before = context.screen_before()?;
        context.picture_step(Purpose::Before, None)?;
        context.send(&Action::Home)?;
        let names_apps = context.device().can(Ability::NamesApps);
        let waited = context.wait_until(context.options.timeout, Freshness::New, |now| {
            let is_home = now.app.is_none() && (names_apps || changed(&before, now));
            is_home.then_some(())
        })?;
        let expected = "the home screen is in front";
        let verdict = match waited {
            Waited::Held((), screen) => {
                context.known.screens.note_front(Some(&before), &screen);
                context.pass(expected, "it is", Reason::AtHome)
            }
            Waited::TimedOut(screen) => {
                let app = screen.app.clone();
                let front = app.unwrap_or_else(|| "the same screen".to_owned());
                context.fail(expected, front.clone(), Reason::NotAtHome { front })
            }
        };
        context.picture_step(Purpose::After, None)?;
        Ok(verdict)
    }

    fn acts_unseen(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        Ok(vec![Action::Home])
    }
}
