//! What agents may do, read again for every call: a permission that was taken away counts at once.

use std::sync::{Mutex, PoisonError};

use crate::environment::Environment;
use crate::permissions::{Policy, SharedGuard};
use crate::terminal::talkln;

/// What agents may do, as the file stands.
#[derive(Debug)]
pub(crate) struct LivePolicy {
    environment: Environment,
    /// Whether every tool is allowed that is not denied.
    allows_all: bool,
    /// What the devices that are open go by.
    guard: SharedGuard,
    /// What was warned of last, so that it is said once.
    warned: Mutex<Option<String>>,
}

impl LivePolicy {
    /// Returns the policy of a project; devices with this guard follow it.
    pub(crate) fn new(environment: &Environment, guard: &SharedGuard, allows_all: bool) -> Self {
        Self {
            environment: environment.clone(),
            allows_all,
            guard: guard.clone(),
            warned: Mutex::default(),
        }
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
