//! Connections that have not shown the token yet: few at a time, and the oldest makes room for the next.
//!
//! Anybody on the machine may connect. Without this, connections that say nothing would keep everybody else out.

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::Notify;

use crate::shared::Shared;

/// How many connections may be open without the token.
const MOST_STRANGERS: usize = 32;

/// The connections that have not shown the token yet, oldest first.
#[derive(Debug, Clone, Default)]
pub(super) struct Strangers(Shared<VecDeque<Arc<Notify>>>);

/// One of them; it is none any more once this is dropped.
#[derive(Debug)]
pub(super) struct Stranger {
    all: Strangers,
    /// Tells it to make room.
    leave: Arc<Notify>,
}

impl Strangers {
    /// Adds a connection; where there are too many, the oldest is told to leave.
    pub(super) fn add(&self) -> Stranger {
        let leave = Arc::new(Notify::new());
        let mut all = self.0.lock();
        all.push_back(Arc::clone(&leave));
        if all.len() > MOST_STRANGERS
            && let Some(oldest) = all.pop_front()
        {
            oldest.notify_one();
        }
        drop(all);
        Stranger {
            all: self.clone(),
            leave,
        }
    }
}

impl Stranger {
    /// Notes that it has shown the token.
    pub(super) fn is_known(&self) {
        let mut all = self.all.0.lock();
        all.retain(|leave| !Arc::ptr_eq(leave, &self.leave));
    }

    /// Ends when it is told to leave.
    pub(super) async fn told_to_leave(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        self.is_known();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_makes_room_and_who_is_known_stays() {
        let strangers = Strangers::default();
        let first = strangers.add();
        let second = strangers.add();
        first.is_known();
        let others: Vec<Stranger> = (0..MOST_STRANGERS).map(|_| strangers.add()).collect();
        let is_told = |stranger: &Stranger| {
            let runtime = tokio::runtime::Builder::new_current_thread().build();
            let told = async {
                tokio::select! { biased; () = stranger.told_to_leave() => true, () = std::future::ready(()) => false }
            };
            runtime.unwrap().block_on(told)
        };
        assert!(!is_told(&first));
        assert!(is_told(&second));
        assert!(!others.iter().any(is_told));
    }
}
