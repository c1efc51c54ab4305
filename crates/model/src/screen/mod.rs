//! One reading of a device: its elements and what can be told from them.
//!
//! Not here: which element is meant (`select`), what must hold (`verify`), what a platform calls
//! things.

mod element;
mod fingerprint;
mod layer;
mod part;
mod revision;
#[cfg(test)]
pub(crate) mod sample;

pub use element::{Element, RawValue, Role, State};
pub use fingerprint::{Fingerprint, PIXEL_STATUS_BAR, SAME_SCREEN, sha256_hex};
pub(crate) use fingerprint::{is_structural, is_ticking};
pub use layer::{Layer, LayerMark};
pub use part::{PartChange, PartChangeKind, PartKey, changed_parts, part_keys};
pub(crate) use revision::is_near;
pub use revision::{RevisionCounter, Signature};

use crate::geometry::{Point, Rect, Size};
use crate::time::Timestamp;

/// Where the elements of a screen came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScreenSource {
    /// The platform's own tree.
    #[default]
    Tree,
    /// Text read from pixels: no ids, no roles, no states, and letters may be wrong.
    Pixels,
}

/// One reading of a device.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Screen {
    /// The extent, in the units of touches.
    pub size: Size,
    /// The app in front, by the name people call it, where the device can tell.
    pub app: Option<String>,
    /// The platform's identifier of that app, where the device can tell.
    pub app_id: Option<String>,
    /// The screen's own name (an activity, a URL), where the platform has one.
    pub name: Option<String>,
    /// Which of the documents the page has loaded this is, where the platform has documents.
    pub document: Option<u64>,
    /// How many windows or tabs are open, where the platform has such.
    pub windows: Option<usize>,
    /// Whether the page goes on below what is shown, where the device can tell.
    pub has_more_below: bool,
    /// How far the page and all that scrolls in it are scrolled, added up, where the device can tell.
    pub scrolled: Option<i64>,
    /// Of all of a page, where the top left corner of what shows lies on it.
    pub view_at: Option<Point>,
    /// The elements; parents come before their children.
    pub elements: Vec<Element>,
    /// The layers that the device tells of, outer ones before those in them.
    pub layers: Vec<LayerMark>,
    /// The height of the strip at the top with clock and battery; zero where there is none.
    pub status_bar: f64,
    /// Where the elements came from.
    pub source: ScreenSource,
    /// Grows by one with each meaningful change; the engine stamps it.
    pub revision: u64,
    /// When it was read; the engine stamps it.
    pub captured_at: Timestamp,
}

impl Screen {
    /// Returns the elements a person can see, with their numbers.
    pub fn visible(&self) -> impl Iterator<Item = (usize, &Element)> {
        self.elements
            .iter()
            .enumerate()
            .filter(|(_, element)| self.is_in_view(element))
    }

    /// Returns whether any part of the element is on the screen and nothing covers it.
    pub fn is_in_view(&self, element: &Element) -> bool {
        !element.is_covered && self.visible_bounds(element).is_some()
    }

    /// Returns the part of the element that is on the screen.
    pub fn visible_bounds(&self, element: &Element) -> Option<Rect> {
        element.bounds.intersection(self.size.as_rect())
    }

    /// Returns whether there may be more of it than is shown: it goes on, is scrolled, or has something on it that
    /// scrolls.
    pub fn may_go_on(&self) -> bool {
        let is_scrolled = self.scrolled.is_some_and(|by| by != 0);
        let mut elements = self.elements.iter();
        self.has_more_below || is_scrolled || elements.any(|element| element.is_scrollable)
    }

