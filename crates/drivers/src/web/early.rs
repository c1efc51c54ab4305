//! A reading that is asked for together with text, so that it need not be asked for after it.

use std::time::Duration;

use retap_model::device::{Deadline, Moment};
use retap_model::screen::Element;
use serde_json::Value;

use super::ask::{AskError, Patience};
use super::cdp::{CdpError, Ticket};
use super::device::WebDevice;
use super::frames::World;

/// How long a reading is waited for once its act was handled: it comes right then or not at all.
const RIGHT_THEN: Duration = Duration::from_millis(30);

/// How long after its act such a reading still counts.
const LASTS: Duration = Duration::from_millis(100);

/// What is needed to ask for a reading with an act, and the one that was asked for.
#[derive(Debug, Default)]
pub(super) struct Early {
    /// How many keys the main frame had handled when it was last read; nothing was done since.
    keys: Option<(World, u64)>,
    asked: Option<Asked>,
}

#[derive(Debug)]
struct Asked {
    ticket: Ticket,
    world: World,
    at: Moment,
}

impl Early {
    /// Notes how many keys a document had handled when it was read.
    pub(super) fn read(&mut self, world: World, keys: u64) {
        self.keys = Some((world, keys));
    }

    /// Notes that an act was done, after which nobody knows how much was handled.
    pub(super) fn acted(&mut self) {
        self.keys = None;
    }
}

impl WebDevice {
    /// Asks for a reading of the page in front once it has handled so many keys, which are about to be
    /// sent. Not where frames are, which may have the focus and count their own.
    pub(super) fn ask_early(&mut self, keys: u64) -> Result<(), AskError> {
        let Some((world, before)) = self.early.keys.take() else {
            return Ok(());
        };
        if self.has_frames() || !self.is_front_world(&world) {
            return Ok(());
        }
        let ticket = self.send_call(&world, &format!("readAfter({})", before + keys))?;
        let at = self.client.clock().now();
        self.early.asked = Some(Asked { ticket, world, at });
        Ok(())
    }

    /// Gives up on the reading that was asked for with the last act.
    pub(super) fn forget_early(&mut self) {
        if let Some(asked) = self.early.asked.take() {
            self.client.forget(&asked.ticket);
        }
    }

    /// Returns whether a reading of the document in front was asked for with the last act.
    pub(super) fn is_early_asked(&mut self) -> bool {
        let now = self.client.clock().now();
        let asked = self.early.asked.as_ref();
        let is_asked = asked
            .is_some_and(|asked| now.since(asked.at) <= LASTS && self.is_front_world(&asked.world));
        if !is_asked {
            self.forget_early();
        }
        is_asked
    }

    /// Waits for the reading that was asked for with the last act; `None` where there is none, or it
    /// does not come.
    pub(super) fn wait_for_early(
        &mut self,
        deadline: Deadline,
    ) -> Result<Option<(World, Value)>, AskError> {
        let Some(Asked { ticket, world, .. }) = self.early.asked.take() else {
            return Ok(None);
        };
        let now = self.client.clock().now();
        let soon = Deadline::after(now, RIGHT_THEN).or_sooner(deadline);
        let session = world.session.clone();
        match self.wait_for_answer(&ticket, Some(&session), Patience::Handled, soon) {
            Ok(answer) => Ok(Some((world, answer))),
            Err(error @ (AskError::Cdp(CdpError::Closed { .. }) | AskError::Dialog)) => Err(error),
            // The page is read as always, which says what is wrong with it.
            Err(
                AskError::Cdp(CdpError::Refused { .. } | CdpError::DeadlinePassed { .. })
                | AskError::Gone { .. },
            ) => Ok(None),
        }
    }

    fn is_front_world(&self, world: &World) -> bool {
        let front = self.tabs.front();
        front.and_then(|front| self.frames.world(&front.target)) == Some(world)
    }

    fn has_frames(&self) -> bool {
        let is_frame = |element: &Element| matches!(element.class.as_str(), "iframe" | "frame");
        let seen = self.seen.as_ref();
        seen.is_none_or(|seen| seen.elements.iter().any(is_frame))
    }
}
