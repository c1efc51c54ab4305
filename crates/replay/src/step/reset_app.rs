//! Stops an app, so that its next launch is a fresh start.

use retap_model::device::{Ability, Action};
use retap_model::program::ResetApp;
use retap_model::reason::Reason;
use retap_model::verdict::Verdict;

use crate::context::Context;
use crate::screen_cache::Freshness;
use crate::stop::{StepResult, Stop};
use crate::wait::Waited;

use super::blind::Blind;
use super::{At, Perform};

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
                context.note_front(None, &screen);
                context.note_held(expected, "it is not");
                Verdict::passed(Reason::AppStopped)
            }
            Waited::TimedOut(_) => {
                context.note_unmet(expected, "it is");
                Verdict::failed(Reason::AppNotStopped { app })
            }
        })
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Stop(self.app.reveal()))
    }
}
