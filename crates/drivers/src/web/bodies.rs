//! Fetching what requests carried and what they were answered with, where the browser does not tell it by itself: only of
//! writes, and nobody waits for it.
//!
//! Not here: what a body means.

use serde_json::{Value, json};

use super::signals::Wanted;
use super::{AskError, Asked, CdpError, Command, Session, Ticket, WebDevice, command, text};

/// A body that the browser was asked for.
#[derive(Debug)]
pub(super) struct PendingBody {
    ticket: Ticket,
    wanted: Wanted,
    session: Session,
    ask: Command,
    /// How often it was asked for.
    tries: u32,
}

/// How often a body is asked for that the browser says came; each takes about a millisecond.
const MOST_TRIES: u32 = 100;

impl WebDevice {
    pub(super) fn requested(&mut self, session: &Session, params: &Value) -> Result<(), CdpError> {
        let page = self.tabs.host_of(session);
        let wanted = self.signals.requested(session, page, params);
        self.fetch_body(session, params, wanted)
    }

    pub(super) fn responded(&mut self, session: &Session, params: &Value) -> Result<(), CdpError> {
        let wanted = self.signals.responded(session, params);
        self.fetch_body(session, params, wanted)
    }

    pub(super) fn data_came(&mut self, session: &Session, params: &Value) -> Result<(), CdpError> {
        let wanted = self.signals.data_came(session, params);
        let is_new = |wanted: &Wanted| {
            let mut asked = self.bodies.iter();
            !asked.any(|it| it.wanted.is_piece_with(wanted))
        };
        let wanted = wanted.filter(is_new);
        self.fetch_body(session, params, wanted)
    }

    pub(super) fn finished(&mut self, session: &Session, params: &Value) -> Result<(), CdpError> {
        let wanted = self.signals.finished(session, params);
        self.fetch_body(session, params, wanted)
    }

    /// Returns what the page read last as data, as far as the browser still has it.
    pub(super) fn data_read(&mut self) -> Asked<Vec<Value>> {
        let mut read = Vec::new();
        for (session, request) in self.signals.data_reads() {
            let ask = json!({"requestId": request});
            match self.ask(&session, "Network.getResponseBody", ask) {
                Ok(answer) => read.extend(serde_json::from_str(text(&answer["body"]))),
                Err(AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(read)
    }

    fn fetch_body(
        &mut self,
        session: &Session,
        params: &Value,
        wanted: Option<Wanted>,
    ) -> Result<(), CdpError> {
        let Some(wanted) = wanted else {
            return Ok(());
        };
        let method = match wanted {
            Wanted::Sent(_) => "Network.getRequestPostData",
            Wanted::Answer(_) | Wanted::Piece(_) => "Network.getResponseBody",
        };
        let ask = command(method, json!({"requestId": params["requestId"]}));
        let ticket = self.send(session, &ask)?;
        self.bodies.push(PendingBody {
            ticket,
            wanted,
            session: session.clone(),
            ask,
            tries: 1,
        });
        Ok(())
    }

    /// Notes the bodies that have come in. One that the browser does not have any more says nothing; one that it says came
    /// may not be kept yet, and is asked for again.
    pub(super) fn take_bodies(&mut self) {
        for mut pending in std::mem::take(&mut self.bodies) {
            let Some(answer) = self.client.take(&pending.ticket) else {
                self.bodies.push(pending);
                continue;
            };
            let answer = answer.unwrap_or_default();
            let body = match pending.wanted {
                Wanted::Sent(_) => text(&answer["postData"]),
                Wanted::Answer(_) | Wanted::Piece(_) => text(&answer["body"]),
            };
            self.signals.body_came(&pending.wanted, body);
            if pending.tries < MOST_TRIES
                && self.signals.is_piece_open(&pending.wanted)
                && let Ok(ticket) = self.send(&pending.session.clone(), &pending.ask)
            {
                pending.ticket = ticket;
                pending.tries += 1;
                self.bodies.push(pending);
            }
        }
    }
}
