//! One connection to a browser, shared by its devices, and each device's part of it: what it sends and what comes
//! for it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use retap_model::device::{Clock, Deadline};
use serde_json::{Value, json};

use super::message::{Delivery, command, decode, encode};
use super::routes::{Interest, Owner, Routes};
use super::{CdpError, Command, Event, ReceiveMessage, Refusal, SendMessage, Session, Wire};

/// One connection to a browser. A thread of its own reads it and puts every message into the
/// inbox of the device it concerns; when the browser goes away, every device is told at once.
pub(crate) struct Connection {
    /// Devices in several threads send; a message must not be torn.
    sender: Mutex<Box<dyn SendMessage>>,
    /// The reader learns owners from events; devices add themselves and their contexts, and take what is theirs.
    routes: Mutex<Routes>,
    next_id: AtomicU64,
}

impl Connection {
    pub(crate) fn open(wire: Wire) -> Arc<Self> {
        let connection = Arc::new(Self {
            sender: Mutex::new(wire.sender),
            routes: Mutex::default(),
            next_id: AtomicU64::new(1),
        });
        let reader = Arc::clone(&connection);
        thread::spawn(move || reader.read_to_the_end(wire.receiver));
        connection
    }

    fn routes(&self) -> MutexGuard<'_, Routes> {
        lock(&self.routes)
    }

    fn new_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    fn send(&self, id: u64, session: Option<&Session>, command: &Command) -> std::io::Result<()> {
        let message = encode(id, session, command);
        lock(&self.sender).send(&message)
    }

    pub(crate) fn close(&self) {
        lock(&self.sender).close();
    }

    fn read_to_the_end(&self, mut receiver: Box<dyn ReceiveMessage>) {
        let reason = loop {
            match receiver.receive() {
                Ok(Some(message)) => {
                    let delivery = decode(&message);
                    let stranger = delivery.and_then(|it| self.routes().deliver(it, message.len()));
                    if let Some(session) = stranger {
                        self.let_go(&session);
                    }
                }
                Ok(None) => break "it closed the connection".to_owned(),
                Err(error) => break error.to_string(),
            }
        };
        self.routes().end(reason);
    }

    /// Lets a page of somebody else run on without us. Nobody waits for the answers, and if the browser is gone the
    /// reader will notice.
    fn let_go(&self, session: &Session) {
        let resume = command("Runtime.runIfWaitingForDebugger", json!({}));
        let _ = self.send(self.new_id(), Some(session), &resume);
        let detach = command("Target.detachFromTarget", json!({"sessionId": session.0}));
        let _ = self.send(self.new_id(), None, &detach);
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
    /// Told of each message that is put into the inbox of this device.
    arrived: Arc<Condvar>,
    clock: Arc<dyn Clock>,
    /// Answers that came before they were asked for.
    answers: HashMap<u64, Result<Value, Refusal>>,
}

impl Client {
    pub(crate) fn new(connection: Arc<Connection>, clock: Arc<dyn Clock>) -> Self {
        let (owner, arrived) = connection.routes().add();
        Self {
            connection,
            owner,
            arrived,
            clock,
            answers: HashMap::new(),
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
        let id = self.connection.new_id();
        // Before sending: the answer may be there before this thread runs again.
        let mut routes = self.connection.routes();
        routes.check_open()?;
        routes.asked(id, self.owner, interest);
        drop(routes);
        if let Err(error) = self.connection.send(id, session, command) {
            self.connection.routes().check_open()?;
            let reason = error.to_string();
            return Err(CdpError::Closed { reason });
        }
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
        self.forget(&ticket);
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
        self.connection.routes().forget(ticket.id);
        self.answers.remove(&ticket.id);
    }

    /// Returns the next event, or `None` once an answer somebody wants has come in or the deadline
    /// has passed.
    pub(crate) fn next(&mut self, deadline: Deadline) -> Result<Option<Event>, CdpError> {
        loop {
            let left = deadline.left(self.clock.now());
            let is_quiet =
                |routes: &mut Routes| routes.ended.is_none() && routes.inbox(self.owner).len() == 0;
            let routes = self.connection.routes();
            let waited = self.arrived.wait_timeout_while(routes, left, is_quiet);
            let (mut routes, _) = waited.unwrap_or_else(PoisonError::into_inner);
            match routes.inbox(self.owner).take() {
                Some(Delivery::Event(event)) => return Ok(Some(event)),
                Some(Delivery::Answer { id, result }) => {
                    if routes.forget(id) {
                        self.answers.insert(id, result);
                        return Ok(None);
                    }
                }
                None => return routes.check_open().map(|()| None),
            }
        }
    }

    /// Returns how many messages are there to be fetched.
    pub(crate) fn waiting(&self) -> usize {
        self.connection.routes().inbox(self.owner).len()
    }

    /// Returns how many logs and requests were dropped since the last call because nobody fetched them.
    pub(crate) fn take_lost(&self) -> usize {
        self.connection.routes().inbox(self.owner).take_lost()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.connection.routes().remove(self.owner);
    }
}
