//! How a step or a run ended, always with a reason.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::reason::Reason;

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
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// How it ended.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

impl Verdict {
    /// Returns the verdict that something ended so.
    pub const fn new(outcome: Outcome, reason: Reason) -> Self {
        Self { outcome, reason }
    }

    /// Returns a pass.
    pub const fn passed(reason: Reason) -> Self {
        Self::new(Outcome::Passed, reason)
    }

    /// Returns a failure.
    pub const fn failed(reason: Reason) -> Self {
        Self::new(Outcome::Failed, reason)
    }

    /// Returns that nothing could decide.
    pub const fn not_judged(reason: Reason) -> Self {
        Self::new(Outcome::NotJudged, reason)
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
