//! Acts that answer with the whole envelope.

use std::sync::Arc;
use std::time::Duration;

use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{Back, ScrollTo, StepKind, Stroke, Swipe, Tap, Target, TouchEffect};
use retap_model::screen::Screen;
use retap_model::select::{Search, locate};
use retap_model::verify::ActionType::LocalState;
use retap_model::verify::{ActionType, FailureCode};
use serde_json::{Value, json};

use super::debug_tool;
use super::element::ShownElement;
use super::envelope::{Asked, Envelope};
use crate::mcp::args::missing;
use crate::mcp::compat::screen_mark;
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::tools::keyboard::{do_type, press};
use crate::mcp::tools::touch::{do_swipe, do_tap};
use crate::mcp::{ActResult, AgentStep, Args, Call, DeviceSession, Refusal, Reply};
use crate::permissions::Access::Acts;

pub(super) const TAP: ToolSpec = debug_tool(
    "tap",
    "Taps a place. success means dispatched.",
    Acts,
    OnDevice(tap),
)
.takes("x:number! y:number! platform:android|ios deviceId")
.gives::<Envelope>();

pub(super) const TAP_ELEMENT: ToolSpec = debug_tool(
    "tap_element",
    "Taps an element by the id that wait_for_ui or find_element returned.",
    Acts,
    OnDevice(tap_element),
)
.takes("elementId!")
.gives::<Envelope>();

pub(super) const SWIPE: ToolSpec = debug_tool(
    "swipe",
    "Moves a finger from x1,y1 to x2,y2 in duration milliseconds.",
    Acts,
    OnDevice(swipe),
)
.takes("x1:number! y1:number! x2:number! y2:number! duration:number! platform:android|ios=android deviceId")
.gives::<Envelope>()
.touching(LocalState);

pub(super) const SCROLL_TO_ELEMENT: ToolSpec = debug_tool(
    "scroll_to_element",
    "Scrolls until an element is visible; success is that it is.",
    Acts,
    OnDevice(scroll_to_element),
)
.takes(
    "platform:android|ios! selector:{text resourceId contentDesc className}! direction:down|up=down \
     maxScrolls:number=10 scrollAmount:number=0.7 deviceId",
)
.gives::<Envelope>()
.touching(LocalState);

pub(super) const TYPE_TEXT: ToolSpec = debug_tool(
    "type_text",
    "Types literally into what has the focus, or into a field.",
    Acts,
    OnDevice(type_text),
)
.takes("text! into element:integer secret:boolean deviceId")
.gives::<Envelope>()
.touching(LocalState);

pub(super) const PRESS_BACK: ToolSpec =
    debug_tool("press_back", "Goes back.", Acts, OnDevice(press_back))
        .takes("deviceId")
        .gives::<Envelope>()
        .touching(LocalState);

/// `tap` where every server's tools are listed: it takes the arguments of each.
pub(crate) const ANY_TAP: ToolSpec = debug_tool(
    "tap",
    "Taps x and y, or one thing by element, text with row or index, or id. success means dispatched.",
    Acts,
    OnDevice(tap),
)
.takes(
    "x:number y:number element:integer text row index:integer id hold_ms:number double:boolean \
     hover:boolean timeout_ms:number=5000 platform:android|ios deviceId",
)
.gives::<Envelope>();

/// `swipe` where every server's tools are listed: it takes the arguments of each.
pub(crate) const ANY_SWIPE: ToolSpec = debug_tool(
    "swipe",
    "Moves a finger from x1,y1 to x2,y2 (or from_x,from_y to to_x,to_y), or in a direction.",
    Acts,
    OnDevice(swipe),
)
.takes(
    "x1:number y1:number x2:number y2:number duration:number from_x:number from_y:number to_x:number \
     to_y:number duration_ms:number=300 direction:up|down|left|right platform:android|ios=android deviceId",
)
.gives::<Envelope>()
.touching(LocalState);

/// How long an element that was told is looked for.
const FIND: Duration = Duration::from_secs(2);

/// How much of the height of the screen one scroll may go.
const SCROLL: std::ops::RangeInclusive<f64> = 0.05..=0.9;

/// Taps what the arguments mean.
fn tap(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let is_place = ["x", "y"].iter().any(|name| args.value(name).is_some());
    let (selector, message) = if is_place {
        let (x, y) = (args.need_number("x")?, args.need_number("y")?);
        let message = format!("Tapped at ({}, {})", x as i64, y as i64);
        (json!({ "x": x, "y": y }), message)
    } else {
        let selector = json!({ "text": args.text("text"), "id": args.text("id") });
        (selector, "Tapped".to_owned())
    };
    let acted = do_tap(session, args, call);
    let tool = "tap";
    Asked {
        tool,
        selector,
        message,
    }
    .reply(session, acted)
}

/// Taps what an id stands for. One that was never told touches nothing.
fn tap_element(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let id = args.need_text("elementId")?;
    let asked = Asked {
        tool: "tap_element",
        selector: json!({ "elementId": id }),
        message: format!("Tapped {id}"),
    };
    let known = session.compat.element_ids.find(id);
    let Some((target, evidence)) = known.and_then(|it| Some((it.target?, it.evidence))) else {
        let message = format!("`{id}` stands for nothing any more; resolve the element again");
        let stale = Refusal::new(FailureCode::StaleReference, message);
        return asked.reply(session, Err(stale));
    };
    let step = AgentStep {
        action_type: ActionType::of_touching(&target.label.reveal()),
        kind: StepKind::Tap(Tap {
            target,
            effect: TouchEffect::Visible,
        }),
        evidence: Some(evidence),
        timeout: FIND,
    };
    let mut acted = session.act(step, call);
    // That what was told is gone is about the reference, not about the words.
    if acted.failure == Some(FailureCode::ElementNotFound) && !acted.is_sent {
        acted.failure = Some(FailureCode::StaleReference);
    }
    asked.reply(session, Ok(acted))
}

