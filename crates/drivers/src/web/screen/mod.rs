//! Reading a page: one script in a world of its own, one answer a frame of another origin.
//!
//! Not here: acts; reading changes nothing in a page.

mod build;
mod drawn;

use std::collections::HashMap;

use retap_model::device::{Download, DownloadEnd};
use retap_model::geometry::{Rect, Size};
use retap_model::screen::{Element, Role, Screen, State};
use serde_json::{Value, json};

use super::ask::{AskError, Asked, Patience};
use super::cdp::{CdpError, Session, Ticket, command, text};
use super::device::WebDevice;
use super::pages::{Frames, World};
use super::url;

pub(super) use build::{Affine, FrameArea};
use build::{ReadingWire, Stitch};

/// The script, in the order its parts need each other.
pub(super) const SCRIPT: &str = concat!(
    "(() => { 'use strict'; if (globalThis.retap) { globalThis.retap.watch(); return; }\n",
    include_str!("script/names.js"),
    include_str!("script/roles.js"),
    include_str!("script/shadow.js"),
    include_str!("script/place.js"),
    include_str!("script/cover.js"),
    include_str!("script/walk.js"),
    include_str!("script/layer.js"),
    include_str!("script/run.js"),
    include_str!("script/block.js"),
    include_str!("script/ready.js"),
    include_str!("script/signal.js"),
    include_str!("script/clipboard.js"),
    include_str!("script/enter.js"),
    include_str!("script/aim.js"),
    include_str!("script/acts.js"),
    include_str!("script/dump.js"),
    include_str!("script/drawn.js"),
    include_str!("script/read.js"),
    "})();"
);

/// The height of the message of a download: it must be on the screen and in nobody's way.
const EDGE: f64 = 1.0;

/// The height of the bar that says that a document is not whole yet.
const LOADING_BAR: f64 = 2.0;

/// How deep closed shadow roots may stand in each other.
const DEEPEST_SHADOW: usize = 8;

/// The name under which the browser keeps what we asked for, until it is let go.
const GROUP: &str = "retap";

/// Returns the elements of a page of one frame, from what the script in it says.
pub fn parse_reading(text: &str) -> Result<Vec<Element>, String> {
    let reading = build::parse(text)?;
    let mut stitch = Stitch {
        readings: &HashMap::new(),
        frames: &Frames::default(),
        elements: Vec::new(),
        layers: Vec::new(),
        areas: Vec::new(),
        sources: Vec::new(),
    };
    stitch.add(&reading, "main");
    Ok(stitch.elements)
}

/// Where an element of a whole reading comes from.
#[derive(Debug, Clone)]
pub(super) struct WholeSource {
    frame: String,
    /// Its number in the reading of that frame.
    number: usize,
}

impl WebDevice {
    /// Reads the page in front and what lies over it.
    pub(super) fn read(&mut self) -> Asked<Screen> {
        self.changes.begin_reading();
        self.read_at = self.signals.latest();
        self.check_way()?;
        let read = self.read_front();
        // It may have turned out while the page was read, which counts as read then.
        self.check_way()?;
        let page = match read {
            Ok(page) => page,
            // The page answers nothing while its dialog is open: behind it is what was last seen.
            Err(AskError::Dialog) => self.seen.clone().unwrap_or_else(|| self.blank()),
            Err(error) => {
                self.changes.everything();
                return Err(error);
            }
        };
        let page = self.with_downloads(page);
        Ok(match &self.overlay {
            Some(overlay) => overlay.over(page),
            None => page,
        })
    }

    /// Reads the page in front. One that closes meanwhile leaves another in front, which is read.
    fn read_front(&mut self) -> Asked<Screen> {
        loop {
            let front = self.tabs.front().map(|tab| tab.target.clone());
            let read = self.read_page();
            let is_closed = front.is_some_and(|front| !self.tabs.has(&front));
            match read {
                Err(AskError::Gone(_)) if is_closed => {}
                read => return read,
            }
        }
    }

    /// Adds a message for each download that began after the last act. One that has begun before is not
    /// shown any more: its end would be taken for the answer to a later act.
    fn with_downloads(&self, mut screen: Screen) -> Screen {
        let size = screen.size;
        for (download, place) in self.signals.new_downloads().zip(1_u32..) {
            let top = (size.height - EDGE * f64::from(place)).max(0.0);
            screen.elements.push(Element {
                role: Role::Toast,
                text: message(download),
                ..browsers_own(Rect::new(0.0, top, size.width, EDGE))
            });
        }
        screen
    }

