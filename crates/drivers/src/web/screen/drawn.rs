//! What a picture of a page shows besides what the reading has (the other side is `script/drawn.js`).

use retap_model::device::{Drawn, Typed};
use retap_model::geometry::Rect;
use serde::Deserialize;

use super::super::ask::{AskError, Asked};
use super::super::cdp::{CdpError, text};
use super::super::device::WebDevice;
use super::super::pages::World;
use super::build::ZoomWire;

#[derive(Debug, Deserialize)]
struct DrawnWire {
    /// A text, or nothing where nobody can read it, and where it is: left, top, width, height.
    all: Vec<(Option<String>, f64, f64, f64, f64)>,
    zoom: ZoomWire,
}

impl WebDevice {
    /// Notes that a secret is typed into the document in front.
    pub(crate) fn note_typed(&mut self, typed: &Typed) {
        if let Typed::Hidden(_) = typed
            && let Some(tab) = self.tabs.front()
        {
            let document = (tab.target.clone(), tab.navigations);
            self.typed_secrets.insert(document);
        }
    }

    /// Returns everything that the page in front and its frames draw. What nobody can read counts only in a document
    /// that a secret was typed into.
    pub(crate) fn read_drawn(&mut self) -> Asked<Vec<Drawn>> {
        let Some(front) = self.tabs.front().cloned() else {
            return Ok(Vec::new());
        };
        let is_typed = (front.target.clone(), front.navigations);
        let is_typed = self.typed_secrets.contains(&is_typed);
        let main = self.wait_for_world(&front.target)?;
        let (mut all, zoom) = self.drawn_in(&main)?;
        let inner: Vec<World> = self.frames.inside(&main.frame).cloned().collect();
        for world in inner.iter().filter(|world| world.frame != main.frame) {
            match self.drawn_in(world) {
                Ok((drawn, _)) => all.extend(drawn),
                // It went away meanwhile.
                Err(AskError::Gone(_) | AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        all.retain(|drawn| is_typed || drawn.text.is_some());
        for drawn in &mut all {
            drawn.area = zoom.on_screen(drawn.area);
        }
        Ok(all)
    }

    fn drawn_in(&mut self, world: &World) -> Asked<(Vec<Drawn>, ZoomWire)> {
        let place = self.place_of(&world.frame);
        let written = self.call_in(world, "drawn()")?;
        let wire: Result<DrawnWire, _> = serde_json::from_str(text(&written));
        let wire = wire.map_err(|error| AskError::thrown(error.to_string()))?;
        let all = wire.all.into_iter().map(|(text, x, y, width, height)| {
            let area = place.rect(Rect::new(x, y, width, height));
            Drawn { text, area }
        });
        Ok((all.collect(), wire.zoom))
    }
}
