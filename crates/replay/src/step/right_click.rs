//! Opens the context menu of an element; it must show, as after a touch.

use retap_model::device::SpecialAct;
use retap_model::geometry::Point;
use retap_model::program::RightClick;

use super::Action;
use super::touching::Touching;

impl Touching for RightClick {
    fn gesture(&self, at: Point) -> Action {
        Action::Special(SpecialAct::RightClick, at)
    }
}
