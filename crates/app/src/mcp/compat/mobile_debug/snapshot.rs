//! Pictures, and everything at once for somebody who must find out what went wrong.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use retap_drivers::SystemClock;
use retap_drivers::android::LogFilter;
use retap_model::device::Clock as _;
use retap_model::screen::Screen;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::element::ShownDevice;
use super::log_stream::lines_of;
use super::logs::{ShownLine, choose, process_of};
use super::ui_tree::{Loading, UiTree, short_name};
use crate::mcp::compat::screen_mark;
use crate::mcp::schema::{AnyObject, object};
use crate::mcp::tools::look::screenshot;
use crate::mcp::{Answer, Refusal, Reply, ToolCall};

/// How many labels are listed as things to do.
const MOST_ACTIONS: usize = 10;

/// Below this nothing is said about a screen that has no name.
const LEAST_SURE: f64 = 0.3;

/// Words of a line of the log when something went wrong.
const TROUBLE: [&str; 3] = ["error", "exception", "failed"];

#[derive(Serialize, JsonSchema)]
pub(super) struct Picture {
    device: ShownDevice,
    result: PictureResult,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PictureResult {
    resolution: AnyObject,
    mime_type: &'static str,
}

/// Takes a picture.
pub(super) fn capture_screenshot(call: &mut ToolCall<'_>) -> Answer {
    let taken = screenshot(call)?;
    let (width, height) = (&taken.data["width"], &taken.data["height"]);
    let reply = Reply::json(Picture {
        device: ShownDevice::of(call),
        result: PictureResult {
            resolution: object(json!({ "width": width, "height": height })),
            mime_type: "image/png",
        },
    });
    Ok(Reply {
        picture: taken.picture,
        ..reply
    })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Snapshot {
    raw: RawLayer,
    #[serde(skip_serializing_if = "Option::is_none")]
    semantic: Option<SemanticLayer>,
}

#[derive(Default, Serialize, JsonSchema)]
struct RawLayer {
    timestamp: u64,
    reason: String,
    snapshot_revision: Option<u64>,
    captured_at_ms: Option<u64>,
    activity: Option<String>,
    fingerprint: Option<String>,
    screenshot: Option<String>,
    #[schemars(with = "Option<AnyObject>")]
    ui_tree: Option<UiTree>,
    logs: Vec<SnapshotLine>,
    loading_state: Option<Loading>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ui_tree_error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint_error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    activity_error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    screenshot_error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    logs_error: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct SnapshotLine {
    /// The time of the line is the device's own and not told as ours.
    timestamp: Option<u64>,
    level: &'static str,
    message: String,
}

#[derive(Serialize, JsonSchema)]
struct SemanticLayer {
    screen: Option<String>,
    signals: AnyObject,
    actions_available: Option<Vec<String>>,
    confidence: f64,
    warnings: Vec<&'static str>,
}

/// Returns the raw layer always, with an error for each part that failed, and the semantic one where
/// there is anything to say.
pub(super) fn capture_debug_snapshot(call: &mut ToolCall<'_>) -> Answer {
    let mut raw = RawLayer {
        timestamp: SystemClock::new().timestamp().0,
        reason: call.args.text("reason").unwrap_or_default().to_owned(),
        ..RawLayer::default()
    };
    let seen = call.look();
    match &seen {
        Ok(screen) => {
            raw.snapshot_revision = Some(screen.revision);
            raw.captured_at_ms = Some(screen.captured_at.0);
            raw.activity = screen.name.clone();
            raw.fingerprint = Some(screen_mark(screen));
            raw.loading_state = Loading::of(screen);
            raw.ui_tree = Some(UiTree::of(call, screen));
        }
        Err(refusal) => {
            raw.ui_tree_error = Some(refusal.message.clone());
            raw.fingerprint_error = Some(refusal.message.clone());
            raw.activity_error = Some(refusal.message.clone());
        }
    }
    match screenshot(call) {
        Ok(reply) => raw.screenshot = reply.picture.map(|png| BASE64_STANDARD.encode(&png.0)),
        Err(refusal) => raw.screenshot_error = Some(refusal.message),
    }
    if call.args.is("includeLogs") != Some(false) {
        match logs_of(call) {
            Ok(logs) => raw.logs = logs,
            Err(refusal) => raw.logs_error = Some(refusal.message),
        }
    }
    let semantic = semantic(seen.ok().as_deref(), &raw);
    Ok(Reply::json(Snapshot { raw, semantic }))
}

/// Returns the last lines of the log, of the stream and the app that the call names.
fn logs_of(call: &mut ToolCall<'_>) -> Result<Vec<SnapshotLine>, Refusal> {
    let args = call.args;
    let app = args.words("appId");
    let filter = LogFilter {
        pid: match app {
            Some(app) => process_of(call, app)?,
            None => None,
        },
        ..LogFilter::default()
    };
    let all = match args.words("sessionId") {
        Some(name) => lines_of(call, name, None)?,
        None => {
            call.read_log()?;
            call.compat.log.since(0)
        }
    };
    let lines = choose(&all, &filter, app);
    let most = args.count("logLines").unwrap_or(200);
    let start = lines.len().saturating_sub(most);
    let shown = lines[start..].iter().map(|line| {
        let ShownLine { level, message, .. } = ShownLine::of(line);
        SnapshotLine {
            timestamp: None,
            level,
            message,
        }
    });
    Ok(shown.collect())
}

/// Returns hints for planning, or nothing where too little is known; what proves anything is the raw
/// layer.
fn semantic(screen: Option<&Screen>, raw: &RawLayer) -> Option<SemanticLayer> {
    let texts = screen.map(Screen::texts).unwrap_or_default();
    let activity = screen.and_then(|screen| screen.name.as_deref());
    let actions = screen.map(actions_of).unwrap_or_default();
    let name = activity
        .map(title_of)
        .or_else(|| texts.first().map(|it| (*it).to_owned()));
    let has_errors = raw.logs.iter().any(is_trouble);
    let is_loading = screen.is_some_and(|screen| screen.loading().is_some());
    // Each signal, and how much surer it makes somebody of what the screen is.
    let signals = [
        ("has_ui_tree", screen.is_some(), 0.35),
        ("has_primary_text", !texts.is_empty(), 0.0),
        ("has_activity", activity.is_some(), 0.15),
        ("has_clickable_elements", !actions.is_empty(), 0.15),
        ("has_visible_text", !texts.is_empty(), 0.1),
        ("has_screenshot", raw.screenshot.is_some(), 0.05),
        ("has_error_logs", has_errors, -0.15),
        ("has_loading_signals", is_loading, -0.05),
    ];
    let held = signals.iter().filter(|(_, holds, _)| *holds);
    let sure: f64 = held.map(|(_, _, weight)| weight).sum();
    let score = sure + if name.is_some() { 0.2 } else { 0.0 };
    if name.is_none() && (raw.logs.is_empty() || score < LEAST_SURE) {
        return None;
    }
    let warnings = [
        (screen.is_none(), "ui tree unavailable"),
        (activity.is_none(), "activity unavailable"),
        (has_errors, "error signals in logs"),
    ];
    let warnings = warnings.into_iter().filter(|(holds, _)| *holds);
    Some(SemanticLayer {
        screen: name,
        signals: signals
            .iter()
            .map(|(name, holds, _)| ((*name).to_owned(), json!(holds)))
            .collect(),
        actions_available: (!actions.is_empty()).then_some(actions),
        confidence: (f64::clamp(score, 0.0, 1.0) * 100.0).round() / 100.0,
        warnings: warnings.map(|(_, words)| words).collect(),
    })
}

fn actions_of(screen: &Screen) -> Vec<String> {
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
        .filter_map(|(index, _)| words(index).map(str::to_owned))
        .take(MOST_ACTIONS)
        .collect()
}

fn is_trouble(line: &SnapshotLine) -> bool {
    let message = line.message.to_lowercase();
    matches!(line.level, "ERROR" | "FATAL") || TROUBLE.iter().any(|word| message.contains(word))
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
