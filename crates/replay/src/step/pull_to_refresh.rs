//! Pulls what scrolls down from below its top. Something must show then, as after a swipe.

use retap_model::device::Action;
use retap_model::geometry::{Direction, Point, Rect};
use retap_model::program::{PullToRefresh, Stroke};
use retap_model::screen::{Element, Role, Screen};

use crate::context::Context;
use crate::stop::{StepResult, Stop};

use super::blind::Blind;
use super::{At, Perform, swipe, undirected};

impl Perform for PullToRefresh {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let area = pulled(&*context.loaded_screen_before()?);
        undirected::perform(context, &action(area), at.pin)
    }

    fn blind(&self, context: &mut Context<'_>, _: At<'_>) -> Result<Blind, Stop> {
        let size = context.device().info().size;
        Blind::send(action(Rect::new(0.0, 0.0, size.width, size.height)))
    }
}

fn action(area: Rect) -> Action {
    let stroke = Stroke {
        distance: area.height * PullToRefresh::REACH,
        duration: PullToRefresh::DURATION,
    };
    swipe::action_in(area, Direction::Down, Some(stroke))
}

/// Returns the largest part under the middle of the screen that scrolls, or the list there: a list with few
/// entries does not scroll and can be pulled all the same. Where there is none, all of the screen.
fn pulled(screen: &Screen) -> Rect {
    let size = screen.size;
    let middle = Point::new(size.width / 2.0, size.height / 2.0);
    let may_be_pulled = |element: &Element| element.is_scrollable || element.role == Role::List;
    screen
        .visible()
        .filter(|(_, element)| may_be_pulled(element) && element.bounds.contains(middle))
        .filter_map(|(_, element)| screen.visible_bounds(element))
        .max_by(|one, other| (one.width * one.height).total_cmp(&(other.width * other.height)))
        .unwrap_or(Rect::new(0.0, 0.0, size.width, size.height))
}
