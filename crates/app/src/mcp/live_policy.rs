//! The permissions of agents, read again for every call: one that was taken away counts at once.

use std::sync::{Mutex, PoisonError};

use crate::environment::Environment;
use crate::permissions::{Policy, SharedGuard};
use crate::terminal::talkln;

/// The permissions of agents, as the file stands.
#[derive(Debug)]
pub(crate) struct LivePolicy {
    environment: Environment,
    /// Whether every tool is allowed that is not denied.
    allows_all: bool,
    /// The guard of the devices that are open.
    guard: SharedGuard,
    /// The last warning, so that it is said once.
    warned: Mutex<Option<String>>,
}

impl LivePolicy {
    /// Returns the policy of a project; devices with this guard follow it.
    pub(crate) fn new(environment: &Environment, guard: &SharedGuard) -> Self {
        Self {
            environment: environment.clone(),
            allows_all: false,
            guard: guard.clone(),
            warned: Mutex::default(),
        }
    }

    /// Allows every tool that is not denied.
    pub(crate) fn allowing_all(mut self) -> Self {
        self.allows_all = true;
        self
    }

    /// Reads the policy and lets it hold from now on. A file that became unreadable closes everything.
    pub(crate) fn now(&self) -> Policy {
        let policy = Policy::load(&self.environment);
        self.guard.replace(&policy.guard);
        self.warn(policy.warning());
        if self.allows_all {
            policy.allowing_all()
        } else {
            policy
        }
    }

    fn warn(&self, warning: Option<String>) {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(warning) = warning.as_ref().filter(|it| warned.as_ref() != Some(*it)) {
            talkln!("warning: {warning}");
        }
        *warned = warning;
    }
}
