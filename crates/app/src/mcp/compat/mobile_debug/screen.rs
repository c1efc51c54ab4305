//! The screen: its elements, which one it is, a picture, and everything at once for somebody who must find out what
//! went wrong.

use std::collections::BTreeMap;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use retap_drivers::SystemClock;
use retap_drivers::android::LogFilter;
use retap_model::device::Clock as _;
use retap_model::screen::{Screen, ScreenSource};
use retap_model::verify::FailureCode;

use super::element::{Identity, ShownDevice, ShownPoint, ShownState, middle, sides, words};
use super::logs::{ShownLine, choose, lines_of, process_of};
use crate::mcp::answer::{Unlisted, answer};
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::Trouble;
use crate::mcp::tools::look::{ShotSize, take_picture};
use crate::mcp::{Answer, DeviceSession, Refusal, Reply, ToolCall};
use crate::operation::Operation;

answer! {
    /// Every element of a screen.
    pub(super) struct UiTree { device: ShownDevice, screen: String, resolution: Resolution, elements: Vec<Node>,
        snapshot_revision: u64, captured_at_ms: u64, loading_state: Option<Loading>, ..trouble: Option<Trouble> }
    /// The size of a screen.
    pub(super) struct Resolution { width: f64, height: f64 }
    /// An element in the tree.
    pub(super) struct Node { text: Option<String>, contentDescription: Option<String>, r#type: Option<String>,
        resourceId: Option<String>, clickable: bool, enabled: bool, visible: bool, bounds: [i64; 4],
        center: ShownPoint, depth: usize, parentId?: usize, ..children: Option<Children>,
        state: Unlisted<ShownState>, ..identity: Identity }
    /// The numbers of the elements inside another.
    pub(super) struct Children { children: Vec<usize> }
    /// The sign that something is loading.
    pub(super) struct Loading { active: bool, signal: LoadingSignal, source: LoadingSource }
    /// The kind of such a sign.
    pub(super) enum LoadingSignal { Progress = "progress_indicator", Spinner = "spinner", Busy = "busy_indicator",
        Skeleton = "skeleton", Other = "loading_indicator" }
    /// What the sign was read from.
    pub(super) enum LoadingSource { Tree = "ui_tree", Picture = "snapshot" }
    /// The app and the screen in front.
    pub(super) struct CurrentScreen { device: ShownDevice, package: Option<String>, app: Option<String>,
        shortActivity: String, activity: String }
    /// Which screen is in front, or why that is not known.
    #[derive(Default)]
    pub(super) struct Fingerprint { fingerprint: Option<String>, activity: Option<String>, snapshot_revision?: u64,
        (error?: String) }
    /// A picture that is told beside.
    pub(super) struct Captured { device: ShownDevice, result: CapturedPicture }
    /// The size and format of a picture.
    pub(super) struct CapturedPicture { resolution: Unlisted<ShotSize>, mimeType: &'static str }
    /// Everything at once.
    pub(super) struct DebugSnapshot { raw: RawLayer, semantic?: SemanticLayer }
    /// What was observed, with an error for each part that could not be.
    pub(super) struct RawLayer { timestamp: u64, reason: String, snapshot_revision: Option<u64>,
        captured_at_ms: Option<u64>, activity: Option<String>, fingerprint: Option<String>, screenshot: Option<String>,
        ui_tree: Option<Unlisted<UiTree>>, logs: Vec<SnapshotLine>, loading_state: Option<Loading>,
        ui_tree_error?: String, fingerprint_error?: String, activity_error?: String, screenshot_error?: String,
        logs_error?: String }
    /// A line of the log. Its time is the device's own and not told as ours.
    pub(super) struct SnapshotLine { timestamp: Option<u64>, level: &'static str, message: String }
    /// Hints for planning.
    pub(super) struct SemanticLayer { screen: Option<String>, signals: Unlisted<BTreeMap<&'static str, bool>>,
        actions_available: Option<Vec<String>>, confidence: f64, warnings: Vec<&'static str> }
}

/// Shows every element.
pub(super) fn get_ui_tree(call: &mut ToolCall<'_>) -> Answer {
    match call.look() {
        Ok(screen) => {
            call.shown.note(&screen);
            Ok(Reply::json(ui_tree(call, &screen)))
        }
        Err(refusal) if refusal.code == FailureCode::Timeout => {
            // A screen without elements and one that cannot be read are told apart by the error alone.
            let unread = UiTree {
                trouble: Some(refusal.into()),
                ..ui_tree(call, &Screen::default())
            };
            Ok(Reply::json(unread).failed())
        }
        Err(refusal) => Err(refusal),
    }
}

fn ui_tree(session: &DeviceSession, screen: &Screen) -> UiTree {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); screen.elements.len()];
    for (index, element) in screen.elements.iter().enumerate() {
        if let Some(children) = element.parent.and_then(|parent| children.get_mut(parent)) {
            children.push(index);
        }
    }
    let nodes = children.into_iter().enumerate();
    let nodes = nodes.map(|(index, children)| node(screen, index, children));
    UiTree {
        device: ShownDevice::of(session),
        screen: screen.name.clone().unwrap_or_default(),
        resolution: Resolution {
            width: screen.size.width,
            height: screen.size.height,
        },
        elements: nodes.collect(),
        snapshot_revision: screen.revision,
        captured_at_ms: screen.captured_at.0,
        loading_state: loading(screen),
        trouble: None,
    }
}

fn node(screen: &Screen, index: usize, children: Vec<usize>) -> Node {
    let element = &screen.elements[index];
    Node {
        text: words(&element.text),
        contentDescription: words(&element.description),
        r#type: words(&element.class),
        resourceId: words(&element.id),
        clickable: element.is_clickable,
        enabled: element.state.enabled,
        visible: screen.is_in_view(element),
        bounds: sides(element.bounds),
        center: middle(element),
        depth: screen.ancestors(index).count(),
        parentId: element.parent,
        children: (!children.is_empty()).then_some(Children { children }),
        state: Unlisted(ShownState::of(element)),
        identity: Identity::of(element),
    }
}

/// The signals that names of a sign of loading stand for; the first that fits counts.
const LOADING: [(&str, LoadingSignal); 4] = [
    ("progress", LoadingSignal::Progress),
    ("spinner", LoadingSignal::Spinner),
    ("busy", LoadingSignal::Busy),
    ("skeleton", LoadingSignal::Skeleton),
];

/// Returns what shows that something is loading; nothing where nothing does. Its word comes from what
/// the sign is and is called, never from what an app says to its readers.
pub(super) fn loading(screen: &Screen) -> Option<Loading> {
    let sign = screen.loading()?;
    let called = format!("{} {}", sign.class, sign.id).to_lowercase();
    let known = LOADING.iter().find(|(part, _)| called.contains(part));
    Some(Loading {
        active: true,
        signal: known.map_or(LoadingSignal::Other, |(_, signal)| *signal),
        source: match screen.source {
            ScreenSource::Tree => LoadingSource::Tree,
            ScreenSource::Pixels => LoadingSource::Picture,
        },
    })
}

/// Returns the last part of the name of a screen.
pub(super) fn short_name(name: &str) -> &str {
    name.rsplit(['.', '/']).next().unwrap_or(name)
}

/// Says which app and which screen are in front.
pub(super) fn get_current_screen(call: &mut ToolCall<'_>) -> Answer {
    let screen = call.look()?;
    let activity = screen.name.clone().unwrap_or_default();
    Ok(Reply::json(CurrentScreen {
        device: ShownDevice::of(call),
        package: screen.app_id.clone(),
        app: screen.app.clone(),
        shortActivity: short_name(&activity).to_owned(),
        activity,
    }))
}

/// Returns the fingerprint; a screen that cannot be read has none.
pub(super) fn get_screen_fingerprint(call: &mut ToolCall<'_>) -> Answer {
    Ok(match call.look() {
        Ok(screen) => Reply::json(Fingerprint {
            fingerprint: Some(screen_mark(&screen)),
            activity: Some(screen.name.clone().unwrap_or_default()),
            snapshot_revision: Some(screen.revision),
            error: None,
        }),
        Err(refusal) => Reply::json(Fingerprint {
            error: Some(refusal.message),
            ..Fingerprint::default()
        })
        .failed(),
    })
}

/// Takes a picture.
pub(super) fn capture_screenshot(call: &mut ToolCall<'_>) -> Answer {
    let picture = take_picture(call)?;
    let result = CapturedPicture {
        resolution: Unlisted(ShotSize::of(call)),
        mimeType: "image/png",
    };
    let device = ShownDevice::of(call);
    Ok(Reply::json(Captured { device, result }).with_picture(picture))
}

/// Returns the raw layer always, with an error for each part that failed, and the semantic one where
/// there is anything to say.
pub(super) fn capture_debug_snapshot(call: &mut ToolCall<'_>) -> Answer {
    let timestamp = SystemClock::new().timestamp().0;
    let seen = call.look();
    let screen = seen.as_deref().ok();
    let (picture, screenshot_error) = split(take_picture(call));
    let picture = picture.map(|png| BASE64_STANDARD.encode(&png.0));
    let (logs, logs_error) = match call.args.is("includeLogs") {
        Some(false) => (None, None),
        Some(true) | None => split(logs_of(call)),
    };
    let logs = logs.unwrap_or_default();
    let semantic = semantic(screen, &logs, picture.as_deref());
    let told = |line: ShownLine| SnapshotLine {
        timestamp: None,
        level: line.level,
        message: line.message,
    };
    let unread = seen.as_ref().err().map(|refusal| refusal.message.clone());
    let raw = RawLayer {
        timestamp,
        reason: call.args.text("reason").unwrap_or_default().to_owned(),
        snapshot_revision: screen.map(|screen| screen.revision),
        captured_at_ms: screen.map(|screen| screen.captured_at.0),
        activity: screen.and_then(|screen| screen.name.clone()),
        fingerprint: screen.map(screen_mark),
        screenshot: picture,
        ui_tree: screen.map(|screen| Unlisted(ui_tree(call, screen))),
        logs: logs.into_iter().map(told).collect(),
        loading_state: screen.and_then(loading),
        ui_tree_error: unread.clone(),
        fingerprint_error: unread.clone(),
        activity_error: unread,
        screenshot_error,
        logs_error,
    };
    Ok(Reply::json(DebugSnapshot { raw, semantic }))
}

/// Returns what there is, and why there is nothing.
fn split<T>(found: Result<T, Refusal>) -> (Option<T>, Option<String>) {
    match found {
        Ok(found) => (Some(found), None),
        Err(refusal) => (None, Some(refusal.message)),
    }
}

/// Returns the last lines of the log, of the stream and the app that the call names.
fn logs_of(call: &mut ToolCall<'_>) -> Result<Vec<ShownLine>, Refusal> {
    call.permit(&[Operation::ReadLogs])?;
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
    Ok(ShownLine::last_of(&lines, most))
}

/// How many labels are listed as things to do.
const MOST_ACTIONS: usize = 10;

/// Below this nothing is said about a screen that has no name.
const LEAST_SURE: f64 = 0.3;

/// Returns hints for planning, or nothing where too little is known; what proves anything is the raw
/// layer.
fn semantic(
    screen: Option<&Screen>,
    logs: &[ShownLine],
    picture: Option<&str>,
) -> Option<SemanticLayer> {
    let texts = screen.map(Screen::texts).unwrap_or_default();
    let activity = screen.and_then(|screen| screen.name.as_deref());
    let actions = screen.map(actions_of).unwrap_or_default();
    let name = activity
        .map(title_of)
        .or_else(|| texts.first().map(|it| (*it).to_owned()));
    let has_errors = logs.iter().any(is_trouble);
    let is_loading = screen.is_some_and(|screen| screen.loading().is_some());
    // Each signal, and how much surer it makes somebody of what the screen is.
    let signals = [
        ("has_ui_tree", screen.is_some(), 0.35),
        ("has_primary_text", !texts.is_empty(), 0.0),
        ("has_activity", activity.is_some(), 0.15),
        ("has_clickable_elements", !actions.is_empty(), 0.15),
        ("has_visible_text", !texts.is_empty(), 0.1),
        ("has_screenshot", picture.is_some(), 0.05),
        ("has_error_logs", has_errors, -0.15),
        ("has_loading_signals", is_loading, -0.05),
    ];
    let held = signals.iter().filter(|(_, holds, _)| *holds);
    let sure: f64 = held.map(|(_, _, weight)| weight).sum();
    let score = sure + if name.is_some() { 0.2 } else { 0.0 };
    if name.is_none() && (logs.is_empty() || score < LEAST_SURE) {
        return None;
    }
    let warnings = [
        (screen.is_none(), "ui tree unavailable"),
        (activity.is_none(), "activity unavailable"),
        (has_errors, "error signals in logs"),
    ];
    let warnings = warnings.iter().filter(|(holds, _)| *holds);
    let signals = signals.iter().map(|(name, holds, _)| (*name, *holds));
    Some(SemanticLayer {
        screen: name,
        signals: Unlisted(signals.collect()),
        actions_available: Some(actions).filter(|it| !it.is_empty()),
        confidence: (f64::clamp(score, 0.0, 1.0) * 100.0).round() / 100.0,
        warnings: warnings.map(|(_, words)| *words).collect(),
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

/// Returns whether a line of the log tells that something went wrong.
fn is_trouble(line: &ShownLine) -> bool {
    let message = line.message.to_lowercase();
    let mut words = ["error", "exception", "failed"].iter();
    matches!(line.level, "ERROR" | "FATAL") || words.any(|word| message.contains(word))
}

/// Returns the name of an activity as people would say it: `com.example.MainActivity` as `Main`.
fn title_of(activity: &str) -> String {
    let short = short_name(activity);
    let name = short.strip_suffix("Activity").unwrap_or(short);
    let name = if name.is_empty() { short } else { name };
    let mut letters = name.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => activity.to_owned(),
    }
}
