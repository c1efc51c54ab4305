//! The answer of every act of mobile-debug: what was asked, what was resolved, and that it was sent.

use std::sync::Arc;

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use retap_model::screen::Screen;
use retap_model::time::Timestamp;
use retap_model::verify::FailureCode;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::element::{SameElement, ShownDevice, ShownElement};
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::{Failure, tool_error};
use crate::mcp::schema::{AnyObject, object};
use crate::mcp::{ActResult, Answer, Refusal, Reply, ToolCall};

/// The answer of an act.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Envelope {
    action_id: String,
    timestamp: String,
    action_type: &'static str,
    device: ShownDevice,
    pub(super) target: EnvelopeTarget,
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    ui_fingerprint_before: Option<String>,
    ui_fingerprint_after: Option<String>,
    /// How the act went, and what only some acts have to say.
    pub(super) details: AnyObject,
    #[serde(flatten)]
    failure: Option<Failure>,
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<String>,
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
}

/// The target of an act.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct EnvelopeTarget {
    #[schemars(with = "AnyObject")]
    selector: Value,
    #[schemars(with = "Option<SameElement>")]
    pub(super) resolved: Option<ShownElement>,
}

/// An act as it was asked for.
pub(super) struct Asked {
    /// The target as the call named it.
    pub(super) selector: Value,
    /// How it is said that it was done.
    pub(super) message: String,
}

impl Asked {
    /// Returns the answer of an act, sent or refused. What makes no sense, or was cancelled, stays a refusal.
    pub(super) fn reply(
        self,
        call: &mut ToolCall<'_>,
        acted: Result<ActResult, Refusal>,
    ) -> Answer {
        match acted {
            Ok(acted) => Ok(Envelope::of(call, &acted, self).into_reply()),
            Err(refusal) => Ok(Envelope::refused(call, self, refusal)?.into_reply()),
        }
    }
}

impl Envelope {
    /// Returns the envelope of an act that went through the engine.
    pub(super) fn of(call: &mut ToolCall<'_>, acted: &ActResult, asked: Asked) -> Self {
        let mark = |screen: &Option<Arc<Screen>>| screen.as_ref().map(|it| screen_mark(it));
        let found = acted.resolved.as_ref();
        let resolved = found.map(|(index, screen)| ShownElement::of(call, screen, *index));
        let message = Some(asked.message.clone()).filter(|_| acted.is_sent);
        let mut envelope = Self::head(call, acted.at, acted.number, asked);
        envelope.target.resolved = resolved;
        envelope.success = acted.is_sent;
        envelope.message = message;
        envelope.ui_fingerprint_before = mark(&acted.before);
        envelope.ui_fingerprint_after = mark(&acted.after);
        envelope.details = object(json!({
            "reason": acted.verdict.reason.to_string(),
            "verdict": acted.verdict.outcome.as_str(),
            "category": acted.action_type.as_str(),
            "snapshot_revision": acted.revision(),
        }));
        if let Some(code) = acted.unsent() {
            envelope.failure = Some(code.into());
            envelope.reason = Some(acted.verdict.reason.to_string());
            envelope.candidates = acted.candidates();
        }
        call.note_shown(acted.after.as_ref());
        envelope
    }

    /// Returns the envelope of an act that was refused before anything was sent: nothing was resolved, and
    /// nobody looked.
    fn refused(call: &mut ToolCall<'_>, asked: Asked, refusal: Refusal) -> Result<Self, Refusal> {
        if matches!(
            refusal.code,
            FailureCode::InvalidInput | FailureCode::Cancelled
        ) {
            return Err(refusal);
        }
        let number = call.number_act();
        let mut envelope = Self::head(call, SystemClock::new().timestamp(), number, asked);
        envelope.details = object(json!({ "reason": refusal.message }));
        envelope.failure = Some(refusal.code.into());
        envelope.error = Some(tool_error(call.tool, &refusal.message));
        Ok(envelope)
    }

    fn head(call: &ToolCall<'_>, at: Timestamp, number: u64, asked: Asked) -> Self {
        Self {
            action_id: format!("{}_{}_{number}", call.tool, at.0),
            timestamp: at.to_rfc3339(),
            action_type: call.tool,
            device: ShownDevice::of(call),
            target: EnvelopeTarget {
                selector: asked.selector,
                resolved: None,
            },
            ..Self::default()
        }
    }

    /// Returns the whole of it as one block of JSON.
    pub(super) fn into_reply(self) -> Reply {
        Reply::json(&self)
    }
}
