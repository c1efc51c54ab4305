//! A clock whose pauses take real time too, for people who watch a simulated phone and for tests of
//! what happens meanwhile.

use std::sync::Arc;
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::{Clock, Moment};
use retap_model::time::Timestamp;

/// A virtual clock whose pauses are also waited for.
pub(crate) struct PacedClock {
    inner: Arc<dyn Clock>,
}

impl PacedClock {
    /// Returns the clock, paced.
    pub(crate) fn new(inner: Arc<dyn Clock>) -> Self {
        Self { inner }
    }
}

impl Clock for PacedClock {
    fn now(&self) -> Moment {
        self.inner.now()
    }

    fn sleep(&self, time: Duration) {
        self.inner.sleep(time);
        SystemClock::new().sleep(time);
    }

    fn timestamp(&self) -> Timestamp {
        self.inner.timestamp()
    }
}
