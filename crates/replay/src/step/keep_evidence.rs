//! Keeps a picture as evidence and asserts nothing.

use retap_model::program::KeepEvidence;

use super::{At, Blind, Context, Freshness, Perform, Reason, StepResult, Stop, Verdict};

impl Perform for KeepEvidence {
    /// Looks and keeps what is there. Nothing is judged, and the author wanted it so: the run may pass,
    /// and lists it.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        context.see(Freshness::New)?;
        context.progress.is_allowed_unjudged = true;
        let assertion = self.assertion.to_string();
        Ok(Verdict::not_judged(Reason::EvidenceOnly { assertion }))
    }

    fn blind(&self, _: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        Blind::nothing()
    }
}
