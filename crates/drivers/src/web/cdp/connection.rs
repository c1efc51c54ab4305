//! One connection to a browser, shared by its devices, and each device's part of it: what it sends and what comes
//! for it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use retap_model::device::{Clock, Deadline};
use serde_json::{Value, json};

use super::inbox::Inbox;
use super::message::{Delivery, command, decode, encode};
use super::routes::{Destination, Interest, Owner, Routes};
use super::{CdpError, Command, Event, ReceiveMessage, Refusal, SendMessage, Session, Wire};

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
    fn add(&self) -> (Owner, Arc<Inbox>) {
        let inbox = Arc::new(Inbox::default());
        // A browser that has gone already will say nothing more, so this must.
        if let Some(reason) = &*lock(&self.ended) {
            inbox.put(Delivery::Closed(reason.clone()), 0);
        }
        (self.routes().add(Arc::clone(&inbox)), inbox)
    }

    /// Returns which device what belongs to.
    fn routes(&self) -> MutexGuard<'_, Routes> {
        lock(&self.routes)
    }

    /// Sends a command and returns its number; the answer will be in the inbox of `owner`.
    fn send(
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
                if let Some(inbox) = routes.inboxes.get(&owner) {
                    inbox.put(delivery, length);
                }
            }
            Destination::All => {
                for inbox in routes.inboxes.values() {
                    inbox.put(delivery.clone(), length);
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

/// A command that was sent and whose answer is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ticket {
    id: u64,
    method: &'static str,
    /// The session it was sent to; `None` for the browser as a whole.
    pub session: Option<Session>,
}

impl Ticket {
    /// Returns the error for a command that was not answered in time.
    pub(crate) fn too_late(&self) -> CdpError {
        CdpError::DeadlinePassed {
            method: self.method,
        }
    }
}

pub(crate) struct Client {
    connection: Arc<Connection>,
    owner: Owner,
    inbox: Arc<Inbox>,
    clock: Arc<dyn Clock>,
    /// Commands whose answers somebody will ask for.
    wanted: HashSet<u64>,
    /// Answers that came before they were asked for.
    answers: HashMap<u64, Result<Value, Refusal>>,
    closed: Option<String>,
}

impl Client {
    pub(crate) fn new(connection: Arc<Connection>, clock: Arc<dyn Clock>) -> Self {
        let (owner, inbox) = connection.add();
        Self {
            connection,
            owner,
            inbox,
            clock,
            wanted: HashSet::new(),
            answers: HashMap::new(),
            closed: None,
        }
    }

    /// Returns the clock deadlines are on.
    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Notes that a browser context or a page is this device's, and so what it opens.
    pub(crate) fn own(&self, name: &str) {
        self.connection.routes().own(name, self.owner);
    }

    /// Sends a command; the ticket is for its answer.
    pub(crate) fn send(
        &mut self,
        session: Option<&Session>,
        command: &Command,
        interest: Interest,
    ) -> Result<Ticket, CdpError> {
        self.check_open()?;
        let sent = self.connection.send(self.owner, session, command, interest);
        let id = sent.map_err(|reason| CdpError::Closed { reason })?;
        self.wanted.insert(id);
        Ok(Ticket {
            id,
            method: command.method,
            session: session.cloned(),
        })
    }

    /// Sends a command whose answer nobody waits for.
    pub(crate) fn tell(
        &mut self,
        session: Option<&Session>,
        command: &Command,
    ) -> Result<(), CdpError> {
        let ticket = self.send(session, command, Interest::Refusal)?;
        self.wanted.remove(&ticket.id);
        Ok(())
    }

    /// Returns the answer to a command if it has come.
    pub(crate) fn take(&mut self, ticket: &Ticket) -> Option<Result<Value, CdpError>> {
        let answer = self.answers.remove(&ticket.id)?;
        let method = ticket.method;
        Some(answer.map_err(|refusal| CdpError::Refused { method, refusal }))
    }

    /// Gives up on the answer to a command.
    pub(crate) fn forget(&mut self, ticket: &Ticket) {
        self.wanted.remove(&ticket.id);
        self.answers.remove(&ticket.id);
    }

    /// Returns the next event, or `None` once an answer somebody wants has come in or the deadline
    /// has passed.
    pub(crate) fn next(&mut self, deadline: Deadline) -> Result<Option<Event>, CdpError> {
        loop {
            self.check_open()?;
            match self.inbox.take(deadline.left(self.clock.now())) {
                None => return Ok(None),
                Some(Delivery::Event(event)) => return Ok(Some(event)),
                Some(Delivery::Closed(reason)) => self.closed = Some(reason),
                Some(Delivery::Answer { id, result }) => {
                    if self.wanted.remove(&id) {
                        self.answers.insert(id, result);
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Returns how many messages are there to be fetched.
    pub(crate) fn waiting(&self) -> usize {
        self.inbox.len()
    }

    /// Returns how many logs and requests were dropped since the last call because nobody fetched them.
    pub(crate) fn take_lost(&self) -> usize {
        self.inbox.take_lost()
    }

    fn check_open(&self) -> Result<(), CdpError> {
        let closed = self.closed.clone();
        closed.map_or(Ok(()), |reason| Err(CdpError::Closed { reason }))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.connection.routes().remove(self.owner);
    }
}
