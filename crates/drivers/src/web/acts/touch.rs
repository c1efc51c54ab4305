//! Touches: clicks of a mouse, or of fingers where the page is told that it is on a phone.

use std::time::Duration;

use retap_model::device::{Deadline, Device as _, SpecialAct};
use retap_model::geometry::Point;
use serde_json::{Value, json};

use super::super::ask::{AskError, Command};
use super::super::cdp::CdpError;
use super::super::device::WebDevice;
use super::ActError;

/// How long a finger rests before it leaves, so that the page does not fly on.
const REST: Duration = Duration::from_millis(60);

/// The time between two moves of a finger: one frame.
const FRAME: Duration = Duration::from_millis(16);

/// How many moves a swipe has at the most.
const MOST_MOVES: u32 = 20;

impl WebDevice {
    /// Touches once. Both halves are sent at once: the browser keeps their order.
    pub(super) fn tap(&mut self, at: Point, deadline: Deadline) -> Result<(), ActError> {
        let session = self.front_session()?;
        let at = self.on_page(at);
        let commands = if self.is_touched() {
            vec![finger("touchStart", Some(at)), finger("touchEnd", None)]
        } else {
            click(at, 1).to_vec()
        };
        self.aimed(at, deadline, |device| {
            device.do_all(&session, &commands, deadline)
        })
    }

    /// Touches twice.
    pub(super) fn double_tap(&mut self, at: Point, deadline: Deadline) -> Result<(), ActError> {
        let session = self.front_session()?;
        if self.is_touched() {
            self.tap(at, deadline)?;
            return self.tap(at, deadline);
        }
        let at = self.on_page(at);
        let commands = [click(at, 1), click(at, 2)].concat();
        self.aimed(at, deadline, |device| {
            device.do_all(&session, &commands, deadline)
        })
    }

    /// Does what only some devices can; pages that are touched by fingers are not among them.
    pub(super) fn special(
        &mut self,
        act: &SpecialAct,
        at: Point,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        if !self.can(act.ability()) {
            return Err(ActError::Unsupported(act.ability()));
        }
        match act {
            SpecialAct::Hover => self.hover(at, deadline),
            SpecialAct::RightClick => self.right_click(at, deadline),
            SpecialAct::Upload(files) => self.upload_at(at, files.reveal(), deadline),
        }
    }

    /// Moves the mouse to a point.
    fn hover(&mut self, at: Point, deadline: Deadline) -> Result<(), ActError> {
        let session = self.front_session()?;
        let at = self.on_page(at);
        Ok(self.do_all(&session, &[mouse("mouseMoved", at, 0)], deadline)?)
    }

    /// Clicks with the right button of the mouse; guarded like every touch.
    fn right_click(&mut self, at: Point, deadline: Deadline) -> Result<(), ActError> {
        let session = self.front_session()?;
        let at = self.on_page(at);
        let commands = click(at, 1).map(|(method, mut params)| {
            params["button"] = json!("right");
            params["buttons"] = json!(2 * params["buttons"].as_u64().unwrap_or_default());
            (method, params)
        });
        self.aimed(at, deadline, |device| {
            device.do_all(&session, &commands, deadline)
        })
    }

    /// Holds a point.
    pub(super) fn long_press(
        &mut self,
        at: Point,
        time: Duration,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        let session = self.front_session()?;
        let at = self.on_page(at);
        let (down, up) = if self.is_touched() {
            (finger("touchStart", Some(at)), finger("touchEnd", None))
        } else {
            (mouse("mousePressed", at, 1), mouse("mouseReleased", at, 1))
        };
        self.aimed(at, deadline, |device| {
            device.do_all(&session, &[down], deadline)?;
            device.client.clock().sleep(time);
            device.do_all(&session, &[up], deadline)
        })
    }

    /// Scrolls what is under the first point: by the wheel, or by a finger.
    pub(super) fn swipe(
        &mut self,
        from: Point,
        to: Point,
        time: Duration,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        let session = self.front_session()?;
        let (from, to) = (self.on_page(from), self.on_page(to));
        if !self.is_touched() {
            let (method, mut params) = mouse("mouseWheel", from, 0);
            params["deltaX"] = json!(from.x - to.x);
            params["deltaY"] = json!(from.y - to.y);
            self.do_all(&session, &[(method, params)], deadline)?;
            return self.wait_for_scroll(deadline);
        }
        self.let_touch(from, deadline)?;
        self.do_all(&session, &[finger("touchStart", Some(from))], deadline)?;
        let moves = ((time.as_millis() / FRAME.as_millis()) as u32).clamp(2, MOST_MOVES);
        for number in 1..=moves {
            let at = between(from, to, f64::from(number) / f64::from(moves));
            self.do_all(&session, &[finger("touchMove", Some(at))], deadline)?;
            self.client.clock().sleep(FRAME);
        }
        self.client.clock().sleep(REST);
        self.do_all(&session, &[finger("touchEnd", None)], deadline)?;
        self.wait_for_scroll(deadline)
    }

    /// Waits until the page knows that it was scrolled: the browser says that a wheel was turned
    /// before anything has moved. A page that went away or opened a dialog has no more to say.
    fn wait_for_scroll(&mut self, deadline: Deadline) -> Result<(), ActError> {
        match self.call("afterFrames()", deadline) {
            Err(AskError::Cdp(
                error @ (CdpError::Closed { .. } | CdpError::DeadlinePassed { .. }),
            )) => Err(AskError::Cdp(error).into()),
            Ok(_)
            | Err(
                AskError::Cdp(CdpError::Refused { .. }) | AskError::Dialog | AskError::Gone { .. },
            ) => Ok(()),
        }
    }

    /// Returns a place on the screen in the units of the page, in which input events are.
    pub(super) fn on_page(&self, at: Point) -> Point {
        Point::new(at.x / self.zoom, at.y / self.zoom)
    }

    /// Returns whether pages are touched by fingers and have no mouse.
    pub(in crate::web) fn is_touched(&self) -> bool {
        self.options.viewport.is_mobile
    }
}

/// Returns the place on the way from one point to another.
pub(super) fn between(from: Point, to: Point, share: f64) -> Point {
    Point::new(
        from.x + (to.x - from.x) * share,
        from.y + (to.y - from.y) * share,
    )
}

pub(super) fn click(at: Point, count: u32) -> [Command; 2] {
    [
        mouse("mousePressed", at, count),
        mouse("mouseReleased", at, count),
    ]
}

/// Returns one event of a mouse. A click needs no move before it: the move would wait for a frame.
pub(super) fn mouse(kind: &str, at: Point, count: u32) -> Command {
    let mut params = json!({"type": kind, "x": at.x, "y": at.y});
    if count > 0 {
        params["button"] = json!("left");
        params["clickCount"] = json!(count);
        params["buttons"] = json!(u8::from(kind != "mouseReleased"));
    }
    ("Input.dispatchMouseEvent", params)
}

fn finger(kind: &str, at: Option<Point>) -> Command {
    let points: Vec<Value> = at.iter().map(|at| json!({"x": at.x, "y": at.y})).collect();
    (
        "Input.dispatchTouchEvent",
        json!({"type": kind, "touchPoints": points}),
    )
}
