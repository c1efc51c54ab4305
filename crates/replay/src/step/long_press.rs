//! Holds an element as long as the source says.

use retap_model::geometry::Point;
use retap_model::program::LongPress;

use super::Action;
use super::touching::Touching;

impl Touching for LongPress {
    fn gesture(&self, at: Point) -> Action {
        Action::LongPress(at, self.duration.unwrap_or(Self::DEFAULT_DURATION))
    }
}
