//! Scrolls as far as the page goes.

use std::sync::Arc;

use retap_model::geometry::Direction;
use retap_model::program::{Edge, ScrollToEdge};
use retap_model::screen::Screen;
use retap_model::verdict::Verdict;

use crate::context::{Context, StepResult};
use crate::eyes::Need;
use crate::find::unreadable;
use crate::wait::Settled;

use super::scroll_to::{REST, is_same_page};
use super::swipe;

/// Swipes until the page no longer moves. A page that is at its edge already passes; one that goes
/// on for ever fails.
pub(super) fn perform(context: &mut Context<'_>, scroll: &ScrollToEdge) -> StepResult {
    let finger = match scroll.edge {
        Edge::Top => Direction::Down,
        Edge::Bottom => Direction::Up,
    };
    let action = swipe::action(context.device().info().size, finger, None);
    let mut last: Option<Arc<Screen>> = None;
    for swipes in 0..=ScrollToEdge::MAX {
        let patience = REST.min(context.options.timeout);
        let screen = match context.settle(patience, Need::Fresh)? {
            Settled::Still(screen) | Settled::Restless(screen) => screen,
            Settled::Unreadable(reason) => return Ok(unreadable(&reason)),
        };
        if last.is_some_and(|last| is_same_page(&last, &screen)) {
            let edge = scroll.edge.as_str();
            context.note_check(format!("the page is at its {edge}"), "it is", true);
            return Ok(Verdict::passed(format!(
                "the page is at its {edge}: it did not move on the last of {swipes} swipes"
            )));
        }
        last = Some(screen);
        if let Some(verdict) = context.send(&action)? {
            return Ok(verdict);
        }
    }
    Ok(Verdict::failed(format!(
        "the page still moved after {} swipes",
        ScrollToEdge::MAX
    )))
}
