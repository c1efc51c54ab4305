//! Waits in the shapes of the reference server.

use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::screen::Screen;
use retap_model::select::{Condition, FieldMatch, Selected, Selector};
use retap_model::verify::{DeltaKind, FailureCode, screen_mark};
use serde_json::{Value, json};

use super::super::super::args::Args;
use super::super::super::call::Call;
use super::super::super::desk::Desk;
use super::super::super::reply::{Refusal, Reply};
use super::super::change::{ChangeWanted, seen, wait_for_change};
use super::super::shapes::element_json;
use super::tree::loading_json;

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

/// How a wait for an element ended.
pub(super) struct UiWaited {
    /// How it stood at the end; nothing where no screen could be read.
    pub(super) last: Option<(Selected, Arc<Screen>)>,
    /// Whether the condition held.
    pub(super) holds: bool,
    reads: u32,
    attempts: u64,
    took: Duration,
}

/// Waits for an element; attempts follow each other after a pause.
pub(super) fn wait_ui(
    desk: &mut Desk,
    selector: &Selector,
    condition: Condition,
    args: &Args,
    usual: u64,
    call: &Call,
) -> Result<UiWaited, Refusal> {
    let retry = args.object("retry").unwrap_or_default();
    let most = retry.count("max_attempts").unwrap_or(1).clamp(1, 20);
    let timeout = args.millis("timeout_ms", usual);
    let clock = Arc::clone(&desk.hands.opened.clock);
    let start = clock.now();
    let (mut reads, mut last) = (0, None);
    for attempt in 1..=most {
        let watched = desk.watch(call, timeout, |screen| {
            let selected = selector.select(screen, condition);
            selected.holds.then_some(selected)
        });
        reads += watched.reads;
        let ended = seen(watched)?;
        let holds = ended.is_ok();
        last = match ended {
            Ok(found) => Some(found),
            Err(screen) => screen.map(|screen| (selector.select(&screen, condition), screen)),
        };
        if holds || attempt == most {
            let took = clock.now().since(start);
            return Ok(UiWaited {
                last,
                holds,
                reads,
                attempts: attempt,
                took,
            });
        }
        desk.pause(call, retry.millis("backoff_ms", 0))?;
    }
    let took = clock.now().since(start);
    Ok(UiWaited {
        last,
        holds: false,
        reads,
        attempts: most,
        took,
    })
}

/// Returns the element that counts, with an id it can be tapped by.
pub(super) fn told_element(desk: &mut Desk, waited: &UiWaited) -> Value {
    let Some((
        Selected {
            chosen: Some(index),
            ..
        },
        screen,
    )) = &waited.last
    else {
        return Value::Null;
    };
    let mut element = element_json(screen, *index);
    element["elementId"] = json!(desk.ids.tell(screen, *index));
    element
}

/// Waits until an element exists, is gone, is visible or takes touches.
pub(super) fn wait_for_ui(desk: &mut Desk, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let word = args.text("condition").unwrap_or("exists");
    let selector = selector_of(args);
    let requested = json!({ "selector": args.value("selector"), "condition": word });
    let invalid = |code: &str, message: &str| {
        let none = json!({ "latency_ms": 0, "poll_count": 0, "attempts": 0 });
        let data = json!({
            "status": "timeout",
            "error": { "code": code, "message": message },
            "metrics": none,
            "requested": requested,
        });
        Reply::json(data).failed_if(true)
    };
    let Some(condition) = Condition::from_word(word) else {
        return Ok(invalid("INVALID_CONDITION", "the condition is unknown"));
    };
    if selector.is_blank() {
        return Ok(invalid("INVALID_SELECTOR", "the selector names nothing"));
    }
    let waited = wait_ui(desk, &selector, condition, args, 60_000, call)?;
    let element = told_element(desk, &waited);
    let (matched, chosen) = match &waited.last {
        Some((selected, _)) => (selected.matched, selected.chosen),
        None => (0, None),
    };
    let mut data = json!({
        "metrics": {
            "latency_ms": waited.took.as_millis() as u64,
            "poll_count": waited.reads,
            "attempts": waited.attempts,
        },
        "requested": requested,
        "observed": {
            "matched_count": matched,
            "condition_satisfied": waited.holds,
            "selected_index": chosen,
        },
    });
    if waited.holds {
        data["status"] = json!("success");
        data["matched"] = json!(matched);
        data["element"] = element;
    } else {
        let message =
            format!("Condition {word} not satisfied within timeout; observed {matched} match(es)");
        data["status"] = json!("timeout");
        data["error"] =
            json!({ "code": FailureCode::ElementNotFound.as_str(), "message": message });
    }
    Ok(Reply::json(data).failed_if(!waited.holds))
}

/// Waits for another fingerprint, seen twice in a row.
pub(super) fn wait_for_screen_change(
    desk: &mut Desk,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let previous = args.need_text("previousFingerprint")?;
    let timeout = args.millis("timeoutMs", 5_000);
    let between = args
        .millis("pollIntervalMs", 300)
        .max(Duration::from_millis(50));
    let clock = Arc::clone(&desk.hands.opened.clock);
    let start = clock.now();
    let end = Deadline::after(start, timeout);
    let mut last = None;
    let found = loop {
        let watched = desk.watch(call, end.left(clock.now()), |screen| {
            let mark = screen_mark(screen);
            let is_other = mark != previous;
            last = Some((mark.clone(), screen.name.clone()));
            is_other.then_some(mark)
        });
        let Ok((mark, _)) = seen(watched)? else {
            break None;
        };
        desk.pause(call, between)?;
        let again = desk.watch(call, Duration::ZERO, |screen| Some(screen_mark(screen)));
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
    desk: &mut Desk,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let expected = args.text("expected_change");
    let wanted = ChangeWanted {
        since: args.count("since_revision"),
        kind: expected.and_then(DeltaKind::from_word),
        timeout: args.millis("timeout_ms", 60_000),
        stable: args.millis("stability_window_ms", 250),
    };
    let changed = wait_for_change(desk, wanted, call)?;
    if let Some(screen) = &changed.screen {
        desk.shown.note(screen);
    }
    let screen = changed.screen.as_ref();
    let is_changed = changed.kind.is_some();
    let data = json!({
        "success": is_changed,
        "observed_change": changed.kind.map(DeltaKind::as_str),
        "snapshot_revision": screen.map(|screen| screen.revision),
        "timeout": !is_changed,
        "elapsed_ms": changed.took.as_millis() as u64,
        "expected_change": expected,
        "loading_state": screen.map_or(Value::Null, |screen| loading_json(screen)),
        "reason": changed.reason,
    });
    Ok(Reply::json(data).failed_if(!is_changed))
}
