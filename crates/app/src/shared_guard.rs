//! The elements and apps nobody may touch, as it stands now: devices that are open and whoever reads the file share one.

use std::sync::{Arc, PoisonError, RwLock};

use crate::permissions::Guard;

/// The elements and apps nobody may touch, as it stands now.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedGuard(Arc<RwLock<Arc<Guard>>>);

impl SharedGuard {
    /// Returns a guard that can be changed later.
    pub(crate) fn new(guard: Guard) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(guard))))
    }

    /// Returns what holds now.
    pub(crate) fn now(&self) -> Arc<Guard> {
        // A guard is replaced whole, so a thread that died left none half changed.
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lets this hold from now on, for devices that are open too.
    pub(crate) fn replace(&self, guard: &Guard) {
        let mut now = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if **now != *guard {
            *now = Arc::new(guard.clone());
        }
    }
}
