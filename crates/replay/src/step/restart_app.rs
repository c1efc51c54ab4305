//! Stops an app and opens it again.

use retap_model::program::{Launch, ResetApp, RestartApp};

use crate::context::{Context, StepResult};

use super::{launch, reset_app};

/// Stops the app, checks that it is gone, opens it and checks that it is in front.
pub(super) fn perform(context: &mut Context<'_>, restart: &RestartApp) -> StepResult {
    let app = restart.app.clone();
    let stopped = reset_app::perform(context, &ResetApp { app: app.clone() })?;
    if stopped.is_failed() {
        return Ok(stopped);
    }
    launch::perform(context, &Launch { app })
}
