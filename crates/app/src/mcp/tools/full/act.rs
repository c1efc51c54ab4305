//! Acts that answer with the whole envelope.

use std::sync::Arc;
use std::time::Duration;

use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{Effect, ScrollTo, StepKind, Stroke, Swipe, Tap, Target};
use retap_model::screen::Screen;
use retap_model::select::{Search, locate};
use retap_model::verify::{ActionType, FailureCode, screen_mark};
use serde_json::{Value, json};

use super::super::super::args::{Args, missing};
use super::super::super::call::Call;
use super::super::super::deed::{Acted, Deed};
use super::super::super::desk::Desk;
use super::super::super::envelope::{Asked, full, refused};
use super::super::super::reply::{Refusal, Reply};
use super::super::element_json;
use super::super::enter::{do_type, press};
use super::super::touch::{do_swipe, do_tap};

/// How long an element that was told is looked for.
const FIND: Duration = Duration::from_secs(2);

/// How much of the height of the screen one scroll may go.
const SCROLL: std::ops::RangeInclusive<f64> = 0.05..=0.9;

/// Taps what the arguments mean.
pub(super) fn tap(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
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
    let acted = do_tap(desk, args, call);
    told(desk, "tap", asked, acted)
}

/// Taps what an id stands for. One that was never told touches nothing.
pub(super) fn tap_element(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let id = args.need_text("elementId")?;
    let asked = Asked {
        selector: json!({ "elementId": id }),
        message: format!("Tapped {id}"),
    };
    let known = desk.ids.find(id);
    let Some((target, evidence)) = known.and_then(|it| Some((it.target?, it.evidence))) else {
        let message = format!("`{id}` stands for nothing any more; resolve the element again");
        let stale = Refusal::new(FailureCode::StaleReference, message);
        return refused(desk, "tap_element", asked.selector, stale);
    };
    let deed = Deed {
        action_type: ActionType::of_touching(&target.label.reveal()),
        kind: StepKind::Tap(Tap {
            target,
            effect: Effect::Visible,
        }),
        evidence: Some(evidence),
        timeout: FIND,
    };
    let mut acted = desk.act(deed, call);
    // That what was told is gone is about the reference, not about the words.
    if acted.failure == Some(FailureCode::ElementNotFound) && !acted.is_sent {
        acted.failure = Some(FailureCode::StaleReference);
    }
    Ok(full(desk, &acted, "tap_element", asked))
}

/// Moves a finger.
pub(super) fn swipe(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
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
    let acted = do_swipe(desk, args, call);
    told(desk, "swipe", asked, acted)
}

/// Types text.
pub(super) fn type_text(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let text = args.need_text("text")?;
    let asked = Asked {
        // A secret is masked here as everywhere.
        selector: json!({ "text": text }),
        message: format!("Typed {} characters", text.chars().count()),
    };
    let acted = do_type(desk, args, call);
    told(desk, "type_text", asked, acted)
}

/// Returns the envelope of an act, sent or refused.
fn told(
    desk: &mut Desk,
    name: &str,
    asked: Asked,
    acted: Result<Acted, Refusal>,
) -> Result<Reply, Refusal> {
    match acted {
        Ok(acted) => Ok(full(desk, &acted, name, asked)),
        Err(refusal) => refused(desk, name, asked.selector, refusal),
    }
}

/// Goes back.
pub(super) fn press_back(desk: &mut Desk, _args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(desk, StepKind::Back, call);
    let asked = Asked {
        selector: json!({ "key": "back" }),
        message: "Pressed back".to_owned(),
    };
    Ok(full(desk, &acted, "press_back", asked))
}

/// Scrolls until an element is visible; here alone success is the outcome.
pub(super) fn scroll_to_element(
    desk: &mut Desk,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let selector = args.value("selector").cloned().unwrap_or(Value::Null);
    let scroll = match scroll_of(desk, args) {
        Ok(scroll) => scroll,
        Err(refusal) => return refused(desk, "scroll_to_element", selector, refusal),
    };
    let deed = Deed {
        kind: StepKind::ScrollTo(scroll.clone()),
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: FIND,
    };
    let acted = by_outcome(desk.act(deed, call));
    let asked = Asked {
        selector,
        message: format!("Found after {} scroll(s)", acted.acts),
    };
    let mut reply = full(desk, &acted, "scroll_to_element", asked);
    reply.data["details"]["scrollsPerformed"] = json!(acted.acts);
    if let Some(screen) = acted.after.as_ref().filter(|_| acted.is_sent)
        && let Search::Found(found) = locate(screen, &scroll.target, None)
    {
        reply.data["target"]["resolved"] = element_json(desk, screen, found.index);
    }
    reply.texts = vec![reply.data.to_string()];
    Ok(reply)
}

fn scroll_of(desk: &Desk, args: &Args) -> Result<ScrollTo, Refusal> {
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
    let height = desk.hands.opened.device.info().size.height;
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
fn by_outcome(mut acted: Acted) -> Acted {
    acted.is_sent = acted.verdict.is_passed();
    let mark = |screen: &Option<Arc<Screen>>| screen.as_ref().map(|it| screen_mark(it));
    let is_unmoved = acted.acts > 0 && mark(&acted.before) == mark(&acted.after);
    if !acted.is_sent && matches!(acted.failure, None | Some(FailureCode::Unknown)) {
        acted.failure = Some(if acted.stood_still || is_unmoved {
            FailureCode::NavigationNoChange
        } else {
            FailureCode::Unknown
        });
    }
    acted
}
