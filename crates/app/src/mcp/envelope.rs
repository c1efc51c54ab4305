//! What an act answers: that it was sent, what retap judges of it, and what the screen shows now.

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use retap_model::screen::Screen;
use retap_model::time::Timestamp;
use retap_model::verify::FailureCode;
use serde_json::{Value, json};

use crate::mcp::compat::mobile_debug::{device_json, element_json};
use crate::mcp::compat::screen_mark;
use crate::mcp::outline::{Detail, difference, outline};
use crate::mcp::{ActResult, DeviceSession, Refusal, Reply};

/// Returns the lean answer: a few fields, a sentence, and what changed on the screen.
pub(crate) fn lean(session: &mut DeviceSession, acted: &ActResult) -> Reply {
    let mut data = json!({
        "success": acted.is_sent,
        "act": acted.number,
        "verdict": acted.verdict.outcome.as_str(),
        "action_type": acted.action_type.as_str(),
        "revision": acted.after.as_ref().map(|screen| screen.revision),
    });
    add_failure(&mut data, acted);
    let changed = what_changed(session, acted);
    let text = match acted.failure {
        Some(code) if !acted.is_sent => {
            format!("{}: {}\n{changed}", code.as_str(), acted.verdict.reason)
        }
        Some(_) | None => format!("{}\n{changed}", acted.verdict.reason),
    };
    if let Some(screen) = &acted.after {
        session.shown.note(screen);
    }
    Reply::new(data, text.trim_end()).failed_if(!acted.verdict.is_passed())
}

/// Returns the answer of a step that proves or waits: success is that it came true.
pub(crate) fn proof(session: &mut DeviceSession, acted: &ActResult) -> Reply {
    let is_proven = acted.verdict.is_passed();
    let mut data = json!({
        "success": is_proven,
        "reason": acted.verdict.reason.to_string(),
        "revision": acted.after.as_ref().map(|screen| screen.revision),
    });
    if !is_proven {
        let code = acted.failure.unwrap_or(FailureCode::Timeout);
        add_code(&mut data, code);
    }
    let changed = what_changed(session, acted);
    if let Some(screen) = &acted.after {
        session.shown.note(screen);
    }
    Reply::new(
        data,
        format!("{}\n{changed}", acted.verdict.reason).trim_end(),
    )
    .failed_if(!is_proven)
}

/// Returns the answer of the reference servers: the whole envelope as one block of JSON. `message` says
/// it as the other of them does.
pub(crate) fn full(
    session: &mut DeviceSession,
    acted: &ActResult,
    name: &str,
    asked: Asked,
) -> Reply {
    let mark = |screen: &Option<std::sync::Arc<Screen>>| screen.as_ref().map(|it| screen_mark(it));
    let resolved = match &acted.resolved {
        Some((index, screen)) => element_json(session, screen, *index),
        None => Value::Null,
    };
    let mut data = head(session, name, (acted.at, acted.number), asked.selector);
    data["target"]["resolved"] = resolved;
    data["success"] = json!(acted.is_sent);
    data["ui_fingerprint_before"] = json!(mark(&acted.before));
    data["ui_fingerprint_after"] = json!(mark(&acted.after));
    data["details"] = json!({
        "verdict": acted.verdict.outcome.as_str(),
        "reason": acted.verdict.reason.to_string(),
        "category": acted.action_type.as_str(),
        "snapshot_revision": acted.after.as_ref().map(|screen| screen.revision),
    });
    if acted.is_sent {
        data["message"] = json!(asked.message);
    } else {
        add_failure(&mut data, acted);
    }
    if let Some(screen) = &acted.after {
        session.shown.note(screen);
    }
    Reply::json(data).failed_if(!acted.is_sent)
}

/// Returns the envelope of an act that was refused before anything was sent: nothing was resolved, and
/// nobody looked. What makes no sense, or was cancelled, stays a refusal.
pub(crate) fn refused(
    session: &mut DeviceSession,
    name: &str,
    selector: Value,
    refusal: Refusal,
) -> Result<Reply, Refusal> {
    if matches!(
        refusal.code,
        FailureCode::InvalidInput | FailureCode::Cancelled
    ) {
        return Err(refusal);
    }
    let number = session.number_act();
    let at = SystemClock::new().timestamp();
    let mut data = head(session, name, (at, number), selector);
    data["details"] = json!({ "reason": refusal.message });
    data["error"] = json!({ "tool": name, "message": refusal.message });
    add_code(&mut data, refusal.code);
    Ok(Reply::json(data).failed_if(true))
}

/// Returns an envelope of which only the head is filled in.
fn head(
    session: &DeviceSession,
    name: &str,
    (at, number): (Timestamp, u64),
    selector: Value,
) -> Value {
    json!({
        "action_id": format!("{name}_{}_{number}", at.0),
        "timestamp": at.to_rfc3339(),
        "action_type": name,
        "device": device_json(session),
        "target": { "selector": selector, "resolved": null },
        "success": false,
        "ui_fingerprint_before": null,
        "ui_fingerprint_after": null,
    })
}

/// Returns the answer of the other reference server: a sentence that it was sent, then what changed.
pub(crate) fn sentence(session: &mut DeviceSession, acted: &ActResult, message: &str) -> Reply {
    let mut reply = lean(session, acted).failed_if(!acted.is_sent);
    if acted.is_sent {
        reply.texts = vec![format!("{message}\n{}", reply.texts.join("\n"))];
    }
    reply
}

/// What a call of a reference server's tool asked for.
pub(crate) struct Asked {
    /// As the one server repeats it.
    pub(crate) selector: Value,
    /// As the other one says that it was done.
    pub(crate) message: String,
}

fn add_failure(data: &mut Value, acted: &ActResult) {
    let Some(code) = acted.failure else {
        return;
    };
    // An act that was sent and had no effect is no failure to send it.
    if !acted.is_sent {
        add_code(data, code);
    }
    data["reason"] = json!(acted.verdict.reason.to_string());
    if !acted.candidates.is_empty() {
        data["candidates"] = json!(acted.candidates);
    }
}

fn add_code(data: &mut Value, code: FailureCode) {
    data["failure_code"] = json!(code.as_str());
    data["retryable"] = json!(code.is_retryable());
}

/// Returns what is new on the screen since the client last saw it.
fn what_changed(session: &DeviceSession, acted: &ActResult) -> String {
    let Some(after) = &acted.after else {
        return String::new();
    };
    match session.shown.last() {
        Some(shown) if shown.revision == after.revision => String::new(),
        Some(shown) => difference(&shown, after),
        None => outline(after, Detail::Short),
    }
}
