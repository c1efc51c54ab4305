//! One device's part of a connection: what it sends and what comes for it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};

use retap_model::device::{Clock, Deadline};
use serde_json::Value;

use super::connection::Connection;
use super::inbox::Inbox;
use super::routes::{Interest, Owner};
use super::{CdpError, Event, Refusal, Session};

/// A message the reader puts into an inbox, in the order the browser sent it.
#[derive(Debug)]
pub(in crate::web) enum Delivery {
    /// The answer to a command.
    Answer {
        /// The number of the command.
        id: u64,
        /// Its content.
        result: Result<Value, Refusal>,
    },
    /// An event.
    Event(Event),
    /// The browser has gone.
    Closed(String),
}

/// A command that was sent and whose answer is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::web) struct Ticket {
    id: u64,
    method: &'static str,
}

/// One device's part of a connection.
pub(in crate::web) struct Client {
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
    pub(in crate::web) fn new(connection: Arc<Connection>, clock: Arc<dyn Clock>) -> Self {
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
    pub(in crate::web) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Notes that pages of this browser context are this device's.
    pub(in crate::web) fn own_context(&self, context: &str) {
        self.connection.own_context(context, self.owner);
    }

    /// Notes that a page is this device's.
    pub(in crate::web) fn own_target(&self, target: &str) {
        self.connection.own_target(target, self.owner);
    }

    /// Sends a command whose answer is wanted.
    pub(in crate::web) fn send(
        &mut self,
        session: Option<&Session>,
        method: &'static str,
        params: &Value,
    ) -> Result<Ticket, CdpError> {
        self.send_with(session, method, params, Interest::Answer)
    }

    /// Sends a command of which only a refusal is told.
    pub(in crate::web) fn send_quietly(
        &mut self,
        session: Option<&Session>,
        method: &'static str,
        params: &Value,
    ) -> Result<Ticket, CdpError> {
        self.send_with(session, method, params, Interest::Refusal)
    }

    /// Sends a command whose answer nobody waits for.
    pub(in crate::web) fn tell(
        &mut self,
        session: Option<&Session>,
        method: &'static str,
        params: &Value,
    ) -> Result<u64, CdpError> {
        let ticket = self.send_with(session, method, params, Interest::Refusal)?;
        self.wanted.remove(&ticket.id);
        Ok(ticket.id)
    }

    fn send_with(
        &mut self,
        session: Option<&Session>,
        method: &'static str,
        params: &Value,
        interest: Interest,
    ) -> Result<Ticket, CdpError> {
        if let Some(reason) = &self.closed {
            let reason = reason.clone();
            return Err(CdpError::Closed { reason });
        }
        let sent = self
            .connection
            .send(self.owner, session, method, params, interest);
        let id = sent.map_err(|reason| CdpError::Closed { reason })?;
        self.wanted.insert(id);
        Ok(Ticket { id, method })
    }

    /// Returns the answer to a command if it has come.
    pub(in crate::web) fn take(&mut self, ticket: &Ticket) -> Option<Result<Value, CdpError>> {
        let answer = self.answers.remove(&ticket.id)?;
        Some(answer.map_err(|refusal| CdpError::Refused {
            method: ticket.method.to_owned(),
            refusal,
        }))
    }

    /// Gives up on the answer to a command.
    pub(in crate::web) fn forget(&mut self, ticket: &Ticket) {
        self.wanted.remove(&ticket.id);
        self.answers.remove(&ticket.id);
    }

    /// Returns the next event, or `None` once an answer somebody wants has come in or the deadline
    /// has passed.
    pub(in crate::web) fn next(&mut self, deadline: Deadline) -> Result<Option<Event>, CdpError> {
        loop {
            if self.closed.is_some() {
                return self.check_open();
            }
            let left = deadline.left(self.clock.now());
            let delivery = match self.inbox.try_take() {
                Ok(delivery) => delivery,
                Err(TryRecvError::Disconnected) => return Err(self.close("it is closed")),
                Err(TryRecvError::Empty) if left.is_zero() => return self.check_open(),
                Err(TryRecvError::Empty) => match self.inbox.take(left) {
                    Ok(delivery) => delivery,
                    Err(RecvTimeoutError::Timeout) => return self.check_open(),
                    Err(RecvTimeoutError::Disconnected) => return Err(self.close("it is closed")),
                },
            };
            match delivery {
                Delivery::Event(event) => return Ok(Some(event)),
                Delivery::Closed(reason) => return Err(self.close(&reason)),
                Delivery::Answer { id, result } => {
                    if self.wanted.remove(&id) {
                        self.answers.insert(id, result);
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Returns how many messages are there to be fetched.
    pub(in crate::web) fn waiting(&self) -> usize {
        self.inbox.len()
    }

    /// Returns how many logs and requests were dropped since the last call because nobody fetched them.
    pub(in crate::web) fn take_lost(&self) -> usize {
        self.inbox.take_lost()
    }

    /// Returns the error for a command that was not answered in time.
    pub(in crate::web) fn too_late(ticket: &Ticket) -> CdpError {
        CdpError::DeadlinePassed {
            method: ticket.method.to_owned(),
        }
    }

    fn check_open(&self) -> Result<Option<Event>, CdpError> {
        match &self.closed {
            None => Ok(None),
            Some(reason) => Err(CdpError::Closed {
                reason: reason.clone(),
            }),
        }
    }

    fn close(&mut self, reason: &str) -> CdpError {
        let reason = self.closed.get_or_insert_with(|| reason.to_owned()).clone();
        CdpError::Closed { reason }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.connection.remove(self.owner);
    }
}
