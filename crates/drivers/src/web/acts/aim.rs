//! Touches that reach what they are meant for, or nothing.

use std::time::Duration;

use retap_model::geometry::{Point, Rect};
use serde_json::Value;

use super::super::{AskError, Asked, Patience, WebDevice, World, text};

/// The questions to a page about an act: the answer to the first comes by itself when the act does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    pub came: &'static str,
    pub missed: &'static str,
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
    pub(super) fn aimed(&mut self, at: Point, touch: impl FnOnce(&mut Self) -> Asked) -> Asked {
        self.missed = None;
        let is_read = std::mem::take(&mut self.is_read);
        if self.seen.is_none() {
            self.let_touch(at)?;
        } else if !is_read || !self.browser.is_alone() {
            self.ask_worlds("expectTouch()", at)?;
        }
        let reason = match self.worlds_at(at).as_slice() {
            [world] if is_read && self.browser.is_alone() => {
                let said = self.send_and_hear(world, TOUCH, touch)?;
                said.and_then(|said| reason_in(&said))
            }
            _ => {
                touch(self)?;
                let said = self.ask_worlds(TOUCH.missed, at)?;
                said.iter().find_map(reason_in)
            }
        };
        match reason.or_else(|| self.missed.take()) {
            Some(reason) => Err(AskError::Missed(reason)),
            None => Ok(()),
        }
    }

    /// Sends an act to a page without frames of other origins, which tells by itself when it came; nothing
    /// if it has gone because of it, or waits for a dialog.
    pub(super) fn send_and_hear(
        &mut self,
        world: &World,
        words: Words,
        send: impl FnOnce(&mut Self) -> Asked,
    ) -> Asked<Option<Value>> {
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
        let hear = |device: &mut Self| device.wait_for_answer(&came, Patience::Handled);
        let said = match self.within(WORD, hear) {
            Err(error) if error.is_late() => {
                let missed = self.send_call(world, words.missed)?;
                self.wait_for_answer(&missed, Patience::Handled)
            }
            said => said,
        };
        match said {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => error.unless_silent().map(|()| None),
        }
    }

    /// Announces a touch that is meant for a place, whatever is there: it only scrolls.
    pub(super) fn let_touch(&mut self, at: Point) -> Asked {
        self.ask_worlds("letTouch()", at).map(drop)
    }

    /// Calls a function of our script in the page in front and in its frames of other origins at this
    /// place, and returns what they said. One that has gone, or waits for a dialog, has nothing to say.
    fn ask_worlds(&mut self, call: &str, at: Point) -> Asked<Vec<Value>> {
        let mut tickets = Vec::new();
        for world in self.worlds_at(at) {
            tickets.push(self.send_call(&world, call)?);
        }
        let mut said = Vec::new();
        for ticket in tickets {
            match self.wait_for_answer(&ticket, Patience::Handled) {
                Ok(answer) => said.push(answer),
                Err(error) => error.unless_silent()?,
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
    let reason = text(&answer["result"]["value"]);
    (!reason.is_empty()).then(|| reason.to_owned())
}
