//! Touches that reach what they are meant for, or nothing.

use retap_model::device::Deadline;

use super::super::ask::{AskError, Patience};
use super::super::cdp::CdpError;
use super::super::device::WebDevice;
use super::super::frames::World;
use super::ActError;

impl WebDevice {
    /// Sends a touch. The script in the page keeps it from anything but what was last read at its
    /// place; then nothing was touched, and this says why.
    pub(super) fn aimed(
        &mut self,
        deadline: Deadline,
        touch: impl FnOnce(&mut Self) -> Result<(), AskError>,
    ) -> Result<(), ActError> {
        self.missed = None;
        if self.seen.is_none() {
            self.ask_worlds("letTouch()", deadline)?;
        } else if !self.browser.is_alone() {
            self.ask_worlds("expectTouch()", deadline)?;
        }
        touch(self)?;
        let said = self.ask_worlds("missedTouch()", deadline)?;
        let reason = said.into_iter().find(|why| !why.is_empty());
        match reason.or_else(|| self.missed.take()) {
            Some(reason) => Err(ActError::Missed { reason }),
            None => Ok(()),
        }
    }

    /// Announces a touch that is meant for a place, whatever is there: it only scrolls.
    pub(super) fn let_touch(&mut self, deadline: Deadline) -> Result<(), AskError> {
        self.ask_worlds("letTouch()", deadline).map(|_| ())
    }

    /// Calls a function of our script in the page in front and in its frames of other origins, and
    /// returns what they said. One that has gone, or waits for a dialog, has nothing to say.
    fn ask_worlds(&mut self, call: &str, deadline: Deadline) -> Result<Vec<String>, AskError> {
        let mut tickets = Vec::new();
        for world in self.read_worlds() {
            tickets.push((self.send_call(&world, call)?, world.session));
        }
        let mut said = Vec::new();
        for (ticket, session) in tickets {
            match self.wait_for_answer(&ticket, Some(&session), Patience::Handled, deadline) {
                Ok(answer) => said.extend(answer["result"]["value"].as_str().map(str::to_owned)),
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
        let frames = self.offsets.keys().map(String::as_str);
        let others = frames.filter(|frame| Some(*frame) != main);
        main.into_iter()
            .chain(others)
            .filter_map(|frame| self.frames.world(frame).cloned())
            .collect()
    }
}
