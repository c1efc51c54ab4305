//! Picking something up and letting go of it elsewhere.

use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::geometry::Point;
use serde_json::json;

use super::super::cdp::Session;
use super::super::device::WebDevice;
use super::ActError;
use super::touch::{between, mouse};

/// How many moves there are on the way; pages that sort lists look at what is passed.
const MOVES: u32 = 6;

/// How far a mouse must go before a browser takes it for a drag.
const SLACK: f64 = 6.0;

impl WebDevice {
    /// Drags with the mouse. Where the page has made its element draggable the browser hands the
    /// drag over, and it goes on as drag events; otherwise pages see a mouse that is held.
    pub(super) fn drag(
        &mut self,
        (from, to): (Point, Point),
        time: Duration,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        let session = self.front_session()?;
        self.dragged = None;
        let intercept = |is_on: bool| ("Input.setInterceptDrags", json!({"enabled": is_on}));
        let begin = [intercept(true), mouse("mousePressed", from, 1)];
        self.do_all(&session, &begin, deadline)?;
        let dragged = self.drag_on(&session, (from, to), time, deadline);
        let end = [mouse("mouseReleased", to, 1), intercept(false)];
        self.do_all(&session, &end, deadline)?;
        self.dragged = None;
        dragged
    }

    fn drag_on(
        &mut self,
        session: &Session,
        (from, to): (Point, Point),
        time: Duration,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        let nudge = Point::new(from.x + SLACK, from.y + SLACK);
        self.do_all(session, &[held(nudge)], deadline)?;
        for number in 1..=MOVES {
            let at = between(from, to, f64::from(number) / f64::from(MOVES));
            match self.dragged.clone() {
                None => self.do_all(session, &[held(at)], deadline)?,
                Some(data) => {
                    let kind = if number == 1 { "dragEnter" } else { "dragOver" };
                    let event = |kind: &str| {
                        let params = json!({"type": kind, "x": at.x, "y": at.y, "data": data});
                        ("Input.dispatchDragEvent", params)
                    };
                    self.do_all(session, &[event(kind)], deadline)?;
                    if number == MOVES {
                        self.do_all(session, &[event("dragOver"), event("drop")], deadline)?;
                    }
                }
            }
            self.client.clock().sleep(time / (MOVES * 4));
        }
        Ok(())
    }
}

fn held(at: Point) -> super::touch::Command {
    let (method, mut params) = mouse("mouseMoved", at, 1);
    params["clickCount"] = json!(0);
    (method, params)
}
