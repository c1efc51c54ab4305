//! Stops an app and opens it again.

use retap_model::program::{Launch, ResetApp, RestartApp};

use super::{Action, At, Blind, Context, Perform, StepResult, Stop};

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

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        let app = self.app.reveal();
        let actions = vec![Action::Stop(app.clone()), Action::Launch(app)];
        Ok(Blind::Sends(actions))
    }
}
