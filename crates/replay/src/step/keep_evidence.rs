//! Keeps a picture as evidence and asserts nothing.

use retap_model::program::KeepEvidence;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::eyes::{Look, Need};
use crate::find::unreadable;

/// Looks and keeps what is there. Nothing is judged, and the author wanted it so: the run may pass,
/// and lists it.
pub(super) fn perform(context: &mut Context<'_>, keep: &KeepEvidence) -> StepResult {
    if let Look::Unreadable(reason) = context.look(Need::Fresh)? {
        return Ok(unreadable(&reason));
    }
    context.is_allowed_unjudged = true;
    Ok(Verdict::not_judged(format!(
        "kept as evidence only; nobody judged \"{}\"",
        keep.assertion
    )))
}
