//! Waits in the shapes of the reference server.

use std::time::Duration;

use retap_model::program::Target;
use retap_model::screen::Screen;
use retap_model::select::{Evidence, Search, locate};
use retap_model::verify::{DeltaKind, FailureCode};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::debug_tool;
use super::element::{SameElement, ShownElement};
use super::selector::{Condition, FieldMatch, Selected, Selector};
use super::ui_tree::Loading;
use crate::mcp::compat::screen_mark;
use crate::mcp::schema::AnyObject;
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::tools::screen_change::{ChangeWanted, Lasting, LastingWait, seen, wait_for_change};
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};
use crate::permissions::Access::Looks;

pub(super) const WAIT_FOR_UI: ToolSpec = debug_tool(
    "wait_for_ui",
    "RESOLVE or WAIT for an element. Flow: RESOLVE → ACT → WAIT → EXPECT. It must not be used alone to confirm action success.",
    Looks,
    OnDevice(wait_for_ui),
)
.takes(
    "selector:{text resource_id accessibility_id contains:boolean=false} \
     condition:exists|not_exists|visible|clickable=exists timeout_ms:number=60000 \
     poll_interval_ms:number=300 match:{index:number} \
     retry:{max_attempts:number=1 backoff_ms:number=0} platform:android|ios deviceId",
)
.gives::<UiWait>();

pub(super) const WAIT_FOR_SCREEN_CHANGE: ToolSpec = debug_tool(
    "wait_for_screen_change",
    "Waits for another fingerprint, seen twice. It must not be used alone to confirm action success.",
    Looks,
    OnDevice(wait_for_screen_change),
)
.takes(
    "previousFingerprint! platform:android|ios timeoutMs:number=5000 pollIntervalMs:number=300 deviceId",
)
.gives::<ScreenChange>();

pub(super) const WAIT_FOR_UI_CHANGE: ToolSpec = debug_tool(
    "wait_for_ui_change",
    "Waits for a stable change since since_revision, else since now. It must not be used alone to confirm action success.",
    Looks,
    OnDevice(wait_for_ui_change),
)
.takes(
    "platform:android|ios deviceId expected_change:hierarchy_diff|text_change|state_change \
     since_revision:number timeout_ms:number=60000 stability_window_ms:number=250",
)
.gives::<UiChange>();

/// The shortest and the longest time between two looks.
const SHORTEST_POLL: Duration = Duration::from_millis(50);
const LONGEST_POLL: Duration = Duration::from_secs(2);

/// What is wrong with a selector that says nothing.
pub(super) const BLANK: &str =
    "Selector must include at least one non-empty field: text, resource_id, or accessibility_id";

/// Reads a selector; `match.index` is said beside it.
pub(super) fn selector_of(args: &Args) -> Selector {
    let fields = args.object("selector").unwrap_or_default();
    let text = |name: &str| fields.words(name).map(str::to_owned);
    let index = args.object("match").and_then(|it| it.count("index"));
    Selector {
        text: text("text"),
        id: text("resource_id").or_else(|| text("resourceId")),
        description: text("accessibility_id").or_else(|| text("contentDesc")),
        by: match fields.is("contains") {
            Some(true) => FieldMatch::Part,
            Some(false) | None => FieldMatch::Whole,
        },
        index: index.and_then(|it| usize::try_from(it).ok()),
    }
}

/// Returns how long to wait between looks, within what the reference server allows.
fn poll_of(args: &Args, name: &str) -> Duration {
    args.millis(name, 300).clamp(SHORTEST_POLL, LONGEST_POLL)
}

/// Which element is waited for, and what must hold of it.
pub(super) struct Awaited<'a> {
    pub(super) selector: &'a Selector,
    pub(super) condition: Condition,
    /// The one that an id stands for: no other that the selector fits is meant.
    pub(super) known: Option<&'a (Target, Evidence)>,
}

impl Awaited<'_> {
    /// Returns how it stands on `screen`.
    fn select(&self, screen: &Screen) -> Selected {
        let Some((target, evidence)) = self.known else {
            return self.selector.select(screen, self.condition);
        };
        let found = self.selector.matches(screen);
        let place = match locate(screen, target, Some(evidence)) {
            Search::Found(it) => found.iter().position(|one| is_of(screen, *one, it.index)),
            Search::Ambiguous(_) | Search::Missing(_) => None,
        };
        let one = Selector {
            // Beyond the last match there is none.
            index: Some(place.unwrap_or(usize::MAX)),
            ..self.selector.clone()
        };
        one.select(screen, self.condition)
    }
}

/// Returns whether one of two elements is the other, or a part of it.
fn is_of(screen: &Screen, one: usize, other: usize) -> bool {
    let is_in = |inner: usize, outer: usize| screen.ancestors(inner).any(|up| up == outer);
    one == other || is_in(one, other) || is_in(other, one)
}

