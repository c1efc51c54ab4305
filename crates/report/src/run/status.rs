//! How a step, a run or a case looks in a report.

use retap_model::verdict::Outcome;

/// How a step, a run or a case ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It did what it should, and that was seen.
    Passed,
    /// It passed after an attempt that did not.
    Flaky,
    /// It did not do what it should.
    Failed,
    /// The device or the environment was at fault.
    DeviceError,
    /// Nothing could decide.
    NotJudged,
    /// It was not tried.
    Skipped,
    /// The events stop before its end.
    Interrupted,
}

impl Status {
    /// Every status, in the order in which totals list them.
    pub const ALL: [Self; 7] = [
        Self::Passed,
        Self::Flaky,
        Self::Failed,
        Self::DeviceError,
        Self::NotJudged,
        Self::Skipped,
        Self::Interrupted,
    ];

    /// Returns the words people read.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Flaky => "flaky",
            Self::Failed => "failed",
            Self::DeviceError => "device error",
            Self::NotJudged => "not judged",
            Self::Skipped => "skipped",
            Self::Interrupted => "interrupted",
        }
    }

    /// Returns whether a reader has nothing to do about it.
    pub const fn is_good(self) -> bool {
        match self {
            Self::Passed | Self::Flaky | Self::Skipped => true,
            Self::Failed | Self::DeviceError | Self::NotJudged | Self::Interrupted => false,
        }
    }
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Passed => Self::Passed,
            Outcome::Failed => Self::Failed,
            Outcome::NotJudged => Self::NotJudged,
            Outcome::Skipped => Self::Skipped,
        }
    }
}
