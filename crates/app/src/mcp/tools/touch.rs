//! `tap`, `swipe`, `scroll_to`: what a finger does.

use std::time::Duration;

use retap_model::device::{Action, SpecialAct};
use retap_model::geometry::{Direction, Point};
use retap_model::program::{
    DoubleTap, Gesture, Hover, LongPress, ScrollTo, StepKind, Swipe, Tap, Target, TouchEffect,
};
use retap_model::verify::ActionType;

use super::touch_target::{TouchTarget, target_by_words, touch_target};
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::{ActResult, AgentStep, Args, Call, DeviceSession, Refusal, Reply, envelope};
use crate::permissions::Access::Acts;
use retap_model::verify::ActionType::LocalState;

/// `tap`.
pub(super) const TAP: ToolSpec = ToolSpec::new(
    "tap",
    "Touches one thing: element (its number on the screen), text with row or index, id, or x and y. hover: only points at it. success: it was sent; verdict: whether the screen answered. Returns what changed.",
    Acts,
    OnDevice(tap),
)
.takes(
    "element:integer text row index:integer id x:number y:number hold_ms:number double:boolean \
     hover:boolean timeout_ms:number=5000",
);

/// `swipe`.
pub(super) const SWIPE: ToolSpec = ToolSpec::new(
    "swipe",
    "Moves a finger from the middle, or from x1,y1 to x2,y2. direction is where the finger goes: up shows what is below.",
    Acts,
    OnDevice(swipe),
)
.takes("direction:up|down|left|right x1:number y1:number x2:number y2:number")
.touching(LocalState);

/// `scroll_to`.
pub(super) const SCROLL_TO: ToolSpec = ToolSpec::new(
    "scroll_to",
    "Swipes until a text or id is in view.",
    Acts,
    OnDevice(scroll_to),
)
.takes("text id direction:up|down|left|right=up max:integer=10")
.touching(LocalState);

/// How long a touch waits for its target when the call does not say.
const FIND: u64 = 5_000;

/// Touches one thing once.
fn tap(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_tap(session, args, call)?;
    Ok(envelope::lean(session, &acted))
}

/// Touches what the arguments mean and returns what came of it.
pub(crate) fn do_tap(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<ActResult, Refusal> {
    let touch = Touch::of(args);
    let (kind, evidence) = match touch_target(session, args, call)? {
        TouchTarget::Named(named) => (touch.on(named.target), named.evidence),
        TouchTarget::Place(at) => (touch.at(at), None),
    };
    let action_type = match (&touch, kind.acted_target()) {
        (Touch::Hover, _) | (_, None) => ActionType::LocalState,
        (_, Some(target)) => ActionType::of_touching(&target.label.reveal()),
    };
    let step = AgentStep {
        kind,
        evidence,
        action_type,
        timeout: args.millis("timeout_ms", FIND),
    };
    Ok(session.act(step, call))
}

/// What a finger or a pointer does at one place.
enum Touch {
    Hover,
    Hold(Duration),
    Double,
    Once,
}

impl Touch {
    fn of(args: &Args) -> Self {
        if args.is("hover") == Some(true) {
            Self::Hover
        } else if args.number("hold_ms").is_some() {
            Self::Hold(args.millis("hold_ms", 500))
        } else if args.is("double") == Some(true) {
            Self::Double
        } else {
            Self::Once
        }
    }

    fn on(&self, target: Target) -> StepKind {
        let effect = TouchEffect::Visible;
        match *self {
            Self::Hover => Hover { target, effect }.into(),
            Self::Hold(time) => {
                let duration = Some(time);
                LongPress { target, duration }.into()
            }
            Self::Double => DoubleTap { target }.into(),
            Self::Once => Tap { target, effect }.into(),
        }
    }

    fn at(&self, place: Point) -> StepKind {
        let action = match *self {
            Self::Hover => Action::Special(SpecialAct::Hover, place),
            Self::Hold(time) => Action::LongPress(place, time),
            Self::Double => Action::DoubleTap(place),
            Self::Once => Action::Tap(place),
        };
        Gesture { action }.into()
    }
}

/// Does what a finger does at a place, and checks that the screen answers it.
pub(crate) fn gesture(session: &mut DeviceSession, action: Action, call: &Call) -> ActResult {
    let step = AgentStep {
        kind: Gesture { action }.into(),
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: Duration::from_millis(FIND),
    };
    session.act(step, call)
}

/// Moves a finger.
fn swipe(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_swipe(session, args, call)?;
    Ok(envelope::lean(session, &acted))
}

/// Moves a finger as the arguments say and returns what came of it.
pub(crate) fn do_swipe(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<ActResult, Refusal> {
    let corner = |x: &str, y: &str| Some(Point::new(args.number(x)?, args.number(y)?));
    let from = corner("x1", "y1").or_else(|| corner("from_x", "from_y"));
    let to = corner("x2", "y2").or_else(|| corner("to_x", "to_y"));
    if let (Some(from), Some(to)) = (from, to) {
        let time = args.millis(
            "duration",
            args.millis("duration_ms", 300).as_millis() as u64,
        );
        return Ok(gesture(session, Action::Swipe(from, to, time), call));
    }
    let Some(direction) = args.text("direction").and_then(Direction::from_word) else {
        return Err(Refusal::input("say a direction: up, down, left or right"));
    };
    let step = AgentStep {
        kind: StepKind::Swipe(Swipe {
            direction,
            stroke: None,
        }),
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: Duration::from_millis(FIND),
    };
    Ok(session.act(step, call))
}

/// Swipes until something is in view. Success is that it is.
fn scroll_to(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_scroll(session, args, call)?;
    Ok(envelope::proof(session, &acted))
}

/// Swipes as the arguments say and returns what came of it.
pub(crate) fn do_scroll(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<ActResult, Refusal> {
    let Some(target) = target_by_words(args) else {
        return Err(Refusal::input("say a text, a label or an id"));
    };
    let word = args.text("direction").unwrap_or("up");
    let direction = Direction::from_word(word)
        .ok_or_else(|| Refusal::input(format!("`{word}` is no direction")))?;
    let most = args.count("max").or_else(|| args.count("max_scrolls"));
    let max = most.and_then(|it| u32::try_from(it).ok());
    let step = AgentStep {
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
    Ok(session.act(step, call))
}
