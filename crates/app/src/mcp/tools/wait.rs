//! `wait_for`, `wait_for_change`: they synchronise and prove nothing.

use std::time::Duration;

use retap_model::program::{StepKind, WaitFor};
use retap_model::select::is_shown;
use retap_model::verify::{ActionType, DeltaKind, FailureCode};
use serde_json::json;

use super::screen_change::{ChangeWanted, seen, wait_for_change};
use super::touch_target::target_by_words;
use crate::mcp::tool_spec::{ToolSpec, Work::OnDevice};
use crate::mcp::{AgentStep, Args, Call, DeviceSession, Refusal, Reply, envelope};
use crate::permissions::Access::Looks;

/// `wait_for`.
pub(super) const WAIT_FOR: ToolSpec = ToolSpec::new(
    "wait_for",
    "Waits until a text or id shows, or with gone until it does not. Synchronises; proves nothing.",
    Looks,
    OnDevice(wait_for),
)
.takes("text id gone:boolean timeout_ms:number=15000");

/// `wait_for_change`.
pub(super) const WAIT_FOR_CHANGE: ToolSpec = ToolSpec::new(
    "wait_for_change",
    "Waits until the screen differs from since_revision (else from now) and is stable. A change that already happened succeeds at once.",
    Looks,
    OnDevice(wait_until_changed),
)
.takes(
    "since_revision:integer kind:hierarchy_diff|text_change|state_change timeout_ms:number=15000",
);

/// How long a wait lasts when the call does not say.
const USUAL: u64 = 15_000;

/// How long a changed screen must stay as it is.
const STABLE: Duration = Duration::from_millis(250);

/// Waits until something shows, or no longer does.
fn wait_for(session: &mut DeviceSession, args: &Args, call: &Call) -> Result<Reply, Refusal> {
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
    let failure = (!is_gone).then_some(FailureCode::Timeout);
    Ok(envelope::judged(session, &reason, failure))
}

/// Waits until the screen differs and is stable.
fn wait_until_changed(
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
    let failure = changed.kind.is_none().then_some(FailureCode::Timeout);
    let mut reply = envelope::judged(session, &changed.reason, failure);
    reply.data["observed_change"] = json!(changed.kind.map(DeltaKind::as_str));
    reply.data["elapsed_ms"] = json!(changed.took.as_millis() as u64);
    Ok(reply)
}
