//! Rests the pointer on an element. Something must show then, as after a touch: a menu or a hint.

use retap_model::device::{Action, SpecialAct};
use retap_model::geometry::Point;
use retap_model::program::Hover;

use crate::act::{ChosenAnswer, Touch};

use super::touching::Touching;

impl Touching for Hover {
    fn touch(&self) -> Touch<'_> {
        Touch {
            target: &self.target,
            effect: self.effect,
            chosen: ChosenAnswer::DoesNotAnswer,
        }
    }

    fn gesture(&self, at: Point) -> Action {
        Action::Special(SpecialAct::Hover, at)
    }
}
