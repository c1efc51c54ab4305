//! What a picture of a page shows besides what the reading has (the other side is `script/drawn.js`).

use retap_model::device::{Drawn, Typed};
use retap_model::geometry::Rect;
use serde::Deserialize;

use super::super::ask::{AskError, Asked};
use super::super::cdp::{CdpError, text};
use super::super::device::WebDevice;
use super::super::pages::{Tab, World};
use super::build::ZoomWire;

/// A text, or nothing where it must not be seen, and where it is: left, top, width, height.
type PlacedWire<T> = (T, f64, f64, f64, f64);

#[derive(Debug, Deserialize)]
struct DrawnWire {
    all: Vec<PlacedWire<Option<String>>>,
    /// The letters and fields that are drawn as they say; asked for where a secret was typed.
    plain: Vec<PlacedWire<String>>,
    zoom: ZoomWire,
}

/// What the frames of a page draw, in the units of the page.
#[derive(Default)]
struct Drawing {
    all: Vec<(Option<String>, Rect)>,
    plain: Vec<(String, Rect)>,
}

impl WebDevice {
    /// Notes what is typed, and that a secret is typed into the document in front.
    pub(crate) fn note_typed(&mut self, typed: &Typed) {
        self.signals.typed(typed.reveal());
        if let Typed::Hidden(_) = typed
            && let Some(tab) = self.tabs.front()
        {
            let document = (tab.target.clone(), tab.navigations);
            self.typed_secrets.insert(document);
        }
    }

    /// Returns everything that the page in front and its frames draw. Of a document that a secret was typed into, also what
    /// alone may be seen of it; in others, what nobody can read does not count. A document or page that goes away
    /// meanwhile is followed by the next one.
    pub(crate) fn read_drawn(&mut self) -> Asked<Option<Vec<Drawn>>> {
        while let Some(front) = self.tabs.front().cloned() {
            let drawn = self.draw_front(&front);
            let is_closed = !self.tabs.has(&front.target);
            match drawn {
                Err(AskError::Gone(_)) if is_closed => {}
                Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_gone() => {}
                drawn => return drawn.map(Some),
            }
        }
        Ok(None)
    }

    fn draw_front(&mut self, front: &Tab) -> Asked<Vec<Drawn>> {
        let is_typed = (front.target.clone(), front.navigations);
        let is_typed = self.typed_secrets.contains(&is_typed);
        let call = match is_typed {
            true => "drawnClosely()",
            false => "drawn()",
        };
        let main = self.wait_for_world(&front.target)?;
        let mut drawing = Drawing::default();
        let zoom = match self.draw_in(&main, call, &mut drawing) {
            Err(error @ AskError::Cdp(CdpError::Refused { .. })) => {
                self.frames.remove_world(&main.unique);
                return Err(error);
            }
            drawn => drawn?,
        };
        let inner: Vec<World> = self.frames.inside(&main.frame).cloned().collect();
        for world in inner.iter().filter(|world| world.frame != main.frame) {
            match self.draw_in(world, call, &mut drawing) {
                Ok(_) => {}
                // It went away meanwhile.
                Err(AskError::Gone(_) | AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        let all = drawing.all.into_iter().map(|(text, area)| {
            let area = zoom.on_screen(area);
            text.map_or(Drawn::Unreadable(area), |text| Drawn::Text(text, area))
        });
        let mut all: Vec<Drawn> = all.collect();
        if is_typed {
            let plain = drawing.plain.into_iter();
            let plain = plain.map(|(text, area)| (text, zoom.on_screen(area)));
            all.push(Drawn::Only(plain.collect()));
        }
        Ok(all)
    }

    /// Adds what one frame draws, and returns how large it is drawn.
    fn draw_in(&mut self, world: &World, call: &str, drawing: &mut Drawing) -> Asked<ZoomWire> {
        let place = self.place_of(&world.frame);
        let written = self.call_in(world, call)?;
        let wire: Result<DrawnWire, _> = serde_json::from_str(text(&written));
        let wire = wire.map_err(|error| AskError::thrown(error.to_string()))?;
        let rect = |x, y, width, height| place.rect(Rect::new(x, y, width, height));
        let all = wire.all.into_iter();
        let all = all.map(|(text, x, y, width, height)| (text, rect(x, y, width, height)));
        drawing.all.extend(all);
        let plain = wire.plain.into_iter();
        let plain = plain.map(|(text, x, y, width, height)| (text, rect(x, y, width, height)));
        drawing.plain.extend(plain);
        Ok(wire.zoom)
    }
}
