//! The marks of an element that the first run saw, with its place in whole pixels.

use std::fmt;

use crate::geometry::Rect;
use crate::screen::Screen;
use crate::select::effective_id;

/// Hints that help other readers of compiled files to find the element of a step again. `None` is unknown, not empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ElementMetadata {
    /// Its id.
    pub resource_id: Option<String>,
    /// The class of its widget.
    pub class: Option<String>,
    /// Its description.
    pub content_desc: Option<String>,
    /// Where it was.
    pub bounds: Option<Bounds>,
    /// The classes of what held it, nearest first.
    pub parent_hierarchy: Vec<String>,
    /// Whether its id stands for it, because nobody quoted its text.
    pub is_by_id: bool,
}

impl ElementMetadata {
    /// Returns what can be seen of the element with this number. What a field holds is no part of it.
    pub fn of(screen: &Screen, index: usize) -> Self {
        let element = &screen.elements[index];
        let [_, description] = element.names();
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let parents = screen.ancestors(index).map(|it| &screen.elements[it].class);
        let parents = parents.filter(|class| !class.is_empty()).cloned();
        Self {
            resource_id: given(effective_id(screen, index)),
            class: given(&element.class),
            content_desc: given(description),
            bounds: Some(Bounds::around(element.bounds)),
            parent_hierarchy: parents.collect(),
            is_by_id: false,
        }
    }
}

/// The edges of an element; written `[left,top][right,bottom]`.
///
/// Negative edges are fine: an element scrolled half out of view has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Bounds {
    /// Returns the bounds with these edges, `None` when the right or bottom one comes first.
    pub fn new(left: i32, top: i32, right: i32, bottom: i32) -> Option<Self> {
        (left <= right && top <= bottom).then_some(Self {
            left,
            top,
            right,
            bottom,
        })
    }

    /// Reads `[left,top][right,bottom]`; anything else, spaces and leading zeros too, is none.
    pub fn from_text(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        let (near, far) = inner.split_once("][")?;
        let (left, top) = near.split_once(',')?;
        let (right, bottom) = far.split_once(',')?;
        let edge = |text: &str| text.parse::<i32>().ok();
        let bounds = Self::new(edge(left)?, edge(top)?, edge(right)?, edge(bottom)?)?;
        (bounds.to_string() == text).then_some(bounds)
    }

    /// Returns the smallest whole pixels that cover the rectangle.
    pub fn around(rect: Rect) -> Self {
        let left = rect.x.floor() as i32;
        let top = rect.y.floor() as i32;
        Self {
            left,
            top,
            right: (rect.right().ceil() as i32).max(left),
            bottom: (rect.bottom().ceil() as i32).max(top),
        }
    }

    /// Returns the area they enclose.
    pub fn to_rect(self) -> Rect {
        let [left, top, right, bottom] =
            [self.left, self.top, self.right, self.bottom].map(f64::from);
        Rect::new(left, top, right - left, bottom - top)
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "[{},{}]", self.left, self.top)?;
        write!(out, "[{},{}]", self.right, self.bottom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_that_make_no_sense_are_none() {
        for text in [
            "",
            "[]",
            "[0,0]",
            "[0,0][1]",
            "[0,0][1,1][2,2]",
            "[9,0][1,1]",
            "[0,9][1,1]",
            "[0, 0][1,1]",
            "[+1,0][2,2]",
            "[0.5,0][1,1]",
            "[0,0][99999999999,1]",
        ] {
            assert_eq!(Bounds::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn a_rectangle_is_covered_by_whole_pixels() {
        let bounds = Bounds::around(Rect::new(-0.5, 10.0, 3.2, 0.0));
        assert_eq!(bounds.to_string(), "[-1,10][3,10]");
        assert_eq!(bounds.to_rect(), Rect::new(-1.0, 10.0, 4.0, 0.0));
    }
}
