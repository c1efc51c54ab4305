//! How a step, a run or a case looks in a report.

use retap_model::verdict::Outcome;

retap_model::words! {
    /// How a step, a run or a case ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Status {
        /// It did what it should, and that was seen.
        Passed = "passed",
        /// It passed after an attempt that did not.
        Flaky = "flaky",
        /// It did not do what it should.
        Failed = "failed",
        /// The device or the environment was at fault.
        DeviceError = "device error",
        /// Nothing could decide.
        NotJudged = "not judged",
        /// It was not tried.
        Skipped = "skipped",
        /// The events stop before its end.
        Interrupted = "interrupted",
    }
}

impl Status {
    /// Returns whether a reader has nothing to do about it.
    pub const fn is_good(self) -> bool {
        match self {
            Self::Passed | Self::Flaky | Self::Skipped => true,
            Self::Failed | Self::DeviceError | Self::NotJudged | Self::Interrupted => false,
        }
    }
}

/// Returns how many there are of each status that there is, in the order of [`Status::ALL`].
pub(crate) fn totals(statuses: impl Iterator<Item = Status> + Clone) -> Vec<(usize, Status)> {
    let of = |status: Status| statuses.clone().filter(move |each| *each == status);
    let all = Status::ALL.into_iter();
    all.map(|status| (of(status).count(), status))
        .filter(|(number, _)| *number > 0)
        .collect()
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