    fn blank(&self) -> Screen {
        Screen {
            size: self.info.size,
            ..Screen::default()
        }
    }

    fn read_page(&mut self) -> Asked<Screen> {
        let Some(front) = self.tabs.front().cloned() else {
            // All pages are closed: nothing is in front.
            return Ok(self.blank());
        };
        if self.is_blocked(&front.session) {
            return Err(AskError::Dialog);
        }
        let (world, reading) = self.read_main(&front.target)?;
        let frames = if reading.holes.is_empty() {
            HashMap::new()
        } else {
            self.read_frames(&world)?
        };
        let mut screen = self.screen_of(&reading);
        let mut stitch = Stitch {
            readings: &frames,
            frames: &self.frames,
            elements: Vec::new(),
            layers: Vec::new(),
            areas: Vec::new(),
            sources: Vec::new(),
        };
        stitch.add(&reading, &world.frame);
        screen.elements = stitch.elements;
        screen.layers = stitch.layers;
        for element in &mut screen.elements {
            element.bounds = reading.zoom.on_screen(element.bounds);
        }
        for layer in &mut screen.layers {
            layer.bounds = reading.zoom.on_screen(layer.bounds);
        }
        if !reading.is_ready {
            screen.elements.push(loading_bar(screen.size));
        }
        self.areas = stitch.areas;
        self.zoom = reading.zoom.scale;
        self.seen = Some(screen.clone());
        self.is_read = true;
        Ok(screen)
    }

