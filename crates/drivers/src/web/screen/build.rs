//! Readings of frames as the script in a page writes them (the other side is `script/read.js`), and putting them together
//! into the elements of one screen, wherever a frame lies: moved, scaled or turned.

use std::collections::HashMap;

use retap_model::geometry::{Point, Rect, Size};
use retap_model::screen::{Element, LayerMark, Role, State};
use serde::Deserialize;
use serde_json::Value;

use super::super::cdp::from_json;

use super::super::Frames;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ReadingWire {
    pub url: String,
    /// Whether the scripts of the document have run.
    pub is_ready: bool,
    pub width: f64,
    pub height: f64,
    /// Which of its parent's frames it is.
    pub number: i64,
    /// Whether it is read with the frame around it; then there is nothing more of it.
    pub is_inner: bool,
    /// Whether there is more of it below what is in view.
    pub goes_on: bool,
    /// How far it and all that scrolls in it are scrolled, added up.
    pub scrolled: i64,
    pub elements: Vec<ElementWire>,
    /// The layers, outer ones before those in them.
    pub layers: Vec<LayerWire>,
    pub holes: Vec<HoleWire>,
    /// How many elements may have a closed shadow root that is not known yet.
    pub hosts: usize,
    pub zoom: ZoomWire,
    /// Which of the readings of this document it is; signals name the reading they make old.
    pub order: Option<u64>,
}

/// How the page is drawn on the screen: pages that are not made for phones are drawn smaller there.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(super) struct ZoomWire {
    pub scale: f64,
    /// The place of the page that is in the top left corner.
    x: f64,
    y: f64,
}

impl ZoomWire {
    /// Returns where an area of the page is on the screen.
    pub(super) fn on_screen(self, area: Rect) -> Rect {
        Rect::new(
            (area.x - self.x) * self.scale,
            (area.y - self.y) * self.scale,
            area.width * self.scale,
            area.height * self.scale,
        )
    }

    /// Returns the extent of the screen on which a page sees an extent of its own.
    pub(super) fn size(self, width: f64, height: f64) -> Size {
        Size::new((width * self.scale).round(), (height * self.scale).round())
    }
}

/// An element; its keys are short because a page has many.
#[derive(Debug, Deserialize)]
pub(super) struct ElementWire {
    #[serde(rename = "p")]
    pub parent: i64,
    #[serde(rename = "r")]
    pub role: String,
    #[serde(default, rename = "t")]
    pub text: String,
    #[serde(default, rename = "d")]
    pub description: String,
    #[serde(default, rename = "n")]
    pub remarks: Vec<String>,
    #[serde(default, rename = "w")]
    pub drawn: Vec<String>,
    #[serde(default, rename = "i")]
    pub id: String,
    #[serde(default, rename = "k")]
    pub class: String,
    #[serde(rename = "b")]
    pub bounds: [f64; 4],
    #[serde(rename = "f")]
    pub flags: u32,
    #[serde(default, rename = "c")]
    pub checked: Option<bool>,
    #[serde(default, rename = "s")]
    pub selected: Option<bool>,
    #[serde(default, rename = "e")]
    pub expanded: Option<bool>,
    #[serde(default, rename = "v")]
    pub value: Option<String>,
    #[serde(default, rename = "l")]
    pub layer: Option<usize>,
}

/// A layer, as `script/layer.js` tells it.
#[derive(Debug, Deserialize)]
pub(super) struct LayerWire {
    #[serde(rename = "o")]
    outer: i64,
    #[serde(rename = "b")]
    bounds: [f64; 4],
    #[serde(rename = "m")]
    is_modal: bool,
}

/// The bits of [`ElementWire::flags`]; `script/roles.js` has the same.
pub(super) mod flag {
    pub(super) const CLICKABLE: u32 = 1;
    pub(super) const EDITABLE: u32 = 2;
    pub(super) const SCROLLABLE: u32 = 4;
    pub(super) const PASSWORD: u32 = 8;
    pub(super) const COVERED: u32 = 16;
    pub(super) const DISABLED: u32 = 32;
    pub(super) const FOCUSED: u32 = 64;
    pub(super) const TIP: u32 = 128;
    pub(super) const ALERT: u32 = 256;
}

/// A frame of another origin, which must be read by itself.
#[derive(Debug, Deserialize)]
pub(super) struct HoleWire {
    /// The element that stands for the frame.
    pub parent: usize,
    /// Which frame of which frame it is, from the one that was read down.
    pub path: Vec<i64>,
    /// Where its own coordinates begin.
    pub x: f64,
    pub y: f64,
    /// How it is scaled and turned, if it is.
    pub turn: Option<[f64; 4]>,
    /// Its visible area: left, top, right, bottom.
    pub clip: [f64; 4],
    /// The parts of it that something lies over, likewise.
    #[serde(default)]
    pub covers: Vec<[f64; 4]>,
}

