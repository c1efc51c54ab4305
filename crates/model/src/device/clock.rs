//! Time as the engine sees it, so that tests can own it.

use std::time::Duration;

use crate::time::Timestamp;

/// A moment on a [`Clock`], counted from a start only that clock knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment(pub Duration);

impl Moment {
    /// Returns how long after `earlier` this is; zero when it is not.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// The moment by which a call must return; the smaller of two is the sooner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(pub Moment);

impl Deadline {
    /// Returns the deadline `wait` after `now`.
    pub fn after(now: Moment, wait: Duration) -> Self {
        Self(Moment(now.0.saturating_add(wait)))
    }

    /// Returns the time left at `now`; zero once passed.
    pub fn left(self, now: Moment) -> Duration {
        self.0.since(now)
    }

    /// Returns whether the deadline has passed at `now`.
    pub fn has_passed(self, now: Moment) -> bool {
        now >= self.0
    }
}

/// Where time comes from.
pub trait Clock: Send + Sync {
    /// Returns the present moment; it never goes back.
    fn now(&self) -> Moment;

    /// Returns once `time` has gone by on this clock.
    fn sleep(&self, time: Duration);

    /// Returns the present date and time, for files and reports.
    fn timestamp(&self) -> Timestamp;
}
