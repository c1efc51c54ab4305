//! Touches an element twice.

use retap_model::geometry::Point;
use retap_model::program::DoubleTap;

use super::Action;
use super::touching::Touching;

impl Touching for DoubleTap {
    fn gesture(&self, at: Point) -> Action {
        Action::DoubleTap(at)
    }
}