/// Moves a finger.
fn swipe(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let corner = |one: &str, other: &str| args.number(one).or_else(|| args.number(other));
    let corners = [
        ("x1", "from_x"),
        ("y1", "from_y"),
        ("x2", "to_x"),
        ("y2", "to_y"),
    ];
    let [x1, y1, x2, y2] = corners.map(|(one, other)| corner(one, other));
    let message = match args.text("direction") {
        Some(direction) if x1.is_none() => format!("Swiped {direction}"),
        Some(_) | None => {
            let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|it| it.unwrap_or_default() as i64);
            format!("Swiped from ({x1},{y1}) to ({x2},{y2})")
        }
    };
    let asked = Asked {
        tool: "swipe",
        selector: json!({
            "x1": x1, "y1": y1, "x2": x2, "y2": y2, "duration": corner("duration", "duration_ms"),
        }),
        message,
    };
    let acted = do_swipe(session, args, call);
    asked.reply(session, acted)
}

/// Types text.
fn type_text(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let text = args.need_text("text")?;
    let asked = Asked {
        tool: "type_text",
        // A secret is masked here as everywhere.
        selector: json!({ "text": text }),
        message: format!("Typed {} characters", text.chars().count()),
    };
    let acted = do_type(session, args, call);
    asked.reply(session, acted)
}

/// Goes back.
fn press_back(session: &mut DeviceSession, _args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let asked = Asked {
        tool: "press_back",
        selector: json!({ "key": "back" }),
        message: "Pressed back".to_owned(),
    };
    let acted = press(session, StepKind::Back(Back), call);
    asked.reply(session, Ok(acted))
}

/// Scrolls until an element is visible; here alone success is the outcome.
fn scroll_to_element(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let mut asked = Asked {
        tool: "scroll_to_element",
        selector: args.value("selector").cloned().unwrap_or(Value::Null),
        message: String::new(),
    };
    let scroll = match scroll_of(session, args) {
        Ok(scroll) => scroll,
        Err(refusal) => return asked.reply(session, Err(refusal)),
    };
    let step = AgentStep {
        kind: StepKind::ScrollTo(scroll.clone()),
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: FIND,
    };
    let acted = by_outcome(session.act(step, call));
    asked.message = format!("Found after {} scroll(s)", acted.acts);
    let mut envelope = Envelope::of(session, &acted, asked);
    envelope.details.scrolls = Some(acted.acts);
    // The step looks whether anything of that name shows; which one is told where only one does.
    if let Some(screen) = acted.after.as_ref().filter(|_| acted.is_sent)
        && let Search::Found(found) = locate(screen, &scroll.target, None)
    {
        envelope.target.resolved = Some(ShownElement::of(session, screen, found.index));
    }
    Ok(envelope.into_reply())
}

fn scroll_of(session: &DeviceSession, args: &Args) -> Result<ScrollTo, Refusal> {
    let selector = args
        .object("selector")
        .ok_or_else(|| missing("object", "selector"))?;
    let either = |one: &str, other: &str| {
        let said = selector.words(one).or_else(|| selector.words(other));
        said.map(Phrase::literal)
    };
    let (label, id) = (
        either("text", "contentDesc"),
        either("resourceId", "resource_id"),
    );
    if label.is_none() && id.is_none() {
        return Err(Refusal::new(
            FailureCode::InvalidSelector,
            "the selector names nothing that tells one element from others: text, resourceId or contentDesc",
        ));
    }
    let most = args
        .count("maxScrolls")
        .and_then(|it| u32::try_from(it).ok());
    let share = args.number("scrollAmount").unwrap_or(0.7);
    let height = session.info().size.height;
    Ok(ScrollTo {
        target: Target {
            label: label.unwrap_or_default(),
            id,
            ..Target::default()
        },
        // The page is scrolled down by a finger that goes up.
        direction: match args.text("direction") {
            Some("up") => Direction::Down,
            Some(_) | None => Direction::Up,
        },
        max: most.unwrap_or(ScrollTo::DEFAULT_MAX),
        stroke: Some(Stroke {
            distance: height * share.clamp(*SCROLL.start(), *SCROLL.end()),
            duration: Swipe::DURATION,
        }),
    })
}

/// Returns the act with its outcome as its success: a page that does not move any further is another
/// failure than one that was not scrolled far enough.
fn by_outcome(mut acted: ActResult) -> ActResult {
    acted.is_sent = acted.verdict.is_passed();
    let mark = |screen: &Option<Arc<Screen>>| screen.as_ref().map(|it| screen_mark(it));
    let is_unmoved = acted.acts > 0 && mark(&acted.before) == mark(&acted.after);
    let is_in_vain = matches!(
        acted.failure,
        None | Some(FailureCode::Unknown | FailureCode::ElementNotFound)
    );
    if !acted.is_sent && is_in_vain {
        acted.failure = Some(if acted.reached_scroll_end || is_unmoved {
            FailureCode::NavigationNoChange
        } else {
            FailureCode::Unknown
        });
    }
    acted
}
