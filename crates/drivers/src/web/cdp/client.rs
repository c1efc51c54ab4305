//! One device's part of a connection: what it sends and what comes for it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use retap_model::device::{Clock, Deadline};
use serde_json::Value;

use super::connection::Connection;
use super::inbox::Inbox;
use super::message::Delivery;
use super::routes::{Interest, Owner};
use super::{CdpError, Command, Event, Refusal, Session};

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

/// One device's part of a connection.
pub(crate) struct Client {
    connection: Arc<Connection>,
    owner: Owner,
    inbox: Inbox,
    clock: Arc<dyn Clock>,
    /// Commands whose answers somebody will ask for.
    wanted: HashSet<u64>,
    /// Answers that came before they were asked for.
    answers: HashMap<u64, Result<Value, Refusal>>,
    closed: Option<String>,
}

impl Client {
    /// Joins a connection.
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

    /// Notes that pages of this browser context are this device's.
    pub(crate) fn own_context(&self, context: &str) {
        self.connection.routes().own_context(context, self.owner);
    }

    /// Notes that a page is this device's, and so what it opens.
    pub(crate) fn own_target(&self, target: &str) {
        self.connection.routes().own_target(target, self.owner);
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
