//! The machine's own time.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use retap_model::device::{Clock, Moment};
use retap_model::time::Timestamp;

/// A clock that tells real time.
#[derive(Debug, Clone)]
pub struct SystemClock {
    started: Instant,
}

#[expect(clippy::disallowed_methods, reason = "this is where real time enters")]
impl SystemClock {
    /// Returns a clock whose moments count from now.
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
        }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

#[expect(clippy::disallowed_methods, reason = "this is where real time enters")]
impl Clock for SystemClock {
    fn now(&self) -> Moment {
        Moment(self.started.elapsed())
    }

    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }

    fn timestamp(&self) -> Timestamp {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Timestamp(since.as_millis() as u64)
    }
}
