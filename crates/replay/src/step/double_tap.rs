//! Touches an element twice.

use retap_model::device::Action;
use retap_model::geometry::Point;
use retap_model::program::{DoubleTap, Effect};

use crate::act::{Choosing, Touch};

use super::touching::Touching;

impl Touching for DoubleTap {
    fn touch(&self) -> Touch<'_> {
        Touch {
            target: &self.target,
            effect: Effect::Visible,
            choosing: Choosing::DoesNotAnswer,
        }
    }

    fn gesture(&self, at: Point) -> Action {
        Action::DoubleTap(at)
    }
}
