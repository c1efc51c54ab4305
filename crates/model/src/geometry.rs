//! Points, sizes and rectangles in a device's own units (points or pixels), origin top left.

use std::fmt;

/// A place on a screen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from the top edge.
    pub y: f64,
}

impl Point {
    /// Returns the point at `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// Shows the place to the nearest unit, for reports.
impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "({:.0}, {:.0})", self.x, self.y)
    }
}

/// The extent of a screen or an element.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// Horizontal extent.
    pub width: f64,
    /// Vertical extent.
    pub height: f64,
}

impl Size {
    /// Returns the size `width` by `height`.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }

    /// Returns how a screen of this size is held, in the word of files and reports.
    pub fn orientation(self) -> &'static str {
        match self.width > self.height {
            true => "landscape",
            false => "portrait",
        }
    }

    /// Returns the rectangle that covers the whole screen.
    pub const fn as_rect(self) -> Rect {
        Rect::new(0.0, 0.0, self.width, self.height)
    }
}

/// An area on a screen; negative origins are fine for elements scrolled out of view.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Horizontal extent.
    pub width: f64,
    /// Vertical extent.
    pub height: f64,
}

impl Rect {
    /// Returns the rectangle with the given top left corner and extent.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// Returns the middle of the rectangle.
    pub fn center(self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns the right edge.
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// Returns the bottom edge.
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    /// Returns whether nothing can be seen of the rectangle; one that is not all numbers is empty.
    pub fn is_empty(self) -> bool {
        let is_finite = self.x.is_finite() && self.y.is_finite();
        !(is_finite && self.width > 0.0 && self.height > 0.0)
    }

    /// Returns whether `point` lies inside; the right and bottom edges are outside.
    pub fn contains(self, point: Point) -> bool {
        point.x >= self.x && point.x < self.right() && point.y >= self.y && point.y < self.bottom()
    }

    /// Returns the common part, or `None` when the two do not overlap.
    pub fn intersection(self, other: Self) -> Option<Self> {
        if self.is_empty() || other.is_empty() {
            return None;
        }
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let common = Self::new(
            x,
            y,
            self.right().min(other.right()) - x,
            self.bottom().min(other.bottom()) - y,
        );
        (!common.is_empty()).then_some(common)
    }
}

/// One of the four ways a finger or a page can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Direction {
    /// Towards the top edge.
    #[default]
    Up,
    /// Towards the bottom edge.
    Down,
    /// Towards the left edge.
    Left,
    /// Towards the right edge.
    Right,
}

impl Direction {
    /// All directions, in the order help texts list them.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Returns the word used in files and reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Returns where it goes the other way.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns the direction that `word` names, ignoring case.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|direction| direction.as_str().eq_ignore_ascii_case(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_and_bottom_edges_are_outside() {
        let rect = Rect::new(10.0, 10.0, 20.0, 20.0);
        assert!(rect.contains(Point::new(10.0, 10.0)));
        assert!(!rect.contains(Point::new(30.0, 15.0)));
        assert!(!rect.contains(Point::new(15.0, 30.0)));
    }

    #[test]
    fn rectangles_that_only_touch_have_no_common_part() {
        let left = Rect::new(0.0, 0.0, 10.0, 10.0);
        assert_eq!(left.intersection(Rect::new(10.0, 0.0, 5.0, 5.0)), None);
        assert_eq!(
            left.intersection(Rect::new(-5.0, 5.0, 10.0, 10.0)),
            Some(Rect::new(0.0, 5.0, 5.0, 5.0))
        );
    }
}
