//! One connection to a browser, shared by its devices.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::{Value, json};

use super::client::Delivery;
use super::inbox::{Inbox, inbox};
use super::message::{Incoming, decode, encode};
use super::routes::{Destination, Interest, Owner, Routes};
use super::{ReceiveMessage, SendMessage, Session, Wire};

/// One connection to a browser. A thread of its own reads it and puts every message into the
/// inbox of the device it concerns; when the browser goes away, every inbox says so at once.
pub(in crate::web) struct Connection {
    /// Devices in several threads send; a message must not be torn.
    sender: Mutex<Box<dyn SendMessage>>,
    /// The reader learns owners from events; devices add themselves and their contexts.
    routes: Mutex<Routes>,
    /// Set once, by the reader, when the browser has gone.
    ended: Mutex<Option<String>>,
    next_id: AtomicU64,
}

impl Connection {
    /// Starts to read `wire`.
    pub(in crate::web) fn open(wire: Wire) -> Arc<Self> {
        let connection = Arc::new(Self {
            sender: Mutex::new(wire.sender),
            routes: Mutex::default(),
            ended: Mutex::new(None),
            next_id: AtomicU64::new(1),
        });
        let reader = Arc::clone(&connection);
        thread::spawn(move || reader.read_to_the_end(wire.receiver));
        connection
    }

    /// Adds a device; what is meant for it will be in the inbox.
    pub(super) fn add(&self) -> (Owner, Inbox) {
        let (mailbox, inbox) = inbox();
        // A browser that has gone already will say nothing more, so this must.
        if let Some(reason) = &*lock(&self.ended) {
            mailbox.put(Delivery::Closed(reason.clone()), 0);
        }
        (lock(&self.routes).add(mailbox), inbox)
    }

    /// Forgets a device.
    pub(super) fn remove(&self, owner: Owner) {
        lock(&self.routes).remove(owner);
    }

    /// Notes that pages of this browser context belong to a device.
    pub(super) fn own_context(&self, context: &str, owner: Owner) {
        lock(&self.routes).own_context(context, owner);
    }

    /// Notes that a page belongs to a device, and so what it opens.
    pub(super) fn own_target(&self, target: &str, owner: Owner) {
        lock(&self.routes).own_target(target, owner);
    }

    /// Sends a command and returns its number; the answer will be in the inbox of `owner`.
    pub(super) fn send(
        &self,
        owner: Owner,
        session: Option<&Session>,
        method: &str,
        params: &Value,
        interest: Interest,
    ) -> Result<u64, String> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        // Before sending: the answer may be there before this thread runs again.
        lock(&self.routes).asked(id, owner, method, interest);
        let message = encode(id, session, method, params);
        match lock(&self.sender).send(&message) {
            Ok(()) => Ok(id),
            Err(error) => Err(self.why_ended().unwrap_or_else(|| error.to_string())),
        }
    }

    /// Ends the connection.
    pub(in crate::web) fn close(&self) {
        lock(&self.sender).close();
    }

    /// Returns why the connection ended, if it has.
    pub(in crate::web) fn why_ended(&self) -> Option<String> {
        lock(&self.ended).clone()
    }

    fn read_to_the_end(&self, mut receiver: Box<dyn ReceiveMessage>) {
        let reason = loop {
            match receiver.receive() {
                Ok(Some(message)) => {
                    if let Some(incoming) = decode(&message) {
                        self.deliver(incoming, message.len());
                    }
                }
                Ok(None) => break "it closed the connection".to_owned(),
                Err(error) => break error.to_string(),
            }
        };
        *lock(&self.ended) = Some(reason.clone());
        for mailbox in lock(&self.routes).mailboxes() {
            mailbox.put(Delivery::Closed(reason.clone()), 0);
        }
    }

    fn deliver(&self, incoming: Incoming, length: usize) {
        let mut routes = lock(&self.routes);
        match incoming {
            Incoming::Answer { id, result } => {
                let owner = routes.answered(id, result.as_ref().ok());
                let mailbox = owner.and_then(|owner| routes.mailbox(owner));
                if let Some(mailbox) = mailbox {
                    mailbox.put(Delivery::Answer { id, result }, length);
                }
            }
            Incoming::Event(event) => match routes.route(&event) {
                Destination::One(owner) => {
                    if let Some(mailbox) = routes.mailbox(owner) {
                        mailbox.put(Delivery::Event(event), length);
                    }
                }
                Destination::All => {
                    for mailbox in routes.mailboxes() {
                        mailbox.put(Delivery::Event(event.clone()), length);
                    }
                }
                Destination::Stranger(session) => {
                    drop(routes);
                    self.let_go(&session);
                }
                Destination::Nobody => {}
            },
        }
    }

    /// Lets a page of somebody else run on without us. Nobody waits for the answers.
    fn let_go(&self, session: &Session) {
        let next = || self.next_id.fetch_add(1, Ordering::Relaxed);
        let resume = "Runtime.runIfWaitingForDebugger";
        let resume = encode(next(), Some(session), resume, &json!({}));
        let params = json!({ "sessionId": session.0 });
        let detach = encode(next(), None, "Target.detachFromTarget", &params);
        let mut sender = lock(&self.sender);
        for message in [resume, detach] {
            // If the browser is gone the reader will notice.
            let _ = sender.send(&message);
        }
    }
}

/// A thread that panicked while it held a lock left whole values behind: each is set in one go.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
