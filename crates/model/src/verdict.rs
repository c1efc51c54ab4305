//! How a step or a run ended, always with a reason.

use std::fmt;

use serde::{Deserialize, Serialize};

crate::words! {
    /// How something ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Outcome {
        /// It did what it should, and that was seen.
        Passed = "passed",
        /// It did not.
        Failed = "failed",
        /// Nothing could decide.
        NotJudged = "not judged",
        /// It was not tried.
        Skipped = "skipped",
    }
}

/// An outcome and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// How it ended.
    pub outcome: Outcome,
    /// Why, in words for people.
    pub reason: String,
}

impl Verdict {
    /// Returns a pass.
    pub fn passed(reason: impl Into<String>) -> Self {
        Self {
            outcome: Outcome::Passed,
            reason: reason.into(),
        }
    }

    /// Returns a failure.
    pub fn failed(reason: impl Into<String>) -> Self {
        Self {
            outcome: Outcome::Failed,
            reason: reason.into(),
        }
    }

    /// Returns that nothing could decide.
    pub fn not_judged(reason: impl Into<String>) -> Self {
        Self {
            outcome: Outcome::NotJudged,
            reason: reason.into(),
        }
    }

    /// Returns that it was not tried.
    pub fn skipped(reason: impl Into<String>) -> Self {
        Self {
            outcome: Outcome::Skipped,
            reason: reason.into(),
        }
    }

    /// Returns whether it is a pass.
    pub fn is_passed(&self) -> bool {
        self.outcome == Outcome::Passed
    }

    /// Returns whether it is a failure.
    pub fn is_failed(&self) -> bool {
        self.outcome == Outcome::Failed
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.outcome.as_str(), self.reason)
    }
}
