//! `find_element`: a guess with a confidence.

use super::guess::{Guess, GuessBy, guess_element};
use retap_model::geometry::Rect;
use retap_model::screen::Screen;
use serde_json::{Value, json};

use super::element::{identity_json, or_null};
use crate::mcp::tools::screen_change::seen;
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};

/// Guesses what a query means; the first reading with a guess ends it.
pub(super) fn find_element(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let query = args.need_text("query")?;
    if query.trim().is_empty() {
        let data = json!({ "found": false, "error": "Empty query" });
        return Ok(Reply::json(data).failed_if(true));
    }
    let by = match args.is("exact") {
        Some(true) => GuessBy::Whole,
        Some(false) | None => GuessBy::Part,
    };
    let watched = session.watch(call, args.millis("timeoutMs", 3_000), |screen| {
        guess_element(screen, query, by)
    });
    let Ok((guess, screen)) = seen(watched)? else {
        let data = json!({ "found": false, "error": "Element not found" });
        return Ok(Reply::json(data).failed_if(true));
    };
    let score = (guess.score.min(1.0) * 1000.0).round() / 1000.0;
    Ok(Reply::json(json!({
        "found": true,
        "element": found_json(session, &screen, &guess),
        "score": score,
        "confidence": score,
    })))
}

fn found_json(session: &mut DeviceSession, screen: &Screen, guess: &Guess) -> Value {
    let element = &screen.elements[guess.index];
    let center = element.bounds.center();
    let mut shown = identity_json(element);
    let own = [
        ("elementId", json!(session.ids.tell(screen, guess.index))),
        ("text", or_null(&element.text)),
        ("resourceId", or_null(&element.id)),
        ("contentDesc", or_null(&element.description)),
        ("class", or_null(&element.class)),
        ("bounds", sides(element.bounds)),
        ("clickable", json!(element.is_clickable)),
        ("enabled", json!(element.state.enabled)),
        (
            "tapCoordinates",
            json!({ "x": center.x.floor() as i64, "y": center.y.floor() as i64 }),
        ),
        (
            "telemetry",
            json!({
                "matchedIndex": guess.matched,
                "matchedInteractable": guess.matched == guess.index,
                "sliderLike": guess.track.is_some(),
            }),
        ),
    ];
    for (name, value) in own {
        shown.insert(name.to_owned(), value);
    }
    if let Some(track) = guess.track {
        let axis = if track.height > track.width {
            "vertical"
        } else {
            "horizontal"
        };
        let hint = json!({ "kind": "slider", "axis": axis, "trackBounds": sides(track) });
        shown.insert("interactionHint".to_owned(), hint);
    }
    Value::Object(shown)
}

fn sides(area: Rect) -> Value {
    let whole = |value: f64| value.floor() as i64;
    json!({
        "left": whole(area.x),
        "top": whole(area.y),
        "right": whole(area.right()),
        "bottom": whole(area.bottom()),
    })
}
