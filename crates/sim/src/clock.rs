//! Time that passes only when someone spends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use retap_model::device::{Clock, Moment};
use retap_model::time::Timestamp;

/// The date and time at which every simulated phone is switched on: 2026-01-15T09:41:00Z.
pub const SWITCHED_ON_AT: Timestamp = Timestamp(1_768_470_060_000);

/// A virtual clock; clones show the same time.
///
/// It stands still except for [`Clock::sleep`] and the time a simulated device takes to answer,
/// so a run on it is as fast as the computer and always the same.
#[derive(Debug, Clone, Default)]
pub struct SimClock {
    microseconds: Arc<AtomicU64>,
}

impl SimClock {
    /// Returns a clock that stands at zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the whole milliseconds since the phone was switched on.
    pub fn millis(&self) -> u64 {
        self.microseconds.load(Ordering::Relaxed) / 1000
    }
}

impl Clock for SimClock {
    fn now(&self) -> Moment {
        Moment(Duration::from_micros(
            self.microseconds.load(Ordering::Relaxed),
        ))
    }

    fn sleep(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX / 4);
        let _ = self
            .microseconds
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| {
                Some(now.saturating_add(micros))
            });
    }

    fn timestamp(&self) -> Timestamp {
        Timestamp(SWITCHED_ON_AT.0.saturating_add(self.millis()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_time_and_it_never_overflows() {
        let clock = SimClock::new();
        let other = clock.clone();
        clock.sleep(Duration::from_millis(1500));
        assert_eq!(other.now(), Moment(Duration::from_millis(1500)));
        assert_eq!(other.timestamp().to_rfc3339(), "2026-01-15T09:41:01Z");
        clock.sleep(Duration::MAX);
        clock.sleep(Duration::MAX);
        assert!(other.now() > Moment(Duration::from_secs(1)));
    }
}
