//! Touches an element once. A touch without effect fails; it is never repeated.

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::Tap;

use crate::act::{ChosenAnswer, Touch};

use super::touching::Touching;

impl Touching for Tap {
    fn touch(&self) -> Touch<'_> {
        Touch {
            target: &self.target,
            effect: self.effect,
            chosen: ChosenAnswer::Answers,
        }
    }

    fn gesture(&self, at: Point) -> Action {
        Action::Tap(at)
    }
}
