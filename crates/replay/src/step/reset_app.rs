//! Stops an app, so that its next launch is a fresh start.

use retap_model::device::Ability;
use retap_model::program::ResetApp;

use super::{
    Action, At, Blind, Context, Freshness, Perform, Reason, StepResult, Stop, Verdict, Waited,
};

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
                context.pass(expected, "it is not", Reason::AppStopped)
            }
            Waited::TimedOut(_) => context.fail(expected, "it is", Reason::AppNotStopped { app }),
        })
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::Stop(self.app.reveal()))
    }
}
