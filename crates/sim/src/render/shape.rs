//! The shapes a canvas fills, in pixels: how much of each pixel a shape covers.

use std::ops::Range;

/// A rectangle in pixels, with edges that may lie inside a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PixelRect {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

impl PixelRect {
    /// Returns the rectangle grown by `margin` on all sides; a negative margin shrinks it.
    pub(super) fn grow(self, margin: f32) -> Self {
        Self {
            left: self.left - margin,
            top: self.top - margin,
            right: self.right + margin,
            bottom: self.bottom + margin,
        }
    }

    /// Returns which columns of pixels the rectangle touches.
    pub(super) fn columns(self) -> Range<i32> {
        self.left.floor() as i32..self.right.ceil() as i32
    }

    /// Returns which rows of pixels the rectangle touches.
    pub(super) fn rows(self) -> Range<i32> {
        self.top.floor() as i32..self.bottom.ceil() as i32
    }
}

/// Something that can say how much of a pixel it covers.
pub(super) trait Shape {
    /// Returns a rectangle outside of which nothing is covered.
    fn bounds(&self) -> PixelRect;

    /// Returns the covered part, 0 to 1, of the pixel at `column`, `row`.
    fn coverage(&self, column: i32, row: i32) -> f32;

    /// Returns columns of that row that need no call of `coverage`, and the value they all have.
    fn uniform(&self, row: i32) -> (Range<i32>, f32);
}

/// A filled rectangle with sharp corners.
pub(super) struct Block(pub(super) PixelRect);

impl Shape for Block {
    fn bounds(&self) -> PixelRect {
        self.0
    }

    fn coverage(&self, column: i32, row: i32) -> f32 {
        overlap(self.0.left, self.0.right, column) * overlap(self.0.top, self.0.bottom, row)
    }

    fn uniform(&self, row: i32) -> (Range<i32>, f32) {
        let inside = self.0.left.ceil() as i32..self.0.right.floor() as i32;
        (inside, overlap(self.0.top, self.0.bottom, row))
    }
}

/// A filled rectangle with round corners; a circle when the radius is half its side.
pub(super) struct RoundBlock {
    edge: PixelRect,
    radius: f32,
}

impl RoundBlock {
    /// Returns the shape, with the radius cut to what fits.
    pub(super) fn new(edge: PixelRect, radius: f32) -> Self {
        let largest = (edge.right - edge.left)
            .min(edge.bottom - edge.top)
            .max(0.0)
            / 2.0;
        Self {
            edge,
            radius: radius.max(0.0).min(largest),
        }
    }

    /// Returns the distance of the pixel's middle from the edge; negative inside.
    fn distance(&self, column: i32, row: i32) -> f32 {
        let across = beyond_core(self.edge.left, self.edge.right, self.radius, column);
        let along = beyond_core(self.edge.top, self.edge.bottom, self.radius, row);
        let outside = across.max(0.0).hypot(along.max(0.0));
        outside + across.max(along).min(0.0) - self.radius
    }

    /// Returns the columns of `row` that lie at least `depth` inside of the edge.
    fn columns_deeper_than(&self, depth: f32, row: i32) -> Range<i32> {
        let middle = row as f32 + 0.5;
        let (top, bottom) = (self.edge.top, self.edge.bottom);
        if middle - top < depth || bottom - middle < depth {
            return 0..0;
        }
        let corner = self.radius.max(depth);
        let beside_corner = middle - top < corner || bottom - middle < corner;
        let margin = if beside_corner { corner } else { depth };
        (self.edge.left + margin).ceil() as i32..(self.edge.right - margin).floor() as i32
    }
}

impl Shape for RoundBlock {
    fn bounds(&self) -> PixelRect {
        self.edge.grow(0.5)
    }

    fn coverage(&self, column: i32, row: i32) -> f32 {
        (0.5 - self.distance(column, row)).clamp(0.0, 1.0)
    }

    fn uniform(&self, row: i32) -> (Range<i32>, f32) {
        (self.columns_deeper_than(0.5, row), 1.0)
    }
}

/// The line along the edge of a `RoundBlock`, drawn inside of it.
pub(super) struct RoundFrame {
    pub(super) block: RoundBlock,
    pub(super) thickness: f32,
}

impl Shape for RoundFrame {
    fn bounds(&self) -> PixelRect {
        self.block.bounds()
    }