/// What was seen of what was waited for.
#[derive(Debug, Default, Clone, Serialize, JsonSchema)]
pub(super) struct Observed {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<WaitStatus>,
    matched_count: usize,
    condition_satisfied: bool,
    selected_index: Option<usize>,
    #[schemars(with = "Option<SameElement>")]
    last_matched_element: Option<ShownElement>,
}

/// How a wait ended.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WaitStatus {
    Success,
    Timeout,
}

impl WaitStatus {
    /// Returns how a wait ended whose condition held, or not.
    pub(super) const fn of(holds: bool) -> Self {
        if holds { Self::Success } else { Self::Timeout }
    }
}

#[derive(Debug, Default, Serialize, JsonSchema)]
struct Metrics {
    latency_ms: u64,
    poll_count: u32,
    attempts: u64,
}

/// How a wait for an element ended.
#[derive(Default)]
pub(super) struct UiWaited {
    pub(super) observed: Observed,
    /// The element that counts, with an id it can be tapped by.
    pub(super) element: Option<ShownElement>,
    /// Whether the condition held.
    pub(super) holds: bool,
    metrics: Metrics,
}

impl UiWaited {
    /// Returns why it did not come true.
    pub(super) fn complaint(&self, condition: Condition, selector: &Selector) -> String {
        let matched = self.observed.matched_count;
        let seen = match selector.index.filter(|index| matched <= *index) {
            Some(index) => {
                format!("requested match.index={index} but observed {matched} match(es)")
            }
            None => format!("observed {matched} match(es)"),
        };
        let condition = condition.as_str();
        format!("Condition {condition} not satisfied within timeout; {seen}")
    }
}

/// Waits for an element; attempts follow each other after a pause.
pub(super) fn wait_ui(
    session: &mut DeviceSession,
    awaited: &Awaited<'_>,
    args: &Args,
    usual: u64,
    call: &Call,
) -> Result<UiWaited, Refusal> {
    let retry = args.object("retry").unwrap_or_default();
    let most = retry.count("max_attempts").unwrap_or(1).clamp(1, 20);
    let timeout = args.millis("timeout_ms", usual);
    let poll = Some(poll_of(args, "poll_interval_ms"));
    let start = session.now();
    let mut metrics = Metrics::default();
    let (holds, last) = loop {
        metrics.attempts += 1;
        let watched = session.watch_every(poll, call, timeout, |screen| {
            let selected = awaited.select(screen);
            selected.holds.then_some(selected)
        });
        metrics.poll_count += watched.reads;
        let ended = seen(watched)?;
        let holds = ended.is_ok();
        let last = match ended {
            Ok(found) => Some(found),
            Err(screen) => screen.map(|screen| (awaited.select(&screen), screen)),
        };
        if holds || metrics.attempts == most {
            break (holds, last);
        }
        session.pause(call, retry.millis("backoff_ms", 0))?;
    };
    metrics.latency_ms = session.now().since(start).as_millis() as u64;
    let selected = last.as_ref().map(|(selected, _)| selected);
    let chosen = selected.and_then(|it| it.chosen);
    let screen = last.as_ref().map(|(_, screen)| screen);
    let element = chosen.zip(screen);
    let element = element.map(|(index, screen)| ShownElement::of(session, screen, index));
    Ok(UiWaited {
        observed: Observed {
            status: None,
            matched_count: selected.map_or(0, |it| it.matched),
            condition_satisfied: holds,
            selected_index: chosen,
            last_matched_element: element.clone(),
        },
        element,
        holds,
        metrics,
    })
}

#[derive(Serialize, JsonSchema)]
struct UiWait {
    status: WaitStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    matched: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<ShownElement>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<WaitError>,
    metrics: Metrics,
    requested: Requested,
    observed: Observed,
}

#[derive(Serialize, JsonSchema)]
struct WaitError {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    message: String,
}

#[derive(Serialize, JsonSchema)]
struct Requested {
    #[schemars(with = "AnyObject")]
    selector: Value,
    condition: String,
    #[schemars(with = "Option<AnyObject>")]
    r#match: Option<Value>,
}

/// Waits until an element exists, is gone, is visible or takes touches.
fn wait_for_ui(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let word = args.text("condition").unwrap_or("exists");
    let selector = selector_of(args);
    let said = args.value("selector").filter(|it| it.is_object());
    let requested = Requested {
        selector: said.cloned().unwrap_or_else(|| json!({})),
        condition: word.to_owned(),
        r#match: selector.index.map(|index| json!({ "index": index })),
    };
    let (waited, error) = waited_for(session, &selector, word, args, call)?;
    let answer = UiWait {
        status: WaitStatus::of(waited.holds),
        matched: waited.holds.then_some(waited.observed.matched_count),
        element: waited.element.filter(|_| waited.holds),
        error,
        metrics: waited.metrics,
        requested,
        observed: waited.observed,
    };
    Ok(Reply::json(answer).failed_if(!waited.holds))
}

