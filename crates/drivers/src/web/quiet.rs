//! Waiting for what an act set going besides what can be seen: a page may ask its server first, and give a file to be
//! kept only then.
//!
//! Not here: timers of a page, which nobody can see.

use std::time::Duration;

use serde_json::json;

use super::{AskError, Asked, Session, Ticket, WebDevice, command};

/// How long an act that answers a dialog waits for what the page then begins.
pub(super) const AFTER_DIALOG: Duration = Duration::from_secs(2);

/// How long a page is given to go on with an answer.
const GOING_ON: Duration = Duration::from_millis(300);

/// How long a worker is given to begin.
const BEGINNING: Duration = Duration::from_secs(2);

/// Answers once a worker has dealt with the messages it had.
const NEXT_TURN: &str = "new Promise((done) => setTimeout(done))";

impl WebDevice {
    /// Waits until the requests and navigations that began after the last act are over and the page has gone on with
    /// their answers; returns the one that is not. A page that asks for nothing is asked once.
    pub(super) fn wait_for_quiet(&mut self) -> Asked<Option<String>> {
        if !std::mem::take(&mut self.is_unheard) {
            return Ok(None);
        }
        let mut known = self.read_at;
        self.hear_page("0")?;
        loop {
            let mut has_news = self.signals.has_ended_after(known);
            while self.signals.open_request().is_some() && self.overlay.is_none() {
                has_news = true;
                if !self.notice()? {
                    let open = self.signals.open_request();
                    return Ok(open.map(ToString::to_string));
                }
            }
            if self.overlay.is_some() || !has_news {
                return Ok(None);
            }
            known = self.signals.latest();
            self.hear_page("afterFrames()")?;
        }
    }

    /// Lets the page finish what it is at, and notes all that the browser then has to tell of it.
    fn hear_page(&mut self, call: &str) -> Asked {
        let said = self.within(GOING_ON, |device| device.call(call).map(drop));
        match said.or_else(AskError::unless_silent) {
            // A page that is busy is not waited for.
            Err(error) if error.is_late() => {}
            said => said?,
        }
        let is_new = |worker: &Session| !self.heard_workers.contains(worker);
        let patience = match self.workers.iter().any(is_new) {
            true => BEGINNING,
            false => GOING_ON,
        };
        self.within(patience, Self::hear_workers)?;
        self.heard_workers.clone_from(&self.workers);
        self.within(GOING_ON, |device| {
            // A page that is told to go elsewhere, or opened, has not asked for anything yet.
            let is_new = |device: &Self| device.tabs.front().is_some_and(|tab| tab.is_empty);
            while (device.signals.is_leaving() || is_new(device)) && device.overlay.is_none() {
                let has_begun = device.signals.open_request().is_some();
                if has_begun || !device.notice()? {
                    break;
                }
            }
            Ok::<(), AskError>(())
        })?;
        self.ask_browser("Browser.getVersion", json!({})).map(drop)
    }

    /// Lets workers finish what they were told.
    fn hear_workers(&mut self) -> Asked {
        let turn = json!({"expression": NEXT_TURN, "awaitPromise": true});
        let turn = command("Runtime.evaluate", turn);
        let mut tickets = Vec::new();
        for worker in self.workers.clone() {
            tickets.push(self.send(&worker, &turn)?);
        }
        let is_open = |device: &mut Self, ticket: &Ticket| {
            let worker = ticket.session.as_ref();
            let is_there = worker.is_some_and(|worker| device.workers.contains(worker));
            is_there && device.client.take(ticket).is_none()
        };
        for ticket in tickets {
            // One that has gone does not answer, and one that is busy is not waited for.
            while is_open(self, &ticket) && self.notice()? {}
            self.client.forget(&ticket);
        }
        Ok(())
    }
}
