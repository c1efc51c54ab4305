//! Touches that reach what they are meant for, or nothing.

use std::time::Duration;

use retap_model::device::Deadline;
use serde_json::Value;

use super::super::ask::{AskError, Patience};
use super::super::cdp::CdpError;
use super::super::device::WebDevice;
use super::super::frames::World;
use super::ActError;

/// How long the word of a page that a touch came may be on its way.
const ON_ITS_WAY: Duration = Duration::from_millis(100);

impl WebDevice {
    /// Sends a touch. The script in the page keeps it from anything but what was last read at its
    /// place; then nothing was touched, and this says why.
    pub(super) fn aimed(
        &mut self,
        deadline: Deadline,
        touch: impl FnOnce(&mut Self) -> Result<(), AskError>,
    ) -> Result<(), ActError> {
        self.missed = None;
        let is_read = std::mem::take(&mut self.is_read);
        if self.seen.is_none() {
            self.let_touch(deadline)?;
        } else if !is_read || !self.browser.is_alone() {
            self.ask_worlds("expectTouch()", deadline)?;
        }
        let reason = match self.read_worlds().as_slice() {
            [world] if is_read && self.browser.is_alone() => {
                self.touch_and_hear(world, deadline, touch)?
            }
            _ => {
                touch(self)?;
                self.missed_touch(deadline)?
            }
        };
        match reason.or_else(|| self.missed.take()) {
            Some(reason) => Err(ActError::Missed { reason }),
            None => Ok(()),
        }
    }

    /// Sends a touch to a page without frames of other origins, which tells by itself when it came.
    fn touch_and_hear(
        &mut self,
        world: &World,
        deadline: Deadline,
        touch: impl FnOnce(&mut Self) -> Result<(), AskError>,
    ) -> Result<Option<String>, AskError> {
        let ticket = self.send_call(world, "touchCame()")?;
        if let Err(error) = touch(self) {
            self.client.forget(&ticket);
            return Err(error);
        }
        // What the page says may come after the browser's word that the touch was handled, and a page
        // that hangs because of it says nothing else.
        let soon = Deadline::after(self.client.clock().now(), ON_ITS_WAY).or_sooner(deadline);
        match self.wait_for_answer(&ticket, Some(&world.session), Patience::Handled, soon) {
            Ok(answer) => Ok(reason_in(&answer)),
            Err(error @ AskError::Cdp(CdpError::Closed { .. })) => Err(error),
            // It may have gone elsewhere, to where nobody could tell.
            Err(AskError::Dialog | AskError::Gone { .. } | AskError::Cdp(_)) => {
                self.missed_touch(deadline)
            }
        }
    }

    fn missed_touch(&mut self, deadline: Deadline) -> Result<Option<String>, AskError> {
        let said = self.ask_worlds("missedTouch()", deadline)?;
        Ok(said.iter().find_map(reason_in))
    }

    /// Announces a touch that is meant for a place, whatever is there: it only scrolls.
    pub(super) fn let_touch(&mut self, deadline: Deadline) -> Result<(), AskError> {
        self.ask_worlds("letTouch()", deadline).map(|_| ())
    }

    /// Calls a function of our script in the page in front and in its frames of other origins, and
    /// returns what they said. One that has gone, or waits for a dialog, has nothing to say.
    fn ask_worlds(&mut self, call: &str, deadline: Deadline) -> Result<Vec<Value>, AskError> {
        let mut tickets = Vec::new();
        for world in self.read_worlds() {
            tickets.push((self.send_call(&world, call)?, world.session));
        }
        let mut said = Vec::new();
        for (ticket, session) in tickets {
            match self.wait_for_answer(&ticket, Some(&session), Patience::Handled, deadline) {
                Ok(answer) => said.push(answer),
                Err(
                    AskError::Dialog
                    | AskError::Gone { .. }
                    | AskError::Cdp(CdpError::Refused { .. }),
                ) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(said)
    }

    /// Returns our worlds in the page in front and in the frames of it that are read by themselves.
    fn read_worlds(&self) -> Vec<World> {
        let main = self.tabs.front().map(|tab| tab.target.as_str());
        let frames = self.areas.iter().map(|area| area.frame.as_str());
        let others = frames.filter(|frame| Some(*frame) != main);
        main.into_iter()
            .chain(others)
            .filter_map(|frame| self.frames.world(frame).cloned())
            .collect()
    }
}

/// Returns why a touch was kept from the page, if it was.
fn reason_in(answer: &Value) -> Option<String> {
    let reason = answer["result"]["value"].as_str()?;
    (!reason.is_empty()).then(|| reason.to_owned())
}