impl HoleWire {
    /// Returns where the frame is in the one that was read.
    pub(super) fn place(&self) -> Affine {
        let shift = Point::new(self.x, self.y);
        let turn = self.turn.unwrap_or(Affine::default().turn);
        Affine { turn, shift }
    }

    /// Returns what can be seen of it, on a page in which the frame that was read is at `outer`.
    pub(super) fn clip(&self, outer: Affine) -> Rect {
        outer.rect(area(self.clip))
    }

    /// Returns what of it something lies over, likewise.
    pub(super) fn covers(&self, outer: Affine) -> Vec<Rect> {
        let covers = self.covers.iter();
        covers.map(|cover| outer.rect(area(*cover))).collect()
    }
}

fn area([left, top, right, bottom]: [f64; 4]) -> Rect {
    Rect::new(left, top, right - left, bottom - top)
}

pub(super) fn parse(text: &str) -> Result<ReadingWire, String> {
    from_json(text.as_bytes()).ok_or_else(|| match serde_json::from_str::<Value>(text) {
        Err(error) => format!("the reading makes no sense: {error}"),
        Ok(_) => "the reading makes no sense".to_owned(),
    })
}

/// How deep frames may stand in each other.
const DEEPEST: usize = 16;

/// Where a frame that is read by itself is on the page.
#[derive(Debug, Clone, Default)]
pub(crate) struct FrameArea {
    pub frame: String,
    /// How its coordinates lie in those of the page.
    pub affine: Affine,
    /// Its visible area; `None` for the page itself.
    pub clip: Option<Rect>,
}

#[derive(Default)]
struct Place {
    area: FrameArea,
    parent: Option<usize>,
    is_covered: bool,
    /// The parts of it that something lies over.
    covers: Vec<Rect>,
    /// The layer that it is in.
    layer: Option<usize>,
    depth: usize,
}

/// Readings by frame that are put together, each frame's elements right behind the element that stands for it.
pub(super) struct Stitch<'a> {
    pub readings: &'a HashMap<String, ReadingWire>,
    pub frames: &'a Frames,
    pub elements: Vec<Element>,
    pub layers: Vec<LayerMark>,
    pub areas: Vec<FrameArea>,
    /// For each element which of the areas it is in, and its number in the reading of that frame.
    pub sources: Vec<(usize, usize)>,
}

impl<'a> Stitch<'a> {
    /// Adds the main frame and all that is in it.
    pub(super) fn add(&mut self, reading: &ReadingWire, frame: &str) {
        let mut place = Place::default();
        frame.clone_into(&mut place.area.frame);
        self.add_frame(reading, &place);
    }

    fn add_frame(&mut self, reading: &ReadingWire, place: &Place) {
        let area = self.areas.len();
        self.areas.push(place.area.clone());
        let first_layer = self.layers.len();
        self.add_layers(reading, place);
        let mut numbers: Vec<usize> = Vec::with_capacity(reading.elements.len());
        for (index, wire) in reading.elements.iter().enumerate() {
            let own = usize::try_from(wire.parent).ok();
            let parent = own.and_then(|own| numbers.get(own).copied());
            numbers.push(self.elements.len());
            let parent = parent.or(place.parent);
            let own = wire.layer.filter(|layer| *layer < reading.layers.len());
            let layer = own.map_or(place.layer, |layer| Some(first_layer + layer));
            self.sources.push((area, index));
            self.elements.push(Element {
                layer,
                ..element(wire, parent, place)
            });
            for hole in reading.holes.iter().filter(|hole| hole.parent == index) {
                self.fill(hole, place);
            }
        }
    }

    fn add_layers(&mut self, reading: &ReadingWire, place: &Place) {
        let first = self.layers.len();
        for wire in &reading.layers {
            let [x, y, width, height] = wire.bounds;
            let outer = usize::try_from(wire.outer).ok();
            self.layers.push(LayerMark {
                outer: outer.map_or(place.layer, |outer| Some(first + outer)),
                bounds: place.area.affine.rect(Rect::new(x, y, width, height)),
                is_modal: wire.is_modal,
            });
        }
    }

    /// Adds the frame that belongs into a hole, if it could be read.
    fn fill(&mut self, hole: &HoleWire, place: &Place) {
        let holder = self.elements.len() - 1;
        let outer = &place.area;
        let Some((frame, reading)) = self.frame_at(&outer.frame, &hole.path) else {
            return;
        };
        if place.depth >= DEEPEST {
            return;
        }
        let seen = hole.clip(outer.affine);
        let clip = |outer: Rect| outer.intersection(seen).unwrap_or_default();
        let area = FrameArea {
            frame,
            affine: outer.affine.after(hole.place()),
            clip: Some(outer.clip.map_or(seen, clip)),
        };
        let inner = Place {
            covers: [place.covers.clone(), hole.covers(outer.affine)].concat(),
            area,
            parent: Some(holder),
            is_covered: self.elements[holder].is_covered,
            layer: self.elements[holder].layer,
            depth: place.depth + 1,
        };
        self.add_frame(reading, &inner);
    }

