//! One connection to a browser, shared by its devices.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::json;

use super::inbox::{Inbox, inbox};
use super::message::{Delivery, command, decode, encode};
use super::routes::{Destination, Interest, Owner, Routes};
use super::{Command, ReceiveMessage, SendMessage, Session, Wire};

/// One connection to a browser. A thread of its own reads it and puts every message into the
/// inbox of the device it concerns; when the browser goes away, every inbox says so at once.
pub(crate) struct Connection {
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
    pub(crate) fn open(wire: Wire) -> Arc<Self> {
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
        (self.routes().add(mailbox), inbox)
    }

    /// Returns which device what belongs to.
    pub(super) fn routes(&self) -> MutexGuard<'_, Routes> {
        lock(&self.routes)
    }

    /// Sends a command and returns its number; the answer will be in the inbox of `owner`.
    pub(super) fn send(
        &self,
        owner: Owner,
        session: Option<&Session>,
        command: &Command,
        interest: Interest,
    ) -> Result<u64, String> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        // Before sending: the answer may be there before this thread runs again.
        self.routes().asked(id, owner, command.method, interest);
        let message = encode(id, session, command);
        match lock(&self.sender).send(&message) {
            Ok(()) => Ok(id),
            Err(error) => Err(lock(&self.ended).clone().unwrap_or(error.to_string())),
        }
    }

    /// Ends the connection.
    pub(crate) fn close(&self) {
        lock(&self.sender).close();
    }

    fn read_to_the_end(&self, mut receiver: Box<dyn ReceiveMessage>) {
        let reason = loop {
            match receiver.receive() {
                Ok(Some(message)) => {
                    if let Some(delivery) = decode(&message) {
                        self.deliver(delivery, message.len());
                    }
                }
                Ok(None) => break "it closed the connection".to_owned(),
                Err(error) => break error.to_string(),
            }
        };
        *lock(&self.ended) = Some(reason.clone());
        self.deliver(Delivery::Closed(reason), 0);
    }

    fn deliver(&self, delivery: Delivery, length: usize) {
        let mut routes = self.routes();
        match routes.route(&delivery) {
            Destination::One(owner) => {
                if let Some(mailbox) = routes.mailbox(owner) {
                    mailbox.put(delivery, length);
                }
            }
            Destination::All => {
                for mailbox in routes.mailboxes() {
                    mailbox.put(delivery.clone(), length);
                }
            }
            Destination::Stranger(session) => {
                drop(routes);
                self.let_go(&session);
            }
            Destination::Nobody => {}
        }
    }

    /// Lets a page of somebody else run on without us. Nobody waits for the answers.
    fn let_go(&self, session: &Session) {
        let next = || self.next_id.fetch_add(1, Ordering::Relaxed);
        let resume = command("Runtime.runIfWaitingForDebugger", json!({}));
        let detach = command("Target.detachFromTarget", json!({"sessionId": session.0}));
        let messages = [
            encode(next(), Some(session), &resume),
            encode(next(), None, &detach),
        ];
        let mut sender = lock(&self.sender);
        for message in messages {
            // If the browser is gone the reader will notice.
            let _ = sender.send(&message);
        }
    }
}

/// A thread that panicked while it held a lock left whole values behind: each is set in one go.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
