//! Acts that answer with the whole envelope.

use std::sync::Arc;
use std::time::Duration;

use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{Back, Effect, ScrollTo, StepKind, Stroke, Swipe, Tap, Target};
use retap_model::screen::Screen;
use retap_model::select::{Search, locate};
use retap_model::verify::{ActionType, FailureCode};
use serde_json::{Value, json};

use super::element::element_json;
use crate::mcp::args::missing;
use crate::mcp::compat::fingerprint::screen_mark;
use crate::mcp::envelope::{Asked, full, refused};
use crate::mcp::tools::keyboard::{do_type, press};
use crate::mcp::tools::touch::{do_swipe, do_tap};
use crate::mcp::{ActResult, AgentStep, Args, Call, DeviceSession, Refusal, Reply};

/// How long an element that was told is looked for.
const FIND: Duration = Duration::from_secs(2);

/// How much of the height of the screen one scroll may go.
const SCROLL: std::ops::RangeInclusive<f64> = 0.05..=0.9;

/// Taps what the arguments mean.
pub(crate) fn tap(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let is_place = ["x", "y"].iter().any(|name| args.value(name).is_some());
    if is_place {
        args.need_number("x")?;
        args.need_number("y")?;
    }
    let asked = match (args.number("x"), args.number("y")) {
        (Some(x), Some(y)) => Asked {
            selector: json!({ "x": x, "y": y }),
            message: format!("Tapped at ({}, {})", x as i64, y as i64),
        },
        (_, _) => Asked {
            selector: json!({ "text": args.text("text"), "id": args.text("id") }),
            message: "Tapped".to_owned(),
        },
    };
    let acted = do_tap(session, args, call);
    told(session, "tap", asked, acted)
}

/// Taps what an id stands for. One that was never told touches nothing.
pub(super) fn tap_element(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let id = args.need_text("elementId")?;
    let asked = Asked {
        selector: json!({ "elementId": id }),
        message: format!("Tapped {id}"),
    };
    let known = session.ids.find(id);
    let Some((target, evidence)) = known.and_then(|it| Some((it.target?, it.evidence))) else {
        let message = format!("`{id}` stands for nothing any more; resolve the element again");
        let stale = Refusal::new(FailureCode::StaleReference, message);
        return refused(session, "tap_element", asked.selector, stale);
    };
    let step = AgentStep {
        action_type: ActionType::of_touching(&target.label.reveal()),
        kind: StepKind::Tap(Tap {
            target,
            effect: Effect::Visible,
        }),
        evidence: Some(evidence),
        timeout: FIND,
    };
    let mut acted = session.act(step, call);
    // That what was told is gone is about the reference, not about the words.
    if acted.failure == Some(FailureCode::ElementNotFound) && !acted.is_sent {
        acted.failure = Some(FailureCode::StaleReference);
    }
    Ok(full(session, &acted, "tap_element", asked))
}

/// Moves a finger.
pub(crate) fn swipe(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let corner = |one: &str, other: &str| args.number(one).or_else(|| args.number(other));
    let [x1, y1, x2, y2] = [
        corner("x1", "from_x"),
        corner("y1", "from_y"),
        corner("x2", "to_x"),
        corner("y2", "to_y"),
    ];
    let whole = |value: Option<f64>| value.unwrap_or_default() as i64;
    let asked = Asked {
        selector: json!({
            "x1": x1, "y1": y1, "x2": x2, "y2": y2, "duration": corner("duration", "duration_ms"),
        }),
        message: match args.text("direction") {
            Some(direction) if x1.is_none() => format!("Swiped {direction}"),
            Some(_) | None => format!(
                "Swiped from ({},{}) to ({},{})",
                whole(x1),
                whole(y1),
                whole(x2),
                whole(y2)
            ),
        },
    };
    let acted = do_swipe(session, args, call);
    told(session, "swipe", asked, acted)
}

/// Types text.
pub(super) fn type_text(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let text = args.need_text("text")?;
    let asked = Asked {
        // A secret is masked here as everywhere.
        selector: json!({ "text": text }),
        message: format!("Typed {} characters", text.chars().count()),
    };
    let acted = do_type(session, args, call);
    told(session, "type_text", asked, acted)
}

/// Returns the envelope of an act, sent or refused.
fn told(
    session: &mut DeviceSession,
    name: &str,
    asked: Asked,
    acted: Result<ActResult, Refusal>,
) -> Result<Reply, Refusal> {
    match acted {
        Ok(acted) => Ok(full(session, &acted, name, asked)),
        Err(refusal) => refused(session, name, asked.selector, refusal),
    }
}

/// Goes back.
pub(super) fn press_back(
    session: &mut DeviceSession,
    _args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let acted = press(session, StepKind::Back(Back), call);
    let asked = Asked {
        selector: json!({ "key": "back" }),
        message: "Pressed back".to_owned(),
    };
    Ok(full(session, &acted, "press_back", asked))
}

/// Scrolls until an element is visible; here alone success is the outcome.
pub(super) fn scroll_to_element(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let selector = args.value("selector").cloned().unwrap_or(Value::Null);
    let scroll = match scroll_of(session, args) {
        Ok(scroll) => scroll,
        Err(refusal) => return refused(session, "scroll_to_element", selector, refusal),
    };
    let step = AgentStep {
        kind: StepKind::ScrollTo(scroll.clone()),
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: FIND,
    };
    let acted = by_outcome(session.act(step, call));
    let asked = Asked {
        selector,
        message: format!("Found after {} scroll(s)", acted.acts),
    };
    let mut reply = full(session, &acted, "scroll_to_element", asked);
    reply.data["details"]["scrollsPerformed"] = json!(acted.acts);
    if let Some(screen) = acted.after.as_ref().filter(|_| acted.is_sent)
        && let Search::Found(found) = locate(screen, &scroll.target, None)
    {
        reply.data["target"]["resolved"] = element_json(session, screen, found.index);
    }
    reply.texts = vec![reply.data.to_string()];
    Ok(reply)
}

fn scroll_of(session: &DeviceSession, args: &Args) -> Result<ScrollTo, Refusal> {
    let selector = args
        .object("selector")
        .ok_or_else(|| missing("object", "selector"))?;
    let label = selector
        .words("text")
        .or_else(|| selector.words("contentDesc"));
    let id = selector
        .words("resourceId")
        .or_else(|| selector.words("resource_id"));
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
    let height = session.connection.opened.device.info().size.height;
    Ok(ScrollTo {
        target: Target {
            label: Phrase::literal(label.unwrap_or_default()),
            id: id.map(Phrase::literal),
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
    if !acted.is_sent && matches!(acted.failure, None | Some(FailureCode::Unknown)) {
        acted.failure = Some(if acted.reached_scroll_end || is_unmoved {
            FailureCode::NavigationNoChange
        } else {
            FailureCode::Unknown
        });
    }
    acted
}