/// Waits as asked; an error beside what was seen where it did not come true or makes no sense.
fn waited_for(
    session: &mut DeviceSession,
    selector: &Selector,
    word: &str,
    args: &Args,
    call: &Call,
) -> Result<(UiWaited, Option<WaitError>), Refusal> {
    let wrong = |code, message| {
        let code = Some(code);
        Ok((UiWaited::default(), Some(WaitError { code, message })))
    };
    if selector.is_blank() {
        return wrong("INVALID_SELECTOR", BLANK.to_owned());
    }
    let Some(condition) = Condition::from_word(word) else {
        return wrong(
            "INVALID_CONDITION",
            format!("Unsupported condition: {word}"),
        );
    };
    let is_unknown = |it: &&str| !matches!(*it, "android" | "ios");
    if let Some(platform) = args.words("platform").filter(is_unknown) {
        let message = format!("Unsupported platform: {platform}");
        return wrong("PLATFORM_NOT_SUPPORTED", message);
    }
    let awaited = Awaited {
        selector,
        condition,
        known: None,
    };
    match wait_ui(session, &awaited, args, 60_000, call) {
        Ok(waited) if waited.holds => Ok((waited, None)),
        Ok(waited) => {
            let error = WaitError {
                code: Some(FailureCode::ElementNotFound.as_str()),
                message: waited.complaint(condition, selector),
            };
            Ok((waited, Some(error)))
        }
        Err(refusal) if refusal.code == FailureCode::Cancelled => Err(refusal),
        Err(refusal) => wrong("INTERNAL_ERROR", refusal.message),
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ScreenChange {
    success: bool,
    previous_fingerprint: String,
    elapsed_ms: u64,
    #[serde(rename = "observed_screen")]
    observed_screen: ObservedScreen,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_fingerprint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_fingerprint: Option<Option<String>>,
}

#[derive(Serialize, JsonSchema)]
struct ObservedScreen {
    fingerprint: Option<String>,
    activity: Option<String>,
}

/// Waits for another fingerprint, seen twice in a row.
fn wait_for_screen_change(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let previous = args.need_text("previousFingerprint")?;
    let between = poll_of(args, "pollIntervalMs");
    let start = session.now();
    let mut last = None;
    let judge = |screen: &Screen| {
        let mark = screen_mark(screen);
        last = Some((mark.clone(), screen.name.clone()));
        (mark != previous).then_some(mark)
    };
    let wait = LastingWait {
        poll: Some(between),
        timeout: args.millis("timeoutMs", 5_000),
        pause: between,
    };
    let lasting = wait.run(session, call, judge, |mark, now| *mark == screen_mark(now))?;
    let found = match lasting {
        Lasting::Stayed(mark, _) => Some(mark),
        Lasting::Absent(_) | Lasting::Restless => None,
    };
    let (mark, name) = last.unzip();
    let answer = ScreenChange {
        success: found.is_some(),
        previous_fingerprint: previous.to_owned(),
        elapsed_ms: session.now().since(start).as_millis() as u64,
        observed_screen: ObservedScreen {
            fingerprint: mark.clone(),
            activity: name.flatten(),
        },
        reason: found.is_none().then_some("timeout"),
        last_fingerprint: found.is_none().then_some(mark),
        new_fingerprint: found,
    };
    let is_error = !answer.success;
    Ok(Reply::json(answer).failed_if(is_error))
}

#[derive(Serialize, JsonSchema)]
struct UiChange {
    success: bool,
    #[schemars(extend("enum" = ["hierarchy_diff", "text_change", "state_change", null]))]
    observed_change: Option<&'static str>,
    timeout: bool,
    elapsed_ms: u64,
    loading_state: Option<Loading>,
    reason: &'static str,
    details: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot_revision: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_change: Option<String>,
}

/// Waits for a stable change.
fn wait_for_ui_change(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let expected = args.words("expected_change");
    let kind = match expected {
        Some(word) => Some(DeltaKind::from_word(word).ok_or_else(|| {
            Refusal::input(format!(
                "`{word}` is no change; say hierarchy_diff, text_change or state_change"
            ))
        })?),
        None => None,
    };
    let wanted = ChangeWanted {
        since: args.count("since_revision"),
        kind,
        timeout: args.millis("timeout_ms", 60_000),
        stable: args.millis("stability_window_ms", 250),
    };
    let changed = wait_for_change(session, wanted, call)?;
    let screen = changed.screen.as_ref();
    session.note_shown(screen);
    let is_changed = changed.kind.is_some();
    let answer = UiChange {
        success: is_changed,
        observed_change: changed.kind.map(DeltaKind::as_str),
        timeout: !is_changed,
        elapsed_ms: changed.took.as_millis() as u64,
        loading_state: screen.and_then(|screen| Loading::of(screen)),
        reason: if is_changed {
            "UI change observed"
        } else {
            "timeout"
        },
        snapshot_revision: screen.map(|screen| screen.revision),
        details: changed.reason,
        expected_change: expected.map(str::to_owned),
    };
    Ok(Reply::json(answer).failed_if(!is_changed))
}
