//! `tap`, `swipe`, `scroll_to`: what a finger does.

use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::{Action, Clock as _};
use retap_model::geometry::{Direction, Point};
use retap_model::program::{DoubleTap, Effect, Hover, LongPress, ScrollTo, StepKind, Swipe, Tap};
use retap_model::verdict::Verdict;
use retap_model::verify::{ActionType, changed};

use super::super::args::Args;
use super::super::call::Call;
use super::super::deed::{Acted, Deed};
use super::super::desk::Desk;
use super::super::envelope;
use super::super::reply::{Refusal, Reply};
use super::aim::{Aim, aim, by_words};

/// How long a touch waits for its target when the call does not say.
const FIND: u64 = 5_000;

/// How long the screen may take to answer a touch at a place without words.
const ANSWER: Duration = Duration::from_secs(3);

/// Touches one thing once.
pub(super) fn tap(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_tap(desk, args, call)?;
    Ok(envelope::lean(desk, &acted))
}

/// Touches what the arguments mean and returns what came of it.
pub(super) fn do_tap(desk: &mut Desk, args: &Args, call: &Call) -> Result<Acted, Refusal> {
    let hold = args.number("hold_ms").map(|_| args.millis("hold_ms", 500));
    let is_double = args.is("double") == Some(true);
    let is_hover = args.is("hover") == Some(true);
    let (target, evidence) = match aim(desk, args, call)? {
        Aim::Named(named) => (named.target, named.evidence),
        Aim::Place(at) => {
            let action = match (hold, is_double) {
                _ if is_hover => Action::Hover(at),
                (Some(hold), _) => Action::LongPress(at, hold),
                (None, true) => Action::DoubleTap(at),
                (None, false) => Action::Tap(at),
            };
            return touch_place(desk, &action, call);
        }
    };
    let action_type = match is_hover {
        true => ActionType::LocalState,
        false => ActionType::of_touching(&target.label.reveal()),
    };
    let kind = match (hold, is_double) {
        _ if is_hover => StepKind::Hover(Hover {
            target,
            effect: Effect::Visible,
        }),
        (Some(hold), _) => StepKind::LongPress(LongPress {
            target,
            duration: Some(hold),
        }),
        (None, true) => StepKind::DoubleTap(DoubleTap { target }),
        (None, false) => StepKind::Tap(Tap {
            target,
            effect: Effect::Visible,
        }),
    };
    let deed = Deed {
        kind,
        evidence,
        action_type,
        timeout: args.millis("timeout_ms", FIND),
    };
    Ok(desk.act(deed, call))
}

/// Sends a touch that is no step and waits for the screen to answer it.
pub(super) fn touch_place(desk: &mut Desk, action: &Action, call: &Call) -> Result<Acted, Refusal> {
    let before = desk.look(call)?;
    let at = SystemClock::new().timestamp();
    let number = desk.send(action, call)?;
    let watched = desk.watch(call, ANSWER, |now| changed(&before, now).then_some(()));
    let verdict = match &watched.ended {
        Ok(_) => Verdict::passed(format!("{action}; the screen changed")),
        Err(Ok(_)) => Verdict::failed(format!("after {action}, nothing changed")),
        Err(Err(unseen)) => Verdict::failed(format!("after {action}: {unseen}")),
    };
    Ok(Acted {
        number,
        at,
        action_type: ActionType::LocalState,
        verdict,
        is_sent: true,
        acts: 1,
        stood_still: false,
        measured: None,
        failure: None,
        candidates: Vec::new(),
        before: Some(before),
        after: desk.engine.last(),
        resolved: None,
    })
}

/// Moves a finger.
pub(super) fn swipe(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_swipe(desk, args, call)?;
    Ok(envelope::lean(desk, &acted))
}

/// Moves a finger as the arguments say and returns what came of it.
pub(super) fn do_swipe(desk: &mut Desk, args: &Args, call: &Call) -> Result<Acted, Refusal> {
    let corner = |x: &str, y: &str| Some(Point::new(args.number(x)?, args.number(y)?));
    let from = corner("x1", "y1").or_else(|| corner("from_x", "from_y"));
    let to = corner("x2", "y2").or_else(|| corner("to_x", "to_y"));
    if let (Some(from), Some(to)) = (from, to) {
        let time = args.millis(
            "duration",
            args.millis("duration_ms", 300).as_millis() as u64,
        );
        return touch_place(desk, &Action::Swipe(from, to, time), call);
    }
    let Some(direction) = args.text("direction").and_then(Direction::from_word) else {
        return Err(Refusal::input("say a direction: up, down, left or right"));
    };
    let deed = Deed {
        kind: StepKind::Swipe(Swipe {
            direction,
            stroke: None,
        }),
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: Duration::from_millis(FIND),
    };
    Ok(desk.act(deed, call))
}

/// Swipes until something is in view. Success is that it is.
pub(super) fn scroll_to(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_scroll(desk, args, call)?;
    Ok(envelope::proof(desk, &acted))
}

/// Swipes as the arguments say and returns what came of it.
pub(super) fn do_scroll(desk: &mut Desk, args: &Args, call: &Call) -> Result<Acted, Refusal> {
    let Some(target) = by_words(args) else {
        return Err(Refusal::input("say a text, a label or an id"));
    };
    let word = args.text("direction").unwrap_or("up");
    let direction = Direction::from_word(word)
        .ok_or_else(|| Refusal::input(format!("`{word}` is no direction")))?;
    let most = args.count("max").or_else(|| args.count("max_scrolls"));
    let max = most.and_then(|it| u32::try_from(it).ok());
    let deed = Deed {
        kind: StepKind::ScrollTo(ScrollTo {
            target,
            direction,
            max: max.unwrap_or(ScrollTo::DEFAULT_MAX),
            stroke: None,
        }),
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: Duration::from_millis(FIND),
    };
    Ok(desk.act(deed, call))
}