    /// Returns the same with an extent that shows all of its elements.
    pub fn showing_all(mut self) -> Self {
        let (mut left, mut top) = (0.0_f64, 0.0_f64);
        let (mut right, mut bottom) = (self.size.width, self.size.height);
        for Element { bounds, .. } in &self.elements {
            (left, top) = (left.min(bounds.x), top.min(bounds.y));
            (right, bottom) = (right.max(bounds.right()), bottom.max(bounds.bottom()));
        }
        for Element { bounds, .. } in &mut self.elements {
            (bounds.x, bounds.y) = (bounds.x - left, bounds.y - top);
        }
        self.size = Size::new(right - left, bottom - top);
        self.view_at = Some(Point::new(-left, -top));
        self
    }

    /// Returns the texts a person can read, in order, without repeats next to each other and
    /// without the clock at the top.
    pub fn texts(&self) -> Vec<&str> {
        let mut texts: Vec<&str> = Vec::new();
        for (_, element) in self.visible() {
            let label = element.label();
            if !label.is_empty() && !self.is_status(element) && texts.last() != Some(&label) {
                texts.push(label);
            }
        }
        texts
    }

    /// Returns whether the element is a clock or a figure in the status bar, which changes by itself.
    pub fn is_status(&self, element: &Element) -> bool {
        element.bounds.center().y < self.status_bar && !is_structural(element.text.trim())
    }

    /// Returns whether the app in front goes by this name or identifier, case and accents aside;
    /// `None` where the device does not say what is in front.
    pub fn is_in_front(&self, app: &str) -> Option<bool> {
        let names = [Some(self.app.as_deref()?), self.app_id.as_deref()];
        let is_it = |name| crate::select::is_same_text(name, app);
        Some(names.into_iter().flatten().any(is_it))
    }

    /// Returns the chain of ancestors of the element with this number, nearest first.
    pub fn ancestors(&self, index: usize) -> impl Iterator<Item = usize> {
        let mut next = self.elements.get(index).and_then(|element| element.parent);
        std::iter::from_fn(move || {
            let current = next?;
            // Parents come before their children, so a chain that does not fall is broken data.
            next = self.elements[current]
                .parent
                .filter(|parent| *parent < current);
            Some(current)
        })
    }

    /// Returns the element with this number and then its ancestors, nearest first.
    pub fn lineage(&self, index: usize) -> impl Iterator<Item = usize> {
        std::iter::once(index).chain(self.ancestors(index))
    }

    /// Returns whether `holder` is an ancestor of `inner`.
    pub fn is_inside(&self, inner: usize, holder: usize) -> bool {
        self.ancestors(inner).any(|ancestor| ancestor == holder)
    }

    /// Returns the list entry that holds the element.
    pub fn row_of(&self, index: usize) -> Option<usize> {
        self.ancestors(index)
            .find(|holder| self.elements[*holder].role == Role::Row)
    }

    /// Returns what takes a touch of the element: itself, or the nearest ancestor that reacts to touches.
    pub fn touched_for(&self, index: usize) -> Option<usize> {
        self.lineage(index)
            .find(|holder| self.elements[*holder].reacts_to_touches())
    }

    /// Returns the elements inside the one with this number. They follow it without a gap, because
    /// devices give their trees parent first and depth first.
    pub fn inside(&self, holder: usize) -> impl Iterator<Item = usize> {
        (holder + 1..self.elements.len()).take_while(move |index| self.is_inside(*index, holder))
    }

    /// Returns the number of the front-most element at `point`.
    pub fn element_at(&self, point: Point) -> Option<usize> {
        self.visible()
            .filter(|(_, element)| element.bounds.contains(point))
            .map(|(index, _)| index)
            .last()
    }

    /// Returns the sign that the screen is still loading, by role and state, never by its copy.
    pub fn loading(&self) -> Option<&Element> {
        self.visible()
            .map(|(_, element)| element)
            .find(|element| element.is_loading_sign())
    }

    /// Returns the fingerprint of what the screen says.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(self)
    }

    /// Returns the title of the dialog that covers other elements, if there is one.
    pub fn dialog(&self) -> Option<&Element> {
        self.visible()
            .map(|(_, element)| element)
            .find(|element| element.role == Role::Dialog)
    }
}
