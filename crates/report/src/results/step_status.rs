//! How a step ended, in the words of results files.

use crate::run::{Status, StepRun};

/// How a step ended, in the words of `result.json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StepStatus {
    Passed,
    Failed,
    Skipped,
    /// Only an AI could judge it, and none did.
    AiRequired,
    /// Nobody judged it and its author wanted that. The reference calls such a step passed, which
    /// would count as seen what nobody looked at.
    NotJudged,
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

    /// Returns the word of the file.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::AiRequired => "ai_required",
            Self::NotJudged => "not_judged",
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
