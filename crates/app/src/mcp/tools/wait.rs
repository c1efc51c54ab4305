//! `wait_for`, `wait_for_change`: they synchronise and prove nothing.

use std::time::Duration;

use retap_model::program::WaitFor;
use retap_model::select::is_shown;
use retap_model::verify::{DeltaKind, FailureCode};
use serde_json::json;

use super::screen_change::{ChangeWanted, seen, wait_for_change};
use super::touch_target::target_by_words;
use crate::mcp::{AgentStep, Answer, Refusal, ToolCall, envelope};

/// How long a wait lasts when the call does not say.
const USUAL: u64 = 15_000;

/// How long a changed screen must stay as it is.
const STABLE: Duration = Duration::from_millis(250);

/// Waits until something shows, or no longer does.
pub(super) fn wait_for(call: &mut ToolCall<'_>) -> Answer {
    let Some(target) = target_by_words(call.args) else {
        return Err(Refusal::input("say a text or an id"));
    };
    let timeout = call.args.millis("timeout_ms", USUAL);
    if call.args.is("gone") != Some(true) {
        let wait = WaitFor {
            target,
            timeout: Some(timeout),
        };
        let acted = call.act(AgentStep {
            timeout,
            ..AgentStep::new(wait)
        });
        return Ok(envelope::proof(call, &acted));
    }
    let watched = call.watch(timeout, |screen| {
        is_shown(screen, &target).is_none().then_some(())
    });
    let is_gone = seen(watched)?.is_ok();
    let name = target.label.to_string();
    let reason = if is_gone {
        format!("`{name}` does not show")
    } else {
        format!("`{name}` still shows after {timeout:?}")
    };
    let failure = (!is_gone).then_some(FailureCode::Timeout);
    Ok(envelope::judged(call, &reason, failure))
}

/// Waits until the screen differs and is stable.
pub(super) fn wait_until_changed(call: &mut ToolCall<'_>) -> Answer {
    let wanted = ChangeWanted {
        since: call.args.count("since_revision"),
        kind: call.args.text("kind").and_then(DeltaKind::from_word),
        timeout: call.args.millis("timeout_ms", USUAL),
        stable: STABLE,
    };
    let changed = wait_for_change(call, wanted)?;
    let failure = changed.kind.is_none().then_some(FailureCode::Timeout);
    let mut reply = envelope::judged(call, &changed.reason, failure);
    reply.data["observed_change"] = json!(changed.kind.map(DeltaKind::as_str));
    reply.data["elapsed_ms"] = json!(changed.took.as_millis() as u64);
    Ok(reply)
}
