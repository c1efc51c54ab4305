//! Picking something up and letting go of it elsewhere.

use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::geometry::Point;
use serde_json::{Value, json};

use super::super::ask::{AskError, Command};
use super::super::cdp::Session;
use super::super::device::WebDevice;
use super::ActError;
use super::touch::{between, mouse};

/// How many moves there are on the way; pages that sort lists look at what is passed.
const MOVES: u32 = 6;

/// How far a mouse must go before a browser takes it for a drag.
const SLACK: f64 = 6.0;

/// A way on the page, and the time it takes.
struct Drag {
    from: Point,
    to: Point,
    time: Duration,
}

impl WebDevice {
    /// Drags with the mouse. Where the page has made its element draggable the browser hands the
    /// drag over, and it goes on as drag events; otherwise pages see a mouse that is held.
    pub(super) fn drag(
        &mut self,
        from: Point,
        to: Point,
        time: Duration,
        deadline: Deadline,
    ) -> Result<(), ActError> {
        let session = self.front_session()?;
        let (from, to) = (self.on_page(from), self.on_page(to));
        self.dragged = None;
        let intercept = |is_on: bool| ("Input.setInterceptDrags", json!({"enabled": is_on}));
        let begin = [intercept(true), mouse("mousePressed", from, 1)];
        let ended = self.aimed(from, deadline, |device| {
            device.do_all(&session, &begin, deadline)?;
            device.drag_on(&session, &Drag { from, to, time }, deadline)
        });
        self.dragged = None;
        self.do_all(&session, &[intercept(false)], deadline)?;
        ended
    }

    fn drag_on(
        &mut self,
        session: &Session,
        drag: &Drag,
        deadline: Deadline,
    ) -> Result<(), AskError> {
        let Drag { from, to, time } = *drag;
        let nudge = Point::new(from.x + SLACK, from.y + SLACK);
        self.do_all(session, &[held(nudge)], deadline)?;
        let mut has_entered = false;
        for number in 1..=MOVES {
            let at = between(from, to, f64::from(number) / f64::from(MOVES));
            match self.dragged.clone() {
                None => self.do_all(session, &[held(at)], deadline)?,
                Some(data) => {
                    let enter = (!has_entered).then(|| carried("dragEnter", at, &data));
                    let over = carried("dragOver", at, &data);
                    let commands: Vec<Command> = enter.into_iter().chain([over]).collect();
                    self.do_all(session, &commands, deadline)?;
                    has_entered = true;
                }
            }
            self.client.clock().sleep(time / (MOVES * 4));
        }
        let let_go = match self.dragged.take() {
            Some(data) => vec![carried("dragOver", to, &data), carried("drop", to, &data)],
            None => vec![mouse("mouseReleased", to, 1)],
        };
        self.do_all(session, &let_go, deadline)
    }
}

fn carried(kind: &str, at: Point, data: &Value) -> Command {
    let params = json!({"type": kind, "x": at.x, "y": at.y, "data": data});
    ("Input.dispatchDragEvent", params)
}

fn held(at: Point) -> Command {
    let (method, mut params) = mouse("mouseMoved", at, 1);
    params["clickCount"] = json!(0);
    (method, params)
}