    /// Reads all that can be scrolled to on the page in front. It takes the place of no reading of what is in view.
    pub(super) fn read_whole(&mut self) -> Asked<Option<Screen>> {
        let Some(front) = self.tabs.front().cloned() else {
            return Ok(None);
        };
        if self.is_blocked(&front.session) {
            return Err(AskError::Dialog);
        }
        let (world, reading) = self.read_whole_main(&front.target)?;
        let mut frames = HashMap::new();
        if !reading.holes.is_empty() {
            let worlds: Vec<World> = self.frames.inside(&world.frame).cloned().collect();
            for inner in worlds {
                match self.whole_of(&inner) {
                    Ok(whole) => drop(frames.insert(inner.frame, whole)),
                    // A frame that goes away meanwhile is left out.
                    Err(AskError::Gone(_) | AskError::Cdp(CdpError::Refused { .. })) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        let mut stitch = Stitch {
            readings: &frames,
            frames: &self.frames,
            elements: Vec::new(),
            layers: Vec::new(),
            areas: Vec::new(),
            sources: Vec::new(),
        };
        stitch.add(&reading, &world.frame);
        let Stitch {
            mut elements,
            areas,
            sources,
            ..
        } = stitch;
        for element in &mut elements {
            element.bounds = reading.zoom.on_screen(element.bounds);
        }
        let source = |(area, number): (usize, usize)| WholeSource {
            frame: areas[area].frame.clone(),
            number,
        };
        self.whole = sources.into_iter().map(source).collect();
        let screen = Screen {
            elements,
            ..self.screen_of(&reading)
        };
        Ok(Some(screen.showing_all()))
    }

    /// Scrolls until an element of the last whole reading is in view.
    pub(super) fn scroll_into_view(&mut self, element: usize) -> Asked {
        let gone = || AskError::Missed("it is not there any more".to_owned());
        let source = self.whole.get(element).ok_or_else(gone)?.clone();
        let world = self.frames.world(&source.frame).cloned();
        let world = world.ok_or_else(gone)?;
        self.is_read = false;
        match self.call_in(&world, &format!("bringIntoView({})", source.number)) {
            Ok(said) => match text(&said) {
                "" => Ok(()),
                reason => Err(AskError::Missed(reason.to_owned())),
            },
            Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_gone() => {
                Err(gone())
            }
            Err(error) => Err(error),
        }
    }

    /// Reads all of the main frame. A document that is replaced meanwhile is followed by the next one.
    fn read_whole_main(&mut self, target: &str) -> Asked<(World, ReadingWire)> {
        loop {
            let world = self.wait_for_world(target)?;
            match self.whole_of(&world) {
                Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_gone() => {
                    self.frames.remove_world(&world.unique);
                }
                read => return Ok((world, read?)),
            }
        }
    }

    fn whole_of(&mut self, world: &World) -> Asked<ReadingWire> {
        let written = self.call_in(world, "readWhole()")?;
        build::parse(text(&written)).map_err(AskError::thrown)
    }

    /// Reads the main frame. A document that is replaced meanwhile is followed by the next one.
    fn read_main(&mut self, target: &str) -> Asked<(World, ReadingWire)> {
        loop {
            let world = self.wait_for_world(target)?;
            // What was told while waiting for the document is older than the reading, too.
            self.changes.begin_reading();
            let ticket = self.send_call(&world, "read()")?;
            let read = self.reading(&ticket, &world);
            match read.and_then(|reading| self.read_closed(&world, reading)) {
                Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_gone() => {
                    self.frames.remove_world(&world.unique);
                }
                read => return Ok((world, read?)),
            }
        }
    }

    /// Reads all other frames at once; one that goes away meanwhile is left out.
    fn read_frames(&mut self, main: &World) -> Asked<HashMap<String, ReadingWire>> {
        let worlds: Vec<World> = self.frames.inside(&main.frame).cloned().collect();
        let mut tickets = Vec::new();
        for world in worlds {
            tickets.push((self.send_call(&world, "readFrame()")?, world));
        }
        let mut readings = HashMap::new();
        for (ticket, world) in tickets {
            let read = self.reading(&ticket, &world);
            match read.and_then(|reading| self.read_closed(&world, reading)) {
                Ok(reading) => {
                    readings.insert(world.frame, reading);
                }
                Err(AskError::Gone(_) | AskError::Cdp(CdpError::Refused { .. })) => {
                    self.changes.everything();
                }
                Err(error) => return Err(error),
            }
        }
        Ok(readings)
    }

    /// Reads a frame again where closed shadow roots have come to light, and may hold further ones.
    fn read_closed(&mut self, world: &World, mut reading: ReadingWire) -> Asked<ReadingWire> {
        for _ in 0..DEEPEST_SHADOW {
            if reading.hosts == 0 || !self.open_closed(world, reading.hosts)? {
                break;
            }
            let ticket = self.send_call(world, "readFrame()")?;
            reading = self.reading(&ticket, world)?;
        }
        Ok(reading)
    }

    fn reading(&mut self, ticket: &Ticket, world: &World) -> Asked<ReadingWire> {
        let answer = self.wait_for_answer(ticket, Patience::Answer)?;
        let written = result_of(&answer)?;
        let reading = build::parse(text(&written)).map_err(AskError::thrown)?;
        self.changes.covered(world, reading.order);
        Ok(reading)
    }

    /// Returns the screen without its elements.
    fn screen_of(&mut self, reading: &ReadingWire) -> Screen {
        let host = url::host(&reading.url);
        let launched = self.launched.as_ref().filter(|launched| {
            host.is_some_and(|host| launched.hosts.iter().any(|known| known == host))
        });
        let app_id = match launched {
            Some(launched) => Some(launched.name.clone()),
            None => url::origin(&reading.url),
        };
        Screen {
            size: reading.zoom.size(reading.width, reading.height),
            app: host.map(str::to_owned),
            app_id,
            name: Some(url::masked(&reading.url)),
            document: self.tabs.front().map(|tab| tab.navigations),
            windows: Some(self.tabs.all().len()),
            has_more_below: reading.goes_on,
            scrolled: Some(reading.scrolled),
            ..Screen::default()
        }
    }

    /// Returns whether the page of a session waits for a dialog of a script.
    pub(super) fn is_blocked(&self, session: &Session) -> bool {
        let dialog = self.overlay.as_ref().filter(|overlay| overlay.is_dialog());
        dialog.is_some_and(|dialog| self.tabs.are_together(&dialog.session, session))
    }

    /// Returns where a frame is on the page.
    pub(super) fn place_of(&self, frame: &str) -> Affine {
        let area = self.areas.iter().find(|area| area.frame == frame);
        area.map(|area| area.affine).unwrap_or_default()
    }

    /// Calls a function of our script in the main frame of the page in front.
    pub(crate) fn call(&mut self, call: &str) -> Asked<Value> {
        let front = self.tabs.front().map(|tab| tab.target.clone());
        let target = front.ok_or(AskError::CLOSED)?;
        loop {
            let world = self.wait_for_world(&target)?;
            match self.call_in(&world, call) {
                // The next document is asked.
                Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_too_late() => {
                    self.frames.remove_world(&world.unique);
                }
                said => return said,
            }
        }
    }

    /// Calls a function of our script in a world.
    pub(crate) fn call_in(&mut self, world: &World, call: &str) -> Asked<Value> {
        let ticket = self.send_call(world, call)?;
        let answer = self.wait_for_answer(&ticket, Patience::Answer)?;
        result_of(&answer)
    }

    /// Sends such a call; its answer is for whoever has the ticket.
    pub(crate) fn send_call(&mut self, world: &World, call: &str) -> Result<Ticket, CdpError> {
        let evaluate = json!({
            "expression": format!("retap.{call}"),
            "uniqueContextId": world.unique,
            "returnByValue": true,
            "awaitPromise": true,
        });
        self.send(&world.session, &command("Runtime.evaluate", evaluate))
    }

    /// Waits until our script runs in a frame: at the start of a document it does not yet.
    pub(super) fn wait_for_world(&mut self, frame: &str) -> Asked<World> {
        loop {
            if let Some(world) = self.frames.world(frame) {
                return Ok(world.clone());
            }
            let front = self.tabs.all().iter().find(|tab| tab.target == frame);
            match front {
                None => return Err(AskError::CLOSED),
                Some(tab) if tab.is_crashed => return Err(AskError::CRASHED),
                Some(tab) if self.is_blocked(&tab.session) => return Err(AskError::Dialog),
                Some(_) => {}
            }
            if !self.notice()? && self.frames.world(frame).is_none() {
                let method = "the page to begin";
                return Err(CdpError::DeadlinePassed { method }.into());
            }
        }
    }

    /// Hands the closed shadow roots of the elements that may have one to our script; returns whether any has.
    /// Nothing in a page leads to them, so the browser is asked for them.
    fn open_closed(&mut self, world: &World, hosts: usize) -> Asked<bool> {
        let World { unique, id, .. } = world;
        let hosts = (0..hosts).map(|number| {
            let params = json!({
                "expression": format!("retap.host({number})"), "uniqueContextId": unique, "objectGroup": GROUP,
            });
            command("Runtime.evaluate", params)
        });
        let found = self.ask_all(&world.session, hosts)?;
        let found = found.iter().map(|answer| &answer["result"]["objectId"]);
        let objects = found.filter(|object| object.is_string()).map(|object| {
            let params = json!({"objectId": object, "pierce": true});
            command("DOM.describeNode", params)
        });
        let described = self.ask_all(&world.session, objects)?;
        let described = described
            .iter()
            .map(|answer| &answer["node"]["shadowRoots"]);
        let roots = described.filter_map(Value::as_array).flatten();
        let closed = roots.filter(|root| root["shadowRootType"] == "closed");
        let closed = closed.map(|root| {
            let node = &root["backendNodeId"];
            let params =
                json!({"backendNodeId": node, "executionContextId": id, "objectGroup": GROUP});
            command("DOM.resolveNode", params)
        });
        let resolved = self.ask_all(&world.session, closed)?;
        let resolved = resolved.iter().map(|answer| &answer["object"]["objectId"]);
        let objects = resolved.filter(|object| object.is_string()).map(|object| {
            let function = "function() { retap.adopt(this) }";
            let params = json!({"functionDeclaration": function, "objectId": object});
            command("Runtime.callFunctionOn", params)
        });
        let adopted = self.ask_all(&world.session, objects)?;
        let release = command("Runtime.releaseObjectGroup", json!({"objectGroup": GROUP}));
        self.client.tell(Some(&world.session), &release)?;
        Ok(!adopted.is_empty())
    }
}

fn message(download: &Download) -> String {
    let name = &download.name;
    match &download.end {
        DownloadEnd::Pending => format!("Downloading {name}"),
        DownloadEnd::Whole(_) => format!("Downloaded {name}"),
        DownloadEnd::Broken { .. } => format!("Not downloaded: {name}"),
    }
}

/// A document whose scripts have not all run loses touches, so it shows that it is loading.
fn loading_bar(size: Size) -> Element {
    Element {
        role: Role::Progress,
        description: "the page is loading".to_owned(),
        ..browsers_own(Rect::new(0.0, 0.0, size.width, LOADING_BAR))
    }
}

/// Returns an element that the browser shows and no page.
pub(super) fn browsers_own(bounds: Rect) -> Element {
    Element {
        class: "browser".to_owned(),
        bounds,
        state: State {
            enabled: true,
            ..State::default()
        },
        ..Element::default()
    }
}

/// Returns what a function of the script returned, or what it threw.
pub(crate) fn result_of(answer: &Value) -> Asked<Value> {
    match thrown(&answer["exceptionDetails"]) {
        Some(message) => Err(AskError::thrown(message.to_owned())),
        None => Ok(answer["result"]["value"].clone()),
    }
}

/// Returns what a script threw, from the details that the browser gives; nothing where it gives none.
pub(crate) fn thrown(details: &Value) -> Option<&str> {
    details.as_object()?;
    let text = details["exception"]["description"].as_str();
    Some(text.or(details["text"].as_str()).unwrap_or("unknown"))
}
