//! Calling our script in the frames of a page.

use retap_model::device::Deadline;
use serde_json::{Value, json};

use super::super::ask::{AskError, Patience};
use super::super::cdp::{CdpError, Refusal, Ticket};
use super::super::device::WebDevice;
use super::super::frames::World;

impl WebDevice {
    /// Calls a function of our script in the main frame of the page in front.
    pub(in crate::web) fn call(
        &mut self,
        call: &str,
        deadline: Deadline,
    ) -> Result<Value, AskError> {
        let Some(target) = self.tabs.front().map(|tab| tab.target.clone()) else {
            let reason = "the page was closed";
            return Err(AskError::Gone { reason });
        };
        loop {
            let world = self.wait_for_world(&target, deadline)?;
            match self.call_in(&world, call, deadline) {
                // The next document is asked.
                Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_too_late() => {
                    self.frames.remove_world(&world.unique);
                }
                said => return said,
            }
        }
    }

    /// Calls a function of our script in a world.
    pub(in crate::web) fn call_in(
        &mut self,
        world: &World,
        call: &str,
        deadline: Deadline,
    ) -> Result<Value, AskError> {
        let ticket = self.send_call(world, call)?;
        let session = world.session.clone();
        let answer = self.wait_for_answer(&ticket, Some(&session), Patience::Answer, deadline)?;
        result_of(&answer)
    }

    pub(in crate::web) fn send_call(
        &mut self,
        world: &World,
        call: &str,
    ) -> Result<Ticket, CdpError> {
        let params = evaluate(world, call);
        self.client
            .send(Some(&world.session), "Runtime.evaluate", &params)
    }

    /// Waits until our script runs in a frame: at the start of a document it does not yet.
    pub(super) fn wait_for_world(
        &mut self,
        frame: &str,
        deadline: Deadline,
    ) -> Result<World, AskError> {
        loop {
            if let Some(world) = self.frames.world(frame) {
                return Ok(world.clone());
            }
            let front = self.tabs.all().iter().find(|tab| tab.target == frame);
            match front {
                None => {
                    return Err(AskError::Gone {
                        reason: "the page was closed",
                    });
                }
                Some(tab) if tab.is_crashed => {
                    return Err(AskError::Gone {
                        reason: "the page crashed",
                    });
                }
                Some(tab) if self.is_blocked(&tab.session) => return Err(AskError::Dialog),
                Some(_) => {}
            }
            if !self.notice(deadline)? && self.frames.world(frame).is_none() {
                let method = "the page to begin".to_owned();
                return Err(CdpError::DeadlinePassed { method }.into());
            }
        }
    }
}

fn evaluate(world: &World, call: &str) -> Value {
    json!({
        "expression": format!("retap.{call}"),
        "uniqueContextId": world.unique,
        "returnByValue": true,
        "awaitPromise": true,
    })
}

/// Returns what a function of the script returned, or what it threw.
pub(super) fn result_of(answer: &Value) -> Result<Value, AskError> {
    if answer["exceptionDetails"].is_object() {
        let details = &answer["exceptionDetails"];
        let text = details["exception"]["description"].as_str();
        let message = text
            .or(details["text"].as_str())
            .unwrap_or("unknown")
            .to_owned();
        return Err(refused("Runtime.evaluate", message));
    }
    Ok(answer["result"]["value"].clone())
}

/// Returns the error for an answer that is none.
pub(super) fn refused(method: &str, message: String) -> AskError {
    let refusal = Refusal { code: 0, message };
    CdpError::Refused {
        method: method.to_owned(),
        refusal,
    }
    .into()
}
