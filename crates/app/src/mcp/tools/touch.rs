//! `tap`, `swipe`, `scroll_to`: what a finger does.

use std::time::Duration;

use retap_drivers::SystemClock;
use retap_model::device::{Action, Clock as _, SpecialAct};
use retap_model::geometry::{Direction, Point};
use retap_model::program::{DoubleTap, Effect, Hover, LongPress, ScrollTo, StepKind, Swipe, Tap};
use retap_model::reason::Reason;
use retap_model::verdict::Verdict;
use retap_model::verify::{ActionType, changed};

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

/// How long the screen may take to answer a touch at a place without words.
const ANSWER: Duration = Duration::from_secs(3);

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
    let hold = args.number("hold_ms").map(|_| args.millis("hold_ms", 500));
    let is_double = args.is("double") == Some(true);
    let is_hover = args.is("hover") == Some(true);
    let (target, evidence) = match touch_target(session, args, call)? {
        TouchTarget::Named(named) => (named.target, named.evidence),
        TouchTarget::Place(at) => {
            let action = match (hold, is_double) {
                _ if is_hover => Action::Special(SpecialAct::Hover, at),
                (Some(hold), _) => Action::LongPress(at, hold),
                (None, true) => Action::DoubleTap(at),
                (None, false) => Action::Tap(at),
            };
            return touch_place(session, &action, call);
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
    let step = AgentStep {
        kind,
        evidence,
        action_type,
        timeout: args.millis("timeout_ms", FIND),
    };
    Ok(session.act(step, call))
}

/// Sends a touch that is no step and waits for the screen to answer it.
pub(crate) fn touch_place(
    session: &mut DeviceSession,
    action: &Action,
    call: &Call,
) -> Result<ActResult, Refusal> {
    let before = session.look(call)?;
    let at = SystemClock::new().timestamp();
    let number = session.send(action, call)?;
    let watched = session.watch(call, ANSWER, |now| changed(&before, now).then_some(()));
    let act = action.to_string();
    let verdict = match &watched.ended {
        Ok(_) => Verdict::passed(Reason::Changed { act }),
        Err(Ok(_)) => Verdict::failed(Reason::NothingChanged { act }),
        Err(Err(unseen)) => Verdict::failed(Reason::Unreadable {
            message: unseen.to_string(),
        }),
    };
    Ok(ActResult {
        number,
        at,
        action_type: ActionType::LocalState,
        verdict,
        is_sent: true,
        acts: 1,
        reached_scroll_end: false,
        measured: None,
        failure: None,
        candidates: Vec::new(),
        before: Some(before),
        after: session.engine.last(),
        resolved: None,
    })
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
        return touch_place(session, &Action::Swipe(from, to, time), call);
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
