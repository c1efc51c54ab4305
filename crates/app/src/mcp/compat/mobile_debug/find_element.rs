//! `find_element`: a guess with a confidence.

use retap_model::geometry::Rect;
use retap_model::screen::Screen;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::element::{Identity, words};
use super::guess::{Guess, GuessBy, guess_element};
use super::ui_tree::WholePoint;
use crate::mcp::tools::wait::seen;
use crate::mcp::{Answer, DeviceSession, Reply, ToolCall};

#[derive(Default, Serialize, JsonSchema)]
pub(super) struct Found {
    found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<GuessedElement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[schemars(with = "Value")]
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct GuessedElement {
    element_id: String,
    text: Option<String>,
    resource_id: Option<String>,
    content_desc: Option<String>,
    class: Option<String>,
    bounds: Sides,
    clickable: bool,
    enabled: bool,
    tap_coordinates: WholePoint,
    telemetry: Telemetry,
    #[serde(skip_serializing_if = "Option::is_none")]
    interaction_hint: Option<InteractionHint>,
    #[serde(flatten)]
    identity: Identity,
}

#[derive(Serialize, JsonSchema)]
struct Sides {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl Sides {
    fn of(area: Rect) -> Self {
        let whole = |value: f64| value.floor() as i64;
        Self {
            left: whole(area.x),
            top: whole(area.y),
            right: whole(area.right()),
            bottom: whole(area.bottom()),
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Telemetry {
    matched_index: usize,
    matched_interactable: bool,
    slider_like: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct InteractionHint {
    kind: &'static str,
    axis: Axis,
    track_bounds: Sides,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Axis {
    Horizontal,
    Vertical,
}

/// Guesses what a query means; the first reading with a guess ends it.
pub(super) fn find_element(call: &mut ToolCall<'_>) -> Answer {
    let query = call.args.need_text("query")?;
    if query.trim().is_empty() {
        return Ok(nothing("Empty query"));
    }
    let by = match call.args.is("exact") {
        Some(true) => GuessBy::Whole,
        Some(false) | None => GuessBy::Part,
    };
    let watched = call.watch(call.args.millis("timeoutMs", 3_000), |screen| {
        guess_element(screen, query, by)
    });
    let Ok((guess, screen)) = seen(watched)? else {
        return Ok(nothing("Element not found"));
    };
    let score = (guess.score.min(1.0) * 1000.0).round() / 1000.0;
    Ok(Reply::json(Found {
        found: true,
        element: Some(GuessedElement::of(call, &screen, &guess)),
        score: Some(score),
        confidence: Some(score),
        error: None,
    }))
}

fn nothing(error: &'static str) -> Reply {
    let error = Some(error);
    Reply::json(Found {
        error,
        ..Found::default()
    })
    .failed()
}

impl GuessedElement {
    fn of(session: &mut DeviceSession, screen: &Screen, guess: &Guess) -> Self {
        let element = &screen.elements[guess.index];
        let hint = |track: Rect| InteractionHint {
            kind: "slider",
            axis: match track.height > track.width {
                true => Axis::Vertical,
                false => Axis::Horizontal,
            },
            track_bounds: Sides::of(track),
        };
        Self {
            element_id: session.compat.element_ids.tell(screen, guess.index),
            text: words(&element.text),
            resource_id: words(&element.id),
            content_desc: words(&element.description),
            class: words(&element.class),
            bounds: Sides::of(element.bounds),
            clickable: element.is_clickable,
            enabled: element.state.enabled,
            tap_coordinates: WholePoint::middle_of(element),
            telemetry: Telemetry {
                matched_index: guess.matched,
                matched_interactable: guess.matched == guess.index,
                slider_like: guess.track.is_some(),
            },
            interaction_hint: guess.track.map(hint),
            identity: Identity::of(element),
        }
    }
}
