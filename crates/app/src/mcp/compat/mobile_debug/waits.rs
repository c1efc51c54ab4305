//! Waits in the shapes of the reference server.

use std::time::Duration;

use retap_model::program::Target;
use retap_model::screen::Screen;
use retap_model::select::{Evidence, Search, locate};
use retap_model::verify::{DeltaKind, FailureCode};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::element::{SameElement, ShownElement};
use super::selector::{Condition, FieldMatch, Selected, Selector};
use super::ui_tree::Loading;
use crate::mcp::compat::screen_mark;
use crate::mcp::schema::AnyObject;
use crate::mcp::tools::wait::{ChangeWanted, Lasting, LastingWait, seen, wait_for_change};
use crate::mcp::{Answer, Args, Refusal, Reply, ToolCall};

/// The shortest and the longest time between two looks.
const SHORTEST_POLL: Duration = Duration::from_millis(50);
const LONGEST_POLL: Duration = Duration::from_secs(2);

/// The error of a selector that says nothing.
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
        index,
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

/// The last observation of what was waited for.
#[derive(Debug, Default, Clone, Serialize, JsonSchema)]
pub(super) struct Observed {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<WaitStatus>,
    matched_count: usize,
    pub(super) condition_satisfied: bool,
    selected_index: Option<usize>,
    /// The element that counts, with an id it can be tapped by.
    #[schemars(with = "Option<SameElement>")]
    pub(super) last_matched_element: Option<ShownElement>,
}

/// How a wait ended.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WaitStatus {
    Success,
    Timeout,
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
    call: &mut ToolCall<'_>,
    awaited: &Awaited<'_>,
    usual: u64,
) -> Result<UiWaited, Refusal> {
    let retry = call.args.object("retry").unwrap_or_default();
    let most = retry.count("max_attempts").unwrap_or(1).clamp(1, 20);
    let timeout = call.args.millis("timeout_ms", usual);
    let poll = Some(poll_of(call.args, "poll_interval_ms"));
    let start = call.now();
    let mut metrics = Metrics::default();
    let (holds, last) = loop {
        metrics.attempts += 1;
        let watched = call.watch_every(poll, timeout, |screen| {
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
        call.pause(retry.millis("backoff_ms", 0))?;
    };
    metrics.latency_ms = call.now().since(start).as_millis() as u64;
    let selected = last.as_ref().map(|(selected, _)| selected);
    let chosen = selected.and_then(|it| it.chosen);
    let screen = last.as_ref().map(|(_, screen)| screen);
    let element = chosen.zip(screen);
    let element = element.map(|(index, screen)| ShownElement::of(call, screen, index));
    Ok(UiWaited {
        observed: Observed {
            status: None,
            matched_count: selected.map_or(0, |it| it.matched),
            condition_satisfied: holds,
            selected_index: chosen,
            last_matched_element: element,
        },
        metrics,
    })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct UiWait {
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
pub(super) fn wait_for_ui(call: &mut ToolCall<'_>) -> Answer {
    let word = call.args.text("condition").unwrap_or("exists");
    let selector = selector_of(call.args);
    let said = call.args.value("selector").filter(|it| it.is_object());
    let requested = Requested {
        selector: said.cloned().unwrap_or_else(|| json!({})),
        condition: word.to_owned(),
        r#match: selector.index.map(|index| json!({ "index": index })),
    };
    let (waited, error) = waited_for(call, &selector, word)?;
    let UiWaited { observed, metrics } = waited;
    let (status, matched, element) = match observed.condition_satisfied {
        true => (
            WaitStatus::Success,
            Some(observed.matched_count),
            observed.last_matched_element.clone(),
        ),
        false => (WaitStatus::Timeout, None, None),
    };
    let reply = Reply::json(UiWait {
        status,
        matched,
        element,
        error,
        metrics,
        requested,
        observed,
    });
    Ok(match status {
        WaitStatus::Success => reply,
        WaitStatus::Timeout => reply.failed(),
    })
}

/// Waits as asked; an error beside what was seen where it did not come true or makes no sense.
fn waited_for(
    call: &mut ToolCall<'_>,
    selector: &Selector,
    word: &str,
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
    if let Some(platform) = call.args.words("platform").filter(is_unknown) {
        let message = format!("Unsupported platform: {platform}");
        return wrong("PLATFORM_NOT_SUPPORTED", message);
    }
    let awaited = Awaited {
        selector,
        condition,
        known: None,
    };
    match wait_ui(call, &awaited, 60_000) {
        Ok(waited) if waited.observed.condition_satisfied => Ok((waited, None)),
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
pub(super) struct ScreenChange {
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
pub(super) fn wait_for_screen_change(call: &mut ToolCall<'_>) -> Answer {
    let previous = call.args.need_text("previousFingerprint")?;
    let between = poll_of(call.args, "pollIntervalMs");
    let start = call.now();
    let mut last = None;
    let judge = |screen: &Screen| {
        let mark = screen_mark(screen);
        last = Some((mark.clone(), screen.name.clone()));
        (mark != previous).then_some(mark)
    };
    let wait = LastingWait {
        poll: Some(between),
        timeout: call.args.millis("timeoutMs", 5_000),
        pause: between,
    };
    let lasting = wait.run(call, judge, |mark, now| *mark == screen_mark(now))?;
    let found = match lasting {
        Lasting::Stayed(mark, _) => Some(mark),
        Lasting::Absent(_) | Lasting::Restless => None,
    };
    let (mark, name) = last.unzip();
    let answer = ScreenChange {
        success: found.is_some(),
        previous_fingerprint: previous.to_owned(),
        elapsed_ms: call.now().since(start).as_millis() as u64,
        observed_screen: ObservedScreen {
            fingerprint: mark.clone(),
            activity: name.flatten(),
        },
        reason: found.is_none().then_some("timeout"),
        last_fingerprint: found.is_none().then_some(mark),
        new_fingerprint: found,
    };
    Ok(Reply::json(answer))
}

#[derive(Serialize, JsonSchema)]
pub(super) struct UiChange {
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
pub(super) fn wait_for_ui_change(call: &mut ToolCall<'_>) -> Answer {
    let expected = call.args.words("expected_change");
    let kind = match expected {
        Some(word) => Some(DeltaKind::from_word(word).ok_or_else(|| {
            Refusal::input(format!(
                "`{word}` is no change; say hierarchy_diff, text_change or state_change"
            ))
        })?),
        None => None,
    };
    let wanted = ChangeWanted {
        since: call.args.count("since_revision"),
        kind,
        timeout: call.args.millis("timeout_ms", 60_000),
        stable: call.args.millis("stability_window_ms", 250),
    };
    let changed = wait_for_change(call, wanted)?;
    let screen = changed.screen.as_ref();
    call.note_shown(screen);
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
    Ok(Reply::json(answer))
}
