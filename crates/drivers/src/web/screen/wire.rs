//! A reading as the script in the page writes it; the other side is `script/read.js`.

use retap_model::geometry::{Point, Rect, Size};
use serde::Deserialize;

use super::build::Affine;

#[derive(Debug, Deserialize)]
pub(super) struct ReadingWire {
    #[serde(default)]
    pub url: String,
    /// Whether the scripts of the document have run.
    #[serde(default, rename = "ready")]
    pub is_ready: bool,
    #[serde(default, rename = "w")]
    pub width: f64,
    #[serde(default, rename = "h")]
    pub height: f64,
    /// Which of its parent's frames it is.
    #[serde(rename = "n")]
    pub number: i64,
    /// Whether it is read with the frame around it.
    #[serde(default, rename = "inner")]
    pub is_inner: bool,
    /// Whether there is more of it below what is in view.
    #[serde(default, rename = "more")]
    pub goes_on: bool,
    #[serde(default)]
    pub elements: Vec<ElementWire>,
    #[serde(default)]
    pub holes: Vec<HoleWire>,
    /// How many elements may have a closed shadow root that is not known yet.
    #[serde(default)]
    pub hosts: usize,
    #[serde(default)]
    pub zoom: ZoomWire,
    /// Which of the readings of this document it is; signals name the reading they make old.
    #[serde(default, rename = "reading")]
    pub order: Option<u64>,
}

/// How the page is drawn on the screen: pages that are not made for phones are drawn smaller there.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct ZoomWire {
    #[serde(rename = "s")]
    pub scale: f64,
    /// The place of the page that is in the top left corner.
    x: f64,
    y: f64,
}

impl Default for ZoomWire {
    fn default() -> Self {
        Self {
            scale: 1.0,
            x: 0.0,
            y: 0.0,
        }
    }
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
}

/// The bits of [`ElementWire::flags`]; `script/roles.js` has the same.
pub(super) mod flag {
    pub(in super::super) const CLICKABLE: u32 = 1;
    pub(in super::super) const EDITABLE: u32 = 2;
    pub(in super::super) const SCROLLABLE: u32 = 4;
    pub(in super::super) const PASSWORD: u32 = 8;
    pub(in super::super) const COVERED: u32 = 16;
    pub(in super::super) const DISABLED: u32 = 32;
    pub(in super::super) const FOCUSED: u32 = 64;
}

/// A frame of another origin, which must be read by itself.
#[derive(Debug, Deserialize)]
pub(super) struct HoleWire {
    /// The element that stands for the frame.
    #[serde(rename = "p")]
    pub parent: usize,
    /// Which frame of which frame it is, from the one that was read down.
    pub path: Vec<i64>,
    /// Where its own coordinates begin.
    pub x: f64,
    pub y: f64,
    /// How it is scaled and turned, if it is.
    #[serde(default, rename = "m")]
    pub turn: Option<[f64; 4]>,
    /// Its visible area: left, top, right, bottom.
    #[serde(rename = "c")]
    pub clip: [f64; 4],
    /// The parts of it that something lies over, likewise.
    #[serde(default, rename = "o")]
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
    serde_json::from_str(text).map_err(|error| format!("the reading makes no sense: {error}"))
}
