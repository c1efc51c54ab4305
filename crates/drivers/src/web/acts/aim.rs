//! Touches that reach what they are meant for, or nothing.

use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::geometry::{Point, Rect};
use serde_json::Value;

use super::super::ask::{AskError, Patience};
use super::super::cdp::CdpError;
use super::super::device::WebDevice;
use super::super::frames::World;
use super::ActError;

/// What a page is asked about an act: the answer to the first comes by itself when the act does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    pub(super) came: &'static str,
    pub(super) missed: &'static str,
}

const TOUCH: Words = Words {
    came: "touchCame()",
    missed: "missedTouch()",
};

/// How long the word of the page that an act came may take after the browser says that it was handled.
const WORD: Duration = Duration::from_millis(20);

impl WebDevice {
    /// Sends a touch. The script in the page keeps it from anything but what was last read at its
    /// place; then nothing was touched, and this says why.
    pub(super) fn aimed(
        &mut self,
        at: Point,
        deadline: Deadline,
        touch: impl FnOnce(&mut Self) -> Result<(), AskError>,
    ) -> Result<(), ActError> {
        self.missed = None;
        let is_read = std::mem::take(&mut self.is_read);
        if self.seen.is_none() {
            self.let_touch(at, deadline)?;
        } else if !is_read || !self.browser.is_alone() {
            self.ask_worlds("expectTouch()", at, deadline)?;
        }
        let reason = match self.worlds_at(at).as_slice() {
            [world] if is_read && self.browser.is_alone() => {
                let said = self.send_and_hear(world, TOUCH, deadline, touch)?;
                said.and_then(|said| reason_in(&said))
            }
            _ => {
                touch(self)?;
                self.missed_touch(at, deadline)?
            }
        };
        match reason.or_else(|| self.missed.take()) {
            Some(reason) => Err(ActError::Missed { reason }),
            None => Ok(()),
        }
    }

    /// Sends an act to a page without frames of other origins, which tells by itself when it came; nothing
    /// if it has gone because of it, or waits for a dialog.
    pub(super) fn send_and_hear(
        &mut self,
        world: &World,
        words: Words,
        deadline: Deadline,
        send: impl FnOnce(&mut Self) -> Result<(), AskError>,
    ) -> Result<Option<Value>, AskError> {
        let came = self.send_call(world, words.came)?;
        let sent = send(self);
        let told = self.client.take(&came);
        if sent.is_err() || told.is_some() {
            self.client.forget(&came);
            sent?;
        }
        if let Some(Ok(answer)) = told {
            return Ok(Some(answer));
        }
        // Its word is on its way, unless the act went to where nobody could tell.
        let soon = Deadline::after(self.client.clock().now(), WORD).or_sooner(deadline);
        let session = Some(&world.session);
        let said = match self.wait_for_answer(&came, session, Patience::Handled, soon) {
            Err(AskError::Cdp(CdpError::DeadlinePassed { .. })) => {
                let missed = self.send_call(world, words.missed)?;
                self.wait_for_answer(&missed, session, Patience::Handled, deadline)
            }
            said => said,
        };
        match said {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => silence(error).map(|()| None),
        }
    }

    fn missed_touch(&mut self, at: Point, deadline: Deadline) -> Result<Option<String>, AskError> {
        let said = self.ask_worlds("missedTouch()", at, deadline)?;
        Ok(said.iter().find_map(reason_in))
    }

    /// Announces a touch that is meant for a place, whatever is there: it only scrolls.
    pub(super) fn let_touch(&mut self, at: Point, deadline: Deadline) -> Result<(), AskError> {
        self.ask_worlds("letTouch()", at, deadline).map(|_| ())
    }

    /// Calls a function of our script in the page in front and in its frames of other origins at this
    /// place, and returns what they said. One that has gone, or waits for a dialog, has nothing to say.
    fn ask_worlds(
        &mut self,
        call: &str,
        at: Point,
        deadline: Deadline,
    ) -> Result<Vec<Value>, AskError> {
        let mut tickets = Vec::new();
        for world in self.worlds_at(at) {
            tickets.push((self.send_call(&world, call)?, world.session));
        }
        let mut said = Vec::new();
        for (ticket, session) in tickets {
            match self.wait_for_answer(&ticket, Some(&session), Patience::Handled, deadline) {
                Ok(answer) => said.push(answer),
                Err(error) => silence(error)?,
            }
        }
        Ok(said)
    }

    /// Returns our worlds in the page in front and in the frames of other origins that were read at a
    /// place of it.
    pub(super) fn worlds_at(&self, at: Point) -> Vec<World> {
        let main = self.tabs.front().map(|tab| tab.target.as_str());
        let is_there = |clip: Option<Rect>| clip.is_some_and(|clip| clip.contains(at));
        let areas = self.areas.iter().filter(|area| is_there(area.clip));
        main.into_iter()
            .chain(areas.map(|area| area.frame.as_str()))
            .filter_map(|frame| self.frames.world(frame).cloned())
            .collect()
    }
}

/// Returns why a touch was kept from the page, if it was.
fn reason_in(answer: &Value) -> Option<String> {
    let reason = answer["result"]["value"].as_str()?;
    (!reason.is_empty()).then(|| reason.to_owned())
}

/// A page that has gone, or waits for a dialog, has nothing to say; that is no error.
fn silence(error: AskError) -> Result<(), AskError> {
    match error {
        AskError::Dialog | AskError::Gone { .. } | AskError::Cdp(CdpError::Refused { .. }) => {
            Ok(())
        }
        AskError::Cdp(CdpError::Closed { .. } | CdpError::DeadlinePassed { .. }) => Err(error),
    }
}
