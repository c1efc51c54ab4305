//! How a step ended, in the words of results files.

use crate::run::{Status, StepRun};

retap_model::words! {
    /// How a step ended, in the words of `result.json`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum StepStatus {
        Passed = "passed",
        Failed = "failed",
        Skipped = "skipped",
        /// Only an AI could judge it, and none did.
        AiRequired = "ai_required",
        /// Nobody judged it and its author wanted that. The reference calls such a step passed, which
        /// would count as seen what nobody looked at.
        NotJudged = "not_judged",
    }
}

impl StepStatus {
    /// Returns how a step ended; one whose end is not in the events has not done what it should.
    pub(super) fn of(step: &StepRun) -> Self {
        match step.status() {
            Status::Passed | Status::Flaky => Self::Passed,
            Status::Failed | Status::DeviceError | Status::Interrupted => Self::Failed,
            Status::NotJudged if step.is_evidence_only() => Self::NotJudged,
            Status::NotJudged => Self::AiRequired,
            Status::Skipped => Self::Skipped,
        }
    }
}

/// Returns why a step ended as it did; one that never ended was interrupted.
pub(super) fn reason_of(step: &StepRun) -> &str {
    match &step.finished {
        Some(finished) => &finished.reason,
        None => "the run was interrupted before this step ended",
    }
}
