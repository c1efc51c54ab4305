//! Touches that only reach what was read: what came there since is kept from them by the page.

use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::geometry::Point;
use serde_json::Value;

use super::super::ask::{AskError, Patience};
use super::super::cdp::{CdpError, Ticket};
use super::super::device::WebDevice;
use super::super::frames::World;
use super::super::screen::result_of;
use super::ActError;

/// How long the answer of a page to a touch may be on its way after the browser has said that it was handled.
const ON_ITS_WAY: Duration = Duration::from_millis(100);

/// A touch that a frame waits for.
struct Shot {
    world: World,
    /// Answered with whether the place still holds what was read there.
    aimed: Ticket,
    /// Answered once the touch has come.
    touched: Ticket,
}

impl WebDevice {
    /// Sends a touch at a place of the page, unless it holds something else by now than was read there.
    /// The page must know of it before it comes, which takes a round trip: input overtakes questions.
    pub(super) fn touch(
        &mut self,
        at: Point,
        deadline: Deadline,
        send: impl FnOnce(&mut Self) -> Result<(), ActError>,
    ) -> Result<(), ActError> {
        let (mut shots, mut patience) = (self.aim(at)?, ON_ITS_WAY);
        for shot in &shots {
            let reason = self.why_not(shot, deadline)?;
            if !reason.is_empty() {
                shots
                    .iter()
                    .for_each(|shot| self.client.forget(&shot.touched));
                return Err(ActError::Missed { reason });
            }
        }
        send(self)?;
        // The innermost frame gets the touch; those around it only if something came over it.
        while let Some(shot) = shots.pop() {
            let reason = self.why_missed(&shot, patience, deadline)?;
            patience = Duration::ZERO;
            if !reason.is_empty() {
                self.disarm(&shot.world, deadline)?;
                return Err(ActError::Missed { reason });
            }
        }
        Ok(())
    }

    /// Tells the page in front that a touch comes, and its frames of other origins that are in that place.
    fn aim(&mut self, at: Point) -> Result<Vec<Shot>, ActError> {
        let mut shots = Vec::new();
        for (world, at) in self.worlds_at(at)? {
            let call = format!("aim({}, {})", at.x, at.y);
            let aimed = self.send_call(&world, &call).map_err(AskError::from)?;
            let touched = self.send_call(&world, "touched()");
            let touched = touched.map_err(AskError::from)?;
            shots.push(Shot {
                world,
                aimed,
                touched,
            });
        }
        Ok(shots)
    }

    /// Returns the worlds of the documents that were read at a place, and that place in each.
    fn worlds_at(&self, at: Point) -> Result<Vec<(World, Point)>, ActError> {
        let missed = |reason: &str| ActError::Missed {
            reason: reason.to_owned(),
        };
        let mut worlds = Vec::new();
        for area in &self.areas {
            let is_page = area.clip.is_none();
            if is_page && self.tabs.front().is_none_or(|tab| tab.target != area.frame) {
                return Err(missed("another page came to the front"));
            }
            let (true, Some(place)) = (
                area.clip.is_none_or(|clip| clip.contains(at)),
                area.affine.back(at),
            ) else {
                continue;
            };
            let world = self.frames.world(&area.frame);
            match world.filter(|world| world.unique == area.world) {
                Some(world) => worlds.push((world.clone(), place)),
                None => return Err(missed("the page went to another document")),
            }
        }
        Ok(worlds)
    }

    /// Returns why a touch would miss; nothing if it would not.
    fn why_not(&mut self, shot: &Shot, deadline: Deadline) -> Result<String, ActError> {
        let session = &shot.world.session;
        match self.wait_for_answer(&shot.aimed, Some(session), Patience::Handled, deadline) {
            Ok(answer) => Ok(reason_in(&answer)),
            Err(AskError::Dialog) => Ok("a dialog of the page opened".to_owned()),
            Err(AskError::Gone { reason }) => Ok(reason.to_owned()),
            Err(AskError::Cdp(CdpError::Refused { .. })) => {
                Ok("the page went to another document".to_owned())
            }
            Err(
                error @ AskError::Cdp(CdpError::Closed { .. } | CdpError::DeadlinePassed { .. }),
            ) => Err(error.into()),
        }
    }

    /// Returns why a touch was kept from the page; nothing if it was not.
    fn why_missed(
        &mut self,
        shot: &Shot,
        patience: Duration,
        deadline: Deadline,
    ) -> Result<String, ActError> {
        let session = &shot.world.session;
        let soon = Deadline::after(self.client.clock().now(), patience).or_sooner(deadline);
        match self.wait_for_answer(&shot.touched, Some(session), Patience::Handled, soon) {
            Ok(answer) => Ok(reason_in(&answer)),
            // The touch came, and this came of it.
            Err(
                AskError::Dialog | AskError::Gone { .. } | AskError::Cdp(CdpError::Refused { .. }),
            ) => Ok(String::new()),
            // The touch went elsewhere, such as into a frame that came since.
            Err(AskError::Cdp(CdpError::DeadlinePassed { .. })) => {
                let told = self.tell_call(&shot.world, "aimed()");
                told.map_err(AskError::from)?;
                Ok(String::new())
            }
            Err(error @ AskError::Cdp(CdpError::Closed { .. })) => Err(error.into()),
        }
    }

    /// Lets the next touch through. A page that is gone or waits for a dialog has handled this one.
    fn disarm(&mut self, world: &World, deadline: Deadline) -> Result<(), ActError> {
        match self.call_in(world, "aimed()", deadline) {
            Err(AskError::Cdp(
                error @ (CdpError::Closed { .. } | CdpError::DeadlinePassed { .. }),
            )) => Err(AskError::Cdp(error).into()),
            Ok(_)
            | Err(
                AskError::Cdp(CdpError::Refused { .. }) | AskError::Dialog | AskError::Gone { .. },
            ) => Ok(()),
        }
    }
}

fn reason_in(answer: &Value) -> String {
    let told = result_of(answer).ok();
    let reason = told.as_ref().and_then(Value::as_str);
    reason.unwrap_or_default().to_owned()
}