    fn coverage(&self, column: i32, row: i32) -> f32 {
        let distance = self.block.distance(column, row);
        let outer = (0.5 - distance).clamp(0.0, 1.0);
        let hole = (0.5 - distance - self.thickness).clamp(0.0, 1.0);
        outer - hole
    }

    fn uniform(&self, row: i32) -> (Range<i32>, f32) {
        (
            self.block.columns_deeper_than(self.thickness + 0.5, row),
            0.0,
        )
    }
}

/// A straight line with round ends.
pub(super) struct Stroke {
    pub(super) from: (f32, f32),
    pub(super) to: (f32, f32),
    pub(super) thickness: f32,
}

impl Shape for Stroke {
    fn bounds(&self) -> PixelRect {
        let tight = PixelRect {
            left: self.from.0.min(self.to.0),
            top: self.from.1.min(self.to.1),
            right: self.from.0.max(self.to.0),
            bottom: self.from.1.max(self.to.1),
        };
        tight.grow(self.thickness / 2.0 + 0.5)
    }

    fn coverage(&self, column: i32, row: i32) -> f32 {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let (px, py) = (
            column as f32 + 0.5 - self.from.0,
            row as f32 + 0.5 - self.from.1,
        );
        let length_squared = dx * dx + dy * dy;
        let along = if length_squared > 0.0 {
            (px * dx + py * dy) / length_squared
        } else {
            0.0
        };
        let along = along.clamp(0.0, 1.0);
        let distance = (px - dx * along).hypot(py - dy * along);
        (self.thickness / 2.0 + 0.5 - distance).clamp(0.0, 1.0)
    }

    fn uniform(&self, _row: i32) -> (Range<i32>, f32) {
        (0..0, 0.0)
    }
}

/// Returns how much of the pixel `index` lies between `low` and `high`.
fn overlap(low: f32, high: f32, index: i32) -> f32 {
    let start = index as f32;
    (high.min(start + 1.0) - low.max(start)).clamp(0.0, 1.0)
}

/// Returns how far the pixel's middle lies beyond the straight part between two corners.
fn beyond_core(low: f32, high: f32, radius: f32, index: i32) -> f32 {
    let middle = index as f32 + 0.5;
    (low + radius - middle).max(middle - high + radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGE: PixelRect = PixelRect {
        left: 10.0,
        top: 10.0,
        right: 50.0,
        bottom: 40.0,
    };

    /// Checks that the shortcut for whole rows says the same as asking pixel by pixel.
    fn assert_uniform_agrees(shape: &impl Shape) {
        for row in 0..60 {
            let (columns, value) = shape.uniform(row);
            for column in columns {
                let exact = shape.coverage(column, row);
                assert!(
                    (exact - value).abs() < 1e-3,
                    "{column},{row}: {exact} is not {value}"
                );
            }
        }
    }

    #[test]
    fn the_shortcut_for_rows_agrees_with_the_pixels() {
        let uneven = PixelRect {
            left: 10.3,
            top: 9.6,
            right: 50.7,
            bottom: 40.2,
        };
        for edge in [EDGE, uneven] {
            assert_uniform_agrees(&Block(edge));
            for radius in [0.0, 3.5, 8.0, 99.0] {
                assert_uniform_agrees(&RoundBlock::new(edge, radius));
                let block = RoundBlock::new(edge, radius);
                assert_uniform_agrees(&RoundFrame {
                    block,
                    thickness: 2.0,
                });
            }
        }
    }

    #[test]
    fn a_round_corner_is_cut_and_the_middle_is_not() {
        let block = RoundBlock::new(EDGE, 8.0);
        assert_eq!(block.coverage(10, 10), 0.0);
        assert_eq!(block.coverage(30, 10), 1.0);
        assert_eq!(block.coverage(30, 25), 1.0);
        assert_eq!(block.coverage(30, 9), 0.0);
    }

    #[test]
    fn a_frame_is_hollow() {
        let frame = RoundFrame {
            block: RoundBlock::new(EDGE, 0.0),
            thickness: 2.0,
        };
        assert_eq!(frame.coverage(10, 25), 1.0);
        assert_eq!(frame.coverage(11, 25), 1.0);
        assert_eq!(frame.coverage(12, 25), 0.0);
    }

    #[test]
    fn a_thin_block_covers_its_share_of_a_pixel() {
        let hairline = Block(PixelRect {
            left: 0.25,
            top: 0.0,
            right: 0.5,
            bottom: 1.0,
        });
        assert_eq!(hairline.coverage(0, 0), 0.25);
    }
}
