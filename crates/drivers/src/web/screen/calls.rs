//! Calling our script in the frames of a page.

use serde_json::{Value, json};

use super::super::{AskError, Asked, CdpError, Patience, Ticket, WebDevice, World, command};

/// The name under which the browser keeps what we asked for, until it is let go.
const GROUP: &str = "retap";

impl WebDevice {
    /// Calls a function of our script in the main frame of the page in front.
    pub(crate) fn call(&mut self, call: &str) -> Asked<Value> {
        let front = self.tabs.front().map(|tab| tab.target.clone());
        let target = front.ok_or(AskError::CLOSED)?;
        loop {
            let world = self.wait_for_world(&target)?;
            match self.call_in(&world, call) {
                // The next document is asked.
                Err(AskError::Cdp(CdpError::Refused { refusal, .. })) if refusal.is_too_late() => {
                    self.frames.remove_world(&world.unique);
                }
                said => return said,
            }
        }
    }

    /// Calls a function of our script in a world.
    pub(crate) fn call_in(&mut self, world: &World, call: &str) -> Asked<Value> {
        let ticket = self.send_call(world, call)?;
        let answer = self.wait_for_answer(&ticket, Patience::Answer)?;
        result_of(&answer)
    }

    /// Sends such a call; its answer is for whoever has the ticket.
    pub(crate) fn send_call(&mut self, world: &World, call: &str) -> Result<Ticket, CdpError> {
        let evaluate = json!({
            "expression": format!("retap.{call}"),
            "uniqueContextId": world.unique,
            "returnByValue": true,
            "awaitPromise": true,
        });
        self.send(&world.session, &command("Runtime.evaluate", evaluate))
    }

    /// Waits until our script runs in a frame: at the start of a document it does not yet.
    pub(super) fn wait_for_world(&mut self, frame: &str) -> Asked<World> {
        loop {
            if let Some(world) = self.frames.world(frame) {
                return Ok(world.clone());
            }
            let front = self.tabs.all().iter().find(|tab| tab.target == frame);
            match front {
                None => return Err(AskError::CLOSED),
                Some(tab) if tab.is_crashed => return Err(AskError::CRASHED),
                Some(tab) if self.is_blocked(&tab.session) => return Err(AskError::Dialog),
                Some(_) => {}
            }
            if !self.notice()? && self.frames.world(frame).is_none() {
                let method = "the page to begin";
                return Err(CdpError::DeadlinePassed { method }.into());
            }
        }
    }

    /// Hands the closed shadow roots of the elements that may have one to our script; returns whether any has.
    /// Nothing in a page leads to them, so the browser is asked for them.
    pub(super) fn open_closed(&mut self, world: &World, hosts: usize) -> Asked<bool> {
        let World { unique, id, .. } = world;
        let hosts = (0..hosts).map(|number| {
            let params = json!({
                "expression": format!("retap.host({number})"), "uniqueContextId": unique, "objectGroup": GROUP,
            });
            command("Runtime.evaluate", params)
        });
        let found = self.ask_all(&world.session, hosts)?;
        let found = found.iter().map(|answer| &answer["result"]["objectId"]);
        let objects = found.filter(|object| object.is_string()).map(|object| {
            let params = json!({"objectId": object, "pierce": true});
            command("DOM.describeNode", params)
        });
        let described = self.ask_all(&world.session, objects)?;
        let described = described
            .iter()
            .map(|answer| &answer["node"]["shadowRoots"]);
        let roots = described.filter_map(Value::as_array).flatten();
        let closed = roots.filter(|root| root["shadowRootType"] == "closed");
        let closed = closed.map(|root| {
            let node = &root["backendNodeId"];
            let params =
                json!({"backendNodeId": node, "executionContextId": id, "objectGroup": GROUP});
            command("DOM.resolveNode", params)
        });
        let resolved = self.ask_all(&world.session, closed)?;
        let resolved = resolved.iter().map(|answer| &answer["object"]["objectId"]);
        let objects = resolved.filter(|object| object.is_string()).map(|object| {
            let function = "function() { retap.adopt(this) }";
            let params = json!({"functionDeclaration": function, "objectId": object});
            command("Runtime.callFunctionOn", params)
        });
        let adopted = self.ask_all(&world.session, objects)?;
        let release = command("Runtime.releaseObjectGroup", json!({"objectGroup": GROUP}));
        self.client.tell(Some(&world.session), &release)?;
        Ok(!adopted.is_empty())
    }
}

/// Returns what a function of the script returned, or what it threw.
pub(crate) fn result_of(answer: &Value) -> Asked<Value> {
    match thrown(&answer["exceptionDetails"]) {
        Some(message) => Err(AskError::thrown(message.to_owned())),
        None => Ok(answer["result"]["value"].clone()),
    }
}

/// Returns what a script threw, from the details that the browser gives; nothing where it gives none.
pub(crate) fn thrown(details: &Value) -> Option<&str> {
    details.as_object()?;
    let text = details["exception"]["description"].as_str();
    Some(text.or(details["text"].as_str()).unwrap_or("unknown"))
}
