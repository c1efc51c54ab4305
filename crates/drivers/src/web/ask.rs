//! Asking the browser, and noticing while waiting everything it tells by itself.

use std::time::Duration;

use retap_model::device::{Deadline, DeviceError};
use serde_json::Value;

use super::cdp::{CdpError, Client, Session, Ticket};
use super::device::WebDevice;

/// A command and its parameters.
pub(super) type Command = (&'static str, Value);

/// How long a page between two documents is left alone before it is asked again.
const BETWEEN: Duration = Duration::from_millis(20);

/// Why a question to a page got no answer.
#[derive(Debug)]
pub(super) enum AskError {
    /// The browser did not answer, or said no.
    Cdp(CdpError),
    /// A dialog of the page is open; it answers nothing until that is closed.
    Dialog,
    /// The page was closed, has crashed, or went to another document.
    Gone {
        /// Which of these.
        reason: &'static str,
    },
}

impl From<CdpError> for AskError {
    fn from(error: CdpError) -> Self {
        Self::Cdp(error)
    }
}

/// The events that may end the wait for an answer early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Patience {
    /// Nothing but the end of the page: the answer matters.
    Answer,
    /// Also that the page opens a dialog or goes elsewhere: the answer only says that an act
    /// was handled, and such answers get lost.
    Handled,
}

impl WebDevice {
    /// Asks a session and returns its answer. Between two documents a page is nobody's and refuses
    /// to answer; it is asked again soon.
    pub(super) fn ask(
        &mut self,
        session: &Session,
        method: &'static str,
        params: &Value,
        deadline: Deadline,
    ) -> Result<Value, AskError> {
        loop {
            let ticket = self.client.send(Some(session), method, params)?;
            match self.wait_for_answer(&ticket, Some(session), Patience::Answer, deadline) {
                Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_between() => {
                    // What comes next may have been told before the refusal, so no word is waited for.
                    let now = self.client.clock().now();
                    if deadline.has_passed(now) {
                        return Err(Client::too_late(&ticket).into());
                    }
                    self.notice(Deadline::after(now, BETWEEN).or_sooner(deadline))?;
                }
                answer => return answer,
            }
        }
    }

    /// Asks the browser as a whole and returns its answer.
    pub(super) fn ask_browser(
        &mut self,
        method: &'static str,
        params: &Value,
        deadline: Deadline,
    ) -> Result<Value, AskError> {
        let ticket = self.client.send(None, method, params)?;
        self.wait_for_answer(&ticket, None, Patience::Answer, deadline)
    }

    /// Sends commands at once and waits until they are handled, or the page opened a dialog,
    /// closed or went elsewhere because of them.
    pub(super) fn do_all(
        &mut self,
        session: &Session,
        commands: &[Command],
        deadline: Deadline,
    ) -> Result<(), AskError> {
        let tickets = self.send_all(session, commands)?;
        self.wait_until_handled(session, &tickets, deadline)
    }

    /// Sends commands at once; the last one says when all were handled.
    pub(super) fn send_all(
        &mut self,
        session: &Session,
        commands: &[Command],
    ) -> Result<Vec<Ticket>, AskError> {
        let mut tickets = Vec::with_capacity(commands.len());
        for (number, (method, params)) in commands.iter().enumerate() {
            let is_last = number + 1 == commands.len();
            tickets.push(if is_last {
                self.client.send(Some(session), method, params)?
            } else {
                self.client.send_quietly(Some(session), method, params)?
            });
        }
        Ok(tickets)
    }

