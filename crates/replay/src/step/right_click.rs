//! Opens the context menu of an element; it must show, as after a touch.

use retap_model::device::{Action, SpecialAct};
use retap_model::geometry::Point;
use retap_model::program::RightClick;

use crate::act::{ChosenAnswer, Touch};

use super::touching::Touching;

impl Touching for RightClick {
    fn touch(&self) -> Touch<'_> {
        Touch {
            target: &self.target,
            effect: self.effect,
            chosen: ChosenAnswer::DoesNotAnswer,
        }
    }

    fn gesture(&self, at: Point) -> Action {
        Action::Special(SpecialAct::RightClick, at)
    }
}
