//! Scrolls as far as the page goes.

use std::sync::Arc;

use retap_model::geometry::Direction;
use retap_model::program::{Edge, ScrollToEdge};
use retap_model::screen::Screen;

use super::scroll_to::{REST, is_same_page};
use super::{At, Context, Freshness, Perform, Reason, StepResult, Verdict, swipe};

impl Perform for ScrollToEdge {
    /// Swipes until the page no longer moves. A page that is at its edge already passes; one that goes
    /// on for ever fails.
    fn perform(&self, context: &mut Context<'_>, _: At<'_>) -> StepResult {
        let finger = match self.edge {
            Edge::Top => Direction::Down,
            Edge::Bottom => Direction::Up,
        };
        let action = swipe::action(context.device().info().size, finger, None);
        let mut last: Option<Arc<Screen>> = None;
        for swipes in 0..=Self::MAX {
            let patience = REST.min(context.options.timeout);
            let screen = context.settle(patience, Freshness::New)?.into_screen();
            if last.is_some_and(|last| is_same_page(&last, &screen)) {
                let edge = self.edge.as_str().to_owned();
                return Ok(context.pass(
                    format!("the page is at its {edge}"),
                    "it is",
                    Reason::AtEdge { edge, swipes },
                ));
            }
            last = Some(screen);
            context.send(&action)?;
        }
        Ok(Verdict::failed(Reason::EndlessPage { swipes: Self::MAX }))
    }
}
