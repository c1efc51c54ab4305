//! Pictures, and everything at once for somebody who must find out what went wrong.

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use retap_model::screen::Screen;
use retap_model::verify::screen_mark;
use serde_json::{Value, json};

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::desk::Desk;
use super::super::super::reply::{Refusal, Reply};
use super::super::device_json;
use super::super::look::screenshot;
use super::logs::refresh;
use super::tree::{loading_json, tree_json};

/// How many labels are listed as things to do.
const MOST_ACTIONS: usize = 10;

/// Takes a picture.
pub(super) fn capture_screenshot(
    desk: &mut Desk,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let mut reply = screenshot(desk, args, call)?;
    let size = json!({ "width": reply.data["width"], "height": reply.data["height"] });
    reply.data = json!({
        "device": device_json(desk),
        "result": { "resolution": size, "mimeType": "image/png" },
    });
    reply.texts = vec![reply.data.to_string()];
    Ok(reply)
}

/// Returns the raw layer always, with an error for each part that failed, and the semantic one where
/// there is anything to say.
pub(super) fn capture_debug_snapshot(
    desk: &mut Desk,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let mut raw = json!({
        "timestamp": SystemClock::new().timestamp().0,
        "reason": args.text("reason").unwrap_or_default(),
        "logs": [],
    });
    let screen = match desk.look(call) {
        Ok(screen) => {
            raw["snapshot_revision"] = json!(screen.revision);
            raw["captured_at_ms"] = json!(screen.captured_at.0);
            raw["activity"] = json!(screen.name);
            raw["fingerprint"] = json!(screen_mark(&screen));
            raw["loading_state"] = loading_json(&screen);
            raw["ui_tree"] = tree_json(desk, &screen);
            Some(screen)
        }
        Err(refusal) => {
            raw["ui_tree_error"] = json!(refusal.message);
            None
        }
    };
    let picture = match screenshot(desk, args, call) {
        Ok(reply) => reply.picture,
        Err(refusal) => {
            raw["screenshot_error"] = json!(refusal.message);
            None
        }
    };
    if args.is("includeLogs") != Some(false) {
        let most = args.count("logLines").unwrap_or(200);
        match refresh(desk) {
            Ok(()) => {
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                let start = desk.log.len().saturating_sub(most);
                raw["logs"] = json!(&desk.log[start..]);
            }
            Err(refusal) => raw["logs_error"] = json!(refusal.message),
        }
    }
    let mut data = json!({ "raw": raw });
    if let Some(screen) = &screen {
        data["semantic"] = semantic(screen, picture.is_some(), &data["raw"]["logs"]);
    }
    let reply = Reply::json(data);
    Ok(match picture {
        Some(picture) => reply.with_picture(picture),
        None => reply,
    })
}

/// Returns hints for planning; what proves anything is the raw layer.
fn semantic(screen: &Screen, has_picture: bool, logs: &Value) -> Value {
    let texts = screen.texts();
    let actions: Vec<&str> = screen
        .visible()
        .filter(|(_, element)| element.is_clickable && !element.caption().is_empty())
        .map(|(_, element)| element.caption())
        .take(MOST_ACTIONS)
        .collect();
    let is_bad = |line: &Value| {
        let line = line.as_str().unwrap_or_default().to_lowercase();
        line.contains("exception") || line.contains("fatal")
    };
    let has_errors = logs
        .as_array()
        .is_some_and(|lines| lines.iter().any(is_bad));
    let is_loading = screen.loading().is_some();
    let mut warnings: Vec<&str> = Vec::new();
    if has_errors {
        warnings.push("error signals in logs");
    }
    if screen.name.is_none() {
        warnings.push("activity unavailable");
    }
    let score = 0.35
        + if screen.name.is_some() { 0.35 } else { 0.0 }
        + if actions.is_empty() { 0.0 } else { 0.15 }
        + if texts.is_empty() { 0.0 } else { 0.1 }
        + if has_picture { 0.05 } else { 0.0 }
        - if has_errors { 0.15 } else { 0.0 }
        - if is_loading { 0.05 } else { 0.0 };
    json!({
        "screen": screen.name.as_deref().or_else(|| texts.first().copied()),
        "signals": {
            "has_activity": screen.name.is_some(),
            "has_ui_tree": true,
            "has_screenshot": has_picture,
            "has_visible_text": !texts.is_empty(),
            "has_clickable_elements": !actions.is_empty(),
            "has_error_logs": has_errors,
            "has_loading_signals": is_loading,
            "has_primary_text": !texts.is_empty(),
        },
        "actions_available": actions,
        "confidence": (f64::clamp(score, 0.0, 1.0) * 100.0).round() / 100.0,
        "warnings": warnings,
    })
}