    /// Returns the frame a path leads to.
    fn frame_at(&self, top: &str, path: &[i64]) -> Option<(String, &'a ReadingWire)> {
        let mut at = top.to_owned();
        let mut last = None;
        for number in path {
            let (frame, reading) = self.readings.iter().find(|(frame, reading)| {
                self.frames.parent(frame) == Some(at.as_str()) && reading.number == *number
            })?;
            at.clone_from(frame);
            last = Some(reading);
        }
        let reading = last.filter(|reading| !reading.is_inner)?;
        Some((at, reading))
    }
}

fn element(wire: &ElementWire, parent: Option<usize>, place: &Place) -> Element {
    let has = |bit: u32| wire.flags & bit != 0;
    let [x, y, width, height] = wire.bounds;
    let bounds = place.area.affine.rect(Rect::new(x, y, width, height));
    let center = bounds.center();
    let is_under = place.covers.iter().any(|cover| cover.contains(center));
    let clip = place.area.clip;
    let seen = clip.map_or(Some(bounds), |clip| bounds.intersection(clip));
    let mut element = Element {
        text: wire.text.clone(),
        description: wire.description.clone(),
        remarks: wire.remarks.clone(),
        drawn: wire.drawn.clone(),
        is_described_by_tip: has(flag::TIP),
        id: wire.id.clone(),
        role: Role::from_word(&wire.role).unwrap_or_default(),
        class: wire.class.clone(),
        bounds: seen.unwrap_or(bounds),
        state: State {
            enabled: !has(flag::DISABLED),
            focused: has(flag::FOCUSED),
            checked: wire.checked,
            selected: wire.selected,
            expanded: wire.expanded,
            value: wire.value.clone(),
            raw_value: None,
        },
        is_clickable: has(flag::CLICKABLE),
        is_editable: has(flag::EDITABLE),
        is_scrollable: has(flag::SCROLLABLE),
        is_alert: has(flag::ALERT),
        is_covered: has(flag::COVERED) || place.is_covered || is_under || seen.is_none(),
        parent,
        ..Element::default()
    };
    if has(flag::PASSWORD) {
        // The script has a bullet for each character.
        element.hide_password(wire.text.chars().count());
    }
    element
}

/// A map of the plane: `x` goes to `a·x + c·y + e`, and `y` to `b·x + d·y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Affine {
    /// `a`, `b`, `c` and `d`.
    pub turn: [f64; 4],
    /// `e` and `f`.
    pub shift: Point,
}

impl Default for Affine {
    fn default() -> Self {
        Self {
            turn: [1.0, 0.0, 0.0, 1.0],
            shift: Point::default(),
        }
    }
}

impl Affine {
    pub(crate) fn point(self, at: Point) -> Point {
        let [a, b, c, d] = self.turn;
        Point::new(
            a * at.x + c * at.y + self.shift.x,
            b * at.x + d * at.y + self.shift.y,
        )
    }

    /// Returns the box around where a rectangle goes; its middle is that of the rectangle.
    pub(crate) fn rect(self, rect: Rect) -> Rect {
        let [a, b, c, d] = self.turn.map(f64::abs);
        let width = a * rect.width + c * rect.height;
        let height = b * rect.width + d * rect.height;
        let middle = self.point(rect.center());
        Rect::new(
            middle.x - width / 2.0,
            middle.y - height / 2.0,
            width,
            height,
        )
    }

    /// Returns this map after `inner`.
    pub(crate) fn after(self, inner: Self) -> Self {
        let [a, b, c, d] = self.turn;
        let [ia, ib, ic, id] = inner.turn;
        Self {
            turn: [
                a * ia + c * ib,
                b * ia + d * ib,
                a * ic + c * id,
                b * ic + d * id,
            ],
            shift: self.point(inner.shift),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_turned_and_scaled_is_found_again() {
        let quarter = Affine {
            turn: [0.0, 2.0, -2.0, 0.0],
            shift: Point::new(10.0, 20.0),
        };
        assert_eq!(quarter.point(Point::new(1.0, 0.0)), Point::new(10.0, 22.0));
        let rect = Rect::new(0.0, 0.0, 10.0, 4.0);
        assert_eq!(quarter.rect(rect), Rect::new(2.0, 20.0, 8.0, 20.0));
        let at = Point::new(3.0, 7.0);
        let twice = quarter.after(quarter);
        assert_eq!(twice.point(at), quarter.point(quarter.point(at)));
    }
}