    /// Waits until commands are handled, or the page opened a dialog, closed or went elsewhere
    /// because of them.
    pub(super) fn wait_until_handled(
        &mut self,
        session: &Session,
        tickets: &[Ticket],
        deadline: Deadline,
    ) -> Result<(), AskError> {
        let Some((last, before)) = tickets.split_last() else {
            return Ok(());
        };
        let ended = self.wait_for_answer(last, Some(session), Patience::Handled, deadline);
        let refusals = before
            .iter()
            .filter_map(|ticket| self.client.take(ticket)?.err());
        let refused = refusals.last();
        before.iter().for_each(|ticket| self.client.forget(ticket));
        match refused.map_or(ended, |refused| Err(refused.into())) {
            Ok(_) | Err(AskError::Dialog | AskError::Gone { .. }) => Ok(()),
            Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_gone() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Waits for the answer to a command; what the browser tells meanwhile is noted.
    pub(super) fn wait_for_answer(
        &mut self,
        ticket: &Ticket,
        session: Option<&Session>,
        patience: Patience,
        deadline: Deadline,
    ) -> Result<Value, AskError> {
        let start = session.map(|session| self.navigations(session));
        let ended = loop {
            if let Some(answer) = self.client.take(ticket) {
                break answer.map_err(AskError::from);
            }
            if let Some(session) = session {
                let has_moved =
                    patience == Patience::Handled && start != Some(self.navigations(session));
                if let Some(error) = self.obstacle(session) {
                    break Err(error);
                }
                if has_moved {
                    let reason = "the page went to another document";
                    break Err(AskError::Gone { reason });
                }
            }
            if !self.notice(deadline)? {
                let late = || Err(Client::too_late(ticket));
                let answer = self.client.take(ticket).unwrap_or_else(late);
                break answer.map_err(AskError::from);
            }
        };
        self.client.forget(ticket);
        ended
    }

    /// Waits for the next thing the browser says and notes it; returns whether there is time for more.
    /// A page that never stops talking holds nobody up beyond a deadline.
    pub(super) fn notice(&mut self, deadline: Deadline) -> Result<bool, AskError> {
        if let Some(event) = self.client.next(deadline)? {
            self.note(event)?;
        }
        Ok(!deadline.has_passed(self.client.clock().now()))
    }

    /// Returns how often the page of a session has gone to another document.
    pub(super) fn navigations(&mut self, session: &Session) -> u64 {
        self.tabs.page_mut(session).map_or(0, |tab| tab.navigations)
    }

    /// Returns why a session will not answer.
    pub(super) fn obstacle(&mut self, session: &Session) -> Option<AskError> {
        if !self.tabs.knows(session) {
            let reason = "the page was closed";
            return Some(AskError::Gone { reason });
        }
        if self
            .tabs
            .page_mut(session)
            .is_some_and(|tab| tab.is_crashed)
        {
            let reason = "the page crashed";
            return Some(AskError::Gone { reason });
        }
        self.is_blocked(session).then_some(AskError::Dialog)
    }

    /// Notes everything that has come in.
    pub(super) fn catch_up(&mut self) -> Result<(), AskError> {
        let now = Deadline(self.client.clock().now());
        // No more than there is at this moment: a page may talk faster than anybody listens.
        for _ in 0..self.client.waiting() {
            self.notice(now)?;
        }
        // Says if the browser has gone.
        self.notice(now).map(|_| ())
    }

    /// Returns the error of the device for one of a question.
    pub(super) fn device_error(&self, asked: &str, error: AskError) -> DeviceError {
        let device = self.info.address.clone();
        match error {
            AskError::Cdp(CdpError::Closed { reason }) => DeviceError::Disconnected {
                device,
                reason: format!("the browser is gone: {reason}"),
            },
            AskError::Cdp(CdpError::DeadlinePassed { .. }) => DeviceError::DeadlinePassed {
                device,
                asked: asked.to_owned(),
            },
            AskError::Cdp(CdpError::Refused { refusal, .. }) => DeviceError::Refused {
                asked: asked.to_owned(),
                reason: refusal.message,
            },
            AskError::Dialog => DeviceError::Refused {
                asked: asked.to_owned(),
                reason: "a dialog of the page is open".to_owned(),
            },
            AskError::Gone { reason } => DeviceError::Disconnected {
                device,
                reason: reason.to_owned(),
            },
        }
    }
}
