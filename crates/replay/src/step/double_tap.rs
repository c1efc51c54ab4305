//! Touches an element twice.

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::{DoubleTap, TouchEffect};

use crate::act::{ChosenAnswer, Touch};

use super::touching::Touching;

impl Touching for DoubleTap {
    fn touch(&self) -> Touch<'_> {
        Touch {
            target: &self.target,
            effect: TouchEffect::Visible,
            chosen: ChosenAnswer::DoesNotAnswer,
        }
    }

    fn gesture(&self, at: Point) -> Action {
        Action::DoubleTap(at)
    }
}
