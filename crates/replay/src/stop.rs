//! The reasons to end a step or a whole run before its last line.

use std::time::Duration;

use retap_model::device::DeviceError;
use retap_model::reason::Reason;
use retap_model::verdict::{Outcome, Verdict};
use retap_model::verify::FailureCode;

/// A reason to end a step or the run it is in.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The step ends so; what comes of the run is for its caller to say.
    Step(Verdict),
    /// The device or the way to it is at fault.
    Device(DeviceError),
    /// Somebody asked to stop.
    Requested,
    /// The whole run took longer than its author allows.
    OutOfTime(Duration),
    /// Something that must come before the first step could not be done.
    Unprepared(Reason),
}

/// How a step ends, unless the run cannot go on.
pub(crate) type StepResult = Result<Verdict, Stop>;

impl Stop {
    /// Returns that the step fails.
    pub(crate) const fn failed(reason: Reason) -> Self {
        Self::Step(Verdict::failed(reason))
    }

    /// Returns that nothing can decide the step.
    pub(crate) const fn not_judged(reason: Reason) -> Self {
        Self::Step(Verdict::not_judged(reason))
    }

    /// Returns that the step fails because the screen cannot be read.
    pub(crate) const fn unreadable(message: String) -> Self {
        Self::failed(Reason::Unreadable { message })
    }

    /// Returns how the step that was running ends.
    pub(crate) fn step_verdict(&self) -> Verdict {
        match self {
            Self::Step(verdict) => verdict.clone(),
            Self::Device(error) => Verdict::failed(Reason::device(error)),
            Self::Requested => Verdict {
                outcome: Outcome::Skipped,
                reason: Reason::Stopped,
            },
            Self::OutOfTime(_) | Self::Unprepared(_) => self.run_verdict(),
        }
    }

    /// Returns how the run ends.
    pub(crate) fn run_verdict(&self) -> Verdict {
        match self {
            Self::Step(verdict) => verdict.clone(),
            Self::Device(error) => Verdict::failed(Reason::DeviceLost {
                code: FailureCode::of_device(error),
                message: error.to_string(),
            }),
            Self::Requested => Verdict::failed(Reason::Stopped),
            Self::OutOfTime(limit) => Verdict::failed(Reason::OutOfTime { limit: *limit }),
            Self::Unprepared(reason) => Verdict::failed(reason.clone()),
        }
    }
}

impl From<DeviceError> for Stop {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

/// Returns `None` where the screen could not be read, which ends no step that only might have used it.
pub(crate) fn or_unseen<T>(seen: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match seen {
        Ok(seen) => Ok(Some(seen)),
        Err(Stop::Step(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}
