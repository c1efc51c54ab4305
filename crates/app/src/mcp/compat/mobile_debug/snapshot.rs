//! Pictures, and everything at once for somebody who must find out what went wrong.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use retap_drivers::SystemClock;
use retap_drivers::android::LogFilter;
use retap_model::device::Clock as _;
use retap_model::screen::Screen;
use serde_json::{Value, json};

use super::element::device_json;
use super::log_stream::lines_of;
use super::logs::{choose, line_json, process_of};
use super::ui_tree::{loading_json, short_name, tree_json};
use crate::mcp::compat::fingerprint::screen_mark;
use crate::mcp::tools::look::screenshot;
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};

/// How many labels are listed as things to do.
const MOST_ACTIONS: usize = 10;

/// Below this nothing is said about a screen that has no name.
const LEAST_SURE: f64 = 0.3;

/// What a line of the log says when something went wrong.
const TROUBLE: [&str; 3] = ["error", "exception", "failed"];

/// Takes a picture.
pub(super) fn capture_screenshot(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let mut reply = screenshot(session, args, call)?;
    let size = json!({ "width": reply.data["width"], "height": reply.data["height"] });
    reply.data = json!({
        "device": device_json(session),
        "result": { "resolution": size, "mimeType": "image/png" },
    });
    reply.texts = vec![reply.data.to_string()];
    Ok(reply)
}

/// Returns the raw layer always, with an error for each part that failed, and the semantic one where
/// there is anything to say.
pub(super) fn capture_debug_snapshot(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let mut raw = json!({
        "timestamp": SystemClock::new().timestamp().0,
        "reason": args.text("reason").unwrap_or_default(),
        "snapshot_revision": null,
        "captured_at_ms": null,
        "activity": null,
        "fingerprint": null,
        "screenshot": null,
        "ui_tree": null,
        "logs": [],
        "loading_state": null,
    });
    let screen = match session.look(call) {
        Ok(screen) => {
            raw["snapshot_revision"] = json!(screen.revision);
            raw["captured_at_ms"] = json!(screen.captured_at.0);
            raw["activity"] = json!(screen.name);
            raw["fingerprint"] = json!(screen_mark(&screen));
            raw["loading_state"] = loading_json(&screen);
            raw["ui_tree"] = tree_json(session, &screen);
            Some(screen)
        }
        Err(refusal) => {
            for part in ["ui_tree_error", "fingerprint_error", "activity_error"] {
                raw[part] = json!(refusal.message);
            }
            None
        }
    };
    match screenshot(session, args, call) {
        Ok(reply) => {
            let picture = reply.picture.map(|png| BASE64_STANDARD.encode(&png.0));
            raw["screenshot"] = json!(picture);
        }
        Err(refusal) => raw["screenshot_error"] = json!(refusal.message),
    }
    if args.is("includeLogs") != Some(false) {
        match logs_of(session, args) {
            Ok(logs) => raw["logs"] = json!(logs),
            Err(refusal) => raw["logs_error"] = json!(refusal.message),
        }
    }
    let semantic = semantic(screen.as_deref(), &raw);
    let mut data = json!({ "raw": raw });
    if let Some(semantic) = semantic {
        data["semantic"] = semantic;
    }
    Ok(Reply::json(data))
}

/// Returns the last lines of the log, of the stream and the app that the call names; their time is the
/// device's own and not told as ours.
fn logs_of(session: &mut DeviceSession, args: &Args) -> Result<Vec<Value>, Refusal> {
    let app = args.words("appId");
    let filter = LogFilter {
        pid: match app {
            Some(app) => process_of(session, app)?,
            None => None,
        },
        ..LogFilter::default()
    };
    let all = match args.words("sessionId") {
        Some(name) => lines_of(session, name, None)?,
        None => {
            session.read_log()?;
            session.log.since(0)
        }
    };
    let lines = choose(&all, &filter, app);
    let most = usize::try_from(args.count("logLines").unwrap_or(200)).unwrap_or(usize::MAX);
    let start = lines.len().saturating_sub(most);
    let shown = lines[start..].iter().map(|line| {
        let line = line_json(line);
        json!({ "timestamp": null, "level": line["level"], "message": line["message"] })
    });
    Ok(shown.collect())
}

/// Returns hints for planning, or nothing where too little is known; what proves anything is the raw
/// layer.
fn semantic(screen: Option<&Screen>, raw: &Value) -> Option<Value> {
    let texts = screen.map(Screen::texts).unwrap_or_default();
    let activity = screen.and_then(|screen| screen.name.as_deref());
    let actions = screen.map(actions_of).unwrap_or_default();
    let has_picture = raw["screenshot"].is_string();
    let logs = raw["logs"].as_array().cloned().unwrap_or_default();
    let has_errors = logs.iter().any(is_trouble);
    let is_loading = screen.is_some_and(|screen| screen.loading().is_some());
    let name = activity
        .map(title_of)
        .or_else(|| texts.first().map(|it| (*it).to_owned()));
    if name.is_none() && logs.is_empty() {
        return None;
    }
    let mut score = 0.0;
    for (holds, weight) in [
        (screen.is_some(), 0.35),
        (name.is_some(), 0.2),
        (activity.is_some(), 0.15),
        (!actions.is_empty(), 0.15),
        (!texts.is_empty(), 0.1),
        (has_picture, 0.05),
        (has_errors, -0.15),
        (is_loading, -0.05),
    ] {
        score += if holds { weight } else { 0.0 };
    }
    if name.is_none() && score < LEAST_SURE {
        return None;
    }
    let warnings: Vec<&str> = [
        (screen.is_none(), "ui tree unavailable"),
        (activity.is_none(), "activity unavailable"),
        (has_errors, "error signals in logs"),
    ]
    .into_iter()
    .filter_map(|(holds, words)| holds.then_some(words))
    .collect();
    Some(json!({
        "screen": name,
        "signals": {
            "has_activity": activity.is_some(),
            "has_ui_tree": screen.is_some(),
            "has_screenshot": has_picture,
            "has_visible_text": !texts.is_empty(),
            "has_clickable_elements": !actions.is_empty(),
            "has_error_logs": has_errors,
            "has_loading_signals": is_loading,
            "has_primary_text": !texts.is_empty(),
        },
        "actions_available": (!actions.is_empty()).then_some(actions),
        "confidence": (f64::clamp(score, 0.0, 1.0) * 100.0).round() / 100.0,
        "warnings": warnings,
    }))
}

fn actions_of(screen: &Screen) -> Vec<&str> {
    let caption = |index: usize| screen.elements[index].caption();
    // The words of a row stand on what it holds.
    let words = |index: usize| {
        let mut all = std::iter::once(index)
            .chain(screen.inside(index))
            .map(caption);
        all.find(|words| !words.is_empty())
    };
    screen
        .visible()
        .filter(|(_, element)| element.is_clickable)
        .filter_map(|(index, _)| words(index))
        .take(MOST_ACTIONS)
        .collect()
}

fn is_trouble(line: &Value) -> bool {
    let is_bad = matches!(line["level"].as_str(), Some("ERROR" | "FATAL"));
    let message = line["message"].as_str().unwrap_or_default().to_lowercase();
    is_bad || TROUBLE.iter().any(|word| message.contains(word))
}

/// Returns the name of an activity as people would say it: `com.example.MainActivity` as `Main`.
fn title_of(activity: &str) -> String {
    let short = short_name(activity);
    let name = short.strip_suffix("Activity").unwrap_or(&short);
    let name = if name.is_empty() { &short } else { name };
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => activity.to_owned(),
    }
}
