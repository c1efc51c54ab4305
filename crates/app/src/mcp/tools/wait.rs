//! `wait_for`, `wait_for_change`: they synchronise and prove nothing.

use std::time::Duration;

use retap_model::program::{StepKind, WaitFor};
use retap_model::select::is_shown;
use retap_model::verify::{ActionType, DeltaKind, FailureCode};
use serde_json::json;

use super::screen_change::{ChangeWanted, seen, wait_for_change};
use super::touch_target::target_by_words;
use crate::mcp::outline::{Detail, difference, outline};
use crate::mcp::{AgentStep, Args, Call, DeviceSession, Refusal, Reply, envelope};

/// How long a wait lasts when the call does not say.
const USUAL: u64 = 15_000;

/// How long a changed screen must stay as it is.
const STABLE: Duration = Duration::from_millis(250);

/// Waits until something shows, or no longer does.
pub(crate) fn wait_for(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let Some(target) = target_by_words(args) else {
        return Err(Refusal::input("say a text or an id"));
    };
    let timeout = args.millis("timeout_ms", USUAL);
    if args.is("gone") != Some(true) {
        let step = AgentStep {
            kind: StepKind::WaitFor(WaitFor {
                target,
                timeout: Some(timeout),
            }),
            evidence: None,
            action_type: ActionType::LocalState,
            timeout,
        };
        let acted = session.act(step, call);
        return Ok(envelope::proof(session, &acted));
    }
    let watched = session.watch(call, timeout, |screen| {
        is_shown(screen, &target).is_none().then_some(())
    });
    let is_gone = seen(watched)?.is_ok();
    let name = target.label.to_string();
    let reason = if is_gone {
        format!("`{name}` does not show")
    } else {
        format!("`{name}` still shows after {timeout:?}")
    };
    Ok(told(session, is_gone, &reason, FailureCode::Timeout))
}

/// Waits until the screen differs and is stable.
pub(crate) fn wait_for_change_lean(
    session: &mut DeviceSession,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let wanted = ChangeWanted {
        since: args.count("since_revision"),
        kind: args.text("kind").and_then(DeltaKind::from_word),
        timeout: args.millis("timeout_ms", USUAL),
        stable: STABLE,
    };
    let changed = wait_for_change(session, wanted, call)?;
    let is_changed = changed.kind.is_some();
    let mut reply = told(session, is_changed, &changed.reason, FailureCode::Timeout);
    reply.data["observed_change"] = json!(changed.kind.map(DeltaKind::as_str));
    reply.data["elapsed_ms"] = json!(changed.took.as_millis() as u64);
    Ok(reply)
}

/// Returns whether something came true, and what is new on the screen.
pub(crate) fn told(
    session: &mut DeviceSession,
    is_so: bool,
    reason: &str,
    code: FailureCode,
) -> Reply {
    let screen = session.engine.last();
    let mut data = json!({
        "success": is_so,
        "reason": reason,
        "revision": screen.as_ref().map(|screen| screen.revision),
    });
    if !is_so {
        data["failure_code"] = json!(code.as_str());
        data["retryable"] = json!(code.is_retryable());
    }
    let mut text = reason.to_owned();
    if let Some(screen) = screen {
        match session.shown.last() {
            Some(shown) if shown.revision == screen.revision => {}
            Some(shown) => text.push_str(&format!("\n{}", difference(&shown, &screen))),
            None => text.push_str(&format!("\n{}", outline(&screen, Detail::Short))),
        }
        session.shown.note(&screen);
    }
    Reply::new(data, text).failed_if(!is_so)
}
