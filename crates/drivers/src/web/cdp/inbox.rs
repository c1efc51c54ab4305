//! Where messages wait for a device, and what is dropped when nobody fetches them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
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

/// The number of messages and bytes that wait.
#[derive(Debug, Default)]
struct Waiting {
    messages: AtomicUsize,
    bytes: AtomicUsize,
    lost: AtomicUsize,
}

/// A message that waits.
#[derive(Debug)]
struct Queued {
    delivery: Delivery,
    length: usize,
}

/// The end the reader puts messages into.
#[derive(Debug)]
pub(super) struct Mailbox {
    sender: Sender<Queued>,
    waiting: Arc<Waiting>,
}

/// The end a device takes messages from.
#[derive(Debug)]
pub(super) struct Inbox {
    receiver: Receiver<Queued>,
    waiting: Arc<Waiting>,
}

/// Returns both ends.
pub(super) fn inbox() -> (Mailbox, Inbox) {
    let (sender, receiver) = channel();
    let waiting = Arc::new(Waiting::default());
    let mailbox = Mailbox {
        sender,
        waiting: Arc::clone(&waiting),
    };
    (mailbox, Inbox { receiver, waiting })
}

impl Mailbox {
    /// Puts a message of this length in. A device that is being dropped no longer listens.
    pub(super) fn put(&self, delivery: Delivery, length: usize) {
        let waiting = self.waiting.bytes.load(Ordering::Relaxed);
        if waiting > MOST_WAITING && is_droppable(&delivery) {
            self.waiting.lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
        self.waiting.messages.fetch_add(1, Ordering::Relaxed);
        self.waiting.bytes.fetch_add(length, Ordering::Relaxed);
        let _ = self.sender.send(Queued { delivery, length });
    }
}

impl Inbox {
    /// Returns the next message once there is one; nothing when none comes in time.
    pub(super) fn take(&self, patience: Duration) -> Option<Delivery> {
        match self.receiver.recv_timeout(patience) {
            Ok(Queued { delivery, length }) => {
                self.waiting.messages.fetch_sub(1, Ordering::Relaxed);
                self.waiting.bytes.fetch_sub(length, Ordering::Relaxed);
                Some(delivery)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Delivery::Closed("it is closed".to_owned()))
            }
        }
    }

    /// Returns how many messages are there.
    pub(super) fn len(&self) -> usize {
        self.waiting.messages.load(Ordering::Relaxed)
    }

    /// Returns how many messages were dropped since the last call.
    pub(super) fn take_lost(&self) -> usize {
        self.waiting.lost.swap(0, Ordering::Relaxed)
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
        let (mailbox, inbox) = inbox();
        for number in 0..40 {
            let said = event("Runtime.consoleAPICalled", json!(number));
            mailbox.put(said, 1024 * 1024);
        }
        mailbox.put(event("Network.requestWillBeSent", json!(0)), 100);
        mailbox.put(event("Page.frameNavigated", json!(0)), 100);
        assert_eq!(inbox.take_lost(), 24);
        let mut kept = Vec::new();
        while let Some(Delivery::Event(event)) = inbox.take(Duration::ZERO) {
            kept.push(event.method);
        }
        assert_eq!(kept.len(), 18);
        assert_eq!(kept.last().unwrap(), "Page.frameNavigated");
        mailbox.put(event("Log.entryAdded", json!(0)), 100);
        assert!(inbox.take(Duration::ZERO).is_some(), "there is room again");
        assert_eq!(inbox.take_lost(), 0);
    }
}
