//! The answer of every act of mobile-debug: what was asked, what was resolved, and that it was sent.

use std::sync::Arc;

use retap_drivers::SystemClock;
use retap_model::device::Clock as _;
use retap_model::screen::Screen;
use retap_model::time::Timestamp;
use retap_model::verify::FailureCode;
use serde_json::{Value, json};

use super::element::{shown_device, shown_element};
use crate::mcp::compat::screen_mark;
use crate::mcp::reply::{Failure, to_json, tool_error};
use crate::mcp::schema::{joined, known};
use crate::mcp::{ActResult, Answer, Refusal, Reply, ToolCall};

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
        let envelope = match acted {
            Ok(acted) => self.envelope(call, &acted),
            Err(refusal) => self.refused(call, refusal)?,
        };
        Ok(Reply::json(envelope))
    }

    /// Returns the envelope of an act that went through the engine.
    pub(super) fn envelope(self, call: &mut ToolCall<'_>, acted: &ActResult) -> Value {
        let mark = |screen: &Option<Arc<Screen>>| screen.as_ref().map(|it| screen_mark(it));
        let found = acted.resolved.as_ref();
        let resolved = found.map(|(index, screen)| shown_element(call, screen, *index));
        let reason = acted.verdict.reason.to_string();
        let told = json!({
            "target": { "selector": self.selector, "resolved": resolved },
            "success": acted.is_sent,
            "ui_fingerprint_before": mark(&acted.before),
            "ui_fingerprint_after": mark(&acted.after),
            "details": {
                "reason": reason,
                "verdict": acted.verdict.outcome.as_str(),
                "category": acted.action_type.as_str(),
                "snapshot_revision": acted.revision(),
            },
        });
        let message = Some(self.message).filter(|_| acted.is_sent);
        let code = acted.unsent();
        let candidates = Some(acted.candidates()).filter(|it| code.is_some() && !it.is_empty());
        let rest = known(json!({
            "message": message, "reason": code.map(|_| reason), "candidates": candidates,
        }));
        let failure = to_json(code.map(Failure::from));
        call.note_shown(acted.after.as_ref());
        joined([head(call, acted.at, acted.number), told, rest, failure])
    }

    /// Returns the envelope of an act that was refused before anything was sent: nothing was resolved, and
    /// nobody looked.
    fn refused(self, call: &mut ToolCall<'_>, refusal: Refusal) -> Result<Value, Refusal> {
        if matches!(
            refusal.code,
            FailureCode::InvalidInput | FailureCode::Cancelled
        ) {
            return Err(refusal);
        }
        let number = call.number_act();
        let told = json!({
            "target": { "selector": self.selector, "resolved": null },
            "success": false,
            "ui_fingerprint_before": null,
            "ui_fingerprint_after": null,
            "details": { "reason": refusal.message },
            "error": tool_error(call.tool, &refusal.message),
        });
        let head = head(call, SystemClock::new().timestamp(), number);
        Ok(joined([head, told, to_json(Failure::from(refusal.code))]))
    }
}

fn head(call: &ToolCall<'_>, at: Timestamp, number: u64) -> Value {
    json!({
        "action_id": format!("{}_{}_{number}", call.tool, at.0),
        "timestamp": at.to_rfc3339(),
        "action_type": call.tool,
        "device": shown_device(call),
    })
}
