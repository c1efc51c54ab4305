//! `tap`, `swipe`, `scroll_to`: what a finger does, and the one thing it is done to.

use std::time::Duration;

use retap_model::device::{Action, SpecialAct};
use retap_model::geometry::{Direction, Point};
use retap_model::phrase::Phrase;
use retap_model::program::{
    DoubleTap, Gesture, Hover, LongPress, ScrollTo, StepKind, Swipe, Tap, Target, TouchEffect,
};
use retap_model::screen::{Role, Screen};
use retap_model::select::{Evidence, name_element};
use retap_model::verify::FailureCode;

use crate::mcp::{ActResult, AgentStep, Answer, Args, DeviceSession, Refusal, ToolCall, envelope};

/// How long a touch waits for its target when the call does not say.
const FIND: u64 = 5_000;

/// Touches what the arguments mean and returns what came of it.
pub(crate) fn do_tap(call: &mut ToolCall<'_>) -> Result<ActResult, Refusal> {
    let touch = Touch::of(call.args);
    let (kind, evidence) = match touch_target(call)? {
        TouchTarget::Named(named) => (touch.on(named.target), named.evidence),
        TouchTarget::Place(at) => (touch.at(at), None),
    };
    Ok(call.act(AgentStep {
        evidence,
        timeout: call.args.millis("timeout_ms", FIND),
        ..AgentStep::new(kind)
    }))
}

/// A gesture of a finger or a pointer at one place.
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
            Self::Once => Tap {
                target,
                effect,
                ..Tap::default()
            }
            .into(),
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

/// Moves a finger as the arguments say and returns what came of it.
pub(crate) fn do_swipe(call: &mut ToolCall<'_>) -> Result<ActResult, Refusal> {
    let corner = |x: &str, y: &str| Some(Point::new(call.args.number(x)?, call.args.number(y)?));
    let from = corner("x1", "y1").or_else(|| corner("from_x", "from_y"));
    let to = corner("x2", "y2").or_else(|| corner("to_x", "to_y"));
    if let (Some(from), Some(to)) = (from, to) {
        let usual = call.args.millis("duration_ms", 300).as_millis() as u64;
        let action = Action::Swipe(from, to, call.args.millis("duration", usual));
        return Ok(call.step(Gesture { action }));
    }
    let Some(direction) = call.args.text("direction").and_then(Direction::from_word) else {
        return Err(Refusal::input("say a direction: up, down, left or right"));
    };
    let stroke = None;
    Ok(call.step(Swipe { direction, stroke }))
}

/// Swipes until something is in view. Success is that it is.
pub(super) fn scroll_to(call: &mut ToolCall<'_>) -> Answer {
    let acted = do_scroll(call)?;
    Ok(envelope::proof(call, &acted))
}

/// Swipes as the arguments say and returns what came of it.
pub(crate) fn do_scroll(call: &mut ToolCall<'_>) -> Result<ActResult, Refusal> {
    let Some(target) = target_by_words(call.args) else {
        return Err(Refusal::input("say a text, a label or an id"));
    };
    let word = call.args.text("direction").unwrap_or("up");
    let direction = Direction::from_word(word)
        .ok_or_else(|| Refusal::input(format!("`{word}` is no direction")))?;
    let max = call.args.count("max");
    let max = max.or_else(|| call.args.count("max_scrolls"));
    Ok(call.step(ScrollTo {
        target,
        direction,
        max: max.unwrap_or(ScrollTo::DEFAULT_MAX),
        stroke: None,
    }))
}

/// The element or place that is meant.
pub(crate) enum TouchTarget {
    /// Something that has words.
    Named(Box<Named>),
    /// A place where nothing has words.
    Place(Point),
}

/// Something that has words.
pub(crate) struct Named {
    pub(crate) target: Target,
    /// The evidence of it, where it was pointed at.
    pub(crate) evidence: Option<Evidence>,
}

impl TouchTarget {
    /// Returns an element by its words; the place where it has none.
    fn of(screen: &Screen, index: usize, place: Point) -> Self {
        match name_element(screen, index) {
            Some(target) => Self::named(target, Some(Evidence::of(screen, index))),
            None => Self::Place(place),
        }
    }

    fn named(target: Target, evidence: Option<Evidence>) -> Self {
        Self::Named(Box::new(Named { target, evidence }))
    }
}

/// Returns what `element`, `text` with `row` and `index`, `id`, or `x` and `y` mean.
pub(crate) fn touch_target(call: &mut ToolCall<'_>) -> Result<TouchTarget, Refusal> {
    if let Some(number) = call.args.count("element") {
        return target_by_number(call, number);
    }
    if let Some(target) = target_by_words(call.args) {
        return Ok(TouchTarget::named(target, None));
    }
    match (call.args.number("x"), call.args.number("y")) {
        (Some(x), Some(y)) => by_place(call, Point::new(x, y)),
        (_, _) => Err(Refusal::input(
            "say what is meant: element, text, id, or x and y",
        )),
    }
}

/// Returns the target that words name; nothing where there are none.
pub(crate) fn target_by_words(args: &Args) -> Option<Target> {
    let label = args.words("text").or_else(|| args.words("label"));
    let id = args.words("id");
    if label.is_none() && id.is_none() {
        return None;
    }
    Some(Target {
        label: Phrase::literal(label.unwrap_or_default()),
        row: args.words("row").map(Phrase::literal),
        index: args.count("index"),
        id: id.map(Phrase::literal),
        ..Target::default()
    })
}

/// Returns the element of a number on the screen the client saw last.
pub(crate) fn target_by_number(
    session: &DeviceSession,
    number: usize,
) -> Result<TouchTarget, Refusal> {
    let stale = |words: String| Refusal::new(FailureCode::StaleReference, words);
    let Some(screen) = session.shown.last() else {
        let words = "no screen was shown yet; call screen first";
        return Err(stale(words.to_owned()));
    };
    match screen.elements.get(number) {
        Some(element) => Ok(TouchTarget::of(&screen, number, element.bounds.center())),
        None => Err(stale(format!(
            "there is no element {number} on the screen of revision {}",
            screen.revision
        ))),
    }
}

/// Returns what a place stands for: the control under it, or the place itself where the exact spot
/// matters or nothing has words.
fn by_place(call: &mut ToolCall<'_>, at: Point) -> Result<TouchTarget, Refusal> {
    let screen = call.seen()?;
    let front = screen.element_at(at);
    let holder = front.and_then(|front| screen.touched_for(front));
    let is_exact = |index: &usize| screen.elements[*index].role == Role::Slider;
    Ok(match holder.filter(|index| !is_exact(index)) {
        Some(index) => TouchTarget::of(&screen, index, at),
        None => TouchTarget::Place(at),
    })
}
