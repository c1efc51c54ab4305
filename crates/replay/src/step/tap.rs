//! Touches an element once. A touch without effect fails; it is never repeated.

use retap_model::geometry::Point;
use retap_model::program::Tap;

use super::Action;
use super::touching::Touching;

impl Touching for Tap {
    fn gesture(&self, at: Point) -> Action {
        Action::Tap(at)
    }
}
