//! Pulls a page down at its top. Something must show then, as after a swipe.

use std::collections::BTreeMap;

use super::prelude::*;
use super::scroll::REST;
use super::{swipe, undirected};

/// How far a drag goes that finds out whether the page is at its top: further than a touch, and no pull.
const PROBE: f64 = 40.0;

impl Perform for PullToRefresh {
    /// A page that is not at its top only scrolls when it is pulled, which would pass for an answer: it is
    /// brought there first.
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        let area = reach_top(context)?;
        undirected::perform(context, &action(area, area.height * Self::REACH), at.pin)
    }

    fn acts_unseen(&self, context: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        let size = context.device().info().size;
        let area = Rect::new(0.0, 0.0, size.width, size.height);
        Ok(vec![action(area, area.height * Self::REACH)])
    }
}

fn action(area: Rect, distance: f64) -> Action {
    let duration = PullToRefresh::DURATION;
    let stroke = Stroke { distance, duration };
    swipe::action_in(area, Direction::Down, Some(stroke))
}

/// Swipes until a short drag moves nothing, and returns what is pulled there.
fn reach_top(context: &mut Context<'_>) -> Result<Rect, Stop> {
    let patience = REST.min(context.options.timeout);
    for _ in 0..=ScrollToEdge::MAX {
        let before = context.settle(patience, Freshness::New)?.into_screen();
        let area = pulled(&before);
        context.send(&action(area, PROBE))?;
        let after = context.settle(patience, Freshness::New)?.into_screen();
        if !has_followed(&before, &after) {
            return Ok(pulled(&after));
        }
        context.send(&swipe::action_in(area, Direction::Down, None))?;
    }
    let swipes = ScrollToEdge::MAX;
    Err(Stop::failed(Reason::EndlessPage { swipes }))
}

/// Returns whether something went down with the finger.
fn has_followed(before: &Screen, after: &Screen) -> bool {
    let after = tops(after);
    let mut then = tops(before).into_iter();
    then.any(|(caption, then)| {
        let now = after.get(caption).copied().flatten();
        now.zip(then)
            .is_some_and(|(now, then)| now - then > PROBE / 4.0)
    })
}

/// Returns where each thing with a name begins; nowhere where several have that name.
fn tops(screen: &Screen) -> BTreeMap<&str, Option<f64>> {
    let mut tops = BTreeMap::new();
    for (_, element) in screen.visible() {
        let same = tops.entry(element.caption());
        same.and_modify(|top| *top = None)
            .or_insert(Some(element.bounds.y));
    }
    tops.remove("");
    tops
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
