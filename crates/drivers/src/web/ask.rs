//! Asking the browser, and noticing while waiting everything it tells by itself.

use std::time::Duration;

use retap_model::device::{Ability, Deadline, DeviceError, Moment};
use serde_json::Value;

use super::{CdpError, Command, Interest, Refusal, Session, Ticket, WebDevice, command};

/// How long a page between two documents is left alone before it is asked again.
const BETWEEN: Duration = Duration::from_millis(20);

/// The answer to a question, or why there is none.
pub(crate) type Asked<T = ()> = Result<T, AskError>;

/// Why a question to a page got no answer, or an act was not done.
#[derive(Debug)]
pub(crate) enum AskError {
    /// The browser did not answer, or said no.
    Cdp(CdpError),
    /// A dialog of the page is open; it answers nothing until that is closed.
    Dialog,
    /// The page was closed, has crashed, or went to another document: which of these.
    Gone(&'static str),
    /// It cannot be done here, for this reason.
    Refused(String),
    /// It names something that is not there or cannot be used, for this reason.
    Input(String),
    /// Whoever opened the device does not let it be done, for this reason.
    NotPermitted(String),
    /// The browser gave nothing to look at, for this reason.
    Unreadable(&'static str),
    /// The thing to be touched is not where it was read, for this reason; nothing was touched.
    Missed(String),
    /// The page in front led to this site, which is blocked, and shows nothing.
    Blocked(String),
    /// A browser has nothing to do it with.
    Unsupported(Ability),
}

impl AskError {
    pub(super) const CLOSED: Self = Self::Gone("the page was closed");
    pub(super) const CRASHED: Self = Self::Gone("the page crashed");

    /// Returns the refusal of an act that cannot be done here.
    pub(super) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }

    /// Returns the error for a script that did not run to its end.
    pub(super) fn thrown(message: String) -> Self {
        let (method, refusal) = ("Runtime.evaluate", Refusal { message });
        Self::Cdp(CdpError::Refused { method, refusal })
    }

    /// Returns whether the time was up before the browser answered.
    pub(super) fn is_late(&self) -> bool {
        matches!(self, Self::Cdp(CdpError::DeadlinePassed { .. }))
    }

    /// Passes over the silence of a page that has gone or waits for a dialog: it has nothing to say.
    pub(super) fn unless_silent(self) -> Asked {
        match self {
            Self::Dialog | Self::Gone(_) | Self::Cdp(CdpError::Refused { .. }) => Ok(()),
            Self::Cdp(CdpError::Closed { .. } | CdpError::DeadlinePassed { .. })
            | Self::Refused(_)
            | Self::Input(_)
            | Self::NotPermitted(_)
            | Self::Unreadable(_)
            | Self::Missed(_)
            | Self::Blocked(_)
            | Self::Unsupported(_) => Err(self),
        }
    }
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
    /// Does something the engine asks for, in the time it gives: what the browser has told so far is noted
    /// first, and errors say what was asked.
    pub(super) fn attempt<T>(
        &mut self,
        asked: &str,
        deadline: Deadline,
        act: impl FnOnce(&mut Self) -> Asked<T>,
    ) -> Result<T, DeviceError> {
        self.deadline = deadline;
        let done = self.catch_up().and_then(|()| act(self));
        done.map_err(|error| self.device_error(asked, error))
    }

    /// Does a part of it in at most this time.
    pub(super) fn within<T>(&mut self, time: Duration, act: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.deadline;
        self.deadline = self.soon(time);
        let done = act(self);
        self.deadline = whole;
        done
    }

    /// Returns the end of a time that begins now, or the deadline if that is sooner.
    pub(super) fn soon(&self, time: Duration) -> Deadline {
        Deadline::after(self.now(), time).min(self.deadline)
    }

    pub(super) fn now(&self) -> Moment {
        self.client.clock().now()
    }

    /// Asks a session and returns its answer. Between two documents a page is nobody's and refuses
    /// to answer; it is asked again soon.
    pub(super) fn ask(
        &mut self,
        session: &Session,
        method: &'static str,
        params: Value,
    ) -> Asked<Value> {
        let command = command(method, params);
        loop {
            let ticket = self.send(session, &command)?;
            match self.wait_for_answer(&ticket, Patience::Answer) {
                Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_between() => {
                    // What comes next may have been told before the refusal, so no word is waited for.
                    if self.deadline.has_passed(self.now()) {
                        return Err(ticket.too_late().into());
                    }
                    self.notice_until(self.soon(BETWEEN))?;
                }
                answer => return answer,
            }
        }
    }

    /// Asks the browser as a whole and returns its answer.
    pub(super) fn ask_browser(&mut self, method: &'static str, params: Value) -> Asked<Value> {
        let command = command(method, params);
        let ticket = self.client.send(None, &command, Interest::Answer)?;
        self.wait_for_answer(&ticket, Patience::Answer)
    }

    /// Asks several things at once. What the browser says no to, because it went away, is left out.
    pub(super) fn ask_all(
        &mut self,
        session: &Session,
        questions: impl Iterator<Item = Command>,
    ) -> Asked<Vec<Value>> {
        let mut tickets = Vec::new();
        for question in questions {
            tickets.push(self.send(session, &question)?);
        }
        let mut answers = Vec::new();
        for ticket in tickets {
            match self.wait_for_answer(&ticket, Patience::Answer) {
                Ok(answer) => answers.push(answer),
                Err(AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(answers)
    }

    /// Sends a command whose answer is wanted.
    pub(super) fn send(
        &mut self,
        session: &Session,
        command: &Command,
    ) -> Result<Ticket, CdpError> {
        self.client.send(Some(session), command, Interest::Answer)
    }

    /// Sends commands at once and waits until they are handled, or the page opened a dialog,
    /// closed or went elsewhere because of them. The last one says when all were handled.
    pub(super) fn do_all(&mut self, session: &Session, commands: &[Command]) -> Asked {
        let Some((last, others)) = commands.split_last() else {
            return Ok(());
        };
        let mut before = Vec::with_capacity(others.len());
        for command in others {
            before.push(
                self.client
                    .send(Some(session), command, Interest::Refusal)?,
            );
        }
        let last = self.send(session, last)?;
        let ended = self.wait_for_answer(&last, Patience::Handled);
        let refusals = before
            .iter()
            .filter_map(|ticket| self.client.take(ticket)?.err());
        let refused = refusals.last();
        before.iter().for_each(|ticket| self.client.forget(ticket));
        match refused.map_or(ended, |refused| Err(refused.into())) {
            Ok(_) | Err(AskError::Dialog | AskError::Gone(_)) => Ok(()),
            Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_gone() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Waits for the answer to a command; what the browser tells meanwhile is noted.
    pub(super) fn wait_for_answer(&mut self, ticket: &Ticket, patience: Patience) -> Asked<Value> {
        let session = ticket.session.as_ref();
        let start = session.map(|session| self.navigations(session));
        let ended = loop {
            if let Some(answer) = self.client.take(ticket) {
                break answer.map_err(AskError::from);
            }
            if let Some(session) = session {
                if let Some(error) = self.obstacle(session) {
                    break Err(error);
                }
                if patience == Patience::Handled && start != Some(self.navigations(session)) {
                    break Err(AskError::Gone("the page went to another document"));
                }
            }
            if !self.notice()? {
                let late = || Err(ticket.too_late());
                let answer = self.client.take(ticket).unwrap_or_else(late);
                break answer.map_err(AskError::from);
            }
        };
        self.client.forget(ticket);
        ended
    }

    /// Waits for the next thing the browser says and notes it; returns whether there is time for more.
    pub(super) fn notice(&mut self) -> Asked<bool> {
        self.notice_until(self.deadline)
    }

    /// Does the same with a deadline of its own. A page that never stops talking holds nobody up beyond it.
    pub(super) fn notice_until(&mut self, deadline: Deadline) -> Asked<bool> {
        if let Some(event) = self.client.next(deadline)? {
            self.note(event)?;
        } else if !self.bodies.is_empty() {
            self.take_bodies();
        }
        Ok(!deadline.has_passed(self.now()))
    }

    /// Returns how often the page of a session has gone to another document.
    pub(super) fn navigations(&mut self, session: &Session) -> u64 {
        self.tabs.page_mut(session).map_or(0, |tab| tab.navigations)
    }

    /// Returns why a session will not answer.
    pub(super) fn obstacle(&mut self, session: &Session) -> Option<AskError> {
        if !self.tabs.knows(session) {
            return Some(AskError::CLOSED);
        }
        let page = self.tabs.page_mut(session);
        if page.is_some_and(|tab| tab.is_crashed) {
            return Some(AskError::CRASHED);
        }
        self.is_blocked(session).then_some(AskError::Dialog)
    }

    /// Returns the session of the page in front, crashed or not.
    pub(super) fn front_page(&self) -> Asked<Session> {
        let front = self.tabs.front().map(|tab| tab.session.clone());
        front.ok_or(AskError::CLOSED)
    }

    /// Notes everything that has come in.
    fn catch_up(&mut self) -> Asked {
        let now = Deadline(self.now());
        // No more than there is at this moment: a page may talk faster than anybody listens.
        for _ in 0..self.client.waiting() {
            self.notice_until(now)?;
        }
        // Says if the browser has gone.
        self.notice_until(now).map(drop)
    }

    fn device_error(&self, asked: &str, error: AskError) -> DeviceError {
        let (device, asked) = (self.info.address.clone(), asked.to_owned());
        let gone = |device, reason| DeviceError::Disconnected { device, reason };
        let refused = |asked, reason| DeviceError::Refused { asked, reason };
        match error {
            AskError::Cdp(CdpError::Closed { reason }) => {
                gone(device, format!("the browser is gone: {reason}"))
            }
            AskError::Cdp(CdpError::DeadlinePassed { .. }) => {
                DeviceError::DeadlinePassed { device, asked }
            }
            AskError::Cdp(CdpError::Refused { refusal, .. }) => refused(asked, refusal.message),
            AskError::Dialog => refused(asked, "a dialog of the page is open".to_owned()),
            AskError::Gone(reason) => gone(device, reason.to_owned()),
            AskError::Refused(reason) => refused(asked, reason),
            AskError::Input(reason) => DeviceError::InvalidInput { asked, reason },
            AskError::NotPermitted(reason) => DeviceError::NotPermitted { asked, reason },
            AskError::Unreadable(reason) => DeviceError::Unreadable {
                reason: reason.to_owned(),
            },
            AskError::Blocked(site) => DeviceError::NotPermitted {
                asked: format!("go on to `{site}`"),
                reason: "`blockedApps` names the site, so the page that led there is gone"
                    .to_owned(),
            },
            AskError::Missed(reason) => DeviceError::Missed { asked, reason },
            AskError::Unsupported(ability) => DeviceError::Unsupported { device, ability },
        }
    }
}
