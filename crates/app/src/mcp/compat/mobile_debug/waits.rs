//! Waits in the shapes of the reference server.

use std::sync::Arc;
use std::time::Duration;

use super::selector::{Condition, FieldMatch, Selected, Selector};
use retap_model::device::Deadline;
use retap_model::program::Target;
use retap_model::screen::Screen;
use retap_model::select::{Evidence, Search, locate};
use retap_model::verify::{DeltaKind, FailureCode};
use serde_json::{Value, json};

use super::element::element_json;
use super::ui_tree::loading_json;
use crate::mcp::compat::fingerprint::screen_mark;
use crate::mcp::tools::screen_change::{ChangeWanted, seen, wait_for_change};
use crate::mcp::{Args, Call, DeviceSession, Refusal, Reply};

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

/// How a wait for an element ended.
pub(super) struct UiWaited {
    /// How it stood at the end; nothing where no screen could be read.
    last: Option<(Selected, Arc<Screen>)>,
    /// Whether the condition held.
    pub(super) holds: bool,
    /// How many elements matched at the end.
    pub(super) matched: usize,
    /// The element that counts, with an id it can be tapped by; null where there is none.
    pub(super) element: Value,
    reads: u32,
    attempts: u64,
    took: Duration,
}

impl UiWaited {
    /// Returns what was seen, as waits and proofs tell it.
    pub(super) fn observed(&self) -> Value {
        json!({
            "matched_count": self.matched,
            "condition_satisfied": self.holds,
            "selected_index": self.last.as_ref().and_then(|(selected, _)| selected.chosen),
            "last_matched_element": self.element,
        })
    }

