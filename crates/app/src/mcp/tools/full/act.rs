//! Acts that answer with the whole envelope.

use std::time::Duration;

use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::{Effect, ScrollTo, StepKind, Tap, Target};
use retap_model::verify::{ActionType, FailureCode};
use serde_json::{Value, json};

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::deed::{Acted, Deed};
use super::super::super::desk::Desk;
use super::super::super::envelope::full;
use super::super::super::reply::{Refusal, Reply};
use super::super::enter::{do_type, press};
use super::super::touch::{do_swipe, do_tap};

/// How long an element that was told is looked for.
const FIND: Duration = Duration::from_secs(2);

/// Taps what the arguments mean.
pub(super) fn tap(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_tap(desk, args, call)?;
    let selector = match (args.number("x"), args.number("y")) {
        (Some(x), Some(y)) => json!({ "x": x, "y": y }),
        (_, _) => json!({ "text": args.text("text"), "id": args.text("id") }),
    };
    Ok(full(desk, &acted, "tap", selector))
}

/// Taps what an id stands for. One that was never told touches nothing.
pub(super) fn tap_element(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let id = args.need_text("elementId")?;
    let stale = || {
        Refusal::new(
            FailureCode::StaleReference,
            format!("`{id}` stands for nothing any more; resolve the element again"),
        )
    };
    let known = desk.ids.find(id).ok_or_else(stale)?;
    let target = known.target.ok_or_else(stale)?;
    let deed = Deed {
        action_type: ActionType::of_touching(&target.label.reveal()),
        kind: StepKind::Tap(Tap {
            target,
            effect: Effect::Visible,
        }),
        evidence: Some(known.evidence),
        timeout: FIND,
    };
    let mut acted = desk.act(deed, call);
    // That what was told is gone is about the reference, not about the words.
    if acted.failure == Some(FailureCode::ElementNotFound) && !acted.is_sent {
        acted.failure = Some(FailureCode::StaleReference);
    }
    Ok(full(
        desk,
        &acted,
        "tap_element",
        json!({ "elementId": id }),
    ))
}

/// Moves a finger.
pub(super) fn swipe(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_swipe(desk, args, call)?;
    let corner = |name: &str| args.number(name);
    let selector = json!({
        "x1": corner("x1"), "y1": corner("y1"), "x2": corner("x2"), "y2": corner("y2"),
    });
    Ok(full(desk, &acted, "swipe", selector))
}

/// Types text.
pub(super) fn type_text(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = do_type(desk, args, call)?;
    let length = args.need_text("text")?.chars().count();
    Ok(full(
        desk,
        &acted,
        "type_text",
        json!({ "characters": length }),
    ))
}

/// Goes back.
pub(super) fn press_back(desk: &mut Desk, _args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let acted = press(desk, StepKind::Back, call);
    Ok(full(desk, &acted, "press_back", json!({ "key": "back" })))
}

/// Scrolls until an element is visible; here alone success is the outcome.
pub(super) fn scroll_to_element(
    desk: &mut Desk,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let selector = args.object("selector").unwrap_or_default();
    let label = selector
        .words("text")
        .or_else(|| selector.words("contentDesc"));
    let id = selector
        .words("resourceId")
        .or_else(|| selector.words("resource_id"));
    if label.is_none() && id.is_none() {
        return Err(Refusal::new(
            FailureCode::InvalidSelector,
            "the selector is empty",
        ));
    }
    let most = args
        .count("maxScrolls")
        .and_then(|it| u32::try_from(it).ok());
    let direction = match args.text("direction") {
        Some("up") => Direction::Down,
        Some(_) | None => Direction::Up,
    };
    let deed = Deed {
        kind: StepKind::ScrollTo(ScrollTo {
            target: Target {
                label: Phrase::literal(label.unwrap_or_default()),
                id: id.map(Phrase::literal),
                ..Target::default()
            },
            // The page is scrolled down by a finger that goes up.
            direction,
            max: most.unwrap_or(ScrollTo::DEFAULT_MAX),
            stroke: None,
        }),
        evidence: None,
        action_type: ActionType::LocalState,
        timeout: FIND,
    };
    let acted = desk.act(deed, call);
    Ok(full(
        desk,
        &by_outcome(acted),
        "scroll_to_element",
        asked(args),
    ))
}

/// Returns the act with its outcome as its success.
fn by_outcome(mut acted: Acted) -> Acted {
    acted.is_sent = acted.verdict.is_passed();
    if !acted.is_sent && matches!(acted.failure, None | Some(FailureCode::Unknown)) {
        acted.failure = Some(FailureCode::NavigationNoChange);
    }
    acted
}

fn asked(args: &Args) -> Value {
    args.value("selector").cloned().unwrap_or(Value::Null)
}
