//! Fetching what requests carried and what they were answered with, where the browser does not tell it by itself: only of
//! writes, and nobody waits for it.
//!
//! Not here: what a body means.

use serde_json::{Value, json};

use super::signals::Wanted;
use super::{CdpError, Session, Ticket, WebDevice, command, text};

/// A body that the browser was asked for.
#[derive(Debug)]
pub(super) struct PendingBody {
    ticket: Ticket,
    wanted: Wanted,
}

impl WebDevice {
    pub(super) fn requested(&mut self, session: &Session, params: &Value) -> Result<(), CdpError> {
        let page = self.tabs.host_of(session);
        let wanted = self.signals.requested(session, page, params);
        self.fetch_body(session, params, wanted)
    }

    pub(super) fn data_came(&mut self, session: &Session, params: &Value) -> Result<(), CdpError> {
        let wanted = self.signals.data_came(session, params);
        self.fetch_body(session, params, wanted)
    }

    pub(super) fn finished(&mut self, session: &Session, params: &Value) -> Result<(), CdpError> {
        let wanted = self.signals.finished(session, params);
        self.fetch_body(session, params, wanted)
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
        self.bodies.push(PendingBody { ticket, wanted });
        Ok(())
    }

    /// Notes the bodies that have come in. One that the browser does not have any more says nothing.
    pub(super) fn take_bodies(&mut self) {
        let mut open = std::mem::take(&mut self.bodies);
        open.retain(|pending| {
            let Some(answer) = self.client.take(&pending.ticket) else {
                return true;
            };
            let answer = answer.unwrap_or_default();
            let body = match pending.wanted {
                Wanted::Sent(_) => text(&answer["postData"]),
                Wanted::Answer(_) | Wanted::Piece(_) => text(&answer["body"]),
            };
            self.signals.body_came(&pending.wanted, body);
            false
        });
        self.bodies = open;
    }
}
