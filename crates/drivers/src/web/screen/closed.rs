//! Closed shadow roots: nothing in a page leads to them, so the browser is asked for them.

use retap_model::device::Deadline;
use serde_json::{Value, json};

use super::super::ask::{AskError, Patience};
use super::super::cdp::{CdpError, Session};
use super::super::device::WebDevice;
use super::super::frames::World;

/// The name under which the browser keeps what we asked for, until it is let go.
const GROUP: &str = "retap";

impl WebDevice {
    /// Hands the closed roots of the elements that may have one to our script; returns whether any has.
    pub(super) fn open_closed(
        &mut self,
        world: &World,
        hosts: usize,
        deadline: Deadline,
    ) -> Result<bool, AskError> {
        let session = world.session.clone();
        let found = (0..hosts).map(|number| {
            let expression = format!("retap.host({number})");
            let params = json!({"expression": expression, "uniqueContextId": world.unique, "objectGroup": GROUP});
            ("Runtime.evaluate", params)
        });
        let found = self.ask_all(&session, found.collect(), deadline)?;
        let objects = found
            .iter()
            .filter_map(|answer| answer["result"]["objectId"].as_str());
        let described = objects.map(|object| {
            (
                "DOM.describeNode",
                json!({"objectId": object, "pierce": true}),
            )
        });
        let described = self.ask_all(&session, described.collect(), deadline)?;
        let is_closed = |root: &&Value| root["shadowRootType"] == "closed";
        let roots = described
            .iter()
            .filter_map(|answer| answer["node"]["shadowRoots"].as_array());
        let resolved = roots.flatten().filter(is_closed).map(|root| {
            let params = json!({"backendNodeId": root["backendNodeId"], "executionContextId": world.id, "objectGroup": GROUP});
            ("DOM.resolveNode", params)
        });
        let resolved = self.ask_all(&session, resolved.collect(), deadline)?;
        let objects = resolved
            .iter()
            .filter_map(|answer| answer["object"]["objectId"].as_str());
        let adopted = objects.map(|object| {
            let function = "function() { retap.adopt(this) }";
            (
                "Runtime.callFunctionOn",
                json!({"functionDeclaration": function, "objectId": object}),
            )
        });
        let adopted = self.ask_all(&session, adopted.collect(), deadline)?;
        let group = json!({"objectGroup": GROUP});
        self.client
            .tell(Some(&session), "Runtime.releaseObjectGroup", &group)?;
        Ok(!adopted.is_empty())
    }

    /// Asks several things at once. What the browser says no to, because it went away, is left out.
    fn ask_all(
        &mut self,
        session: &Session,
        questions: Vec<(&'static str, Value)>,
        deadline: Deadline,
    ) -> Result<Vec<Value>, AskError> {
        let mut tickets = Vec::with_capacity(questions.len());
        for (method, params) in questions {
            tickets.push(self.client.send(Some(session), method, &params)?);
        }
        let mut answers = Vec::new();
        for ticket in tickets {
            match self.wait_for_answer(&ticket, Some(session), Patience::Answer, deadline) {
                Ok(answer) => answers.push(answer),
                Err(AskError::Cdp(CdpError::Refused { .. })) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(answers)
    }
}
