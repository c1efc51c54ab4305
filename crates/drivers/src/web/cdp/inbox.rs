//! Where messages wait for a device, and what is dropped when nobody fetches them.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::message::Delivery;

/// How many bytes of messages may wait before logs and requests are no longer kept. A device that nobody
/// asks anything must not fill the memory because a page talks all the time.
const MOST_WAITING: usize = 16 * 1024 * 1024;

/// Events that only say what went on; a device whose picture of the page is to be right can miss them.
const DROPPABLE: [&str; 4] = [
    "Runtime.consoleAPICalled",
    "Runtime.exceptionThrown",
    "Log.",
    "Network.",
];

/// Where the reader puts messages and a device takes them from.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The messages, each with its length.
    messages: VecDeque<(Delivery, usize)>,
    bytes: usize,
    lost: usize,
}

impl Inbox {
    /// Puts a message of this length in.
    pub(super) fn put(&self, delivery: Delivery, length: usize) {
        let mut waiting = self.waiting();
        if waiting.bytes > MOST_WAITING && is_droppable(&delivery) {
            waiting.lost += 1;
            return;
        }
        waiting.bytes += length;
        waiting.messages.push_back((delivery, length));
        self.arrived.notify_one();
    }

    /// Returns the next message once there is one; nothing when none comes in time.
    pub(super) fn take(&self, patience: Duration) -> Option<Delivery> {
        let is_empty = |waiting: &mut Waiting| waiting.messages.is_empty();
        let waited = self
            .arrived
            .wait_timeout_while(self.waiting(), patience, is_empty);
        let (mut waiting, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let (delivery, length) = waiting.messages.pop_front()?;
        waiting.bytes -= length;
        Some(delivery)
    }

    /// Returns how many messages are there.
    pub(super) fn len(&self) -> usize {
        self.waiting().messages.len()
    }

    /// Returns how many messages were dropped since the last call.
    pub(super) fn take_lost(&self) -> usize {
        std::mem::take(&mut self.waiting().lost)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_droppable(delivery: &Delivery) -> bool {
    match delivery {
        Delivery::Event(event) => DROPPABLE.iter().any(|name| event.method.starts_with(name)),
        Delivery::Answer { .. } | Delivery::Closed(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::Event;
    use super::*;

    fn event(method: &str, params: Value) -> Delivery {
        Delivery::Event(Event {
            session: None,
            method: method.to_owned(),
            params,
        })
    }

    #[test]
    fn a_page_that_talks_all_the_time_loses_logs_and_nothing_else() {
        let inbox = Inbox::default();
        for number in 0..40 {
            let said = event("Runtime.consoleAPICalled", json!(number));
            inbox.put(said, 1024 * 1024);
        }
        inbox.put(event("Network.requestWillBeSent", json!(0)), 100);
        inbox.put(event("Page.frameNavigated", json!(0)), 100);
        assert_eq!(inbox.take_lost(), 24);
        let mut kept = Vec::new();
        while let Some(Delivery::Event(event)) = inbox.take(Duration::ZERO) {
            kept.push(event.method);
        }
        assert_eq!(kept.len(), 18);
        assert_eq!(kept.last().unwrap(), "Page.frameNavigated");
        inbox.put(event("Log.entryAdded", json!(0)), 100);
        assert!(inbox.take(Duration::ZERO).is_some(), "there is room again");
        assert_eq!(inbox.take_lost(), 0);
    }
}
