//! The entries of a native list (`<select>`), which a browser shows in a window of the system.

use retap_model::geometry::{Point, Rect, Size};
use retap_model::screen::{Element, Role};
use serde::Deserialize;

use super::super::World;
use super::super::affine::Affine;
use super::super::screen::browsers_own;
use super::Touched;
use super::dialog::part;

/// The height of an entry, if there is room for all.
const ENTRY: f64 = 24.0;

#[derive(Debug, Clone)]
pub(crate) struct Menu {
    /// Our world in the frame it is in, which knows the list.
    pub world: World,
    name: String,
    bounds: Rect,
    entries: Vec<EntryWire>,
}

/// The list as `script/acts.js` tells it.
#[derive(Deserialize)]
struct MenuWire {
    name: String,
    #[serde(rename = "b")]
    bounds: [f64; 4],
    entries: Vec<EntryWire>,
}

#[derive(Debug, Clone, Deserialize)]
struct EntryWire {
    #[serde(rename = "t")]
    text: String,
    #[serde(rename = "s")]
    is_selected: bool,
    #[serde(rename = "x")]
    is_disabled: bool,
}

impl Menu {
    /// Reads what the script tells of a list in a frame that is at `place`.
    pub(crate) fn parse(text: &str, place: Affine, world: World) -> Option<Self> {
        let wire: MenuWire = serde_json::from_str(text).ok()?;
        let [x, y, width, height] = wire.bounds;
        Some(Self {
            world,
            name: wire.name,
            bounds: place.rect(Rect::new(x, y, width, height)),
            entries: wire.entries,
        })
    }

    pub(crate) fn text_of(&self, number: usize) -> &str {
        self.entries.get(number).map_or("", |entry| &entry.text)
    }

    /// Returns where the entries are: below the list, or moved up and packed as far as needed so
    /// that all are on the screen.
    fn place(&self, size: Size) -> (Rect, f64) {
        let count = self.entries.len().max(1) as f64;
        let entry = ENTRY.min(size.height / count);
        let height = entry * count;
        let y = self.bounds.bottom().min(size.height - height).max(0.0);
        let width = self.bounds.width.clamp(1.0, size.width);
        let x = self.bounds.x.clamp(0.0, size.width - width);
        (Rect::new(x, y, width, height), entry)
    }

    pub(super) fn elements(&self, size: Size) -> Vec<Element> {
        let (bounds, height) = self.place(size);
        let mut elements = vec![Element {
            role: Role::List,
            description: self.name.clone(),
            ..browsers_own(bounds)
        }];
        for (number, entry) in self.entries.iter().enumerate() {
            let y = bounds.y + number as f64 * height;
            let mut element = Element {
                role: Role::Row,
                text: entry.text.clone(),
                is_clickable: true,
                ..part(Rect::new(bounds.x, y, bounds.width, height))
            };
            element.state.selected = Some(entry.is_selected);
            element.state.enabled = !entry.is_disabled;
            elements.push(element);
        }
        elements
    }

    pub(super) fn touched(&self, at: Point, size: Size) -> Touched {
        let elements = self.elements(size);
        let is_hit = |element: &Element| element.role == Role::Row && element.bounds.contains(at);
        match elements.iter().position(is_hit) {
            Some(number) if self.entries[number - 1].is_disabled => Touched::Nothing,
            Some(number) => Touched::Entry(number - 1),
            None => Touched::Dismiss,
        }
    }
}
