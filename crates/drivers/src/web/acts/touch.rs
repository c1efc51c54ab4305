//! Touches: clicks and drags of a mouse, or of fingers where the page is told that it is on a phone. They reach what they
//! are meant for, or nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use retap_model::device::{Device as _, Identifiers, SpecialAct, words_with_figures};
use retap_model::geometry::{Point, Rect};
use serde_json::{Value, json};

use super::super::records::identifiers_of_row;
use super::super::{AskError, Asked, CdpError, Command, Patience, WebDevice, World, command, text};

/// How long a finger rests before it leaves, so that the page does not fly on.
const REST: Duration = Duration::from_millis(60);

/// The time between two moves of a finger: one frame.
const FRAME: Duration = Duration::from_millis(16);

/// How many moves a swipe has at the most.
const MOST_MOVES: u32 = 20;

/// How many moves a drag has; pages that sort lists look at what is passed.
const DRAG_MOVES: u32 = 6;

/// How far a mouse must go before a browser takes it for a drag.
const SLACK: f64 = 6.0;

impl WebDevice {
    /// Returns the words that may identify what was read at a place; none where no script can tell.
    pub(crate) fn identifiers_at(&mut self, place: Point) -> Asked<Identifiers> {
        let at = self.on_page(place);
        let call = format!("identifiersAt({}, {})", at.x, at.y);
        let words = |values: &Value| -> BTreeSet<String> {
            let values = values.as_array().into_iter().flatten();
            let values = values.filter_map(Value::as_str);
            values
                .flat_map(words_with_figures)
                .map(str::to_owned)
                .collect()
        };
        let (mut found, mut texts) = (Identifiers::default(), BTreeSet::new());
        for world in self.worlds_at(at) {
            match self.call_in(&world, &call) {
                Ok(Value::Array(values)) => {
                    let of = |place: usize| values.get(place).map(words).unwrap_or_default();
                    found.own.extend(of(0));
                    found.beside.extend(of(1));
                    let said = values.get(2).and_then(Value::as_array);
                    let said = said.into_iter().flatten().filter_map(Value::as_str);
                    texts.extend(said.filter(|it| !it.is_empty()).map(str::to_owned));
                }
                Ok(_) | Err(AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        if !texts.is_empty() {
            let told = identifiers_of_row(&self.data_read()?, &texts);
            found.own.extend(told.own);
            found.beside.extend(told.beside);
        }
        Ok(found)
    }

    /// Touches once. Both halves are sent at once: the browser keeps their order.
    pub(super) fn tap(&mut self, at: Point) -> Asked {
        let at = self.on_page(at);
        if self.is_touched() {
            return self.touch_at(
                at,
                &[finger("touchStart", Some(at)), finger("touchEnd", None)],
            );
        }
        self.touch_at(at, &click(at, 1))
    }

    pub(super) fn double_tap(&mut self, at: Point) -> Asked {
        if self.is_touched() {
            self.tap(at)?;
            return self.tap(at);
        }
        let at = self.on_page(at);
        self.touch_at(at, &[click(at, 1), click(at, 2)].concat())
    }

    /// Does what only some devices can; pages that are touched by fingers are not among them.
    pub(super) fn special(&mut self, act: &SpecialAct, at: Point) -> Asked {
        if !self.can(act.ability()) {
            return Err(AskError::Unsupported(act.ability()));
        }
        let on_page = self.on_page(at);
        match act {
            SpecialAct::Hover => self.do_in_front(&[mouse("mouseMoved", on_page, 0)]),
            SpecialAct::RightClick => self.touch_at(on_page, &click(on_page, 1).map(right)),
            SpecialAct::Upload(files) => self.upload_at(at, files.reveal()),
        }
    }

    fn touch_at(&mut self, at: Point, events: &[Command]) -> Asked {
        let session = self.front_session()?;
        self.aimed(at, |device| device.do_all(&session, events))
    }

    pub(super) fn long_press(&mut self, at: Point, time: Duration) -> Asked {
        let session = self.front_session()?;
        let at = self.on_page(at);
        let [down, up] = if self.is_touched() {
            [finger("touchStart", Some(at)), finger("touchEnd", None)]
        } else {
            click(at, 1)
        };
        self.aimed(at, |device| {
            device.do_all(&session, &[down])?;
            device.client.clock().sleep(time);
            device.do_all(&session, &[up])
        })
    }

    /// Scrolls what is under the first point: by the wheel, or by a finger.
    pub(super) fn swipe(&mut self, from: Point, to: Point, time: Duration) -> Asked {
        let session = self.front_session()?;
        let (from, to) = (self.on_page(from), self.on_page(to));
        if !self.is_touched() {
            let mut wheel = mouse("mouseWheel", from, 0);
            wheel.params["deltaX"] = json!(from.x - to.x);
            wheel.params["deltaY"] = json!(from.y - to.y);
            self.do_all(&session, &[wheel])?;
            return self.wait_for_scroll();
        }
        self.let_touch(from)?;
        self.do_all(&session, &[finger("touchStart", Some(from))])?;
        let moves = ((time.as_millis() / FRAME.as_millis()) as u32).clamp(2, MOST_MOVES);
        for number in 1..=moves {
            let at = between(from, to, f64::from(number) / f64::from(moves));
            self.do_all(&session, &[finger("touchMove", Some(at))])?;
            self.client.clock().sleep(FRAME);
        }
        self.client.clock().sleep(REST);
        self.do_all(&session, &[finger("touchEnd", None)])?;
        self.wait_for_scroll()
    }

    /// Waits until the page knows that it was scrolled: the browser says that a wheel was turned
    /// before anything has moved. A page that went away or opened a dialog has no more to say.
    fn wait_for_scroll(&mut self) -> Asked {
        let scrolled = self.call("afterFrames()").map(drop);
        scrolled.or_else(AskError::unless_silent)
    }

    /// Drags with the mouse. Where the page has made its element draggable the browser hands the
    /// drag over, and it goes on as drag events; otherwise pages see a mouse that is held.
    pub(super) fn drag(&mut self, from: Point, to: Point, time: Duration) -> Asked {
        let session = self.front_session()?;
        let (from, to) = (self.on_page(from), self.on_page(to));
        self.dragged = None;
        let intercept = |is_on: bool| command("Input.setInterceptDrags", json!({"enabled": is_on}));
        let [down, up] = [
            mouse("mousePressed", from, 1),
            mouse("mouseReleased", to, 1),
        ];
        let ended = self.aimed(from, |device| {
            device.do_all(&session, &[intercept(true), down])?;
            let nudge = Point::new(from.x + SLACK, from.y + SLACK);
            device.do_all(&session, &[held(nudge)])?;
            let mut enter = Some("dragEnter");
            for number in 1..=DRAG_MOVES {
                let at = between(from, to, f64::from(number) / f64::from(DRAG_MOVES));
                let events: Vec<Command> = match device.dragged.clone() {
                    None => vec![held(at)],
                    Some(data) => {
                        let kinds = enter.take().into_iter().chain(["dragOver"]);
                        kinds.map(|kind| carried(kind, at, &data)).collect()
                    }
                };
                device.do_all(&session, &events)?;
                device.client.clock().sleep(time / (DRAG_MOVES * 4));
            }
            let let_go = match device.dragged.take() {
                Some(data) => vec![carried("dragOver", to, &data), carried("drop", to, &data)],
                None => vec![up],
            };
            device.do_all(&session, &let_go)
        });
        self.dragged = None;
        self.do_all(&session, &[intercept(false)])?;
        ended
    }

    /// Returns a place on the screen in the units of the page, in which input events are.
    pub(super) fn on_page(&self, at: Point) -> Point {
        Point::new(at.x / self.zoom, at.y / self.zoom)
    }

    /// Returns whether pages are touched by fingers and have no mouse.
    pub(crate) fn is_touched(&self) -> bool {
        self.options.viewport.is_mobile
    }
}

/// Returns the place on the way from one point to another.
fn between(from: Point, to: Point, share: f64) -> Point {
    Point::new(
        from.x + (to.x - from.x) * share,
        from.y + (to.y - from.y) * share,
    )
}

pub(super) fn click(at: Point, count: u32) -> [Command; 2] {
    ["mousePressed", "mouseReleased"].map(|kind| mouse(kind, at, count))
}

/// Returns one event of a mouse. A click needs no move before it: the move would wait for a frame.
fn mouse(kind: &str, at: Point, count: u32) -> Command {
    let mut params = json!({"type": kind, "x": at.x, "y": at.y});
    if count > 0 {
        params["button"] = json!("left");
        params["clickCount"] = json!(count);
        params["buttons"] = json!(u8::from(kind != "mouseReleased"));
    }
    command("Input.dispatchMouseEvent", params)
}

/// Returns an event of the right button instead of the left one.
fn right(mut event: Command) -> Command {
    let buttons = event.params["buttons"].as_u64().unwrap_or_default();
    event.params["button"] = json!("right");
    event.params["buttons"] = json!(2 * buttons);
    event
}

fn finger(kind: &str, at: Option<Point>) -> Command {
    let points: Vec<Value> = at.iter().map(|at| json!({"x": at.x, "y": at.y})).collect();
    command(
        "Input.dispatchTouchEvent",
        json!({"type": kind, "touchPoints": points}),
    )
}

fn carried(kind: &str, at: Point, data: &Value) -> Command {
    let params = json!({"type": kind, "x": at.x, "y": at.y, "data": data});
    command("Input.dispatchDragEvent", params)
}

fn held(at: Point) -> Command {
    let mut event = mouse("mouseMoved", at, 1);
    event.params["clickCount"] = json!(0);
    event
}

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
