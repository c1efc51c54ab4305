//! A reading as the script in the page writes it; the other side is `script/read.js`.

use retap_model::geometry::{Point, Rect, Size};
use serde::Deserialize;

use super::super::affine::Affine;

/// One frame's reading.
#[derive(Debug, Deserialize)]
pub(super) struct ReadingWire {
    #[serde(default)]
    pub(super) url: String,
    /// Whether the scripts of the document have run.
    #[serde(default, rename = "ready")]
    pub(super) is_ready: bool,
    #[serde(default, rename = "w")]
    pub(super) width: f64,
    #[serde(default, rename = "h")]
    pub(super) height: f64,
    /// Which of its parent's frames it is.
    #[serde(rename = "n")]
    pub(super) number: i64,
    /// Whether it is read with the frame around it.
    #[serde(default, rename = "inner")]
    pub(super) is_inner: bool,
    /// Whether there is more of it below what is in view.
    #[serde(default, rename = "more")]
    pub(super) goes_on: bool,
    #[serde(default)]
    pub(super) elements: Vec<ElementWire>,
    #[serde(default)]
    pub(super) holes: Vec<HoleWire>,
    /// How many elements may have a closed shadow root that is not known yet.
    #[serde(default)]
    pub(super) hosts: usize,
    #[serde(default)]
    pub(super) zoom: ZoomWire,
    /// Which of the readings of this document it is; signals name the reading they make old.
    #[serde(default, rename = "reading")]
    pub(super) order: Option<u64>,
}

/// How the page is drawn on the screen: pages that are not made for phones are drawn smaller there.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct ZoomWire {
    #[serde(rename = "s")]
    pub(super) scale: f64,
    /// What of the page stands in the top left corner.
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

/// One element.
#[derive(Debug, Deserialize)]
pub(super) struct ElementWire {
    #[serde(rename = "p")]
    pub(super) parent: i64,
    #[serde(rename = "r")]
    pub(super) role: String,
    #[serde(default, rename = "t")]
    pub(super) text: String,
    #[serde(default, rename = "d")]
    pub(super) description: String,
    #[serde(default, rename = "i")]
    pub(super) id: String,
    #[serde(default, rename = "k")]
    pub(super) class: String,
    #[serde(rename = "b")]
    pub(super) bounds: [f64; 4],
    #[serde(rename = "f")]
    pub(super) flags: u32,
    #[serde(default, rename = "c")]
    pub(super) checked: Option<bool>,
    #[serde(default, rename = "s")]
    pub(super) selected: Option<bool>,
    #[serde(default, rename = "e")]
    pub(super) expanded: Option<bool>,
    #[serde(default, rename = "v")]
    pub(super) value: Option<String>,
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
    pub(super) parent: usize,
    /// Which frame of which frame it is, from the one that was read down.
    pub(super) path: Vec<i64>,
    /// Where its own coordinates begin.
    pub(super) x: f64,
    pub(super) y: f64,
    /// How it is scaled and turned, if it is.
    #[serde(default, rename = "m")]
    pub(super) turn: Option<[f64; 4]>,
    /// Its visible area: left, top, right, bottom.
    #[serde(rename = "c")]
    pub(super) clip: [f64; 4],
    /// The parts of it that something lies over, likewise.
    #[serde(default, rename = "o")]
    pub(super) covers: Vec<[f64; 4]>,
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

/// Reads what the script wrote.
pub(super) fn parse(text: &str) -> Result<ReadingWire, String> {
    serde_json::from_str(text).map_err(|error| format!("the reading makes no sense: {error}"))
}
