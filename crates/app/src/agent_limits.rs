//! What the agent may do whose call is under way, for acts that turn out to do more than their step says.
//!
//! Tools and steps are judged before they begin (`mcp/call.rs`). Where a finger really goes and which text is typed is
//! known when the act is sent; `guarded_device.rs` asks then.

use std::sync::Arc;

use crate::operation::Operation;
use crate::permission_rules::Asked;
use crate::permissions::Policy;
use crate::shared::Shared;

/// What the agent may do whose call is under way.
#[derive(Debug)]
pub(crate) struct AgentLimits {
    pub(crate) policy: Policy,
    /// The tool, and what else it goes by.
    pub(crate) names: Vec<String>,
    pub(crate) named_for: NamedFor,
}

/// What a tool is allowed for that is allowed by its name.
#[derive(Debug)]
pub(crate) enum NamedFor {
    /// Whatever the steps do that it is given.
    Everything,
    /// What it says it does, and no more: who allows `swipe` does not allow to touch by one.
    These(Vec<Operation>),
}

impl AgentLimits {
    /// Returns why something may not be done.
    pub(crate) fn refuses(&self, operations: &[Operation]) -> Option<String> {
        let is_named_for = match &self.named_for {
            NamedFor::Everything => true,
            NamedFor::These(known) => operations.iter().all(|it| known.contains(it)),
        };
        let names = self.names.iter().filter(|_| is_named_for);
        let names: Vec<&str> = names.map(String::as_str).collect();
        let asked = Asked {
            names: &names,
            operations,
        };
        self.policy.permission(&asked).err()
    }
}

/// The limits of the call under way on a device; none while a person drives it. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedLimits(Shared<Option<Arc<AgentLimits>>>);

impl SharedLimits {
    /// Returns what holds now.
    pub(crate) fn now(&self) -> Option<Arc<AgentLimits>> {
        self.0.lock().clone()
    }

    /// Lets this hold from now on.
    pub(crate) fn replace(&self, limits: Option<Arc<AgentLimits>>) {
        *self.0.lock() = limits;
    }
}
