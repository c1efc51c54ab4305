//! How the coordinates of a frame lie in those of the page: moved, scaled or turned.

use retap_model::geometry::{Point, Rect};

/// A map of the plane: `x` goes to `a·x + c·y + e`, and `y` to `b·x + d·y + f`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Affine {
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
    pub(super) fn point(self, at: Point) -> Point {
        let [a, b, c, d] = self.turn;
        Point::new(
            a * at.x + c * at.y + self.shift.x,
            b * at.x + d * at.y + self.shift.y,
        )
    }

    /// Returns the box around where a rectangle goes; its middle is that of the rectangle.
    pub(super) fn rect(self, rect: Rect) -> Rect {
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
    pub(super) fn after(self, inner: Self) -> Self {
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
