//! Holds an element as long as the source says.

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::{LongPress, TouchEffect};

use crate::act::{ChosenAnswer, Touch};

use super::touching::Touching;

impl Touching for LongPress {
    fn touch(&self) -> Touch<'_> {
        Touch {
            target: &self.target,
            effect: TouchEffect::Visible,
            chosen: ChosenAnswer::DoesNotAnswer,
        }
    }

    fn gesture(&self, at: Point) -> Action {
        Action::LongPress(at, self.duration.unwrap_or(Self::DEFAULT_DURATION))
    }
}
