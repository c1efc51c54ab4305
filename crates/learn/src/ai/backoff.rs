//! How long to pause before a request is sent again: doubling, without chance, so that tests and
//! reports can name the times.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(8);

/// Returns the pause after the failure with this number, counted from 0, given what the server
/// asked for.
pub(super) fn pause(failure: u32, asked: Option<Duration>) -> Duration {
    let own = FIRST.saturating_mul(1 << failure.min(16)).min(LONGEST);
    asked.map_or(own, |asked| asked.max(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit_and_never_undercut_the_server() {
        let millis = [0, 1, 2, 3, 4, 5, 40].map(|failure| pause(failure, None).as_millis());
        assert_eq!(millis, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
        assert_eq!(
            pause(0, Some(Duration::from_secs(7))),
            Duration::from_secs(7)
        );
        assert_eq!(pause(2, Some(Duration::ZERO)), Duration::from_secs(2));
    }
}
