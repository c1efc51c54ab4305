//! Opens a URL or a deep link.

use retap_model::device::Action;
use retap_model::program::{OpenUrl, Pin};

use crate::context::{Context, StepResult};

use super::undirected;

/// Opens the address and checks that the screen answers.
pub(super) fn perform(context: &mut Context<'_>, open: &OpenUrl, pin: Option<&Pin>) -> StepResult {
    match context.recall_phrase(&open.url) {
        Ok(url) => undirected::perform(context, &Action::OpenUrl(url.reveal()), pin),
        Err(verdict) => Ok(verdict),
    }
}
