//! `find_element`: a guess with a confidence.

use retap_model::select::{Guess, GuessBy, guess_element};
use serde_json::json;

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::desk::Desk;
use super::super::super::reply::{Refusal, Reply};
use super::super::change::seen;
use super::super::shapes::element_json;

/// Guesses what a query means; the first reading with a guess ends it.
pub(super) fn find_element(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let query = args.need_text("query")?;
    let by = match args.is("exact") {
        Some(true) => GuessBy::Whole,
        Some(false) | None => GuessBy::Part,
    };
    let watched = desk.watch(call, args.millis("timeoutMs", 3_000), |screen| {
        guess_element(screen, query, by)
    });
    let Ok((guess, screen)) = seen(watched)? else {
        let data = json!({ "found": false, "error": format!("nothing matches `{query}`") });
        return Ok(Reply::json(data).failed_if(true));
    };
    let Guess {
        matched,
        index,
        score,
        track,
    } = guess;
    let mut element = element_json(&screen, index);
    let center = screen.elements[index].bounds.center();
    element["elementId"] = json!(desk.ids.tell(&screen, index));
    element["tapCoordinates"] = json!({ "x": center.x.floor(), "y": center.y.floor() });
    element["telemetry"] = json!({
        "matchedIndex": matched,
        "matchedInteractable": matched == index,
        "sliderLike": track.is_some(),
    });
    if let Some(track) = track {
        let axis = if track.height > track.width {
            "vertical"
        } else {
            "horizontal"
        };
        element["interactionHint"] = json!({
            "kind": "slider",
            "axis": axis,
            "trackBounds": [track.x, track.y, track.right(), track.bottom()],
        });
    }
    Ok(Reply::json(json!({
        "found": true,
        "element": element,
        "score": score,
        "confidence": score.min(1.0),
    })))
}
