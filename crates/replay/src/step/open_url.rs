//! Opens a URL or a deep link, and checks that the screen answers.

use retap_model::program::OpenUrl;

use super::{Action, At, Blind, Context, Perform, StepResult, Stop, undirected};

impl Perform for OpenUrl {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let url = context.recall_phrase(&self.url)?;
        undirected::perform(context, &Action::OpenUrl(url.reveal()), at.pin)
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::send(Action::OpenUrl(self.url.reveal()))
    }
}
