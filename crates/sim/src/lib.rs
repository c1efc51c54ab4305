//! A phone made of data: apps described in files run on it, and it can be driven like a real one.
//!
//! Not here: sleeping and printing. Time is virtual, pictures are drawn in memory, and the same inputs
//! always give the same screens. Only [`adb`] talks to a network, on a socket it is handed.

pub mod adb;
mod address;
mod app;
mod catalog;
mod clock;
mod device;
mod draw;
mod dump;
mod fault;
mod latency;
mod latest;
mod layout;
mod phone;
pub mod render;
mod touch_log;
mod wildcard;

pub use address::{OpenError, ReadFile, SimAddress};
pub use app::{App, AppError, Counts};
pub use catalog::{CatalogApp, catalog, shipped};
pub use clock::{SWITCHED_ON_AT, SimClock};
pub use device::{SimDevice, SimOptions};
pub use dump::{LAUNCHER, uiautomator_dump};
pub use fault::{Fault, FaultError, FaultKind, Faults};
pub use latency::Latency;
pub use touch_log::{TouchLog, Touched, TouchedElement};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks, also after a thread panicked that held the lock: what it left behind is as whole as before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
