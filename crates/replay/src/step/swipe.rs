//! Moves a finger across the middle of the screen.

use super::prelude::*;
use super::undirected;

/// The shortest way a finger goes that devices take for a swipe and not for a touch.
const SHORTEST: f64 = 16.0;

/// How near to the edge of the screen a finger comes, as a share of the screen: systems take what begins
/// at the very edge for a gesture of their own, such as going back, and apps have their bars there.
const MARGIN: f64 = 0.15;

impl Perform for Swipe {
    fn perform(&self, context: &mut Context<'_>, at: At<'_>) -> StepResult {
        refuse_touch(self.stroke)?;
        let size = context.device().info().size;
        undirected::perform(context, &action(size, self.direction, self.stroke), at.pin)
    }

    fn acts_unseen(&self, context: &mut Context<'_>, _: At<'_>) -> Result<Vec<Action>, Stop> {
        let size = context.device().info().size;
        Ok(vec![action(size, self.direction, self.stroke)])
    }
}

/// Fails the step when its stroke would touch what is under the finger.
pub(super) fn refuse_touch(stroke: Option<Stroke>) -> Result<(), Stop> {
    match stroke {
        Some(Stroke { distance, .. }) if distance < SHORTEST => {
            Err(Stop::failed(Reason::StrokeTooShort { distance }))
        }
        Some(_) | None => Ok(()),
    }
}

/// Returns the swipe inside a part of the screen.
pub(super) fn action_in(area: Rect, direction: Direction, stroke: Option<Stroke>) -> Action {
    let size = Size::new(area.width, area.height);
    match action(size, direction, stroke) {
        Action::Swipe(from, to, time) => {
            let moved = |at: Point| Point::new(at.x + area.x, at.y + area.y);
            Action::Swipe(moved(from), moved(to), time)
        }
        other => other,
    }
}

/// Returns the swipe on a screen of this size; it stays clear of the edges.
pub(super) fn action(size: Size, direction: Direction, stroke: Option<Stroke>) -> Action {
    let (x, y) = (size.width / 2.0, size.height / 2.0);
    let stroke = stroke.unwrap_or(Stroke {
        distance: size.height * Swipe::REACH * 2.0,
        duration: Swipe::DURATION,
    });
    let reach = stroke.distance / 2.0;
    let (dx, dy) = match direction {
        Direction::Up => (0.0, -reach),
        Direction::Down => (0.0, reach),
        Direction::Left => (-reach, 0.0),
        Direction::Right => (reach, 0.0),
    };
    let inside = |value: f64, extent: f64| {
        let margin = (extent * MARGIN).max(1.0);
        value.min(extent - margin).max(margin)
    };
    let clamped = |x: f64, y: f64| Point::new(inside(x, size.width), inside(y, size.height));
    Action::Swipe(
        clamped(x - dx, y - dy),
        clamped(x + dx, y + dy),
        stroke.duration,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn up_goes_from_below_the_middle_to_above_it() {
        let size = Size::new(410.0, 900.0);
        let expected = Action::Swipe(
            Point::new(205.0, 585.0),
            Point::new(205.0, 315.0),
            Swipe::DURATION,
        );
        assert_eq!(action(size, Direction::Up, None), expected);
    }

    #[test]
    fn a_swipe_stays_clear_of_the_edges_of_a_narrow_screen() {
        let Action::Swipe(from, to, _) = action(Size::new(100.0, 900.0), Direction::Left, None)
        else {
            panic!("a swipe is a swipe");
        };
        assert_eq!((from.x, to.x), (85.0, 15.0));
    }
}
