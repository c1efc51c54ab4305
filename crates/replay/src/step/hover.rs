//! Rests the pointer on an element. Something must show then, as after a touch: a menu or a hint.

use retap_model::device::SpecialAct;
use retap_model::geometry::Point;
use retap_model::program::Hover;

use super::Action;
use super::touching::Touching;

impl Touching for Hover {
    fn gesture(&self, at: Point) -> Action {
        Action::Special(SpecialAct::Hover, at)
    }
}