    /// Returns why it did not come true.
    pub(super) fn complaint(&self, condition: Condition, selector: &Selector) -> String {
        let seen = match selector.index.filter(|index| self.matched <= *index) {
            Some(index) => format!(
                "requested match.index={index} but observed {} match(es)",
                self.matched
            ),
            None => format!("observed {} match(es)", self.matched),
        };
        format!(
            "Condition {} not satisfied within timeout; {seen}",
            condition.as_str()
        )
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
    let clock = Arc::clone(&session.connection.opened.clock);
    let start = clock.now();
    let (mut reads, mut attempts) = (0, 0);
    let (holds, last) = loop {
        attempts += 1;
        let watched = session.watch_every(poll, call, timeout, |screen| {
            let selected = awaited.select(screen);
            selected.holds.then_some(selected)
        });
        reads += watched.reads;
        let ended = seen(watched)?;
        let holds = ended.is_ok();
        let last = match ended {
            Ok(found) => Some(found),
            Err(screen) => screen.map(|screen| (awaited.select(&screen), screen)),
        };
        if holds || attempts == most {
            break (holds, last);
        }
        session.pause(call, retry.millis("backoff_ms", 0))?;
    };
    Ok(UiWaited {
        holds,
        matched: last.as_ref().map_or(0, |(selected, _)| selected.matched),
        element: told_element(session, last.as_ref()),
        last,
        reads,
        attempts,
        took: clock.now().since(start),
    })
}

fn told_element(session: &mut DeviceSession, last: Option<&(Selected, Arc<Screen>)>) -> Value {
    let chosen = last.and_then(|(selected, screen)| Some((selected.chosen?, screen)));
    chosen.map_or(Value::Null, |(index, screen)| {
        element_json(session, screen, index)
    })
}

/// Waits until an element exists, is gone, is visible or takes touches.
pub(super) fn wait_for_ui(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let word = args.text("condition").unwrap_or("exists");
    let selector = selector_of(args);
    let requested = json!({
        "selector": args.value("selector").filter(|it| it.is_object()).unwrap_or(&json!({})),
        "condition": word,
        "match": selector.index.map(|index| json!({ "index": index })),
    });
    let invalid = |code: &str, message: String| {
        let data = json!({
            "status": "timeout",
            "error": { "code": code, "message": message },
            "metrics": { "latency_ms": 0, "poll_count": 0, "attempts": 0 },
            "requested": requested,
            "observed": {
                "matched_count": 0,
                "condition_satisfied": false,
                "selected_index": null,
                "last_matched_element": null,
            },
        });
        Reply::json(data).failed_if(true)
    };
    if selector.is_blank() {
        return Ok(invalid("INVALID_SELECTOR", BLANK.to_owned()));
    }
    let Some(condition) = Condition::from_word(word) else {
        let message = format!("Unsupported condition: {word}");
        return Ok(invalid("INVALID_CONDITION", message));
    };
    if let Some(platform) = args.words("platform").filter(|it| !is_platform(it)) {
        let message = format!("Unsupported platform: {platform}");
        return Ok(invalid("PLATFORM_NOT_SUPPORTED", message));
    }
    let awaited = Awaited {
        selector: &selector,
        condition,
        known: None,
    };
    let waited = match wait_ui(session, &awaited, args, 60_000, call) {
        Ok(waited) => waited,
        Err(refusal) if refusal.code == FailureCode::Cancelled => return Err(refusal),
        Err(refusal) => return Ok(invalid("INTERNAL_ERROR", refusal.message)),
    };
    let mut data = json!({
        "metrics": {
            "latency_ms": waited.took.as_millis() as u64,
            "poll_count": waited.reads,
            "attempts": waited.attempts,
        },
        "requested": requested,
        "observed": waited.observed(),
    });
    if waited.holds {
        data["status"] = json!("success");
        data["matched"] = json!(waited.matched);
        data["element"] = waited.element.clone();
    } else {
        data["status"] = json!("timeout");
        data["error"] = json!({
            "code": FailureCode::ElementNotFound.as_str(),
            "message": waited.complaint(condition, &selector),
        });
    }
    Ok(Reply::json(data).failed_if(!waited.holds))
}

fn is_platform(word: &str) -> bool {
    matches!(word, "android" | "ios")
}

/// Waits for another fingerprint, seen twice in a row.
pub(super) fn wait_for_screen_change(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let previous = args.need_text("previousFingerprint")?;
    let timeout = args.millis("timeoutMs", 5_000);
    let between = poll_of(args, "pollIntervalMs");
    let clock = Arc::clone(&session.connection.opened.clock);
    let start = clock.now();
    let end = Deadline::after(start, timeout);
    let mut last = None;
    let found = loop {
        let left = end.left(clock.now());
        let watched = session.watch_every(Some(between), call, left, |screen| {
            let mark = screen_mark(screen);
            let is_other = mark != previous;
            last = Some((mark.clone(), screen.name.clone()));
            is_other.then_some(mark)
        });
        let Ok((mark, _)) = seen(watched)? else {
            break None;
        };
        session.pause(call, between)?;
        let again = session.watch(call, Duration::ZERO, |screen| Some(screen_mark(screen)));
        if seen(again)?.is_ok_and(|(now, _)| now == mark) {
            break Some(mark);
        }
        if end.has_passed(clock.now()) {
            break None;
        }
    };
    let elapsed = clock.now().since(start).as_millis() as u64;
    let (mark, name) = last.unzip();
    let mut data = json!({
        "success": found.is_some(),
        "previousFingerprint": previous,
        "elapsedMs": elapsed,
        "observed_screen": { "fingerprint": mark, "activity": name.flatten() },
    });
    match &found {
        Some(found) => data["newFingerprint"] = json!(found),
        None => {
            data["reason"] = json!("timeout");
            data["lastFingerprint"] = json!(mark);
        }
    }
    Ok(Reply::json(data).failed_if(found.is_none()))
}

/// Waits for a stable change.
pub(super) fn wait_for_ui_change(
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
    if let Some(screen) = &changed.screen {
        session.shown.note(screen);
    }
    let screen = changed.screen.as_ref();
    let is_changed = changed.kind.is_some();
    let mut data = json!({
        "success": is_changed,
        "observed_change": changed.kind.map(DeltaKind::as_str),
        "timeout": !is_changed,
        "elapsed_ms": changed.took.as_millis() as u64,
        "loading_state": screen.map_or(Value::Null, |screen| loading_json(screen)),
        "reason": if is_changed { "UI change observed" } else { "timeout" },
        "details": changed.reason,
    });
    if let Some(screen) = screen {
        data["snapshot_revision"] = json!(screen.revision);
    }
    if let Some(expected) = expected {
        data["expected_change"] = json!(expected);
    }
    Ok(Reply::json(data).failed_if(!is_changed))
}
